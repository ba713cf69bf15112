package solver

import (
	"context"
	"errors"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/solver/internal/search"
	"fellowship/tricks"
	"fellowship/tricks/say"
)

// Verdict is the answer to "could this be won with open cards?".
type Verdict string

// The verdicts. Winnable comes with a line that wins, Unwinnable only after the
// whole space was searched, else it is Unknown.
const (
	Winnable   Verdict = "winnable"
	Unwinnable Verdict = "unwinnable"
	Unknown    Verdict = "unknown"
)

// Reason says which limit left a verdict unknown.
type Reason string

// The reasons.
const (
	NoReason    Reason = ""
	TimeLimit   Reason = "time limit"
	NodeLimit   Reason = "node limit"
	Interrupted Reason = "interrupted"
	// SwapLimit says that there is no win unless a tucked card comes back to be
	// exchanged, and that is not searched: Shadowfax would have to hold Sting or to take
	// the lost card, as only characters and gifts of one's own can (K, L5). A document
	// that says so is refused.
	SwapLimit Reason = "the exchange of a tucked card is not searched"
	// GoalLimit says that the goals of a round, which may be anybody's own, are
	// together more than the search can keep count of.
	GoalLimit Reason = "the goals together are too much to keep count of"
)

// Options are the limits of a search. The zero value has none but the memory
// default.
type Options struct {
	// Nodes is the most card plays to try, 0 for no limit. A play without a choice is not
	// counted.
	Nodes int64
	// Memory is the most bytes to remember lost positions in, 0 for DefaultMemory;
	// what is learned about a round, or about setups, may take a quarter as much each.
	// What is full forgets; that never makes a verdict unknown.
	Memory int64
	// Without is parts of the search to do without, for measurements.
	Without Parts
	// Progress, if set, is called now and then from the searching goroutine.
	Progress func(Progress)
}

// DefaultMemory is the default limit of [Options].Memory, in bytes: two searches at
// the same time stay below 256 MiB with all that they need beside.
const DefaultMemory = 96 << 20

// Progress is how far a search has come.
type Progress struct {
	Nodes int64
	// Casts counts the character choices and exchanges examined, when the
	// search began before play.
	Casts int64
}

// Result is the answer of [Solve].
type Result struct {
	Verdict Verdict
	Reason  Reason
	// Draft, Setup and Line are the decisions and plays that win, from the
	// game's own last decision to the round's end.
	Draft, Setup []chapters.Decision
	Line         []tricks.Play
	// Swap is the exchange during play that the line needs, nil for none (Sting,
	// L5).
	Swap *Swap
	// Nodes counts the card plays tried where there was a choice and the steps of the formula, which take half
	// as long or as long, and before play each set of hands that was looked at.
	Nodes int64
}

// Swap is an exchange during play: its decisions, and the play of the line that
// they come before, counted from 0.
type Swap struct {
	Before    int
	Decisions []chapters.Decision
}

// Decisions returns the decisions that win in their order, the plays and an
// exchange during play among them.
func (r *Result) Decisions() []chapters.Decision {
	out := make([]chapters.Decision, 0, len(r.Draft)+len(r.Setup)+len(r.Line)+2)
	out = append(append(out, r.Draft...), r.Setup...)
	for i, p := range r.Line {
		if r.Swap != nil && r.Swap.Before == i {
			out = append(out, r.Swap.Decisions...)
		}
		out = append(out, chapters.PlayDecision(p))
	}
	return out
}

// Solve decides whether the round can be won from where the game stands, with
// all cards open and every choice still to be made: characters, exchanges,
// plays. The game is not changed. A winning answer has been replayed through
// chapters.Game. When the context ends the verdict is unknown; an error means
// that the solver itself went wrong.
func Solve(ctx context.Context, g *chapters.Game, opt Options) (Result, error) {
	if opt.Memory <= 0 {
		opt.Memory = DefaultMemory
	}
	if ctx.Err() != nil {
		return Result{Verdict: Unknown, Reason: stopReason(ctx)}, nil
	}
	s := searches.Get().(*turns)
	defer s.release()
	var result Result
	var err error
	switch {
	case g.Stage() != chapters.StagePlay:
		result, err = s.solveSetup(ctx, g, opt)
	case !g.Over() && g.Due() == chapters.Return:
		result, err = s.solveReturn(ctx, g, opt)
	default:
		result, err = s.solvePlay(ctx, g, opt)
	}
	if errors.Is(err, characters.ErrTooMuch) {
		result, err = Result{Verdict: Unknown, Reason: GoalLimit, Nodes: result.Nodes}, nil
	}
	if opt.Nodes > 0 {
		// What is begun is ended, a little beyond the limit: a step of the formula goes
		// on to its next contradiction.
		result.Nodes = min(result.Nodes, opt.Nodes)
	}
	if err != nil || result.Verdict != Winnable {
		return result, err
	}
	return result, verify(g, &result)
}

// solvePlay decides a game in stage play. Of several problems each gets a small
// budget in turn before any gets a large one.
func (s *turns) solvePlay(ctx context.Context, g *chapters.Game, opt Options) (Result, error) {
	result := Result{Verdict: Unknown}
	problems, err := problemsOf(g, opt.Without)
	if err != nil {
		return result, err
	}
	s.expect(problems, opt.Memory/4)
	if len(problems) > 1 {
		problems = search.Promising(problems)
	}
	if opt.Progress != nil {
		s.told = func(nodes int64) { opt.Progress(Progress{Nodes: result.Nodes + nodes}) }
	}
	// share gives a problem so many nodes, 0 for no limit, and returns what is known
	// of it then, and whether that, or a limit, ends it all.
	share := func(p *search.Problem, most int64) (verdict Verdict, done bool) {
		if opt.Nodes > 0 && (most == 0 || opt.Nodes-result.Nodes < most) {
			if most = opt.Nodes - result.Nodes; most <= 0 {
				result.Reason = NodeLimit
				return Unknown, true
			}
		}
		verdict = s.run(ctx, p, most, opt.Memory)
		result.Nodes += s.nodes
		s.before = result.Nodes
		if opt.Progress != nil {
			opt.Progress(Progress{Nodes: result.Nodes})
		}
		switch {
		case verdict == Winnable:
			result.Verdict = Winnable
			s.answer(&result)
			return verdict, true
		case verdict == Unknown && (s.reason != NodeLimit || opt.Nodes > 0 && result.Nodes >= opt.Nodes):
			result.Reason = s.reason
			return verdict, true
		}
		return verdict, false
	}
	// Exchanges during play are tried later, if no way to win without is found soon.
	_, _, later := g.Swappers()
	joined, unsearched := false, false
	for budget := firstShare; len(problems) > 0 || later; budget *= shareGrowth {
		if later && (len(problems) == 0 || budget > aloneShare) {
			later, joined, budget = false, true, firstShare
			more, err := swapsOf(g, opt.Without)
			if err != nil {
				return result, err
			}
			problems, unsearched = append(problems, more.problems...), more.unsearched
			result.Nodes += int64(more.looked)
		}
		var open []*search.Problem
		for _, p := range problems {
			most := budget
			switch {
			case len(problems) == 1 && !later:
				most = 0
			case len(problems) == 1:
				most, budget = aloneShare, aloneShare
			case joined && p.Swap == nil:
				most *= aloneShare / firstShare * shareGrowth // goes on as before
			}
			if s.lost && p.Swap == nil {
				continue
			}
			verdict, done := share(p, most)
			if done {
				return result, nil
			}
			if verdict == Unknown {
				open = append(open, p)
			}
		}
		problems = open
	}
	if unsearched {
		result.Reason = SwapLimit
	} else {
		result.Verdict = Unwinnable
	}
	return result, nil
}

// The nodes each of several problems gets first, how much more each next time,
// and how many it gets at most before exchanges during play are tried.
const (
	firstShare  = int64(300)
	shareGrowth = 4
	aloneShare  = int64(200_000)
)

// answer fills in the plays that win.
func (s *turns) answer(r *Result) {
	r.Line = s.line
	if s.swapAt >= 0 {
		r.Swap = &Swap{Before: s.swapAt, Decisions: s.problem.Swap.Decisions()}
	}
}

// verify replays a winning answer through the game itself.
func verify(g *chapters.Game, r *Result) error {
	replay, err := g.With(r.Decisions())
	if err != nil {
		return say.Errorf("the solver's answer does not replay: %w", err)
	}
	if !replay.Over() || replay.Result() != chapters.Won {
		return say.Errorf("the solver's answer does not win: the round is %s", replay.Result())
	}
	return nil
}
