package linebyline

import (
	"context"
	"runtime"

	"fellowship/characters/say"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/visit/home"
	"fellowship/solver"
)

// solve says whether the deal of a round can be won, and which command says more, since nothing can be shown here.
func (s *Stage) solve(ctx context.Context, r *home.Round) string {
	text := r.Deal.Solve(ctx)
	source := r.Record().Deal
	if r.Campaign != "" { // the deal alone does not say which characters are completed
		source = r.Path
	}
	switch r.Deal.Verdict() {
	case solver.Winnable:
		text += "\n" + r.Deal.Texts.T("solve.how", source)
	case solver.Unknown:
		text += " " + r.Deal.Texts.T("solve.longer", source)
	case solver.Unwinnable:
	}
	return text
}

// analyse returns the analysis of a round, with the value of every card, like the command of that name.
func (s *Stage) analyse(ctx context.Context, r *home.Round) (text string) {
	ctx, stop := context.WithTimeout(ctx, 4*home.SolveLimit)
	defer stop()
	record := r.Record()
	t := r.Deal.Texts
	err := say.Guard(func() error {
		replayed, err := hindsight.Replay(s.home.Library, &record, t)
		if err != nil {
			return err
		}
		replayed.InSentences = true
		analysed := hindsight.Analysis{Round: replayed, Timeout: 4 * home.SolveLimit}
		options := solver.AnalyseOptions{Options: home.LookLimits, Workers: runtime.GOMAXPROCS(0)}
		analysed.Found, err = solver.Analyse(ctx, replayed.Game, options)
		if err == nil {
			text = analysed.Page().String(page.Style{})
		}
		return err
	})
	if err != nil {
		return t.Tell(err)
	}
	return text
}
