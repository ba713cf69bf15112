package solver

import (
	"context"
	"sync"

	"fellowship/chapters"
	"fellowship/solver/internal/formula"
	"fellowship/solver/internal/sat"
	"fellowship/solver/internal/search"
	"fellowship/tricks"
)

// turns lets the two searches of a round take turns: card by card, and by its formula. Most
// rounds are decided card by card before the formula is even written. The search that finishes first
// decides the round.
type turns struct {
	// cards is the search card by card.
	cards search.Search
	// problem is the problem that is being searched.
	problem *search.Problem
	// nodes counts the nodes of the search card by card and the steps of the formula. A step
	// takes between half as long as a node and as long.
	nodes int64
	// most is the number of nodes at which both searches end.
	most int64
	// reason is the limit that ended the searches, if one did.
	reason Reason
	ctx    context.Context
	// progress is called with the nodes now and then; it may be nil.
	progress func(nodes int64)
	// line is the plays that win.
	line []tricks.Play
	// swapAt is the index of the play before which the exchange is made, −1 without an exchange.
	swapAt int

	// sat searches the formula.
	sat sat.Solver
	// alternatives is the problems of the formula. The round is won without an exchange during play if one
	// of them is won (Mithril).
	alternatives []*search.Problem
	// formula is nil until it is first needed.
	formula *formula.Formula
	// nodesBefore is how many nodes earlier searches of the round took.
	nodesBefore int64
	// refuted is how many problems of the current setup search have been proven lost by their formula.
	refuted int
	// memory is how many bytes the formula may take.
	memory int64
	// lost reports whether the formula has proven all alternatives lost.
	lost bool
	// replay is the game in which an answer is verified.
	replay chapters.Game
}

// searches keeps searches for the next round.
var searches = sync.Pool{New: func() any { return &turns{} }}

// release returns a search to the pool.
func (s *turns) release() {
	s.cards.End()
	s.problem = nil
	s.ctx = nil
	s.progress = nil
	s.line = nil
	s.refuted = 0
	s.expect(nil, 0)
	searches.Put(s)
}

// expect prepares the formula of a new round. Memory is its limit in bytes.
func (s *turns) expect(whole []*search.Problem, memory int64) {
	s.alternatives = whole
	s.formula = nil
	s.lost = false
	s.nodesBefore = 0
	s.memory = memory
}

// The attempts card by card have budgets that grow by an eighth each.
const (
	firstBudget = 60
	growth      = 8
)

// learnAfter is how many nodes a round is searched card by card before its formula is written, if
// one seat needs cards. With more seats in need it is divided by [worth].
var learnAfter = int64(64_000)

// In a setup search the formula is written sooner once formulas have proven several sets of hands lost. Sets of hands
// that differ in two or three cards are mostly lost for the same reason, and the formula finds it again. Without
// this rule the deal c11p2s5001127, which has 79,000 sets of hands, takes seven times as long.
const (
	// manyRefutations is how many problems formulas must have proven lost.
	manyRefutations = 4
	// learnSpeedup is the factor by which the formula is then written sooner.
	learnSpeedup = 64
)

// learnThreshold returns how many nodes the problem is searched card by card before its formula is written.
func (s *turns) learnThreshold() int64 {
	nodes := learnAfter / worth(s.problem)
	if s.refuted >= manyRefutations {
		nodes /= learnSpeedup
	}
	return nodes
}

// formulaCost is how many nodes count for writing a formula, which takes about as long.
const formulaCost = 2000

const unlimited = int64(1) << 62

// run searches the problem and returns its verdict. Nodes limits the search; 0 means no limit. Memory is the
// limit in bytes for lost positions.
func (s *turns) run(ctx context.Context, p *search.Problem, nodes, memory int64) Verdict {
	s.problem = p
	s.ctx = ctx
	s.nodes = 0
	s.most = nodes
	s.reason = NoReason
	if nodes <= 0 {
		s.most = unlimited
	}
	learned := int64(0)
	s.cards.Begin(ctx, p, memory, func(nodes int64) { s.reportProgress(learned + nodes) })
	budget := int64(firstBudget)
	for attempt := 0; ; attempt++ {
		startNodes := s.cards.Nodes()
		most := s.most - s.nodes
		if !p.IsDisabled(search.Restarts) {
			most = min(most, budget)
		}
		budget += budget / growth
		status := s.cards.Attempt(attempt, most)
		plays := s.cards.Nodes() - startNodes
		s.nodes += plays
		switch status {
		case search.Won:
			s.line, s.swapAt = s.cards.Line()
			return Winnable
		case search.Lost:
			return Unwinnable
		}
		if ctx.Err() == nil && s.nodes < s.most {
			if verdict := s.learn(plays); verdict != Unknown {
				return verdict
			}
			learned = s.nodes - s.cards.Nodes()
		}
		switch {
		case ctx.Err() != nil:
			s.reason = stopReason(ctx)
			return Unknown
		case s.nodes >= s.most:
			s.reason = NodeLimit
			return Unknown
		}
	}
}

func (s *turns) reportProgress(nodes int64) {
	if s.progress != nil {
		s.progress(nodes)
	}
}

// shortRound is the number of tricks up to which the formula gets twice as many steps. It decides most hard
// rounds of nine tricks, and few of twelve.
const shortRound = 9

// worth returns how much the formula is worth to a problem: the square of the number of seats that need cards.
// The formula does best if several seats have to share cards out.
func worth(p *search.Problem) int64 {
	n := max(int64(p.SeatsInNeed()), 1)
	return n * n
}

// steps returns how many steps the formula takes for a number of card plays. In a short round it takes a step
// for four plays with one seat in need, a step for each play with two seats, and four steps with four seats.
// In longer rounds it takes half as many.
func steps(p *search.Problem, plays int64) int64 {
	if p.Table.Tricks() > shortRound {
		return plays * worth(p) / 8
	}
	return plays * worth(p) / 4
}

// learn continues the search of the formula for a while. Plays is how many card plays the other search has made
// meanwhile. If learn returns Unwinnable, the whole round cannot be won without an exchange during play.
func (s *turns) learn(plays int64) Verdict {
	p := s.problem
	if p.IsDisabled(search.Learning) || p.Start.IsOver || s.nodesBefore+s.nodes < s.learnThreshold() ||
		p.Swap != nil || !formula.Covers(s.alternatives...) {
		return Unknown
	}
	if s.formula == nil {
		s.formula = formula.New(s.alternatives, &s.sat, s.memory)
		s.nodes += formulaCost
	}
	for end := min(s.nodes+steps(p, plays), s.most); s.nodes < end && s.ctx.Err() == nil; {
		taken := s.sat.Steps()
		status := s.sat.Solve(min(end-s.nodes, 1<<14))
		s.nodes += s.sat.Steps() - taken
		switch status {
		case sat.Satisfiable:
			s.line = s.formula.Line()
			s.swapAt = -1
			return Winnable
		case sat.Unsatisfiable:
			s.lost = true
			s.refuted++
			return Unwinnable
		}
		s.reportProgress(s.nodes)
	}
	return Unknown
}

// ask searches a problem within the limit of the options, and adds the outcome to result. Nodes is a further
// limit for this search; 0 means none. It returns the verdict so far. Done reports whether the verdict or a
// limit has ended the whole search.
func (s *turns) ask(ctx context.Context, p *search.Problem, nodes int64, opt *Options,
	result *Result,
) (verdict Verdict, done bool) {
	if opt.Nodes > 0 {
		remaining := opt.Nodes - result.Nodes
		if remaining <= 0 {
			result.Reason = NodeLimit
			return Unknown, true
		}
		if nodes == 0 || remaining < nodes {
			nodes = remaining
		}
	}
	verdict = s.run(ctx, p, nodes, opt.Memory)
	result.Nodes += s.nodes
	switch {
	case verdict == Winnable:
		result.Verdict = Winnable
		s.answer(result)
		return verdict, true
	case verdict == Unknown && (s.reason != NodeLimit || opt.Nodes > 0 && result.Nodes >= opt.Nodes):
		result.Reason = s.reason
		return verdict, true
	}
	return verdict, false
}

// answer writes the plays that win into the result.
func (s *turns) answer(r *Result) {
	r.Line = s.line
	if s.swapAt >= 0 {
		r.Swap = &Swap{PlayIndex: s.swapAt, Decisions: s.problem.Swap.Decisions()}
	}
}
