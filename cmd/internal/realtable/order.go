package realtable

import (
	"slices"

	"fellowship/tricks"
)

// trickOrder is a list of tricks in the order in which they were played.
type trickOrder []playedTrick

// playedTrick is a trick that was played.
type playedTrick struct {
	leader tricks.Seat
	// winner is noSeat if nobody won the trick (C5).
	winner tricks.Seat
	plays  []tricks.Play
	// side are the cards of the side deck that were turned up before the trick.
	side []tricks.Card
	// line is the line on which the trick is written.
	line int
}

// samePlays reports whether two orders have the same plays.
func (o trickOrder) samePlays(other trickOrder) bool {
	return slices.EqualFunc(o, other, func(a, b playedTrick) bool { return slices.Equal(a.plays, b.plays) })
}

// wonBy returns how many tricks a seat won.
func (o trickOrder) wonBy(s tricks.Seat) (k int) {
	for _, t := range o {
		if t.winner == s {
			k++
		}
	}
	return k
}
