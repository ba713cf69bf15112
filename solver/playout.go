package solver

import (
	"math/bits"
	"math/rand/v2"

	"fellowship/tricks"
)

// Playout plays random legal moves, all equally likely, to the round's end and
// reports whether every goal was met. It is the yardstick for solve times.
func (p *Problem) Playout(src rand.Source) bool {
	s, pr := p.start, p.progress
	for i := 0; !s.Over; i++ {
		var m tricks.Move
		if s.Naming {
			s = p.named(s, src)
		}
		if i < len(p.forced) {
			m = p.forced[i]
		} else {
			m = randomMove(p.legal(&s), src)
		}
		before := s
		if winner, done := p.table.Play(&s, m); done {
			pr = p.after(pr, &before, m.Card, winner)
		}
	}
	return p.won(&s, pr)
}

// named lets a random seat lead, of those that can.
func (p *Problem) named(s tricks.State, src rand.Source) tricks.State {
	who := uint8(p.table.Named(&s))
	for n := tricks.Below(src, bits.OnesCount8(who)); n > 0; n-- {
		who &= who - 1
	}
	p.table.Name(&s, tricks.Seat(bits.TrailingZeros8(who)))
	return s
}

func randomMove(legal tricks.Set, src rand.Source) tricks.Move {
	n := legal.Len()
	i := n
	if legal.Has(tricks.OneRing) {
		n++
	}
	if j := tricks.Below(src, n); j < i {
		for ; j > 0; j-- {
			legal &= legal - 1
		}
		return tricks.Move{Card: legal.First()}
	}
	return tricks.Move{Card: tricks.OneRing, ToWin: true}
}
