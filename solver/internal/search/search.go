package search

import (
	"context"
	"runtime"
	"slices"

	"fellowship/tricks"
)

// Status is the answer of a search.
type Status uint8

// The statuses.
const (
	// Open: a limit was hit.
	Open Status = iota
	// Won: there is a line that wins.
	Won
	// Lost: there is none.
	Lost
)

// Search searches one problem after the other, card by card. To use it again saves the
// memory for lost positions.
type Search struct {
	problem  *Problem
	lost     lostPositions
	relative relative

	// nodes counts the card plays tried where there was a choice; budget ends this
	// attempt.
	nodes, budget int64
	// cut reports whether the attempt was ended by a limit: nothing on the way back
	// up is proven.
	cut bool
	// noise is the most that chance adds to a score, and chance the state of its generator.
	noise, chance uint64
	ctx           context.Context
	progress      func(nodes int64)

	// states is a state for each card on the way down and each leader named, and
	// forecasts one for each trick, so that looking ahead allocates nothing.
	states    [maxDepth]tricks.State
	forecasts [maxTricks]forecast
	depth     int
	// moves is room for the candidates at each depth.
	moves [maxDepth][tricks.MaxMoves]candidate

	line []tricks.Play // the winning line, last play first
	// playsAfterSwap is how many plays of the line come after the exchange, −1 without one.
	playsAfterSwap int
	// beforeSwap is the tables for positions before the exchange.
	beforeSwap struct {
		lost     lostPositions
		relative relative
	}
}

// maxDepth is more than the cards there are and the tricks they can make.
const maxDepth = 80

// maxTricks is more than the tricks of any round.
const maxTricks = 32

// Begin takes up a problem, with so many bytes for lost positions. The search ends early with
// the context, and tells now and then of its nodes.
func (s *Search) Begin(ctx context.Context, p *Problem, memory int64, progress func(nodes int64)) {
	s.problem = p
	s.ctx = ctx
	s.progress = progress
	s.nodes, s.playsAfterSwap = 0, -1
	s.chance = 0
	if x := p.Swap; x != nil {
		memory /= 2
		s.beforeSwap.lost.reset(memory)
		s.beforeSwap.relative.reset(x.Bounds)
		p = x.Swapped
	}
	s.lost.reset(memory)
	s.relative.reset(p)
}

// End lets go of the problem, and of the memory of many lost positions.
func (s *Search) End() {
	s.problem = nil
	s.ctx = nil
	s.progress = nil
	s.lost.shrink()
	s.beforeSwap.lost.shrink()
}

// Nodes returns the card plays tried since [Search.Begin] where there was a choice.
func (s *Search) Nodes() int64 { return s.nodes }

const (
	// noiseStep is how much noise each attempt after the first adds to the scores, so that
	// moves are tried in another order; noiseMost is the attempts after which it grows no more.
	noiseStep = 80
	noiseMost = 7
)

// Attempt searches the problem for so many nodes. Each attempt has another order and
// knows the positions that those before have proven lost.
func (s *Search) Attempt(number int, nodes int64) Status {
	p := s.problem
	s.noise = uint64(min(number, noiseMost) * noiseStep)
	s.budget = s.nodes + nodes
	s.cut = false
	s.line = s.line[:0]
	s.depth = 0
	start := p.Start
	switch {
	case s.trick(&start, p.Progress, p.Forced):
		return Won
	case s.cut:
		return Open
	}
	return Lost
}

// Line returns the plays that win, in order, without those that had been made already.
// Before is the play that the exchange comes before, −1 without one.
func (s *Search) Line() (line []tricks.Play, swapIndex int) {
	line = slices.Clone(s.line)
	slices.Reverse(line)
	line = line[len(s.problem.Forced):]
	if s.playsAfterSwap < 0 {
		return line, -1
	}
	return line, len(line) - s.playsAfterSwap
}

// tick counts a node and looks at the limits now and then.
func (s *Search) tick() {
	s.nodes++
	if s.nodes >= s.budget {
		s.cut = true
	}
	if s.nodes&0xfff == 0 {
		runtime.Gosched() // a screen on the only processor has its turn
		if s.ctx.Err() != nil {
			s.cut = true
		}
		if s.progress != nil && s.nodes&0xffff == 0 {
			s.progress(s.nodes)
		}
	}
}

// trick searches a position at the beginning of a trick and reports whether it
// is won. Only one that was searched through is stored as lost; forced moves
// leave others out, so such a position is not stored either.
func (s *Search) trick(st *tricks.State, pr Progress, forced []tricks.Move) bool {
	p := s.problem
	if p.Swap != nil {
		return s.searchBeforeSwap(st, pr, forced)
	}
	if st.IsOver {
		return p.Won(st, pr)
	}
	if st.Naming {
		return s.nameLeader(st, pr)
	}
	k := s.relative.key(p, st, pr)
	if s.lost.contains(k) && !p.IsDisabled(DeadTable) {
		return false
	}
	f := &s.forecasts[st.Number]
	if !p.judge(st, pr, f) {
		return false
	}
	if s.play(st, pr, f, f.trickWinners, p.Table.Holding(st).Len()-1, forced) {
		return true
	}
	if !s.cut && len(forced) == 0 {
		s.lost.put(k)
	}
	return false
}

// nameLeader searches a trick that any seat may be named to lead (K: Bilbo Baggins).
func (s *Search) nameLeader(st *tricks.State, pr Progress) bool {
	table := s.problem.Table
	holders := table.Holding(st)
	for leader := range tricks.Seat(table.Seats) {
		if !holders.Contains(leader) {
			continue
		}
		next := s.pushState(st)
		table.Name(next, leader)
		won := s.trick(next, pr, nil)
		s.depth--
		if won {
			return true
		}
	}
	return false
}

// play searches on within a trick. can is the seats that may still win it, and more is how many seats
// play into it after the one to move.
func (s *Search) play(st *tricks.State, pr Progress, f *forecast, winners tricks.SeatSet, more int,
	forced []tricks.Move,
) bool {
	p := s.problem
	list := s.candidates(st, f, winners, more, forced, s.moves[s.depth][:0])
	if len(forced) > 0 {
		forced = forced[1:]
	}
	for i := range list {
		if len(list) > 1 {
			s.tick()
		}
		if s.cut {
			return false
		}
		m := list[i].move
		next := s.pushState(st)
		winner, done := p.Table.Play(next, m)
		won := false
		if done {
			won = s.trick(next, p.Advance(pr, st, m.Card, winner), forced)
		} else if p.IsDisabled(Cards) || !p.fallsShort(next) {
			won = s.play(next, pr, f, list[i].able, more-1, forced)
		}
		s.depth--
		if won {
			s.line = append(s.line, tricks.Play{Seat: st.Turn, Move: m})
			return true
		}
		if s.cut {
			return false
		}
	}
	return false
}

// pushState returns the next state, to begin with a copy.
func (s *Search) pushState(st *tricks.State) *tricks.State {
	next := &s.states[s.depth]
	s.depth++
	*next = *st
	return next
}
