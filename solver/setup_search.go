package solver

import (
	"context"
	"slices"

	"fellowship/chapters"
	"fellowship/solver/internal/search"
	"fellowship/tricks"
)

// setupSearch is a search that begins before play.
type setupSearch struct {
	*turns
	ctx context.Context
	// opt holds the limits.
	opt Options
	// root is the game that the question is about.
	root *chapters.Game
	// effort limits the setups and the nodes that are tried now.
	effort effort
	// tried remembers for how many nodes each problem was searched.
	tried triedProblems
	// unsearched reports whether there are exchanges during play that are not searched.
	unsearched bool
	// deeper reports whether there are setups with more real exchanges than the effort allows.
	deeper bool
	// decisions is how many setup decisions the walks have made.
	decisions int64
	// found is called with each set of hands that a walk comes to, and with the number of real exchanges
	// that led to it. It returns true if the search has ended.
	found func(*chapters.Game, int) bool
	// result is the answer so far.
	result Result
	// err is an error of the solver itself.
	err error
}

// solveSetup solves a round that stands before its first trick. It tries random casts first, then every cast
// with growing efforts, and at last every setup of every cast without a limit of nodes.
func (s *turns) solveSetup(ctx context.Context, g *chapters.Game, opt Options) (Result, error) {
	t := &setupSearch{turns: s, ctx: ctx, opt: opt, root: g, tried: triedProblems{most: opt.Memory / 4}}
	t.found = t.dealt
	t.result.Verdict = Unknown
	s.progress = t.report
	if t.first() {
		return t.result, t.err
	}
	casts := t.openCasts()
	if t.err != nil {
		return t.result, t.err
	}
	wide := slices.ContainsFunc(casts, func(c cast) bool { return ctx.Err() == nil && isWide(c.applyTo(g)) })
	if ctx.Err() != nil {
		t.result.Reason = stopReason(ctx)
		return t.result, t.err
	}
	if len(casts) == 0 {
		t.result.Verdict = Unwinnable
		return t.result, nil
	}
	if wide && t.all(casts, samplings...) {
		return t.result, t.err
	}
	for _, limited := range []bool{true, false} {
		for n := 0; n == 0 || t.deeper; n++ {
			list := []effort{{exchanges: n}}
			if limited {
				list = efforts(n, len(casts))
			}
			t.deeper = false
			if t.all(casts, list...) {
				return t.result, t.err
			}
		}
	}
	if t.unsearched {
		t.result.Reason = SwapLimit
	} else {
		t.result.Verdict = Unwinnable
	}
	return t.result, nil
}

// openCasts returns the casts of the round, without those that are lost whatever their setup brings. If the
// context ends first, the list is incomplete.
func (t *setupSearch) openCasts() []cast {
	all := possibleCasts(t.ctx, t.root)
	if t.opt.Excused != 0 {
		return all // castLost assumes that every goal has to be met
	}
	var open []cast
	for _, c := range all {
		if t.ctx.Err() != nil || t.err != nil {
			break
		}
		var lost bool
		lost, t.err = castLost(c.applyTo(t.root))
		if !lost {
			open = append(open, c)
		}
	}
	return open
}

// all makes each effort of the list for all casts. It returns true if the search has ended.
func (t *setupSearch) all(casts []cast, list ...effort) bool {
	for _, t.effort = range list {
		if t.effort.rare == 1 && !t.deeper {
			continue // there is nothing to exchange
		}
		for i, cast := range casts {
			if t.try(cast.applyTo(t.root), uint64(i)) {
				return true
			}
		}
		t.report(0)
	}
	return false
}

// try makes the current effort for one cast. It returns true if the search has ended.
func (t *setupSearch) try(cast *chapters.Game, number uint64) bool {
	if t.effort.samples == 0 {
		return t.walk(cast, 0, intentions{})
	}
	src := tricks.NewSource(number, sampleStream^uint64(t.effort.samples))
	for range t.effort.samples {
		if g := sample(cast, src, t.effort.rare); t.hands(g) {
			return true
		}
	}
	return false
}

// first tries a few random casts, with no real exchange. Most deals are won that way before all casts could
// be listed.
func (t *setupSearch) first() bool {
	src := tricks.NewSource(0, firstStream)
	for _, e := range firstTries {
		t.effort = effort{nodes: e.nodes}
		for range e.samples {
			if t.hands(sample(t.root, src, 0)) {
				return true
			}
		}
	}
	return false
}

// The streams of random numbers. Samples must not share their numbers with other uses of the same seed.
const (
	sampleStream = 0x5a3b1e
	firstStream  = 0x5a3b1f
)

// report calls the progress function of the options. Nodes counts the nodes of the problem that is being
// searched.
func (t *setupSearch) report(nodes int64) {
	if t.opt.Progress != nil {
		t.opt.Progress(t.result.Nodes + nodes)
	}
}

// dealt searches the hands that a setup has led to. Exchanges is the number of real exchanges in that setup;
// an exchange during play counts as one more.
func (t *setupSearch) dealt(g *chapters.Game, exchanges int) bool {
	canSwap := g.State().SwapTo != tricks.NoSeat
	switch missing := t.effort.exchanges - exchanges; {
	case missing == 0:
		t.deeper = t.deeper || canSwap
		return t.hands(g)
	case missing == 1 && canSwap:
		more, err := swapsOf(g, &t.opt)
		t.unsearched = t.unsearched || more.unsearched
		return t.each(g, more.problems, more.looked, err)
	}
	return false
}

// hands searches one set of hands within the effort's budget. It returns true if the search has ended.
func (t *setupSearch) hands(g *chapters.Game) bool {
	problems, err := problemsOf(g, &t.opt)
	return t.each(g, search.Sorted(problems), 1, err)
}

// each searches the problems of one or several sets of hands, and counts the sets as nodes. It returns true
// if the search has ended.
func (t *setupSearch) each(g *chapters.Game, problems []*search.Problem, sets int, err error) bool {
	if err != nil {
		t.err = err
		return true
	}
	for _, p := range problems {
		if t.problemAt(g, p) {
			return true
		}
	}
	// Hands that are proven lost at once take no card plays. So each set of hands counts as a node, and
	// the limits are checked here as well.
	t.result.Nodes += int64(sets)
	return t.limited()
}

// limited reports whether a limit ends the search, and records which one.
func (t *setupSearch) limited() bool {
	switch {
	case t.ctx.Err() != nil:
		t.result.Reason = stopReason(t.ctx)
	case t.opt.Nodes > 0 && t.result.Nodes >= t.opt.Nodes:
		t.result.Reason = NodeLimit
	default:
		return false
	}
	return true
}

// problemAt searches one problem of the hands of g. It returns true if the search has ended.
func (t *setupSearch) problemAt(g *chapters.Game, p *search.Problem) bool {
	sig := p.Signature()
	if p.Swap != nil {
		sig = p.Swap.Signature()
	}
	budget := t.effort.nodes
	if t.tried.wasTried(sig, budget) {
		return false
	}
	t.expect([]*search.Problem{p}, t.opt.Memory/4)
	verdict, done := t.ask(t.ctx, p, budget, &t.opt, &t.result)
	switch {
	case verdict == Winnable:
		for _, d := range g.Decisions()[len(t.root.Decisions()):] {
			if d.Kind == chapters.Draft {
				t.result.Draft = append(t.result.Draft, d)
			} else {
				t.result.Setup = append(t.result.Setup, d)
			}
		}
	case verdict == Unwinnable:
		t.tried.add(sig, unlimited)
	case !done:
		t.tried.add(sig, budget)
	}
	return done
}
