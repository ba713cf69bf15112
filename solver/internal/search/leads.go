package search

import (
	"fellowship/characters"
	"fellowship/tricks"
)

// passes reports whether the lead can come to all seats that have to win. Who wins a
// trick leads the next one (T5). So the first trick that such a seat wins, if it does not
// lead now, is led by another one that leads now or has won before, and the seat beats a
// card of that one's.
//
// Seat 0 leads and holds H7, H8 and M5. Seat 2 has to win a trick and holds H2, H3 and M4.
// If only these two may win any, seat 2 never gets to it: it beats no card of seat 0.
func (p *Problem) passes(s *tricks.State, now *characters.TallyState, o *outlook) bool {
	if p.Off(Leads) {
		return true
	}
	may := p.mayWin(now, o)
	var missing tricks.SeatSet
	for seat, n := range o.must[:p.Table.Seats] {
		if n > 0 {
			missing |= tricks.Seat(seat).Bit()
		}
	}
	led := s.Leader.Bit()
	for again := true; again && missing&^led != 0; {
		again = false
		for rest := may &^ led; rest != 0; rest &= rest - 1 {
			if seat := rest.First(); p.takes(s, seat, led, now, o) {
				led |= seat.Bit()
				again = true
			}
		}
	}
	return missing&^led == 0
}

// mayWin returns who may win a trick, this one or later, and notes whether the tricks that
// seats need fill all that are left: then only those who need any may win.
func (p *Problem) mayWin(now *characters.TallyState, o *outlook) (may tricks.SeatSet) {
	sum := 0
	for seat := range p.Table.Seats {
		o.must[seat] = max(o.need[seat], int(now.Min[seat]))
		sum += o.must[seat]
	}
	o.tight = sum >= o.left
	for seat := range p.Table.Seats {
		if o.must[seat] > 0 || !o.tight && now.Max[seat] > 0 {
			may |= tricks.Seat(seat).Bit()
		}
	}
	return may
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
// card of its suit that somebody else leads. A seat that may not lead Hills and holds H4
// and H6, where H3 is the only other one below H6, wins one of the two at most.
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
