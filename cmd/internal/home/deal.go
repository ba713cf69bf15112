package home

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/page"
	"fellowship/cmd/internal/session"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"
)

// The facts about a deal when its round is over: whether it could be won
// with open cards, how often fair players win it, and what each card was worth.

// playedDeal is the deal of a game. The facts about it may be worked out while the
// game goes on.
type playedDeal struct {
	g     *Game
	t     *texts.Texts
	start *chapters.Game
	play  session.Try
	// source names what can be solved.
	source string
	// hopeless says that it was proven that nobody can win the deal.
	hopeless atomic.Bool
	// won says that a way to win the deal was found.
	won atomic.Bool
	// command says that a command is named that shows more: nowhere else is there one.
	command bool
}

func newPlayedDeal(g *Game, t *texts.Texts) (*playedDeal, error) {
	round := g.file.Session()
	play, err := round.Tries()
	if err != nil {
		return nil, err
	}
	source := g.record().Deal
	if g.campaign != "" { // the round is more than its deal
		source = g.file.Path()
	}
	return &playedDeal{g: g, t: t, start: round.Reveal(), play: play, source: source}, nil
}

// solve says whether the deal could have been won with open cards.
func (d *playedDeal) solve(ctx context.Context) string {
	text, verdict := solveDeal(ctx, d.start, d.t)
	d.hopeless.Store(verdict == solver.Unwinnable)
	d.won.Store(verdict == solver.Winnable)
	switch {
	case !d.command:
	case verdict == solver.Winnable:
		text += "\n" + d.t.T("solve.how", d.source)
	case verdict == solver.Unknown:
		text += " " + d.t.T("solve.longer", d.source)
	}
	return text
}

// epilogue tells where the round was lost, and how often people agreed with the strong
// player.
func (d *playedDeal) epilogue(ctx context.Context) (text string) {
	record := d.g.record()
	err := command.Guard(func() error {
		e, err := hindsight.LookBack(ctx, d.start.Library(), record, judge, hindsight.Strong)
		if err != nil {
			return err
		}
		if e.Lost != nil {
			d.g.lost.Store(int32(e.Lost.Number))
		}
		text = e.Page(d.t, &record).String(page.Style{Width: 1 << 10})
		return nil
	})
	if err != nil && ctx.Err() == nil {
		return d.t.Tell(err)
	}
	return text
}

// try plays the deal again with fair players, unless nobody can win it.
func (d *playedDeal) try(ctx context.Context, n int) (won bool, err error) {
	if d.hopeless.Load() {
		return false, errHopeless
	}
	err = command.Guard(func() (err error) {
		won, err = d.play(ctx, n)
		return err
	})
	return won, err
}

// errHopeless is why a deal that nobody can win is not tried.
var errHopeless = say.New("nobody can win this deal")

// solveLimit is how long a person waits for the answer on the result page.
const solveLimit = 30 * time.Second

// solveDeal says whether the round could have been won with open cards, from
// its draft on.
func solveDeal(ctx context.Context, played *chapters.Game, t *texts.Texts) (string, solver.Verdict) {
	ctx, stop := context.WithTimeout(ctx, solveLimit)
	defer stop()
	result := solver.Result{Verdict: solver.Unknown}
	err := command.Guard(func() error {
		start, err := played.Before(0)
		if err == nil {
			result, err = solver.Solve(ctx, start, solver.Options{})
		}
		return err
	})
	switch {
	case err != nil || result.Verdict == solver.Unknown:
		return t.T("solve.unknown", int(solveLimit.Seconds())), solver.Unknown
	case result.Verdict == solver.Winnable:
		return t.T("solve.winnable"), result.Verdict
	}
	return t.T("solve.unwinnable"), result.Verdict
}

// analyse shows the round with what every card was worth, as the command does.
func (d *playedDeal) analyse(ctx context.Context) string {
	ctx, stop := context.WithTimeout(ctx, 4*solveLimit)
	defer stop()
	record := d.g.record()
	var text string
	err := command.Guard(func() error {
		r, err := hindsight.Replay(d.g.file.Session().Reveal().Library(), &record, d.t)
		if err != nil {
			return err
		}
		a := hindsight.Analysed{Round: r, Timeout: 4 * solveLimit}
		a.Found, err = solver.Analyse(ctx, r.Game, solver.AnalyseOptions{
			Options: solver.Options{Nodes: lookNodes, Memory: lookMemory}, Workers: runtime.GOMAXPROCS(0),
		})
		if err != nil {
			return err
		}
		text = a.Page().String(page.Style{Width: command.Width})
		return nil
	})
	if err != nil {
		return d.t.Tell(err)
	}
	return text
}
