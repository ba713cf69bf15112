package hindsight

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"
	"fellowship/solver/players"
)

// Deal answers people's questions about a finished round and its deal. Its methods may run on other
// goroutines than the front end.
type Deal struct {
	Texts   *texts.Texts
	Library *chapters.Library
	// Record returns the record of the round.
	Record func() (chapters.Record, error)
	// Judge judges the moments of the round.
	Judge Judge
	// Solver judges the deal before its first decision.
	Solver Judge
	// UnknownText is the answer of Solve if Solver does not reach a verdict.
	UnknownText string
	// Agree compares each decision of a person with the strong player.
	Agree Agree

	// verdict is the [solver.Verdict] that Solve has found.
	verdict atomic.Value
	// searching guards search.
	searching sync.Mutex
	// search looks for the decision that lost the round, nil before its first step.
	search *LossSearch
	// loss has the findings of the search, nil before its first step.
	loss atomic.Pointer[Loss]
}

// startGame returns the round before its first decision.
func (d *Deal) startGame() (*chapters.Game, error) {
	record, err := d.Record()
	if err != nil {
		return nil, err
	}
	return d.Library.NewGame(record.Position)
}

// Solve says whether the deal could have been won with all cards face up, beginning with the draft.
func (d *Deal) Solve(ctx context.Context) string {
	start, err := d.startGame()
	if err != nil {
		return d.Texts.Problem(err)
	}
	d.verdict.Store(d.Solver(ctx, start))
	switch d.Verdict() {
	case solver.Winnable:
		return d.Texts.T("solve.winnable")
	case solver.Unwinnable:
		return d.Texts.T("solve.unwinnable")
	}
	return d.UnknownText
}

// Verdict returns the verdict that Solve has found, Unknown before that.
func (d *Deal) Verdict() solver.Verdict {
	if v, ok := d.verdict.Load().(solver.Verdict); ok {
		return v
	}
	return solver.Unknown
}

// Winnable reports whether Solve has found a way to win.
func (d *Deal) Winnable() bool { return d.Verdict() == solver.Winnable }

// StepLoss takes the next step of the search for the decision that lost the round, and returns what is known then. The
// first call begins the search anew if the round has ended in another way since. If the context ends, the search stays
// where it was, for the next call.
func (d *Deal) StepLoss(ctx context.Context) (loss Loss) {
	d.searching.Lock()
	defer d.searching.Unlock()
	err := say.Guard(func() error {
		record, err := d.Record()
		if err != nil {
			return err
		}
		if d.search == nil || !slices.Equal(d.search.walk.record.Decisions, record.PlaysAsDecisions().Decisions) {
			walk, err := New(d.Library, record)
			if err != nil {
				return err
			}
			d.search = walk.SearchLoss(d.Judge)
		}
		d.search.Step(ctx)
		loss = d.search.Loss()
		return nil
	})
	if err != nil {
		loss = Loss{State: Unfinished}
	}
	d.loss.Store(&loss)
	return loss
}

// FindLoss takes all remaining steps of the search for the decision that lost the round, until the context ends.
func (d *Deal) FindLoss(ctx context.Context) Loss {
	loss := d.StepLoss(ctx)
	for loss.State == Searching && ctx.Err() == nil {
		loss = d.StepLoss(ctx)
	}
	return loss
}

// Epilogue says how often people agreed with the strong player. It is empty if nobody can say.
func (d *Deal) Epilogue(ctx context.Context) (text string) {
	err := say.Guard(func() error {
		record, err := d.Record()
		if err != nil {
			return err
		}
		compared, err := NewAgreement(ctx, d.Library, record, d.Agree)
		if err == nil {
			text = compared.Text(d.Texts)
		}
		return err
	})
	if err != nil && ctx.Err() == nil {
		return d.Texts.Tell(err)
	}
	return text
}

// Lost returns the number of the decision that lost the round, 0 if it was not found.
func (d *Deal) Lost() int {
	if loss := d.Loss(); loss.Step != nil {
		return loss.Step.Number
	}
	return 0
}

// Loss returns what the search for the decision that lost the round has found out so far.
func (d *Deal) Loss() Loss {
	if d == nil {
		return Loss{State: Searching}
	}
	if loss := d.loss.Load(); loss != nil {
		return *loss
	}
	return Loss{State: Searching}
}

// TryCount is how many times the deal is played again to estimate how hard it is.
const TryCount = 10

// Try plays a deal for the n-th time, counted from 1, and returns whether it was won. The same n always
// gives the same result. If the context ends first it returns the context's error.
type Try func(ctx context.Context, n int) (won bool, err error)

// errHopeless is returned for a deal that nobody can win.
var errHopeless = say.New("nobody can win this deal")

// Try is a [Try] of the deal, beginning with the draft. All seats are fair players, each of which sees
// only its own cards.
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
