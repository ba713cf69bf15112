package solving

import (
	"fmt"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"
)

// explain shows an answer to people: the deal, what was found, and how to win.
func (s *solveRun) explain(job *solveJob) error {
	t := command.NewText(s.cmd.OutOrStdout(), s.opt.Root)
	job.round.WriteStart(t)
	given := len(job.start.Plays)
	for _, d := range job.start.Decisions {
		if d.Kind == chapters.PlayCard {
			given++
		}
	}
	effort := t.T("solved.effort", job.result.Nodes, fmt.Sprintf("%.2f", job.seconds))
	after := ""
	if given > 0 {
		after = t.T("solved.after", given)
	}
	switch job.result.Verdict {
	case solver.Winnable:
		t.Bold(t.T("solved.winnable", after, effort))
		t.Line("")
		job.round.WriteSetup(t)
		job.round.WriteTricks(t)
	case solver.Unwinnable:
		t.Bold(t.T("solved.unwinnable", after, noChoice(t.Texts, job.round.Game.Stage())))
		t.Wrap(0, t.T("solved.proven", effort))
	default:
		t.Bold(t.T("solved.undecided", after, limitText(t.Texts, job.result.Reason, s.opt.Timeout), effort))
	}
	if c := job.count; c != nil {
		undecided := ""
		if c.undecided > 0 {
			undecided = t.T("solved.open", c.undecided)
		}
		t.Line("%s", t.T("solved.first", c.wins, c.of, undecided))
		switch lines := c.lines; {
		case lines.Exact && lines.Count == 1:
			t.Line("%s", t.T("solved.line"))
		case lines.Exact:
			t.Line("%s", t.T("solved.lines", lines.Count))
		case lines.Count > 0:
			t.Line("%s", t.T("solved.lines.atleast", lines.Count))
		}
	}
	return t.Flush()
}

// noChoice says that nothing that can be chosen from a stage on helps.
func noChoice(t *texts.Texts, stage chapters.Stage) string {
	return t.T("solved.none." + stage.String())
}

// limitText says which limit ended a search, and how to allow more.
func limitText(t *texts.Texts, reason solver.Reason, timeout time.Duration) string {
	switch reason {
	case solver.TimeLimit:
		return t.T("solved.timelimit", timeout)
	case solver.NodeLimit:
		return t.T("solved.nodelimit")
	case solver.Interrupted:
		return t.T("solved.interrupted")
	}
	return string(reason)
}
