package search

import (
	"context"
	"slices"

	"fellowship/solver/parallel"
	"fellowship/tricks"
)

// Status is the answer of a search.
type Status uint8

// The statuses.
const (
	// Open means that the search was ended by a limit.
	Open Status = iota
	// Won means that there is a line that wins.
	Won
	// Lost means that no line wins.
	Lost
)

// Search searches problems card by card, one at a time. A Search that is used again keeps its memory for
// lost positions.
type Search struct {
	problem *Problem
	// lost is the positions that are proven lost.
	lost     lostPositions
	relative relative

	// nodes counts the card plays tried where there was a choice.
	nodes int64
	// budget is the number of nodes at which the current attempt ends.
	budget int64
	// cut reports whether a limit has ended the attempt. Then no position on the way back up is proven.
	cut bool
	// noise is the limit of the random number that is added to each score.
	noise uint64
	// chance is the state of the random number generator.
	chance uint64
	// ctx ends the search early.
	ctx context.Context
	// progress is called with the nodes now and then; it may be nil.
	progress func(nodes int64)

	// states holds the positions on the way down, one for each card played and each leader named. Like
	// forecasts and moves it is allocated in advance, so that the search allocates nothing.
	states [maxDepth]tricks.State
	// depth is the number of states in use.
	depth int
	// forecasts holds a forecast for each trick.
	forecasts [maxTricks]forecast
	// moves holds the candidates at each depth.
	moves [maxDepth][tricks.MaxMoves]candidate

	// line is the plays that win, the last play first.
	line []tricks.Play
	// playsAfterSwap is how many plays of the line come after the exchange, −1 without an exchange.
	playsAfterSwap int
	// beforeSwap is used instead of lost and relative for positions before the exchange.
	beforeSwap struct {
		lost     lostPositions
		relative relative
	}
}

// maxDepth is more than the number of cards in a round plus the number of its tricks.
const maxDepth = 80

// maxTricks is more than the tricks of any round.
const maxTricks = 32

// Begin starts to search a problem. Memory is the limit for lost positions in bytes. The search ends early
// if the context ends, and calls progress with its nodes now and then, unless progress is nil.
func (s *Search) Begin(ctx context.Context, p *Problem, memory int64, progress func(nodes int64)) {
	s.problem = p
	s.ctx = ctx
	s.progress = progress
	s.nodes = 0
	s.playsAfterSwap = -1
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

// End releases the problem and the memory of large tables of lost positions.
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
	// noiseStep is how much the noise in the scores grows with each attempt after the first. Noise makes an
	// attempt try the moves in another order.
	noiseStep = 80
	// noiseMost is the attempt from which on the noise grows no more.
	noiseMost = 7
)

// Attempt searches the problem from the start and gives up after a number of nodes. The attempts are
// numbered from 0. Each tries the moves in another order, and knows the positions that earlier attempts have
// proven lost.
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

// Line returns the plays that win, in order, from the position that was asked about. SwapIndex is the index
// of the play before which the exchange is made, −1 without an exchange.
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
		parallel.Yield() // on a single processor this lets the screen redraw
		if s.ctx.Err() != nil {
			s.cut = true
		}
		if s.progress != nil && s.nodes&0xffff == 0 {
			s.progress(s.nodes)
		}
	}
}

// trick searches a position at the beginning of a trick and reports whether it is won. A position is stored
// as lost only if every move was searched to the end: not if a limit cut the search short, and not if forced
// moves left others out.
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

// nameLeader searches a trick for which the leader may name another seat to lead (K: Bilbo Baggins).
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

// play searches on within a trick. Winners is the seats that may still win the trick, and more is how many
// seats play into it after the seat to move.
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

// pushState returns the next free state of the stack, which begins as a copy of st.
func (s *Search) pushState(st *tricks.State) *tricks.State {
	next := &s.states[s.depth]
	s.depth++
	*next = *st
	return next
}
