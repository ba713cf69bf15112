package chapters

import (
	"encoding/json"
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// View is exactly what one player may know of a game (S11). The screens and the computer players
// get nothing else. It is plain data: it shares nothing with the game that could change, and can be
// written as JSON, for players in other languages: docs/bots.md says what its keys mean.
type View struct {
	// Player is the seat whose view it is. In solo it is seat 0 (S10).
	Player  tricks.Seat `json:"player"`
	Players int         `json:"players"`
	Chapter *Chapter    `json:"chapter"` // nil for a plain round
	// Deal is the deal's name, if it has one. It is no part of the JSON, since who knows it can deal the
	// cards again and see them all.
	Deal string `json:"-"`
	// Terms are what was settled before the deal.
	Terms Terms `json:"terms"`
	// Rider and Gift are those of the Road's round (L5), nil elsewhere.
	Rider  *characters.Character `json:"-"`
	Gift   *characters.Gift      `json:"-"`
	Stage  Stage                 `json:"stage"`
	IsOver bool                  `json:"over"`
	Result Result                `json:"result"`
	// Due is the decision that is due. It means nothing when the round is over. Ask has its answers,
	// nil unless this player makes it.
	Due   `json:"due"`
	Ask   *Ask       `json:"ask"`
	Seats []SeatView `json:"seats"`
	// Deck is all cards of the round but those of a side deck that is turned up: what is dealt, or what
	// a position lists.
	Deck tricks.Set `json:"deck"`
	// Lost is the lost cards on the table, face up (S2).
	Lost []tricks.Card `json:"lost"`
	// ThreatsLeft counts the cards of the threat deck, PileLeft those of the draw pile.
	ThreatsLeft int `json:"threats_left"`
	PileLeft    int `json:"pile_left"`

	// The play, meaningful in stage play.
	Leader      tricks.Seat                  `json:"leader"`
	Best        tricks.Seat                  `json:"best"`
	Led         tricks.Suit                  `json:"led"`
	Trump       tricks.Suit                  `json:"trump"`        // T8, NoSuit for none
	Taken       bool                         `json:"taken"`        // R1 was played to win this trick
	RingsBroken bool                         `json:"rings_broken"` // Rings may be led (T6)
	Card        [tricks.MaxSeats]tricks.Card `json:"card"`
	History     []characters.Trick           `json:"history"`
	Tricks      int                          `json:"tricks"` // in the whole round
	// FaceDown is the seat whose card in the trick lies face down, NoSeat for none (C15).
	// FaceDownSuit is its suit. Best is NoSeat if that card might be the best.
	FaceDown     tricks.Seat `json:"face_down"`
	FaceDownSuit tricks.Suit `json:"face_down_suit"`
	// Turned is the cards of a side deck turned up for this trick (C5, C14). Short reports whether a
	// trick fell short of them and the round is lost, Spared whether one did and Mithril covers it.
	Turned []tricks.Card `json:"turned"`
	Short  bool          `json:"short"`
	Spared bool          `json:"spared"`
	// Low is the rank below which nobody wins this trick (C5). Least is the sum that its ranks have
	// to reach (C14). Both are 0 without such a limit. Nobody reports whether the trick, as it lies,
	// would be nobody's.
	Low         int          `json:"low"`
	Least       int          `json:"least"`
	WonByNobody bool         `json:"nobody"`
	Goals       []GoalStatus `json:"goals"`
	// Standings are the numbers of Goals, in their order.
	Standings []characters.Standing `json:"standings"`

	// Log holds the events so far, with the cards this player may not know left out.
	Log []Event `json:"log"`

	// Progress is how far the draft and the setup have come, FirstLeader the seat that leads the
	// first trick if the position said so, and Sides the side decks: one at most if a chapter is
	// played from its deal.
	Progress    Progress    `json:"progress"`
	FirstLeader tricks.Seat `json:"first_leader"`
	Sides       []Side      `json:"sides"`
	// Library has the characters and chapters that the view names. It is no part of its JSON.
	Library *Library `json:"-"`
}

// Side is a side deck of the round. Left counts its cards: all that will be turned up, or those that
// nobody has taken yet (C6).
type Side struct {
	Deck      *SideDeck `json:"deck"`
	Remaining int       `json:"left"`
}

// Role is the character at a seat and what it has beside it.
type Role struct {
	// Character is nil before it was taken, Rider and Gift are nil for none.
	Character *characters.Character `json:"character"`
	Rider     *characters.Character `json:"rider"`
	Gift      *characters.Gift      `json:"gift"`
	// Threat is the threat number, 0 for none. Range takes its place (the Sword).
	Threat   int    `json:"threat"`
	Range    [2]int `json:"range"`
	Declared string `json:"declared"` // more or fewer (Strider)
	// Announced is the suits that were announced (the Horn).
	Announced []tricks.Suit `json:"announced"`
	// Shown is the cards that everybody sees while the seat holds them. If its hand lies open
	// these are all cards there are (K: Goldberry).
	Shown tricks.Set `json:"shown"`
}

// SeatView is one seat as far as the player may know it.
type SeatView struct {
	Role
	// ThreatHidden reports whether there may be a threat number that this player does not see (S8).
	ThreatHidden bool `json:"threat_hidden"`
	// Tucked, First and Last are cards put aside: NoCard for none, [tricks.Closed] for
	// one this player does not see.
	Tucked tricks.Card `json:"tucked"`
	First  tricks.Card `json:"first"`
	Last   tricks.Card `json:"last"`
	// Decider is the player that decides for the seat.
	Decider tricks.Seat `json:"by"`
	// Cards counts the cards held, covered ones included, those still in the draw pile not.
	Cards int `json:"cards"`
	// Open is the cards of the seat that this player sees.
	Open tricks.Set `json:"open"`
	// Hand is the part of Open that can be played or passed on now.
	Hand tricks.Set `json:"hand"`
	// Rows is the pyramid from the top (S9), NoCard for an empty place and
	// [tricks.Closed] for a card face down; nil at other seats. Extra lies beside it.
	Rows  [][]tricks.Card `json:"rows"`
	Extra tricks.Set      `json:"extra"`
	// Laid is the pyramid as it was dealt, or changed in the setup: a card stays there after it was
	// played or passed on, [tricks.Leaving] if the player does not see it.
	Laid [][]tricks.Card `json:"laid"`
	// Won counts the tricks won, WonCards is the cards in them.
	Won      int        `json:"won"`
	WonCards tricks.Set `json:"won_cards"`
}

// MarshalJSON writes the view. A list is there even if it is empty.
func (v View) MarshalJSON() ([]byte, error) {
	type fields View // without this method
	progress := &v.Progress
	v.Lost = nonNil(v.Lost)
	v.Turned = nonNil(v.Turned)
	v.History = nonNil(v.History)
	v.Goals = nonNil(v.Goals)
	v.Standings = nonNil(v.Standings)
	v.Log = nonNil(v.Log)
	v.Sides = nonNil(v.Sides)
	v.Seats = slices.Clone(v.Seats)
	progress.Rejected = nonNil(progress.Rejected)
	progress.Order = nonNil(progress.Order)
	progress.Transfers = nonNil(progress.Transfers)
	progress.Drawn = nonNil(progress.Drawn)
	for s := range v.Seats {
		v.Seats[s].Announced = nonNil(v.Seats[s].Announced)
	}
	return json.Marshal(fields(v))
}

func nonNil[T any](list []T) []T { return append([]T{}, list...) }

// openHand is Role.Shown of a seat whose hand lies open: all cards that can come into a hand.
var openHand = tricks.Deck | tricks.SuitSet(tricks.Rivers)

// View returns the round as far as the player at a seat may know it. At [tricks.NoSeat] it holds
// common knowledge.
func (g *Game) View(player tricks.Seat) View {
	v := g.baseView(player)
	if g.stage == StagePlay {
		v.Goals = g.goalsSeen(player)
		v.Standings = g.standings(&v)
	}
	v.Result = g.resultOf(v.Goals)
	if !v.IsOver && v.Decider == player {
		v.Ask = &Ask{Due: g.Due(), Options: g.Options(), Refused: g.Refused()}
	}
	return v
}

// baseView is a view without what is thought about it: the goals, and what can be decided.
func (g *Game) baseView(player tricks.Seat) View {
	v := View{
		Player: player, Chapter: g.chapter, Deal: g.start.Deal, Players: g.start.Players, Terms: g.start.Terms,
		Rider: g.lib.Riders[g.start.Rider], Gift: g.lib.Gifts[g.start.Gift],
		Library: g.lib, Stage: g.stage, IsOver: g.IsOver(), Deck: g.deck, Lost: slices.Clone(g.lost),
		Seats:       make([]SeatView, len(g.seats)),
		ThreatsLeft: len(g.threats), PileLeft: g.pileLeft(), FaceDown: tricks.NoSeat, FaceDownSuit: tricks.NoSuit,
		FirstLeader: g.start.Leader, Trump: tricks.NoSuit,
	}
	v.Leader = tricks.NoSeat
	v.Best = tricks.NoSeat
	v.Led = tricks.NoSuit
	for s := range v.Card {
		v.Card[s] = tricks.NoCard
	}
	for s := range g.seats {
		v.Seats[s] = g.seatView(tricks.Seat(s), player)
	}
	for _, t := range g.history {
		if t.Winner != tricks.NoSeat {
			v.Seats[t.Winner].Won++
		}
		for s := range v.Seats {
			v.Seats[s].WonCards |= t.Won[s]
		}
	}
	if g.stage == StagePlay {
		v.Leader = g.state.Leader
		v.Best = g.state.Best
		v.Led = g.state.Led
		v.Taken = g.state.Taken
		v.RingsBroken = g.state.RingsBroken
		v.Card = g.state.Card
		v.Tricks = g.table.Tricks()
		v.History = slices.Clone(g.history)
		v.Short = g.fallen()
		v.Spared = g.spared()
		if !v.IsOver { // of an Old Forest deck two cards are never turned up (C5)
			v.Turned = g.table.TurnedUp(int(g.state.Number))
		}
		g.setDeckDemands(&v)
		g.hideFaceDown(&v)
	}
	if !v.IsOver {
		v.Due = g.Due()
	}
	v.Log = g.Log(player)
	for _, d := range g.decks {
		side := Side{d, len(g.start.Sides[d.Name])}
		if !d.IsTurnedUp() {
			side.Remaining -= g.sideTaken
		}
		v.Sides = append(v.Sides, side)
	}
	v.Progress = g.progressSeen(&v)
	return v
}

// progressSeen is the progress of the round as far as the player of a view knows it.
func (g *Game) progressSeen(v *View) Progress {
	progress := g.progress
	if !g.r1Known() {
		progress.R1 = tricks.NoSeat
	}
	progress.Transfers = nil
	progress.Drawn = nil
	progress.Rejected = nil
	for _, t := range g.progress.Transfers {
		t.Delivered = t.Delivered || g.stage == StagePlay // Sting's has come at once
		isGiver, isReceiver := g.deciderOf(t.Giver) == v.Player, g.deciderOf(t.Receiver) == v.Player
		if t.Card != tricks.NoCard && !isGiver && !(isReceiver && t.Delivered) {
			t.Card = tricks.Closed
		}
		if t.Back != tricks.NoCard && !isReceiver {
			t.Back = tricks.Closed
		}
		progress.Transfers = append(progress.Transfers, t)
	}
	if g.stage == StageSetup && v.Due.Kind == Threat {
		for _, n := range g.progress.Drawn {
			if v.Decider != v.Player {
				n = 0
			}
			progress.Drawn = append(progress.Drawn, n)
		}
	}
	// The numbers that were rejected last are set aside: see [Game.drawNumber].
	progress.Rejected = make([]int, len(g.progress.Rejected))
	for i, remaining := len(v.Log)-1, len(progress.Rejected); i >= 0 && remaining > 0; i-- {
		if v.Log[i].Kind == RejectedThreat {
			remaining--
			progress.Rejected[remaining] = v.Log[i].Number
		}
	}
	return progress
}

// r1Known reports whether everybody knows who was dealt R1. He drafts first and takes the
// character meant for him (S3). If the characters are dealt, he acts first, unless somebody
// has that character (S7). A position in stage play tells nothing but that character.
func (g *Game) r1Known() bool {
	if g.chapter == nil || g.progress.R1 == tricks.NoSeat {
		return false
	}
	taker := slices.ContainsFunc(g.seats, func(s seatState) bool { return s.Character != nil && s.Character.TakesR1 })
	if len(g.progress.Order) > 0 {
		return !(g.chapter.CastByLot && taker)
	}
	holder := g.seats[g.progress.R1].Character
	return g.stage == StagePlay && !g.chapter.CastByLot && holder != nil && holder.TakesR1
}

// setDeckDemands sets the demands of side decks on this trick, and whether it would be nobody's.
func (g *Game) setDeckDemands(v *View) {
	number := int(g.state.Number)
	v.Trump = g.table.Trump
	if v.IsOver {
		return
	}
	if number < len(g.table.Willow) {
		v.Low = g.table.Willow[number].Rank()
	}
	v.Least = g.table.Missing(number, 0)
	if v.Best != tricks.NoSeat && !v.Taken {
		v.WonByNobody = g.table.WillowTakes(number, g.state.Card[v.Best])
	}
}

// hideFaceDown hides a card that is played face down until the trick is complete (C15). It hides
// who is best too, if that would tell.
func (g *Game) hideFaceDown(v *View) {
	for s := range g.seats {
		seat := tricks.Seat(s)
		c := v.Card[s]
		if c == tricks.NoCard || !g.isFaceDown(seat, c) || g.deciderOf(seat) == v.Player {
			continue
		}
		v.FaceDown = seat
		v.FaceDownSuit = c.Suit()
		v.Card[s] = tricks.Closed
		if !v.Taken && (c.Suit() == v.Led || c.Suit() == g.table.Trump) {
			v.Best = tricks.NoSeat
			v.WonByNobody = false
		}
	}
}

// goalsSeen returns the statuses as a player knows them. Of a goal whose threat number is
// hidden he knows only that it is met for good, because its owner announces that (K: Unseen,
// C14). What Mithril covers does not tell him that a hidden one has failed.
func (g *Game) goalsSeen(player tricks.Seat) []GoalStatus {
	out := g.judge()
	for i := range out {
		if g.goalHidden(i, player) && out[i].Status != characters.Sealed {
			out[i].Status = characters.Open
		}
	}
	return g.waive(out)
}

// goalHidden reports whether a player knows of a goal only what its owner announces.
func (g *Game) goalHidden(i int, player tricks.Seat) bool {
	s := g.goals[i].seat
	return !g.IsOver() && !g.goals[i].rider && g.threatHidden(s) && g.deciderOf(s) != player && g.seats[s].Threat != 0
}

// pileLeft counts the cards still in the draw pile (S10).
func (g *Game) pileLeft() int {
	if g.stage != StagePlay {
		return len(g.pile)
	}
	return g.table.Undrawn(&g.state).Len()
}

// WouldTakeLead reports whether a move would take the lead in the trick as it lies (T5, T7, T8), and
// whether the trick would then be nobody's (C5). Known is false if a card that lies face down
// decides that (C15).
func (v *View) WouldTakeLead(m tricks.Move) (takesLead, wonByNobody, known bool) {
	if v.Led != tricks.NoSuit && v.Best == tricks.NoSeat && !m.ToWin {
		return false, false, false
	}
	table := tricks.Table{Trump: tricks.NoSuit}
	v.Chapter.setTrump(&table, v.Players)
	state := tricks.State{Led: v.Led, Best: v.Best, Card: v.Card, Taken: v.Taken}
	takesLead = table.Takes(&state, m)
	return takesLead, takesLead && !m.ToWin && m.Card.Rank() < v.Low, true
}
