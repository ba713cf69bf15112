package characters

import (
	"math/bits"

	"fellowship/tricks"
)

// Count is how far a condition has come in the tricks that have ended. What its bits mean depends on the
// kind of the condition. It is 0 before the first trick.
type Count uint32

// Advance returns the count after a trick. V is the count before the trick, and plan is the plan of the
// table.
//
// Advance is a switch rather than a function in each [kindRow] because the solver spends its time here, and
// a call through a row would allocate.
func (a *Condition) Advance(v Count, t *Trick, plan *tricks.Plan) Count {
	switch a.Kind {
	case Tricks:
		if t.Winner == a.Seat {
			v++
		}
	case Fewest, BetweenOthers:
		if t.Winner >= 0 {
			v += 1 << (int(t.Winner) * seatBits)
		}
	case WinsOneOfLast:
		if t.Winner == a.Seat && t.Number >= plan.Tricks()-a.N {
			v++
		}
	case TricksInARow:
		won := v & (runOn - 1)
		switch {
		case t.Winner != a.Seat:
			return v &^ runOn
		case v >= runBroken || won > 0 && v < runOn:
			return runBroken | won + 1
		}
		return runOn | won + 1
	case Cards:
		won := t.Won[a.Seat]
		for extra := a.ExtraSeats; extra != 0; extra &= extra - 1 {
			won |= t.Won[extra.First()]
		}
		v += Count((won & a.Cards).Len())
	case TricksWith:
		if t.Winner == a.Seat && t.Cards&a.Cards != 0 {
			v++
		}
	case TricksWithout:
		if t.Winner == a.Seat && t.Cards&a.Cards == 0 {
			v++
		}
	case Leads:
		if t.Leader == a.Seat && a.Cards.Contains(t.Card[t.Leader]) {
			v++
		}
	case MostCards:
		width := shareBits(a)
		for s, won := range &t.Won {
			v += Count((won & a.Cards).Len()) << (s * width)
		}
	case PlaysLast:
		switch played := t.Card[a.Seat]; {
		case t.Number != plan.Tricks()-1:
		case played != tricks.NoCard && a.Cards.Contains(played):
			return lastPlayed
		default:
			return lastOther
		}
	case LeftOver: // a trick changes nothing
	}
	return v
}

// seatBits is how many bits a count of Fewest or BetweenOthers has for the tricks of each seat.
const seatBits = 5

// The bits of a count of TricksInARow above seatBits. The bits below are how many tricks the seat has won.
const (
	// runOn means that the seat has won the latest trick.
	runOn = 1 << seatBits
	// runBroken means that the seat has won another trick after a break.
	runBroken = 2 << seatBits
)

// The counts of PlaysLast once the last trick has been played.
const (
	// lastPlayed means that the seat has played one of the cards into it.
	lastPlayed = 1
	// lastOther means that it has not.
	lastOther = 2
)

// Share returns how many cards a seat has won according to a count of MostCards.
func (a *Condition) Share(v Count, s tricks.Seat) int { return share(v, shareBits(a), s) }

func shareBits(a *Condition) int { return bits.Len(uint(a.Cards.Len())) }

func share(v Count, width int, s tricks.Seat) int {
	return int(v >> (int(s) * width) & (1<<width - 1))
}
