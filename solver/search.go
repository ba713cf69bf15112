package solver

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"

	"fellowship/characters"
	"fellowship/tricks"
)

// search is one search of a problem. It may be used again for the next problem,
// which saves the memory of the table.
type search struct {
	problem *Problem
	dead    deadTable
	names   relative

	// nodes counts the card plays tried where there was a choice, and the steps of the
	// learner, which take half as long or as long; budget ends this attempt, most the whole search.
	nodes, budget, most int64
	// cut says that the attempt was ended by a limit: nothing on the way back
	// up is proven.
	cut      bool
	reason   Reason
	noise    int
	chance   rand.Source
	ctx      context.Context
	progress func(nodes int64)

	// states is a state for each card on the way down and each leader named, and
	// outlooks an outlook for each trick, so that looking ahead allocates nothing.
	states   [maxDepth]tricks.State
	outlooks [maxTricks]outlook
	depth    int
	// moves is room for the candidates at each depth.
	moves [maxDepth][tricks.MaxMoves]candidate

	// learner searches the formula of the same round in turns.
	learner learner

	line []tricks.Play // the winning line, last play first
	// swapped is how many plays of the line come after the exchange, −1 without
	// one; waiting is what is known of positions before it.
	swapped int
	waiting struct {
		dead  deadTable
		names relative
	}
}

// maxDepth is more than the cards there are and the tricks they can make.
const maxDepth = 80

// maxTricks is more than the tricks of any round.
const maxTricks = 32

// searches keeps searches for the next problem.
var searches = sync.Pool{New: func() any { return &search{} }}

// release gives a search back, without the memory of a large table.
func (s *search) release() {
	s.problem, s.ctx, s.progress = nil, nil, nil
	s.learner.forget()
	s.dead.shrink()
	s.waiting.dead.shrink()
	searches.Put(s)
}

// The restarts: attempts with shuffled ties and budgets that grow by an eighth
// each, until one wins or goes through to the end. They share the table of lost
// positions, so what they prove is not lost.
const (
	growth      = 8
	firstBudget = 60
	noiseStep   = 80
)

const unlimited = int64(1) << 62

// run decides the problem. The line of a win is in s.line, last play first.
func (s *search) run(ctx context.Context, p *Problem, nodes, memory int64) Verdict {
	s.problem, s.ctx = p, ctx
	s.swapped = -1
	if x := p.swap; x != nil {
		memory /= 2
		s.waiting.dead.reset(memory)
		s.waiting.names.reset(x.bounds)
		p = x.after
	}
	s.dead.reset(memory)
	s.names.reset(p)
	p = s.problem
	s.nodes, s.most, s.reason = 0, nodes, NoReason
	if nodes <= 0 {
		s.most = unlimited
	}
	s.chance = newChance(0)
	budget := int64(firstBudget)
	for attempt := 0; ; attempt++ {
		s.noise = min(attempt, 6) * noiseStep
		s.budget = min(s.nodes+budget, s.most)
		if p.off(Restarts) {
			s.budget = s.most
		}
		budget += budget / growth
		s.cut = false
		s.line = s.line[:0]
		s.depth = 0
		start := p.start
		began := s.nodes
		switch {
		case s.trick(&start, p.progress, p.forced):
			return Winnable
		case !s.cut:
			return Unwinnable
		}
		if s.reason == NoReason && s.nodes < s.most {
			if verdict := s.learn(s.nodes - began); verdict != Unknown {
				return verdict
			}
		}
		switch {
		case s.reason != NoReason:
			return Unknown
		case s.nodes >= s.most:
			s.reason = NodeLimit
			return Unknown
		}
	}
}

// tick counts a node and looks at the limits now and then.
func (s *search) tick() {
	s.nodes++
	if s.nodes >= s.budget {
		s.cut = true
	}
	if s.nodes&0xfff == 0 {
		if s.ctx.Err() != nil {
			s.cut = true
			s.reason = stopReason(s.ctx)
		}
		if s.progress != nil && s.nodes&0xffff == 0 {
			s.progress(s.nodes)
		}
	}
}

// trick searches a position at the beginning of a trick and reports whether it
// is won. Only one that was searched through is stored as lost; forced moves
// leave others out, so such a position is not stored either.
func (s *search) trick(st *tricks.State, pr characters.Progress, forced []tricks.Move) bool {
	p := s.problem
	if p.swap != nil {
		return s.wait(st, pr, forced)
	}
	if st.Over {
		return p.won(st, pr)
	}
	if st.Naming {
		return s.name(st, pr)
	}
	k := s.names.key(p, st, pr)
	if s.dead.has(k) && !p.off(DeadTable) {
		return false
	}
	o := &s.outlooks[st.Number]
	return p.judge(st, pr, o) && s.lead(st, pr, o, k, forced)
}

// lead searches a position at the beginning of a trick that has been judged.
func (s *search) lead(st *tricks.State, pr characters.Progress, o *outlook, k key, forced []tricks.Move) bool {
	if o.sealed && len(forced) == 0 {
		s.finish(*st)
		return true
	}
	if s.play(st, pr, o, o.can, forced) {
		return true
	}
	if !s.cut && len(forced) == 0 {
		s.dead.put(k)
	}
	return false
}

// finish plays the rest of a round that is won anyhow.
func (s *search) finish(st tricks.State) {
	p := s.problem
	first := len(s.line)
	for !st.Over {
		if st.Naming {
			p.table.Name(&st, p.table.Named(&st).First())
		}
		play := tricks.Play{Seat: st.Turn, Move: tricks.Move{Card: p.legal(&st).First()}}
		s.line = append(s.line, play)
		s.nodes++
		p.table.Play(&st, play.Move)
	}
	slices.Reverse(s.line[first:])
}

// name searches a trick that any seat may be named to lead.
func (s *search) name(st *tricks.State, pr characters.Progress) bool {
	who := s.problem.table.Named(st)
	o := &s.outlooks[st.Number]
	judged := false
	for leader := range tricks.Seat(s.problem.table.Seats) {
		if !who.Has(leader) {
			continue
		}
		next := s.down(st)
		s.problem.table.Name(next, leader)
		won := s.named(next, pr, o, &judged)
		s.depth--
		if won {
			return true
		}
	}
	return false
}

// named searches a trick with the leader who was named. Of all that is asked of a position
// only the goals on leads depend on who leads, if anybody may, and an exchange that is still
// to come; else it is judged once.
func (s *search) named(st *tricks.State, pr characters.Progress, o *outlook, judged *bool) bool {
	p := s.problem
	if p.swap != nil || len(p.leads) > 0 {
		return s.trick(st, pr, nil)
	}
	k := s.names.key(p, st, pr)
	if s.dead.has(k) && !p.off(DeadTable) {
		return false
	}
	if !*judged {
		*judged = true
		if !p.judge(st, pr, o) {
			o.can = 0 // for all who may lead
		}
	}
	return o.can != 0 && s.lead(st, pr, o, k, nil)
}

// play searches on within a trick. can is who may still win it.
func (s *search) play(st *tricks.State, pr characters.Progress, o *outlook, can tricks.SeatSet, forced []tricks.Move) bool {
	p := s.problem
	list := s.candidates(st, o, can, forced, s.moves[s.depth][:0])
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
		next := s.down(st)
		winner, done := p.table.Play(next, m)
		won := false
		if done {
			won = s.trick(next, p.after(pr, st, m.Card, winner), forced)
		} else if !p.fallsShort(next) {
			won = s.play(next, pr, o, list[i].able, forced)
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

// toPlay returns how many seats still play into the trick, the one to move among
// them.
func (p *Problem) toPlay(st *tricks.State) int {
	n := 1
	for seat := p.table.Next(st.Turn); seat != st.Leader; seat = p.table.Next(seat) {
		if st.Hand[seat] != 0 {
			n++
		}
	}
	return n
}

// later returns what the seats that play after the one to move may play.
func (p *Problem) later(st *tricks.State) (cards tricks.Set) {
	for seat := p.table.Next(st.Turn); seat != st.Leader; seat = p.table.Next(seat) {
		cards |= st.Hand[seat] | p.tuckedAt(st, seat)
	}
	return cards
}

// down returns the next state, to begin with a copy.
func (s *search) down(st *tricks.State) *tricks.State {
	next := &s.states[s.depth]
	s.depth++
	*next = *st
	return next
}

// stopReason says why a context ended.
func stopReason(ctx context.Context) Reason {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return TimeLimit
	}
	return Interrupted
}
