package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// View is exactly what one player may know of a game (S11). The screens and the computer players
// get nothing else. It is a value: it shares nothing with the game that could change.
type View struct {
	// Player is whose view it is: a seat. In solo it is seat 0 (S10).
	Player  tricks.Seat
	Chapter *Chapter // nil for a plain round
	Deal    string   // the deal's name, if it has one
	Players int
	// Round is what was chosen before the deal, and what earlier rounds brought.
	Round Round
	// Rider and Gift are those of the Road's round (L5), nil elsewhere.
	Rider  *characters.Character
	Gift   *characters.Gift
	Stage  Stage
	Result Result
	Over   bool
	Seats  []SeatView
	// Lost is the lost cards on the table, face up (S2).
	Lost []tricks.Card
	// ThreatsLeft counts the cards of the threat deck, PileLeft those of the draw pile.
	ThreatsLeft, PileLeft int
	// Acting is whose turn it is, Due the kind of decision, By who makes it.
	// They mean nothing when the round is over.
	Acting, By tricks.Seat
	Due        Kind
	// Ask is the decision due, nil unless this player makes it.
	Ask *Ask

	// The play, meaningful in stage play.
	Leader, Best tricks.Seat
	Led          tricks.Suit
	Taken        bool // R1 was played to win this trick
	RingsBroken  bool // Rings may be led (T6)
	Card         [tricks.MaxSeats]tricks.Card
	History      []characters.Trick
	Tricks       int // in the whole round
	// FaceDown is the seat whose card in the trick lies face down, NoSeat for none (C15).
	// FaceDownSuit is its suit. Best is NoSeat if that card might be the best.
	FaceDown     tricks.Seat
	FaceDownSuit tricks.Suit
	// Turned is the cards of a side deck turned up for this trick (C5, C14). Short says that a
	// trick fell short of them and the round is lost, Spared that one did and Mithril covers it.
	Turned        []tricks.Card
	Short, Spared bool
	// Low is the rank below which nobody wins this trick (C5). Least is what its ranks have to
	// sum to (C14). Both are 0 without such a limit. Nobody says that the trick, as it lies,
	// would be nobody's.
	Low, Least int
	Nobody     bool
	Goals      []GoalStatus
	// Standings are the numbers of Goals, in their order.
	Standings []characters.Standing

	// Log is what has happened, with the cards this player may not know left out.
	Log []Event

	lib *Library
	// knowledge is what else everybody knows, for [View.Builder].
	knowledge knowledge
	trump     tricks.Suit
}

// Role is the character at a seat and what it has beside it.
type Role struct {
	// Character is nil before it was taken, Rider and Gift are nil for none.
	Character *characters.Character
	Rider     *characters.Character
	Gift      *characters.Gift
	// Threat is the threat number, 0 for none. Range is what takes its place (the Sword).
	Threat   int
	Range    [2]int
	Declared string // more or fewer (Strider)
	// Announced is the suits that were announced (the Horn).
	Announced []tricks.Suit
	// Shown is the cards that everybody sees while the seat holds them. If its hand lies open
	// these are all cards there are (K: Goldberry).
	Shown tricks.Set
}

// SeatView is what a player may know of one seat.
type SeatView struct {
	Role
	// ThreatHidden says that there may be a threat number that this player does not see (S8).
	ThreatHidden bool
	// Tucked, First and Last are cards put aside: NoCard for none, Closed for
	// one this player does not see.
	Tucked, First, Last tricks.Card
	// By is who decides for the seat.
	By tricks.Seat
	// Cards counts the cards held, covered ones included, those still in the draw pile not.
	Cards int
	// Open is the cards of the seat that this player sees.
	Open tricks.Set
	// Hand is the part of Open that can be played or passed on now.
	Hand tricks.Set
	// Rows is the pyramid from the top (S9), NoCard for an empty place and
	// [Closed] for a card face down; nil at other seats. Extra lies beside it.
	Rows  [][]tricks.Card
	Extra tricks.Set
	// Won counts the tricks won, WonCards is the cards in them.
	Won      int
	WonCards tricks.Set
}

// Closed stands for a card that lies face down.
const Closed = tricks.NoCard - 1

// View returns what the player at a seat may know. At [tricks.NoSeat] that is what everybody
// may know.
func (g *Game) View(player tricks.Seat) View {
	v := View{
		Player: player, Chapter: g.chapter, Deal: g.start.Deal, Players: g.Players(), Round: g.start.Round,
		Rider: g.lib.Riders[g.start.Rider], Gift: g.lib.Gifts[g.start.Gift],
		lib: g.lib, Stage: g.stage, Over: g.Over(), Lost: slices.Clone(g.lost), Seats: make([]SeatView, len(g.seats)), ThreatsLeft: len(g.threats), FaceDown: tricks.NoSeat,
	}
	for s := range g.seats {
		v.Seats[s] = g.seatView(tricks.Seat(s), player)
	}
	v.PileLeft = g.pileLeft()
	for _, t := range g.history {
		if t.Winner != tricks.NoSeat {
			v.Seats[t.Winner].Won++
		}
		for s := range v.Seats {
			v.Seats[s].WonCards |= t.Won[s]
		}
	}
	if g.stage == StagePlay {
		v.Leader, v.Best, v.Led, v.Taken = g.state.Leader, g.state.Best, g.state.Led, g.state.Taken
		v.RingsBroken, v.Card, v.Tricks = g.state.RingsBroken, g.state.Card, g.table.Tricks()
		v.History = slices.Clone(g.history)
		v.Short, v.Spared = g.fallen(), g.spared()
		if !v.Over { // of an Old Forest deck two cards are never turned up (C5)
			v.Turned = g.table.TurnedUp(int(g.state.Number))
		}
		g.deckDemands(&v)
		g.faceDown(&v)
		v.Goals = g.goalsSeen(player)
		v.Standings = g.standings(&v)
	}
	v.Result = g.resultOf(v.Goals)
	if !v.Over {
		due := g.Due()
		v.Due, v.Acting, v.By = due.Kind, due.Seat, due.By
		if v.By == player {
			v.Ask = g.Ask()
		}
	}
	v.Log = g.logSeen(player)
	v.knowledge = g.knowledgeOf(&v)
	return v
}

// deckDemands tells what side decks ask of this trick, and whether it would be nobody's.
func (g *Game) deckDemands(v *View) {
	number := int(g.state.Number)
	v.trump = g.table.Trump
	if v.Over {
		return
	}
	if number < len(g.table.Willow) {
		v.Low = g.table.Willow[number].Rank()
	}
	v.Least = g.table.Missing(number, 0)
	if v.Best != tricks.NoSeat && !v.Taken {
		v.Nobody = g.table.WillowTakes(number, g.state.Card[v.Best])
	}
}

// faceDown hides a card that is played face down until the trick is complete (C15). It hides
// who is best too, if that would tell.
func (g *Game) faceDown(v *View) {
	for s := range g.seats {
		at := tricks.Seat(s)
		c := v.Card[s]
		if c == tricks.NoCard || !g.facesDown(at, c) || g.Decides(at) == v.Player {
			continue
		}
		v.FaceDown, v.FaceDownSuit, v.Card[s] = at, c.Suit(), Closed
		if !v.Taken && (c.Suit() == v.Led || c.Suit() == g.table.Trump) {
			v.Best, v.Nobody = tricks.NoSeat, false
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
	return !g.Over() && !g.goals[i].rider && g.threatHidden(s) && g.Decides(s) != player && g.seats[s].Threat != 0
}

func (g *Game) seatView(s, player tricks.Seat) SeatView {
	at := &g.seats[s]
	v := SeatView{Role: at.Role, By: g.Decides(s)}
	own := v.By == player
	if v.ThreatHidden = g.threatHidden(s) && !own && !g.Over(); v.ThreatHidden {
		v.Threat = 0
	}
	held, hand := at.owned()&^at.away|at.coming, at.atHand()
	aside := [...]tricks.Set{at.tucked, at.first, at.last}
	if g.stage == StagePlay {
		held, hand = g.state.Held[s]&^g.table.Undrawn(&g.state), g.state.Hand[s]
		if g.state.Tucked == tricks.NoCard {
			aside[0] = 0
		}
		if t := g.onTheWay(); t != nil && t.from == s {
			held, hand = held&^t.card.Bit(), hand&^t.card.Bit()
		} else if t != nil && t.to == s {
			held, hand = held|t.card.Bit(), hand|t.card.Bit()
		}
	}
	v.Cards = held.Len()
	for i, into := range []*tricks.Card{&v.Tucked, &v.First, &v.Last} {
		switch card := aside[i] & held; {
		case card == 0:
			*into = tricks.NoCard
		case own:
			*into = card.First()
		default:
			*into = Closed
		}
	}
	switch {
	case at.isPyramid():
		g.pyramidView(&v, s, player, held, hand, (aside[0]|aside[1]|aside[2])&held)
	case own:
		v.Open, v.Hand = held, hand
	default:
		v.Hand = hand & at.Shown // what was put aside stays hidden
		v.Open = v.Hand
	}
	return v
}

// onTheWay is the card that is on its way during play (Sting), nil if none is.
func (g *Game) onTheWay() *transfer {
	if g.stage == StagePlay && len(g.transfers) > 0 {
		return &g.transfers[0]
	}
	return nil
}

// pyramidView shows what lies open in a pyramid (S9). A card on its way to it does not lie
// there yet, so a third player does not see it. He does not see what is put aside either.
func (g *Game) pyramidView(v *SeatView, s, player tricks.Seat, held, hand, aside tricks.Set) {
	at := &g.seats[s]
	if v.By != player {
		hidden := aside
		for _, t := range g.transfers {
			if t.to == s && g.Decides(t.from) != player {
				hidden |= at.coming & t.card.Bit()
			}
		}
		hand &^= hidden
	}
	v.Hand, v.Open = hand, at.faceUp(held, hand)
	if v.By == player {
		v.Open |= aside
	}
	v.Extra = (at.pyramid.Extra | at.tucked) & held &^ aside // with the tucked card that came back
	for _, row := range at.pyramid.Rows {
		shown := make([]tricks.Card, len(row))
		for i, c := range row {
			switch {
			case c == tricks.NoCard || !held.Has(c):
				shown[i] = tricks.NoCard
			case v.Open.Has(c):
				shown[i] = c
			default:
				shown[i] = Closed
			}
		}
		v.Rows = append(v.Rows, shown)
	}
}

// faceUp returns the cards of a pyramid that everybody sees (S9): the bottom row, the outer
// cards of a top row of three over rows of four and five, what is uncovered, and the cards
// beside it. If the hand lies open these are all cards (C6).
func (s *seat) faceUp(held, hand tricks.Set) tricks.Set {
	open := hand
	rows := s.pyramid.Rows
	for r, row := range rows {
		for i, c := range row {
			bottom := r == len(rows)-1
			outer := len(row) == 3 && len(rows[len(rows)-1]) == 5 && i != 1
			if c != tricks.NoCard && held.Has(c) && (outer || bottom || s.Shown.Has(c)) {
				open |= c.Bit()
			}
		}
	}
	return open
}

// pileLeft counts the cards still in the draw pile (S10).
func (g *Game) pileLeft() int {
	if g.stage != StagePlay {
		return len(g.pile)
	}
	return g.table.Undrawn(&g.state).Len()
}

// Takes reports whether a move would take the lead in the trick as it lies (T5, T7, T8), and
// whether the trick would then be nobody's (C5). Known is false if a card that lies face down
// decides that (C15).
func (v *View) Takes(m tricks.Move) (takes, nobody, known bool) {
	if v.Led != tricks.NoSuit && v.Best == tricks.NoSeat && !m.ToWin {
		return false, false, false
	}
	table := tricks.Table{Trump: v.trump}
	state := tricks.State{Led: v.Led, Best: v.Best, Card: v.Card, Taken: v.Taken}
	takes = table.Takes(&state, m)
	return takes, takes && !m.ToWin && m.Card.Rank() < v.Low, true
}
