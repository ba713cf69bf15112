package search

import (
	"math/bits"

	"fellowship/characters"
	"fellowship/tricks"
)

// never is the number of tricks a seat needs when no number is enough.
const never = 1 << 10

// fewest returns the fewest tricks that can bring so many of the cards: a trick
// brings at most one card of each hand, so n tricks bring at most n from each.
func fewest(s *tricks.State, cards tricks.Set, count int) int {
	var held [tricks.MaxSeats]int
	total := 0
	for seat := range held {
		held[seat] = (s.Held[seat] & cards).Len()
		total += held[seat]
	}
	if total < count {
		return never
	}
	for n := (count + tricks.MaxSeats - 1) / tricks.MaxSeats; ; n++ {
		sum := 0
		for _, h := range held {
			sum += min(h, n)
		}
		if sum >= count {
			return n
		}
	}
}

// MostCards returns how many more cards of a set a seat needs at least to win
// strictly the most of them, more than there are if it cannot. The others win what it
// does not, so one of them wins at least their average.
func (p *Problem) MostCards(k *characters.Counter, s *tricks.State, pr characters.Progress) int {
	left := (k.Of & (s.Held[0] | s.Held[1] | s.Held[2] | s.Held[3])).Len()
	// Cards that stay in hand at the end are won by nobody (G1).
	total := 0
	for seat := range p.Table.Seats {
		total += s.Held[seat].Len()
	}
	for t := int(s.Number); t < p.Table.Tricks(); t++ {
		total -= bits.OnesCount8(uint8(p.Table.Playing(t)))
	}
	unwon := min(total, left)
	if len(p.Table.Willow) > 0 {
		unwon = left // nor are those that the Willow takes (G1)
	}
	own := k.Won(pr, k.Seat)
	best, sum := 0, 0
	for seat := range tricks.Seat(p.Table.Seats) {
		if seat != k.Seat {
			won := k.Won(pr, seat)
			best = max(best, won)
			sum += won
		}
	}
	others := p.Table.Seats - 1
	more := 0
	for ; more <= left; more++ {
		average := (sum + max(left-more-unwon, 0) + others - 1) / others
		if own+more > best && own+more > average {
			break
		}
	}
	return more
}
