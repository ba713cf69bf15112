package realtable

import (
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// noSeat is the winner of the tricks that Old Man Willow takes (C5).
const noSeat = tricks.NoSeat

// unnamed stands for a seat that a line does not name.
const unnamed = tricks.NoSeat - 2

// note has what the lines of a note say, as plain values. The reader fills it. Then the settlement completes it
// with what is not written but follows.
type note struct {
	head heading
	// round is the position with the terms of the round: what the lines say about the round as a whole.
	round chapters.Position
	// seats are the seats that are written so far, clockwise.
	seats []seat
	lost  lostCards
	// dealt reports whether the hands are written as they were dealt, before setup.
	dealt bool
	// threats is the order of the threat cards, empty if it is not written.
	threats []int
	// pile is the draw pile of a solo round, next card first.
	pile []tricks.Card
	// side are the cards of the side deck in order.
	side []tricks.Card
	// leftovers are the cards that seats still held at the end.
	leftovers []leftover
	// moves are the exchanges and gifts of cards.
	moves  []move
	tricks []trick
	// begun are tricks with a mistake in their cards, as after the letter of a suit that still lacks its rank. They
	// have the cards before it, and are only shown.
	begun []trick
	// piled reports whether the tricks are written in piles and not in order.
	piled bool
	// ledBy has the leaders that lines name, by the index of the trick.
	ledBy map[int]tricks.Seat
	won   wonCounts
	// taker is the seat that took the lost cards, noSeat if that is not known.
	taker tricks.Seat
	// lastLine is the last line that is not empty, 1 for an empty note.
	lastLine int

	// inPlay are the cards that lines have in hands, in tricks or as left over. The settlement notes them.
	inPlay tricks.Set
	// replayed is the game before its first trick if the settlement could play setup from the dealt hands, else
	// nil.
	replayed *chapters.Game
}

// lostCards are the lost cards (S2).
type lostCards struct {
	// cards are the lost cards as they are written or worked out.
	cards []tricks.Card
	// known reports whether the cards are written or follow from the exchanges.
	known bool
	// line is the line with the lost cards.
	line int
}

// wonCounts is how many tricks seats won, as far as that is written.
type wonCounts struct {
	// bySeat has the seats of which it is written.
	bySeat map[tricks.Seat]int
	// line is the last line with such a number.
	line int
}

// withOwnHands returns a copy of a note whose seats and lost cards can be replaced without affecting this one. The rows
// of a pyramid are shared.
func (n *note) withOwnHands() *note {
	own := *n
	own.seats = slices.Clone(n.seats)
	return &own
}

// handsAsDealt reports whether the hands are those before setup. They are not if setup was played since.
func (n *note) handsAsDealt() bool { return n.dealt && n.replayed == nil }

// seatOf returns the seat of a character, -1 for none.
func (n *note) seatOf(c *characters.Character) tricks.Seat {
	return tricks.Seat(slices.IndexFunc(n.seats, func(s seat) bool { return s.char == c && c != nil }))
}

// allSeats returns the numbers of all seats.
func (n *note) allSeats() (all []tricks.Seat) {
	for s := range tricks.Seat(n.head.seatCount) {
		all = append(all, s)
	}
	return all
}

// allHands reports whether every hand is written.
func (n *note) allHands() bool {
	return len(n.seats) == n.head.seatCount && !slices.ContainsFunc(n.seats, func(s seat) bool {
		return !s.given && !s.rest
	})
}

// stagedHands reports whether the hands are written in the stages of a staged deal (C16).
func (n *note) stagedHands() bool {
	return slices.ContainsFunc(n.seats, func(s seat) bool { return len(s.staged) > 0 })
}

// cast reports whether the seats have characters.
func (n *note) cast() bool {
	return slices.ContainsFunc(n.seats, func(s seat) bool { return s.char != nil })
}

// name returns how messages call a seat: its character, or else its number.
func (n *note) name(s tricks.Seat) any {
	if s >= 0 && int(s) < len(n.seats) && n.seats[s].char != nil {
		return n.seats[s].char.Name
	}
	return say.Sprintf("seat %d", s+1)
}

// handOf describes the hand of a seat in messages.
func (n *note) handOf(s tricks.Seat) say.Text { return say.Sprintf("the hand of %s", n.name(s)) }

// setupMoves returns the exchanges and gifts before the first trick.
func (n *note) setupMoves() []move {
	return slices.DeleteFunc(slices.Clone(n.moves), func(m move) bool { return !m.inSetup() })
}

// leaders returns the seats that may have led the first trick: the one that the note or the rules name
// (S7), or else all.
func (n *note) leaders() []tricks.Seat {
	for _, leads := range []func(seat) bool{
		func(s seat) bool { return s.leads },
		func(s seat) bool {
			return n.head.chapter != nil && n.head.chapter.Leads != "" && s.char != nil &&
				s.char.Matches(n.head.chapter.Leads)
		},
		func(s seat) bool { return s.char != nil && s.char.Leads },
		func(s seat) bool { return s.char != nil && s.char.TakesR1 },
	} {
		if s := slices.IndexFunc(n.seats, leads); s >= 0 {
			return []tricks.Seat{tricks.Seat(s)}
		}
	}
	if s, ok := n.ledBy[0]; ok {
		return []tricks.Seat{s}
	}
	return n.allSeats()
}

// takesLost reports whether a character of the round can take lost cards, or a written exchange is with a
// lost card.
func (n *note) takesLost() bool {
	if slices.ContainsFunc(n.moves, func(m move) bool { return m.receiver == chapters.LostCard }) {
		return true
	}
	touchesLost := func(a characters.Action) bool { return a.Lost }
	return slices.ContainsFunc(n.seats, func(s seat) bool {
		return s.char != nil &&
			(s.char.HasAction(characters.TakeLost) || slices.ContainsFunc(s.char.Setup, touchesLost))
	})
}

// tookLost reports whether somebody has taken the lost cards: a line says so, or the note states the lost cards
// and none of them lies lost any more. These are then all in hands or tricks although nobody exchanged with one
// during play, or the line has no card.
func (n *note) tookLost() bool {
	if n.taker != noSeat {
		return true
	}
	swapped := slices.ContainsFunc(n.moves, func(m move) bool {
		return !m.inSetup() && m.receiver == chapters.LostCard
	})
	outOfPlay := func(c tricks.Card) bool { return !n.inPlay.Contains(c) }
	return n.lost.known && !swapped && !slices.ContainsFunc(n.lost.cards, outOfPlay)
}

// mustTake reports whether a character of the round has to take the lost cards.
func (n *note) mustTake() bool {
	return n.head.known && !n.head.chapter.OptionalLost && slices.ContainsFunc(n.seats, func(s seat) bool {
		return s.char != nil && s.char.HasAction(characters.TakeLost)
	})
}
