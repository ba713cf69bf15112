package solver

import (
	"math/bits"

	"fellowship/tricks"
)

// A seat that needs a card of its own hand has to win the very trick it plays
// that card in, and so has to win it with that card: R1, which could win it
// otherwise, is another card. The bounds here are about such cards.

// hopeless returns those of a seat's own cards that can never win a trick: for
// which there is no trick left (window), or which the seat may not lead and nobody
// else holds a lower card of the suit to lead; trumps win without.
func (p *Problem) hopeless(s *tricks.State, cards tricks.Set, seat tricks.Seat, o *outlook) tricks.Set {
	var out tricks.Set
	others := o.present &^ s.Held[seat]
	for own := cards & s.Held[seat] &^ tricks.OneRing.Bit(); own != 0; own &= own - 1 {
		c := own.First()
		below := others.Of(c.Suit()) & (c.Bit() - 1)
		if o.unled[seat].Has(c) && below == 0 && !p.trump.Has(c) {
			out |= c.Bit()
			continue
		}
		if p.winnable == nil {
			continue
		}
		if _, waits := p.blocking(c, s, o); p.window(c, s, waits) == 0 {
			out |= c.Bit()
		}
	}
	return out
}

// window returns the tricks in which a card can win, a bit a trick, if it waits for
// so many first. Against the Old Forest it must rank as high as the card turned up
// (C5).
func (p *Problem) window(c tricks.Card, s *tricks.State, waits int) uint32 {
	can := p.played
	if p.winnable != nil {
		can = p.winnable[c]
	}
	return can &^ (1<<(int(s.Number)+waits) - 1)
}

// unled returns the cards of its own that a seat may not lead, trumps aside, and
// how many of them it cannot win, whichever these are: each needs another lower
// card of its suit that somebody else leads.
func (p *Problem) unled(s *tricks.State, cards tricks.Set, seat tricks.Seat, o *outlook) (own tricks.Set, lost int) {
	own = cards & s.Held[seat] & o.unled[seat] &^ (tricks.OneRing.Bit() | p.trump)
	if own == 0 {
		return 0, 0
	}
	others := o.present &^ s.Held[seat]
	for suit := tricks.Hills; suit < tricks.NoSuit; suit++ {
		lower := others.Of(suit)
		for c := own.Of(suit); c != 0; c &= c - 1 {
			if first := lower.First(); lower != 0 && first < c.First() {
				lower &= lower - 1
			} else {
				lost++
			}
		}
	}
	return own, lost
}

// high returns how many tricks a seat can win at most against the Old Forest:
// each with a card of its own that ranks as high as the one turned up, or with
// R1 (C5). Both lists are matched from the lowest up.
func (p *Problem) high(s *tricks.State, seat tricks.Seat) int {
	n := min(len(p.table.Willow), p.table.Tricks())
	if int(s.Number) >= n {
		return p.table.Tricks()
	}
	var up, own [10]int
	for _, c := range p.table.Willow[s.Number:n] {
		up[c.Rank()]++
	}
	held := s.Held[seat]
	joker := 0
	if held.Has(tricks.OneRing) {
		held &^= tricks.OneRing.Bit()
		joker = 1
	}
	for ; held != 0; held &= held - 1 {
		own[held.First().Rank()]++
	}
	wins, waiting := 0, 0 // waiting: cards turned up that nothing has matched yet
	for rank := 1; rank <= 9; rank++ {
		waiting += up[rank]
		m := min(waiting, own[rank])
		waiting -= m
		wins += m
	}
	return wins + min(waiting, joker) + p.table.Tricks() - n
}

// inOrder reports whether the cards that have to win their own tricks can do so
// one after the other, in the tricks that are left. While such a card is on the
// table, a seat whose cards of that suit are all higher, or cards that have to
// win tricks of their own, or cards that somebody else has to win, would have to
// beat it or lose those (T4). So that seat must have played all of them before,
// one a trick. Two cards that wait for
// each other will both wait for ever, and those that have to wait longest must
// still find a trick each.
//
// A card that nobody else can lead a lower one to has to be led itself. If the seat
// does not lead now, it has to win another trick before.
//
// That a seat has to beat it asks that it must follow, that the cards are in its
// hand by now, and that no lower one will come; trumps may win without being led.
func (p *Problem) inOrder(s *tricks.State, o *outlook) bool {
	o.blocking = 0
	all := o.own[0] | o.own[1] | o.own[2] | o.own[3]
	if all == 0 && p.winnable == nil || p.off(OwnCards) {
		return true
	}
	var plan schedule
	var led [tricks.MaxSeats]int // how many of a seat's cards it has to lead
	for suit := tricks.Hills; suit < tricks.NoSuit; suit++ {
		waiting := all.Of(suit)
		if waiting == 0 || p.trump&waiting != 0 {
			continue
		}
		var before [8]tricks.Set
		for cards := waiting; cards != 0; cards &= cards - 1 {
			c := cards.First()
			blocking, waits := p.blocking(c, s, o)
			before[c&7] = blocking & waiting
			o.blocking |= blocking
			if !plan.add(p.window(c, s, waits)) {
				return false
			}
			if blocking != 0 && !p.ridden(s, blocking, c, o) {
				return false
			}
			if seat := p.owner[c]; p.openers(s, waits == 0, o).Of(suit)&(c.Bit()-1)&^(s.Held[seat]|all|o.denied[seat]) == 0 {
				led[seat]++
			}
		}
		for moved := true; moved; {
			moved = false
			for cards := waiting; cards != 0; cards &= cards - 1 {
				if c := cards.First(); before[c&7]&waiting == 0 {
					waiting &^= c.Bit()
					moved = true
				}
			}
		}
		if waiting != 0 {
			return false
		}
	}
	for seat, n := range led {
		if n > 0 && !o.leader.Has(tricks.Seat(seat)) {
			o.needs(tricks.Seat(seat), n+1, 0) // one more, to lead the first of them
		}
	}
	if p.winnable == nil {
		return true
	}
	for i := range o.nparts {
		if k := &o.parts[i]; k.spare > 0 && !p.someFit(k, s, o, plan) {
			return false
		}
	}
	return p.fits(s, o, &plan)
}

// someFit reports whether beside the cards that have to win their own tricks as
// many can as a seat needs of a set that it need not have all of. Those of the set
// that another goal has it win are in the plan already.
func (p *Problem) someFit(k *part, s *tricks.State, o *outlook, plan schedule) bool {
	own := k.cards & s.Held[k.seat] &^ (tricks.OneRing.Bit() | p.trump | o.own[k.seat])
	spare := k.spare
	if own.Len() <= spare {
		return true
	}
	for ; own != 0; own &= own - 1 {
		c := own.First()
		_, waits := p.blocking(c, s, o)
		if !plan.add(p.window(c, s, waits)) {
			if spare--; spare < 0 {
				return false
			}
		}
	}
	return true
}

// fits reports whether against the Old Forest the other tricks that seats need can
// be found beside those of their own cards: each takes a card that ranks as high as
// the one turned up, or R1 (C5).
func (p *Problem) fits(s *tricks.State, o *outlook, plan *schedule) bool {
	to := ^uint32(0) << s.Number
	for seat, need := range o.need {
		need -= o.own[seat].Len()
		if need <= 0 {
			continue
		}
		var mask uint32
		for cards := s.Held[seat]; cards != 0; cards &= cards - 1 {
			mask |= p.winnable[cards.First()]
		}
		for ; need > 0; need-- {
			if !plan.add(mask & to) {
				return false
			}
		}
	}
	return true
}

// schedule gives each of some events a trick of its own.
type schedule struct {
	can   [32]uint32 // the tricks each event can take
	n     int
	holds [32]int8 // the event of each trick, counted from 1
}

// add finds a trick for one more event, moving others if it has to, and reports
// whether there is one.
func (e *schedule) add(can uint32) bool {
	if e.n == len(e.can) {
		return true
	}
	e.can[e.n] = can
	e.n++
	var seen uint32
	return e.place(int8(e.n), &seen)
}

func (e *schedule) place(event int8, seen *uint32) bool {
	for free := e.can[event-1] &^ *seen; free != 0; free = e.can[event-1] &^ *seen {
		t := bits.TrailingZeros32(free)
		*seen |= 1 << t
		if e.holds[t] == 0 || e.place(e.holds[t], seen) {
			e.holds[t] = event
			return true
		}
	}
	return false
}

// blocking returns the cards of other seats that have to be played before a card
// can win its own trick, and how many tricks that takes at least.
func (p *Problem) blocking(c tricks.Card, s *tricks.State, o *outlook) (cards tricks.Set, most int) {
	if p.trump.Has(c) {
		return 0, 0
	}
	for seat := range p.table.Seats {
		if tricks.Seat(seat) == p.owner[c] || !p.follows(s, tricks.Seat(seat)) {
			continue
		}
		suit := tricks.SuitSet(c.Suit())
		if lower := s.Held[seat] & suit & (c.Bit() - 1) &^ (o.own[seat] | o.denied[p.owner[c]]); lower == 0 {
			cards |= s.Hand[seat] & suit
			most = max(most, (s.Hand[seat] & suit).Len())
		}
	}
	return cards, most
}
