package cli

import (
	"fmt"
	"time"

	"fellowship/chapters"
	"fellowship/solver"
)

// explain shows an answer to people: the deal, what was found, and how to win.
func (s *solveRun) explain(job *solveJob) error {
	t := newText(s.cmd.OutOrStdout(), s.opt.rootOptions)
	job.round.writeStart(t)
	given := len(job.start.Plays)
	for _, d := range job.start.Decisions {
		if d.Kind == chapters.PlayCard {
			given++
		}
	}
	effort := fmt.Sprintf("%d card plays tried in %.2f s", job.result.Nodes, job.seconds)
	after := ""
	if given > 0 {
		after = fmt.Sprintf(" after the %d plays given", given)
	}
	switch job.result.Verdict {
	case solver.Winnable:
		t.bold(fmt.Sprintf("Winnable%s with open cards; here is one way (%s).", after, effort))
		t.line("")
		job.round.writeSetup(t)
		job.round.writeTricks(t)
	case solver.Unwinnable:
		t.bold(fmt.Sprintf("Unwinnable%s: %s meets every goal.", after, s.choices(job)))
		t.wrap(0, fmt.Sprintf("This is proven: every possibility was searched with all cards open and the order of every pile known (%s).", effort))
	default:
		t.bold(fmt.Sprintf("Undecided%s: %s (%s).", after, s.limit(job.result.Reason), effort))
	}
	if c := job.count; c != nil {
		undecided := ""
		if c.undecided > 0 {
			undecided = fmt.Sprintf("; %d are undecided", c.undecided)
		}
		t.line("%d of %d first decisions still win%s.", c.wins, c.of, undecided)
		switch lines := c.lines; {
		case lines.Exact && lines.Count == 1:
			t.line("1 complete line wins.")
		case lines.Exact:
			t.line("%d complete lines win.", lines.Count)
		case lines.Count > 0:
			t.line("At least %d complete lines win; count further with --nodes.", lines.Count)
		}
	}
	return t.flush()
}

// choices says what was left to choose, and that none of it helps.
func (s *solveRun) choices(job *solveJob) string { return noChoice(job.round.game.Stage()) }

// noChoice says that nothing that can be chosen from a stage on helps.
func noChoice(stage chapters.Stage) string {
	switch stage {
	case chapters.StageDraft:
		return "no choice of characters, exchanges and plays"
	case chapters.StageSetup:
		return "no choice of exchanges and plays"
	}
	return "no legal play of these cards"
}

// limit says which limit ended a search, and how to allow more.
func (s *solveRun) limit(reason solver.Reason) string { return limitText(reason, s.opt.Timeout) }

// limitText says which limit ended a search.
func limitText(reason solver.Reason, timeout time.Duration) string {
	switch reason {
	case solver.TimeLimit:
		return fmt.Sprintf("the time limit of %s was reached; allow more with --timeout", timeout)
	case solver.NodeLimit:
		return "the limit of card plays was reached; allow more with --nodes"
	case solver.Interrupted:
		return "interrupted"
	}
	return string(reason)
}
