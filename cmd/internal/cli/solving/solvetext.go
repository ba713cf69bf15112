package solving

import (
	"fmt"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"
)

// page shows an answer to people: the deal, what was found, and how to win.
func (a *solved) page(t *texts.Texts, timeout time.Duration) page.Page {
	p := a.round.Opening()
	p.Gap()
	given := len(a.start.Plays)
	for _, d := range a.start.Decisions {
		if d.Kind == chapters.PlayCard {
			given++
		}
	}
	effort := t.N("solved.effort", int(a.result.Nodes), fmt.Sprintf("%.2f", a.seconds))
	after := ""
	if given > 0 {
		after = t.T("solved.after", given)
	}
	switch a.result.Verdict {
	case solver.Winnable:
		p.Head(t.T("solved.winnable", after, effort))
		p = append(page.Join(p, a.round.Setup(), a.round.Course()), page.Block{Kind: page.Gap})
	case solver.Unwinnable:
		p.Head(t.T("solved.unwinnable", after, hindsight.NoChoice(t, a.round.Game.Stage())))
		p.Text(0, t.T("solved.proven", effort))
	default:
		p.Head(t.T("solved.undecided", after, hindsight.LimitText(t, a.result.Reason, timeout), effort))
	}
	if c := a.count; c != nil {
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
	return p
}
