package solving

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"
	"fellowship/tricks"
)

// solved is the result for one document.
type solved struct {
	nodes atomic.Int64 // card plays so far

	start   *chapters.Record // where the search began
	guessed bool             // nothing said who leads
	result  solver.Result
	seconds float64
	round   *hindsight.Round // the winning round, or the start
	count   *winCount
	// decisions are those of the result, with those that a play says by itself.
	decisions []chapters.Decision
}

// winCount is how many first decisions still win, and how many lines do.
type winCount struct {
	wins, undecided, of int
	lines               solver.Lines
}

// countNodes is the most work to count lines, where --nodes does not say.
const countNodes = 2_000_000

// solveAnswer is the answer to one document in JSON.
type solveAnswer struct {
	Schema  int            `json:"schema"`
	ID      any            `json:"id"`
	Verdict solver.Verdict `json:"verdict"`
	Reason  solver.Reason  `json:"reason"`
	Draft   []string       `json:"draft"`
	Setup   []string       `json:"setup"`
	Line    []string       `json:"line"`
	// Swap is the exchange during play that the line needs (Sting, L5).
	Swap *swapAnswer `json:"swap,omitempty"`
	// Decisions are all of these in their order, as a record has them, with those that Line
	// leaves out because the next play says the same.
	Decisions []chapters.Decision `json:"decisions"`
	Nodes     int64               `json:"nodes"`
	Seconds   float64             `json:"seconds"`
	// With --count: first decisions that win, those that are undecided, all.
	Count     *int `json:"count,omitempty"`
	Undecided *int `json:"undecided,omitempty"`
	Of        *int `json:"of,omitempty"`
	// Lines is how many complete lines win; if it is not exact, at least.
	Lines *uint64 `json:"lines,omitempty"`
	Exact *bool   `json:"exact,omitempty"`
}

// swapAnswer is an exchange during play in JSON: its decisions, and how many plays
// of the line come before it.
type swapAnswer struct {
	Before    int      `json:"before"`
	Decisions []string `json:"decisions"`
}

// find answers one document.
func (opt *solveOptions) find(ctx context.Context, lib *chapters.Library, e *chapters.Document, a *solved) error {
	start, g, err := startingPoint(lib, e, opt.From)
	if err != nil {
		return err
	}
	a.start, a.guessed = start, g.State().LeaderGuessed
	began := time.Now()
	limited := ctx
	if opt.Timeout > 0 {
		var stop context.CancelFunc
		limited, stop = context.WithTimeout(ctx, opt.Timeout)
		defer stop()
	}
	limits := opt.Search()
	limits.Progress = func(nodes int64) { a.nodes.Store(a.result.Nodes + nodes) }
	result, err := solver.Solve(limited, g, limits)
	if err != nil {
		return say.Internal(err)
	}
	a.result = result
	a.nodes.Store(result.Nodes)
	if a.result.Verdict == solver.Unknown {
		switch {
		case ctx.Err() != nil:
			a.result.Reason = solver.Interrupted
		case limited.Err() != nil:
			a.result.Reason = solver.TimeLimit
		}
	}
	if opt.Count {
		if err := a.countWins(limited, g, limits); err != nil {
			return err
		}
	}
	a.seconds = time.Since(began).Seconds()
	return a.replay(lib, g, opt.texts)
}

// countWins counts the first decisions and the lines that win.
func (a *solved) countWins(ctx context.Context, g *chapters.Game, opt solver.Options) error {
	a.count = &winCount{of: len(g.Options())}
	known := a.result // before the search of what follows each first decision
	if err := a.countFirst(ctx, g, opt); err != nil {
		return err
	}
	switch known.Verdict {
	case solver.Unwinnable:
		a.count.lines.Exact = true
	case solver.Winnable:
		if opt.Nodes == 0 {
			opt.Nodes = countNodes
		}
		var err error
		if a.count.lines, err = solver.Count(ctx, g, known, opt); err != nil {
			return say.Internal(err)
		}
		a.count.lines.Count = max(a.count.lines.Count, 1) // the known one, however small the limit
	}
	return nil
}

// countFirst solves what follows each first decision.
func (a *solved) countFirst(ctx context.Context, g *chapters.Game, opt solver.Options) error {
	if a.result.Verdict == solver.Unwinnable {
		return nil
	}
	most := opt.Nodes
	for _, d := range g.Options() {
		next := g.Clone()
		if err := next.Apply(d); err != nil {
			return say.Internal(err)
		}
		if most > 0 {
			if opt.Nodes = most - a.result.Nodes; opt.Nodes <= 0 {
				a.count.undecided++
				continue
			}
		}
		r, err := solver.Solve(ctx, next, opt)
		if err != nil {
			return say.Internal(err)
		}
		a.result.Nodes += r.Nodes
		a.nodes.Store(a.result.Nodes)
		switch r.Verdict {
		case solver.Winnable:
			a.count.wins++
		case solver.Unknown:
			a.count.undecided++
		}
	}
	return nil
}

// spelled adds to decisions those that a play says by itself: who leads the trick, whether the
// tucked card comes back, and that Sting waits.
func spelled(g *chapters.Game, decisions []chapters.Decision) ([]chapters.Decision, error) {
	g = g.Clone()
	all := []chapters.Decision{}
	for i, d := range decisions {
		for due := g.Due().Kind; due != d.Kind; due = g.Due().Kind {
			comesBack := due == chapters.TakeBack && playsTucked(g, decisions[i:])
			n := slices.IndexFunc(g.Options(), func(o chapters.Decision) bool {
				return due == chapters.NameLeader && o.To == d.Seat ||
					due == chapters.Swap && o.To == tricks.NoSeat ||
					due == chapters.TakeBack && (o.Say == chapters.Yes) == comesBack
			})
			if n < 0 {
				return nil, fmt.Errorf("%s is due, not %s", due, d)
			}
			said := g.Options()[n]
			if err := g.Apply(said); err != nil {
				return nil, err
			}
			all = append(all, said)
		}
		if err := g.Apply(d); err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	return all, nil
}

// playsTucked reports whether the tucked card is among the plays of the next trick.
func playsTucked(g *chapters.Game, decisions []chapters.Decision) bool {
	g = g.Clone()
	tucked, trick := g.State().Tucked, g.State().Number
	for _, d := range decisions {
		if d.Kind == chapters.PlayCard && d.Card == tucked {
			return true
		}
		if g.Apply(d) != nil || g.State().Number != trick {
			break
		}
	}
	return false
}

// replay plays what was found through the rules: a winning answer that does not
// win is a mistake of the solver and never shown.
func (a *solved) replay(lib *chapters.Library, g *chapters.Game, t *texts.Texts) error {
	var err error
	if a.decisions, err = spelled(g, a.result.Decisions()); err != nil {
		return say.Internal(fmt.Errorf("the answer does not replay: %w", err))
	}
	full := *a.start
	full.Decisions = slices.Concat(full.Decisions, a.decisions)
	if a.round, err = hindsight.Replay(lib, &full, t); err != nil {
		return say.Internal(fmt.Errorf("the answer does not replay: %w", err))
	}
	if g := a.round.Game; a.result.Verdict == solver.Winnable && (!g.Over() || g.Result() != chapters.Won) {
		return say.Internal(fmt.Errorf("the answer replays to a round that is %s, not won", g.Result()))
	}
	return nil
}

func (a *solved) answer(e *chapters.Document) *solveAnswer {
	out := &solveAnswer{
		Schema: 1, ID: hindsight.JSONID(&e.Position), Verdict: a.result.Verdict, Reason: a.result.Reason,
		Draft: hindsight.Shorts(a.result.Draft), Setup: hindsight.Shorts(a.result.Setup), Line: hindsight.Shorts(a.result.Line),
		Decisions: a.decisions, Nodes: a.result.Nodes, Seconds: a.seconds,
	}
	if x := a.result.Swap; x != nil {
		out.Swap = &swapAnswer{Before: x.Before, Decisions: hindsight.Shorts(x.Decisions)}
	}
	if c := a.count; c != nil {
		out.Count, out.Undecided, out.Of = &c.wins, &c.undecided, &c.of
		out.Lines, out.Exact = &c.lines.Count, &c.lines.Exact
	}
	return out
}
