package solver

import (
	"math/bits"
	"math/rand/v2"

	"fellowship/chapters"
	"fellowship/solver/internal/search"
	"fellowship/tricks"
)

// Playouts plays a round at random from where it stands, again and again. Solve times are
// measured in playouts.
type Playouts struct{ problem *search.Problem }

// NewPlayouts returns the playouts for a game in stage play.
func NewPlayouts(g *chapters.Game) (Playouts, error) {
	p, err := search.NewProblem(g, 0, search.Alternative{})
	return Playouts{p}, err
}

// Play plays random legal moves, all equally likely, to the round's end and reports
// whether every goal was met.
func (p Playouts) Play(src rand.Source) bool {
	q := p.problem
	s := q.Start
	pr := q.Progress
	for i := 0; !s.IsOver; i++ {
		var m tricks.Move
		if s.Naming {
			s = nameRandomLeader(q, s, src)
		}
		if i < len(q.Forced) {
			m = q.Forced[i]
		} else {
			m = randomMove(q.Legal(&s), src)
		}
		previous := s
		if winner, done := q.Table.Play(&s, m); done {
			pr = q.Advance(pr, &previous, m.Card, winner)
		}
	}
	return q.Won(&s, pr)
}

// nameRandomLeader returns the position after a leader was named at random among the seats that hold cards.
func nameRandomLeader(p *search.Problem, s tricks.State, src rand.Source) tricks.State {
	holders := uint8(p.Table.Holding(&s))
	for n := tricks.IntN(src, bits.OnesCount8(holders)); n > 0; n-- {
		holders &= holders - 1
	}
	p.Table.Name(&s, tricks.Seat(bits.TrailingZeros8(holders)))
	return s
}

// randomMove returns a random legal move. R1 counts as two moves.
func randomMove(legal tricks.Set, src rand.Source) tricks.Move {
	n := legal.Len()
	i := n
	if legal.Contains(tricks.OneRing) {
		n++
	}
	if j := tricks.IntN(src, n); j < i {
		for ; j > 0; j-- {
			legal &= legal - 1
		}
		return tricks.Move{Card: legal.First()}
	}
	return tricks.Move{Card: tricks.OneRing, ToWin: true}
}
