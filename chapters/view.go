package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// View is exactly what one player may know of a game (S11). The screens and the
// computer players get nothing else. It is a value: it shares nothing with the
// game that could change.
type View struct {
	// Player is whose view it is: a seat. In solo it is seat 0 (S10).
	Player  tricks.Seat
	Chapter *Chapter // nil for a plain round
	Deal    string   // the deal's name, if it has one
	Players int
	Stage   Stage
	Result  Result
	Over    bool
	Seats   []SeatView
	// Lost is the lost cards on the table, face up (S2).
	Lost []tricks.Card
	// ThreatsLeft counts the cards of the threat deck, PileLeft those of the
	// draw pile.
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
	Goals        []GoalStatus

	// Log is what has happened, with the cards this player may not know left out.
	Log []Event
}

// SeatView is what a player may know of one seat.
type SeatView struct {
	Character *characters.Character
	Threat    int
	Declared  string
	Rider     *characters.Character
	// By is who decides for the seat.
	By tricks.Seat
	// Cards counts the cards held, covered ones included, those still in the
	// draw pile not.
	Cards int
	// Open is the cards of the seat that this player sees.
	Open tricks.Set
	// Hand is the part of Open that can be played or passed on now.
	Hand tricks.Set
	// Rows is the pyramid from the top (S9), NoCard for an empty place and
	// [Closed] for a card face down; nil at other seats.
	Rows  [][]tricks.Card
	Extra tricks.Set
	// Won counts the tricks won, Taken is the cards in them.
	Won   int
	Taken tricks.Set
}

// Closed stands for a card that lies face down.
const Closed = tricks.NoCard - 1

// View returns what the player at a seat may know.
func (g *Game) View(player tricks.Seat) View {
	v := View{
		Player: player, Chapter: g.chapter, Deal: g.start.Deal, Players: g.Players(), Stage: g.stage,
		Over: g.Over(), Lost: slices.Clone(g.lost), ThreatsLeft: len(g.threats),
	}
	for s := range g.seats {
		v.Seats = append(v.Seats, g.seatView(tricks.Seat(s), player))
	}
	v.PileLeft = g.pileLeft()
	for _, t := range g.history {
		if t.Winner != tricks.NoSeat {
			v.Seats[t.Winner].Won++
			v.Seats[t.Winner].Taken |= t.Cards
		}
	}
	if g.stage == StagePlay {
		v.Leader, v.Best, v.Led, v.Taken = g.state.Leader, g.state.Best, g.state.Led, g.state.Taken
		v.RingsBroken, v.Card, v.Tricks = g.state.RingsBroken, g.state.Card, g.table.Tricks()
		v.History = slices.Clone(g.history)
		v.Goals = g.Statuses()
	}
	v.Result = resultOf(v.Goals, v.Over)
	if !v.Over {
		v.Acting, v.Due = g.acting(), g.due()
		v.By = g.decides(v.Acting)
		if v.By == player {
			v.Ask = g.Ask()
		}
	}
	for _, e := range g.events {
		if !g.mayKnow(e, player) {
			e.Card = tricks.NoCard
		}
		e.sees = 0
		v.Log = append(v.Log, e)
	}
	return v
}

// mayKnow reports whether the player decides for one of the seats that see the
// card of an event.
func (g *Game) mayKnow(e Event, player tricks.Seat) bool {
	for s := range g.seats {
		if e.sees.Has(tricks.Seat(s)) && g.decides(tricks.Seat(s)) == player {
			return true
		}
	}
	return e.sees == everybody
}

func (g *Game) seatView(s, player tricks.Seat) SeatView {
	at := &g.seats[s]
	v := SeatView{
		Character: at.character, Threat: at.threat, Declared: at.declared, Rider: at.rider,
		By: g.decides(s),
	}
	own := v.By == player && !at.isPyramid()
	held, hand := at.owned(), at.hand
	if g.stage == StagePlay {
		held, hand = g.state.Held[s], g.state.Hand[s]
		for _, c := range held.Cards() {
			if g.table.DrawnAfter(c) > int(g.state.Number) {
				held &^= c.Bit() // still in the draw pile
			}
		}
	}
	if p := g.passed; p != nil {
		// A card on its way has left one hand and is in the other.
		switch s {
		case p.Seat:
			held, hand = held&^p.Card.Bit(), hand&^p.Card.Bit()
		case p.To:
			held |= p.Card.Bit()
			// On its way to the pyramid it does not lie there yet, so a third
			// player does not see it.
			if v.By == player || g.decides(p.Seat) == player {
				hand |= p.Card.Bit()
			}
		}
	}
	v.Cards = held.Len()
	if own {
		v.Open, v.Hand = held, hand
	}
	if at.isPyramid() {
		g.pyramidView(&v, at, held, hand)
	}
	return v
}

// pyramidView shows what lies open in a pyramid (S9).
func (g *Game) pyramidView(v *SeatView, at *seat, held, hand tricks.Set) {
	v.Open, v.Hand = at.faceUp(held, hand), hand
	v.Extra = at.pyramid.Extra & held
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

// faceUp returns the cards of a pyramid that everybody sees (S9): the bottom
// row, the outer cards of the top row, whatever is uncovered, and the cards
// beside it.
func (s *seat) faceUp(held, hand tricks.Set) tricks.Set {
	open := hand
	rows := s.pyramid.Rows
	for r, row := range rows {
		for i, c := range row {
			outer := r == 0 && len(rows) == 3 && len(row) == 3 && i != 1
			if c != tricks.NoCard && held.Has(c) && (outer || r == len(rows)-1) {
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
	n := 0
	for s := range g.seats {
		for _, c := range g.state.Held[s].Cards() {
			if g.table.DrawnAfter(c) > int(g.state.Number) {
				n++
			}
		}
	}
	return n
}
