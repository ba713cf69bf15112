package search

import (
	"math/bits"
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// never is the number of tricks a seat needs when no number is enough.
const never = 1 << 10

// fewest returns the fewest tricks in which a seat can win count of the cards, or never.
//
// Example: of five cards one hand holds four and another hand one. A seat needs four tricks to win
// all five, and three tricks to win any four.
//
// Proof: each hand plays one card into a trick. So n tricks hold at most n of the cards from each hand,
// and no more than the hand holds.
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

// ownWins returns how many tricks a seat needs at least to win every one of the cards.
//
// Example: Legolas needs all Forests. He holds F2 and F5, and Sam holds F1, F3 and F7. Legolas wins one
// trick with F2, where F1 can lie under it, and one with F5, where F3 can. F7 takes a third trick.
//
// Proof:
//
//   - The seat plays each of its own cards into another trick. It has to win that trick.
//   - It wins it with that card. So a card of the same suit that another hand plays into the trick
//     is lower, or the seat's card is R1, played to win (T7).
//   - Another hand plays one card a trick. If all cards are of one suit, no more of its cards come
//     into these tricks than can each lie under another one of the seat's. Each of the rest takes
//     a trick more.
//   - Several other hands may play their rests into the same tricks. So the largest rest counts.
func ownWins(s *tricks.State, cards tricks.Set, seat tricks.Seat) int {
	own := cards & s.Held[seat]
	if own == 0 {
		return 0
	}
	suit := own.First().Suit()
	if cards != cards.OfSuit(suit) {
		return own.Len() // a matching across suits is not worth its time
	}
	most := 0
	for o := range s.Held {
		otherCards := cards & s.Held[o]
		if tricks.Seat(o) != seat {
			most = max(most,
				otherCards.Len()-countUnder(otherCards, own&^tricks.OneRing.Bit(), suit)-
					(own&tricks.OneRing.Bit()).Len())
		}
	}
	return own.Len() + most
}

// countUnder returns how many of the cards of a suit can be paired with a higher rival of that suit, if
// each rival is used once.
func countUnder(cards, rivals tricks.Set, suit tricks.Suit) (n int) {
	low, high := cards.OfSuit(suit), rivals.OfSuit(suit)
	for low != 0 {
		high &^= low&-low - 1
		if high == 0 {
			break
		}
		low &= low - 1
		high &= high - 1
		n++
	}
	return n
}

// MostCards returns how many more cards of a set a seat needs at least to win strictly the
// most of them; more than there are if it cannot.
//
// Example: of eight Shadows at four seats, none of them won yet, a seat needs three. If it wins two,
// another seat wins two as well.
//
// Proof: the others win all cards that the seat does not win. So one of them wins at least their
// average.
func (p *Problem) MostCards(k *Counter, s *tricks.State, pr Progress) int {
	left := (k.Cards & (s.Held[0] | s.Held[1] | s.Held[2] | s.Held[3])).Len()
	// Nobody wins the cards that stay in hand at the end (G1).
	total := 0
	for seat := range p.Table.Seats {
		total += s.Held[seat].Len()
	}
	for t := int(s.Number); t < p.Table.Tricks(); t++ {
		total -= bits.OnesCount8(uint8(p.Table.Playing(t)))
	}
	unwon := min(total, left)
	if len(p.Table.Willow) > 0 {
		unwon = left // nobody wins the cards that the Willow takes, either (G1)
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
	rivals := p.Table.Seats - 1
	more := 0
	for ; more <= left; more++ {
		average := (sum + max(left-more-unwon, 0) + rivals - 1) / rivals
		if own+more > best && own+more > average {
			break
		}
	}
	return more
}

// unleadable returns the cards of a set that a seat holds and may not lead, except trumps and R1. It also
// returns how many of them the seat cannot win.
//
// Example: a seat may not lead Hills and holds H4 and H6, and other hands hold no Hill below H6 but
// H3. It wins one of the two at most.
//
// Proof: such a card wins only a trick that another seat has led with a lower card of the suit (T5), and
// each such trick takes a lower card of its own. So the seat wins no more cards of a suit than can be
// paired with lower cards of other hands.
func (p *Problem) unleadable(s *tricks.State, cards tricks.Set, seat tricks.Seat,
	f *forecast,
) (own tricks.Set, lost int) {
	own = cards & s.Held[seat] & f.unled[seat] &^ (tricks.OneRing.Bit() | p.Trump)
	if own == 0 {
		return 0, 0
	}
	for suit := tricks.Hills; suit < tricks.NoSuit; suit++ {
		lost += own.OfSuit(suit).Len() - countUnder(f.present&^s.Held[seat], own, suit)
	}
	return own, lost
}

// sharedSet is a set of cards that several seats compete for.
type sharedSet struct {
	cards tricks.Set
	// counters is the indices of the counters that need cards of the set and no others.
	counters []int
}

// findShared finds the shared sets of the problem. For the cards of each counter it collects the counters
// that need some of these cards and no others.
func (p *Problem) findShared() {
	p.shared = nil
	firm := p.Checker.Counters[:p.Checker.Firm]
	for i := range firm {
		c := sharedSet{cards: firm[i].Cards}
		var seats tricks.SeatSet
		for j := range firm {
			if k := &firm[j]; k.Kind == characters.Cards && k.ExtraSeats == 0 && k.Lo > 0 && k.Cards&^c.cards == 0 {
				c.counters = append(c.counters, j)
				seats |= k.Seat.Bit()
			}
		}
		known := slices.ContainsFunc(p.shared, func(d sharedSet) bool { return d.cards == c.cards })
		if !known && bits.OnesCount8(uint8(seats)) > 1 {
			p.shared = append(p.shared, c)
		}
	}
}

// most returns how many cards of a shared set each seat can still win at most if every seat wins the cards
// that it needs. It returns −1 for each seat if the cards are too few for that. For example five Rings are
// left; Frodo needs two of them and three other seats one each. Then Frodo wins two at most, and each of
// the others one. The reason is that only one seat wins a card, so each seat must leave the others as many
// as they need.
func (p *Problem) most(c *sharedSet, pr Progress, present tricks.Set) (most [tricks.MaxSeats]int) {
	spare := (c.cards & present).Len()
	for _, i := range c.counters {
		k := &p.Checker.Counters[i]
		if short := k.Lo - k.In(pr); short > most[k.Seat] {
			spare -= short - most[k.Seat]
			most[k.Seat] = short
		}
	}
	for seat := range most {
		most[seat] += spare
		if spare < 0 {
			most[seat] = -1
		}
	}
	return most
}

// Shared calls f with each set of cards that several seats compete for, and with how many of these cards
// each seat can win at most from the start on.
func (p *Problem) Shared(f func(cards tricks.Set, most [tricks.MaxSeats]int)) {
	h := &p.Start.Held
	present := h[0] | h[1] | h[2] | h[3]
	for i := range p.shared {
		c := &p.shared[i]
		f(c.cards&present, p.most(c, p.Progress, present))
	}
}

// SeatsInNeed returns how many seats have to win certain cards, or tricks with certain cards in them.
func (p *Problem) SeatsInNeed() int {
	var seats tricks.SeatSet
	for i := range p.Checker.Counters {
		if k := &p.Checker.Counters[i]; k.Tally == nil && (k.Lo > 0 || k.Kind == characters.MostCards) {
			seats |= k.Seat.Bit()
		}
	}
	return bits.OnesCount8(uint8(seats))
}
