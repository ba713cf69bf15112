package hindsight

import (
	"context"
	"sync/atomic"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// Deal answers the questions of people about a round that is over, and about its deal. The
// answers may be looked for beside a screen.
type Deal struct {
	*texts.Texts
	Library *chapters.Library
	// Record is the round.
	Record func() (chapters.Record, error)
	// Judge is asked about the moments of the round, Solver about its deal. Unknown is said where
	// that one does not find out.
	Judge, Solver Judge
	UnknownText   string
	// Agree is asked at each decision of a person.
	Agree Agree

	verdict atomic.Value // of Solve: a solver.Verdict
	lost    atomic.Int32
}

// SolverJudge returns a judge that searches within some limits. Where the search breaks, the answer
// is Unknown: a screen could tell of that no better.
func SolverJudge(limits solver.Options) Judge {
	return func(ctx context.Context, g *chapters.Game) (verdict solver.Verdict) {
		verdict = solver.Unknown
		_ = say.Guard(func() error {
			found, err := solver.Solve(ctx, g, limits)
			if err == nil {
				verdict = found.Verdict
			}
			return err
		})
		return verdict
	}
}

// turnNodes is how many card plays are tried for one answer of a judge that others wait for.
const turnNodes = 300_000

// QueuedJudge returns a judge for a machine that many people share. It searches when it is this one's
// turn, for which thinks waits, and the answer is Unknown where the search takes too long or the
// context ends.
func QueuedJudge(withSolver func(ctx context.Context, do func() error) error) Judge {
	search := SolverJudge(solver.Options{Nodes: turnNodes})
	return func(ctx context.Context, g *chapters.Game) solver.Verdict {
		verdict := solver.Unknown
		if withSolver(ctx, func() error {
			verdict = search(ctx, g)
			return ctx.Err()
		}) != nil {
			return solver.Unknown
		}
		return verdict
	}
}

// startGame is the round before its first decision.
func (d *Deal) startGame() (*chapters.Game, error) {
	record, err := d.Record()
	if err != nil {
		return nil, err
	}
	return d.Library.NewGame(record.Position)
}

// Solve says whether the deal could have been won with open cards, from its draft on.
func (d *Deal) Solve(ctx context.Context) string {
	start, err := d.startGame()
	if err != nil {
		return d.Problem(err)
	}
	d.verdict.Store(d.Solver(ctx, start))
	switch d.Verdict() {
	case solver.Winnable:
		return d.T("solve.winnable")
	case solver.Unwinnable:
		return d.T("solve.unwinnable")
	}
	return d.UnknownText
}

// Verdict is that of Solve, Unknown before it.
func (d *Deal) Verdict() solver.Verdict {
	if v, ok := d.verdict.Load().(solver.Verdict); ok {
		return v
	}
	return solver.Unknown
}

// Winnable reports whether Solve has found a way to win.
func (d *Deal) Winnable() bool { return d.Verdict() == solver.Winnable }

// Epilogue tells where the round was lost, and how often people agreed with the strong
// player.
func (d *Deal) Epilogue(ctx context.Context) (text string) {
	err := say.Guard(func() error {
		record, err := d.Record()
		if err != nil {
			return err
		}
		e, err := NewEpilogue(ctx, d.Library, record, d.Judge, d.Agree)
		if err != nil {
			return err
		}
		if e.Lost != nil {
			d.lost.Store(int32(e.Lost.Number))
		}
		text = e.Page(d.Texts, &record).String(page.Style{})
		return nil
	})
	if err != nil && ctx.Err() == nil {
		return d.Tell(err)
	}
	return text
}

// Lost is the number of the decision that lost the round, 0 where Epilogue has found none.
func (d *Deal) Lost() int {
	if d == nil {
		return 0
	}
	return int(d.lost.Load())
}

// TryCount is how often the deal is played again to see how often it is won.
const TryCount = 10

// Try plays a deal for the n-th time, counted from 1, and says whether it was won. The same try
// always ends the same way; it ends early only with the context, whose error it returns then.
type Try func(ctx context.Context, n int) (won bool, err error)

// errHopeless is why a deal that nobody can win is not tried.
var errHopeless = say.New("nobody can win this deal")

// Try is a [Try] of the deal, from the draft on, with fair players in all seats, each of which
// sees only its own cards.
func (d *Deal) Try(ctx context.Context, n int) (won bool, err error) {
	if d.Verdict() == solver.Unwinnable {
		return false, errHopeless
	}
	err = say.Guard(func() error {
		game, err := d.startGame()
		if err != nil {
			return err
		}
		for game.Result() == chapters.Undecided && !game.IsOver() {
			view := game.View(game.Due().Decider)
			made, _, err := players.Fair{}.Think(ctx, &view, players.Source(uint64(n), len(game.Decisions())), false)
			if err == nil {
				err = game.Apply(made)
			}
			if err != nil {
				return err
			}
		}
		won = game.Result() == chapters.Won
		return nil
	})
	return won, err
}

// Epilogue judges a round when it is over: where it was lost, and how often people decided as the
// strong player would have.
type Epilogue struct {
	walk         *Walk
	TurningPoint TurningPoint
	// Lost is the decision that lost the round, with its alternatives; nil where there is none.
	Lost          *solver.Step
	Agreed, Asked int
}

// Agree reports whether a decision in a round is as good as a hint there, as far as the strong player can tell
// who knows no more than the seat. Chances are those of the round's seed, as for its hints.
type Agree func(ctx context.Context, g *chapters.Game, seed uint64, made chapters.Decision) (bool, error)

// Strong is the strong player's judgement.
func Strong(ctx context.Context, g *chapters.Game, seed uint64, made chapters.Decision) (bool, error) {
	view := g.View(g.Due().Decider)
	return players.Fair{Level: players.Strong}.Agrees(ctx, &view, players.Source(seed, len(g.Decisions())), made)
}

// NewEpilogue finds out about a round that is over. The seats of people are those of its record.
func NewEpilogue(ctx context.Context, lib *chapters.Library, rec chapters.Record, judge Judge,
	agree Agree,
) (*Epilogue, error) {
	walk, err := New(lib, rec)
	if err != nil {
		return nil, err
	}
	epilogue := &Epilogue{walk: walk, TurningPoint: TurningPoint{Verdict: solver.Winnable}}
	if walk.GameAt(walk.Len()).Result() != chapters.Won {
		epilogue.TurningPoint = walk.TurningPoint(ctx, judge)
	}
	if epilogue.TurningPoint.Verdict == solver.Unwinnable && epilogue.TurningPoint.Step >= 0 {
		epilogue.Lost = &walk.Moment(epilogue.TurningPoint.Step).MarkLost().JudgeAll(ctx, judge).Step
	}
	var seed uint64
	if rec.Seed != nil {
		seed = *rec.Seed
	}
	for n := range walk.Len() {
		g := walk.GameAt(n)
		player := g.Due().Decider
		if player == tricks.NoSeat || len(rec.PlayerNames) > 0 && !round.IsPerson(rec.PlayerNames[player]) ||
			len(g.Options()) < 2 {
			continue
		}
		agrees, err := agree(ctx, g, seed, walk.Decision(n))
		if err != nil {
			return nil, err
		}
		epilogue.Asked++
		if agrees {
			epilogue.Agreed++
		}
	}
	return epilogue, ctx.Err()
}

// Page tells it of the round of a record.
func (e *Epilogue) Page(t *texts.Texts, rec *chapters.Record) (p page.Page) {
	switch {
	case e.Lost != nil:
		p.Text(0, e.walk.newRound(t, rec).lossText(e.Lost))
	case e.TurningPoint.Verdict == solver.Unwinnable:
		p.Text(0, t.T("look.found.never"))
	}
	if e.Asked > 0 {
		p.Text(0, t.T("epilogue.agreed", e.Agreed, e.Asked))
	}
	return p
}

// lossText tells the decision by which a round was lost.
func (r *Round) lossText(lost *solver.Step) string {
	moment := r.T("analysed.in." + lost.Stage.String())
	if lost.Stage == chapters.StagePlay {
		moment = r.T("analysed.trick", lost.Trick)
	}
	deed := r.Deed(r.view(), *lost.Made)
	switch list := Winners(lost); {
	case len(list) > few && len(list) == len(lost.Choices)-1:
		return r.T("analysed.here.any", moment, deed)
	case len(list) > 0:
		return r.T("analysed.here.still", moment, deed, r.either(list))
	}
	return r.T("analysed.here", moment, deed)
}
