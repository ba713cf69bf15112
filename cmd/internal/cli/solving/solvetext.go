package solving

import (
	"fmt"

	"fellowship/chapters"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/page"
	"fellowship/solver"
)

// explain shows an answer to people: the deal, what was found, and how to win.
func (s *solveRun) explain(job *solveJob) error {
	t, p := s.opt.Texts(), job.round.Opening()
	p.Gap()
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
		p.Head(t.T("solved.winnable", after, effort))
		p = append(page.Join(p, job.round.Setup(), job.round.Course()), page.Block{Kind: page.Gap})
	case solver.Unwinnable:
		p.Head(t.T("solved.unwinnable", after, hindsight.NoChoice(t, job.round.Game.Stage())))
		p.Text(0, t.T("solved.proven", effort))
	default:
		p.Head(t.T("solved.undecided", after, hindsight.LimitText(t, job.result.Reason, s.opt.Timeout), effort))
	}
	if c := job.count; c != nil {
		undecided := ""
		if c.undecided > 0 {
			undecided = t.T("solved.open", c.undecided)
		}
		p.Line(t.T("solved.first", c.wins, c.of, undecided))
		switch lines := c.lines; {
		case lines.Exact && lines.Count == 1:
			p.Line(t.T("solved.line"))
		case lines.Exact:
			p.Line(t.T("solved.lines", lines.Count))
		case lines.Count > 0:
			p.Line(t.T("solved.lines.atleast", lines.Count))
		}
	}
	return s.opt.Print(s.cmd.OutOrStdout(), p)
}
