package chapters

import (
	"encoding/json"
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// View is exactly what one player may know of a game (S11). The screens and the computer players
// get nothing else. It is plain data: it shares nothing with the game that could change, and can be
// written as JSON, for players in other languages. docs/bots.md says what its keys mean.
type View struct {
	// Player is the seat whose view it is, in solo seat 0 (S10). It is [tricks.NoSeat] for what
	// everybody knows.
	Player tricks.Seat `json:"player"`
	// Players is the number of players.
	Players int `json:"players"`
	// Chapter is the chapter as it is played in this round, nil for a plain round.
	Chapter *Chapter `json:"chapter"`
	// Deal is the deal's name, "" if it has none. It is left out of the JSON, because anybody who knows
	// it can deal the cards again and see them all.
	Deal string `json:"-"`
	// Terms are the choices that were made before the deal.
	Terms Terms `json:"terms"`
	// Rider is the rider that must be carried in this round of the Road (L5), nil for none.
	Rider *characters.Character `json:"-"`
	// Gift is the gift of the Road (L5), nil for none.
	Gift *characters.Gift `json:"-"`

	Stage  Stage  `json:"stage"`
	IsOver bool   `json:"over"`
	Result Result `json:"result"`

	// Due is the decision that is due. It means nothing when the round is over.
	Due `json:"due"`
	// Ask has the answers to the decision that is due, nil unless this player makes it.
	Ask   *Ask       `json:"ask"`
	Seats []SeatView `json:"seats"`
	// Deck is all cards of the round, dealt or listed by the position, without a side deck that is
	// turned up.
	Deck tricks.Set `json:"deck"`
	// Lost is the lost cards on the table, face up (S2).
	Lost []tricks.Card `json:"lost"`
	// ThreatsLeft is the number of cards in the threat deck.
	ThreatsLeft int `json:"threats_left"`
	// PileLeft is the number of cards in the draw pile.
	PileLeft int `json:"pile_left"`

	// The fields from Leader to Standings mean something in stage play only.

	// Leader is the seat that leads the trick.
	Leader tricks.Seat `json:"leader"`
	// Best is the seat that would win the trick as it lies, NoSeat if there is none or if a card that
	// lies face down might be the best.
	Best tricks.Seat `json:"best"`
	// Led is the suit that was led, NoSuit before the lead.
	Led tricks.Suit `json:"led"`
	// Trump is the trump suit (T8), NoSuit for none.
	Trump tricks.Suit `json:"trump"`
	// Taken reports whether R1 was played to win this trick.
	Taken bool `json:"taken"`
	// RingsBroken reports whether Rings may be led (T6).
	RingsBroken bool `json:"rings_broken"`
	// Card is each seat's card in the trick, NoCard for none.
	Card [tricks.MaxSeats]tricks.Card `json:"card"`
	// History is the finished tricks.
	History []characters.Trick `json:"history"`
	// Tricks is the number of tricks in the whole round.
	Tricks int `json:"tricks"`
	// FaceDown is the seat whose card in the trick lies face down, NoSeat for none (C15).
	FaceDown tricks.Seat `json:"face_down"`
	// FaceDownSuit is the suit of the card that lies face down.
	FaceDownSuit tricks.Suit `json:"face_down_suit"`
	// Turned is the cards of a side deck that are turned up for this trick (C5, C14).
	Turned []tricks.Card `json:"turned"`
	// Short reports whether a trick fell short of the cards turned up, and so lost the round (C14).
	Short bool `json:"short"`
	// Spared reports whether a trick fell short of the cards turned up and Mithril covers that (C14).
	Spared bool `json:"spared"`
	// Low is the rank below which nobody wins this trick (C5), 0 without such a limit.
	Low int `json:"low"`
	// Least is the sum that the ranks of this trick have to reach (C14), 0 without such a limit.
	Least int `json:"least"`
	// WonByNobody reports whether nobody would win the trick as it lies.
	WonByNobody bool `json:"nobody"`
	// Goals are the statuses of all goals.
	Goals []GoalStatus `json:"goals"`
	// Standings are the numbers of Goals, in the same order.
	Standings []characters.Standing `json:"standings"`

	// Log is the events so far, without the cards and threat numbers that this player may not know.
	Log []Event `json:"log"`

	// Progress is how far the draft and the setup have come.
	Progress Progress `json:"progress"`
	// FirstLeader is the seat that leads the first trick if the position named one, else NoSeat.
	FirstLeader tricks.Seat `json:"first_leader"`
	// Sides are the side decks. A round of a chapter that is played from its deal has at most one.
	Sides []Side `json:"sides"`
	// Library has the characters and chapters that the view names. It is left out of the JSON.
	Library *Library `json:"-"`
}

// Side is a side deck of the round.
type Side struct {
	Deck *SideDeck `json:"deck"`
	// Remaining is the number of cards that are turned up in the whole round, or the number of cards
	// that nobody has taken yet (C6).
	Remaining int `json:"left"`
}

// MarshalJSON writes the view. An empty list is written as a list, not as null.
func (v View) MarshalJSON() ([]byte, error) {
	type fields View // a type without this method
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

// nonNil returns a copy of a list that is never nil.
func nonNil[T any](list []T) []T { return append([]T{}, list...) }

// View returns the round as far as the player at a seat may know it. For [tricks.NoSeat] it returns
// what everybody knows.
func (g *Game) View(player tricks.Seat) View {
	o := observer{g, player}
	v := o.base()
	if g.stage == StagePlay {
		v.Goals = o.goals()
		v.Standings = o.standings(&v)
	}
	v.Result = judge{g}.result(v.Goals)
	if !v.IsOver && v.Decider == player {
		v.Ask = &Ask{Due: g.Due(), Options: g.Options(), Refused: g.Refused()}
	}
	return v
}

// base returns a view without what follows from the rest of it: the goals, the result, and the
// answers to the decision that is due.
func (o observer) base() View {
	g := o.game
	v := View{
		Player:       o.player,
		Players:      g.start.Players,
		Chapter:      g.chapter,
		Deal:         g.start.Deal,
		Terms:        g.start.Terms,
		Rider:        g.lib.Riders[g.start.Rider],
		Gift:         g.lib.Gifts[g.start.Gift],
		Stage:        g.stage,
		IsOver:       g.IsOver(),
		Seats:        make([]SeatView, len(g.seats)),
		Deck:         g.deck,
		Lost:         slices.Clone(g.lost),
		ThreatsLeft:  len(g.threats),
		PileLeft:     g.pileLeft(),
		Leader:       tricks.NoSeat,
		Best:         tricks.NoSeat,
		Led:          tricks.NoSuit,
		Trump:        tricks.NoSuit,
		FaceDown:     tricks.NoSeat,
		FaceDownSuit: tricks.NoSuit,
		FirstLeader:  g.start.Leader,
		Library:      g.lib,
	}
	for s := range v.Card {
		v.Card[s] = tricks.NoCard
	}
	for s := range g.seats {
		v.Seats[s] = o.seat(tricks.Seat(s))
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
		o.setPlay(&v)
	}
	if !v.IsOver {
		v.Due = g.Due()
	}
	v.Log = o.log()
	for _, d := range g.decks {
		side := Side{Deck: d, Remaining: len(g.start.Sides[d.Name])}
		if !d.IsTurnedUp() {
			side.Remaining -= g.sideTaken
		}
		v.Sides = append(v.Sides, side)
	}
	v.Progress = o.progress(&v)
	return v
}

// setPlay sets the fields of a view that mean something in stage play, without the goals.
func (o observer) setPlay(v *View) {
	g := o.game
	v.Leader = g.state.Leader
	v.Best = g.state.Best
	v.Led = g.state.Led
	v.Taken = g.state.Taken
	v.RingsBroken = g.state.RingsBroken
	v.Card = g.state.Card
	v.Tricks = g.table.Tricks()
	v.History = slices.Clone(g.history)
	goals := judge{g}
	v.Short = goals.isFallen()
	v.Spared = goals.isSpared()
	if !v.IsOver {
		// After the last trick nothing is turned up, even though two cards of an Old Forest deck are
		// left (C5).
		v.Turned = g.table.TurnedUp(int(g.state.Number))
	}
	o.setDeckDemands(v)
	o.hideFaceDown(v)
}

// progress returns the progress of the round as far as the player knows it. The view has its log
// already.
func (o observer) progress(v *View) Progress {
	g := o.game
	progress := g.progress
	if !o.isR1Known() {
		progress.R1 = tricks.NoSeat
	}
	progress.Transfers = nil
	for _, t := range g.progress.Transfers {
		t.Delivered = t.Delivered || g.stage == StagePlay // a card that Sting passes arrives at once
		isGiver := g.deciderOf(t.Giver) == o.player
		isReceiver := g.deciderOf(t.Receiver) == o.player
		if t.Card != tricks.NoCard && !isGiver && !(isReceiver && t.Delivered) {
			t.Card = tricks.Closed
		}
		if t.Back != tricks.NoCard && !isReceiver {
			t.Back = tricks.Closed
		}
		progress.Transfers = append(progress.Transfers, t)
	}
	progress.Drawn = nil
	if g.stage == StageSetup && v.Due.Kind == Threat {
		for _, n := range g.progress.Drawn {
			if v.Decider != o.player {
				n = 0
			}
			progress.Drawn = append(progress.Drawn, n)
		}
	}
	// The numbers that are set aside are the last ones that the log rejects, because earlier ones may
	// have been drawn again (see threatDeck.next). In the log a number that the player may not know is 0.
	progress.Rejected = make([]int, len(g.progress.Rejected))
	for i, remaining := len(v.Log)-1, len(progress.Rejected); i >= 0 && remaining > 0; i-- {
		if v.Log[i].Kind == RejectedThreat {
			remaining--
			progress.Rejected[remaining] = v.Log[i].Number
		}
	}
	return progress
}

// setDeckDemands sets the trump suit, what side decks demand of this trick, and whether nobody would win it
// as it lies. When the round is over it sets only the trump suit.
func (o observer) setDeckDemands(v *View) {
	g := o.game
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

// hideFaceDown hides a card that was played face down until the trick is complete (C15). It also hides
// which seat is best if the card might be.
func (o observer) hideFaceDown(v *View) {
	g := o.game
	for s := range g.seats {
		seat := tricks.Seat(s)
		c := v.Card[s]
		if c == tricks.NoCard || !o.isFaceDown(seat, c) || g.deciderOf(seat) == o.player {
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

// pileLeft counts the cards still in the draw pile (S10).
func (g *Game) pileLeft() int {
	if g.stage != StagePlay {
		return len(g.pile)
	}
	return g.table.Undrawn(&g.state).Len()
}

// WouldTakeLead reports whether a card would be the best of the trick as it lies (T5, T7, T8), and
// whether nobody would win the trick then (C5). Known is false if that depends on a card that lies face
// down (C15).
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
