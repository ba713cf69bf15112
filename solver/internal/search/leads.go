package search

import (
	"fellowship/characters"
	"fellowship/tricks"
)

// Who wins a trick leads the next one (T5). So a seat that has to win must be able to
// take a trick that another one leads, and what only those hold who win no trick any more
// is not led any more.

// judgeLeads works out who may win a trick, this one or later, and who may lead one.
// Where the tricks that seats need fill all that are left, only those who need any may
// win. A seat that is left out of a trick has its leads taken over by the next (T9).
func (p *Problem) judgeLeads(s *tricks.State, now *characters.TallyState, settled bool, o *outlook) {
	all := tricks.SeatSet(1<<p.Table.Seats - 1)
	sum := 0
	o.may = 0
	for seat := range p.Table.Seats {
		o.must[seat] = max(o.need[seat], int(now.Min[seat]))
		sum += o.must[seat]
		if o.must[seat] > 0 {
			o.may |= tricks.Seat(seat).Bit()
		}
	}
	o.tight = sum >= o.left
	for seat := range p.Table.Seats {
		if !o.tight && (settled || now.Max[seat] > 0) {
			o.may |= tricks.Seat(seat).Bit()
		}
	}
	o.leader = s.Leader.Bit()
	if !p.allPlay || p.Table.Namers != 0 {
		o.leader = all // whoever is named (K: Bilbo Baggins)
	}
}

// passes reports whether the lead can come to all seats that have to win. The first
// trick that such a seat wins, if it does not lead now, is led by another one that leads
// now or has won before, and the seat beats a card of that one's.
func (p *Problem) passes(s *tricks.State, now *characters.TallyState, o *outlook) bool {
	if p.Off(Leads) {
		return true
	}
	var missing tricks.SeatSet
	for seat, n := range o.must[:p.Table.Seats] {
		if n > 0 {
			missing |= tricks.Seat(seat).Bit()
		}
	}
	led := o.leader
	for again := true; again && missing&^led != 0; {
		again = false
		for rest := o.may &^ led; rest != 0; rest &= rest - 1 {
			if seat := rest.First(); p.takes(s, seat, led, now, o) {
				led |= seat.Bit()
				again = true
			}
		}
	}
	return missing&^led == 0
}

// takes reports whether a seat can win a trick that one of those leads: with R1 (T7), a
// trump (T8), or a higher card of the suit. If it wins no more tricks than it must, each
// has to be one that it must win: with cards that have to win their own tricks, or with
// the card that it needs in it.
func (p *Problem) takes(s *tricks.State, seat tricks.Seat, led tricks.SeatSet, now *characters.TallyState, o *outlook) bool {
	wins, needed := s.Held[seat], tricks.Set(0)
	if must := o.must[seat]; must == o.most(seat, now) {
		if must == 1 && o.need[seat] == 1 {
			needed = o.from[seat]
		}
	}
	if wins&(tricks.OneRing.Bit()|p.Trump) != 0 {
		return true
	}
	for ; led != 0; led &= led - 1 {
		low, high := s.Held[led.First()], wins
		switch {
		case needed == 0 || needed&^(low|high) != 0: // others may play it
		case needed&high == 0:
			low &= needed
		case needed&low == 0:
			high &= needed
		}
		if above(low)&high != 0 {
			return true
		}
	}
	return false
}

// above returns the cards that are higher than one of the suit in a set.
func above(low tricks.Set) tricks.Set {
	const not1, not2, not4 = 0xfefefefefefefefe, 0xfcfcfcfcfcfcfcfc, 0xf0f0f0f0f0f0f0f0
	low |= low << 1 & not1
	low |= low << 2 & not2
	low |= low << 4 & not4
	return low << 1 & not1
}

// unled returns the cards of its own that a seat may not lead, trumps aside, and
// how many of them it cannot win, whichever these are: each needs another lower
// card of its suit that somebody else leads.
func (p *Problem) unled(s *tricks.State, cards tricks.Set, seat tricks.Seat, o *outlook) (own tricks.Set, lost int) {
	own = cards & s.Held[seat] & o.unled[seat] &^ (tricks.OneRing.Bit() | p.Trump)
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
