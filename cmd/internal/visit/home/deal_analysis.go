package home

import (
	"context"
	"runtime"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"
)

// lookLimits limit the search for one question of a screen to a second or two, so that a hard question
// does not block the others.
var lookLimits = solver.Options{Nodes: 2_000_000, Memory: 64 << 20}

// solveLimit is how long a person waits for the answer on the result page.
const solveLimit = 30 * time.Second

// patientJudge is a judge that searches for as long as a person waits.
func patientJudge(ctx context.Context, g *chapters.Game) solver.Verdict {
	ctx, stop := context.WithTimeout(ctx, solveLimit)
	defer stop()
	return hindsight.SolverJudge(solver.Options{})(ctx, g)
}

// dealOf returns the analysis of a round at home. When the round is over it says whether the deal could have been won
// with open cards, where it was lost, and how often fair players win it.
func (h *Home) dealOf(t *texts.Texts, record func() chapters.Record) *hindsight.Deal {
	return &hindsight.Deal{
		Texts:       t,
		Library:     h.Library,
		Record:      func() (chapters.Record, error) { return record(), nil },
		Judge:       hindsight.SolverJudge(lookLimits),
		Solver:      patientJudge,
		Agree:       hindsight.Strong,
		UnknownText: t.T("solve.unknown", int(solveLimit.Seconds())),
	}
}

// solveByCommand says whether a game's deal can be won, and which command says more. It is for games line
// by line, which have no other way to show it.
func (h *Home) solveByCommand(ctx context.Context, g *Game) string {
	text := g.deal.Solve(ctx)
	source := g.record().Deal
	if g.campaignRun != nil { // the deal alone does not say which characters are completed
		source = g.file.Table.Path()
	}
	switch g.deal.Verdict() {
	case solver.Winnable:
		text += "\n" + g.deal.Texts.T("solve.how", source)
	case solver.Unknown:
		text += " " + g.deal.Texts.T("solve.longer", source)
	case solver.Unwinnable:
	}
	return text
}

// analyse returns the analysis of the round of a game, with the value of every card, like the command of
// that name.
func (h *Home) analyse(ctx context.Context, g *Game) (text string) {
	ctx, stop := context.WithTimeout(ctx, 4*solveLimit)
	defer stop()
	record := g.record()
	t := g.deal.Texts
	err := say.Guard(func() error {
		r, err := hindsight.Replay(h.Library, &record, t)
		if err != nil {
			return err
		}
		analysed := hindsight.Analysis{Round: r, Timeout: 4 * solveLimit}
		options := solver.AnalyseOptions{Options: lookLimits, Workers: runtime.GOMAXPROCS(0)}
		analysed.Found, err = solver.Analyse(ctx, r.Game, options)
		if err == nil {
			text = analysed.Page().String(page.Style{Width: page.Width})
		}
		return err
	})
	if err != nil {
		return t.Tell(err)
	}
	return text
}
