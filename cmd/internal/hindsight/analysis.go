package hindsight

import (
	"fmt"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"
	"fellowship/tricks"
)

// Analysis is a round with the solver's verdicts on its decisions.
type Analysis struct {
	Round *Round
	// Found has the solver's verdicts.
	Found *solver.Analysis
	// FromStage is the stage from which every choice was judged. With "" the choices of the play were
	// judged, and the decisions before it only to find where the round was lost.
	FromStage string
	// Timeout is the time limit of the search.
	Timeout time.Duration
}

// Page returns the analysis for people: the deal, the tricks with the number of cards that could still
// have won, and where the round was lost.
func (a *Analysis) Page() page.Page {
	return page.Join(a.Round.Opening(), a.beforePlay(), a.judgedTricks(), a.verdict())
}

// beforePlay lists the draft and the setup. If their choices were judged, each line says how many of them
// could still have won.
func (a *Analysis) beforePlay() (p page.Page) {
	if a.FromStage == "" || a.FromStage == chapters.StagePlay.String() {
		return a.Round.Setup()
	}
	if a.Round.InSentences {
		return a.toldSetup()
	}
	p.Head(a.Round.Texts.T("analysed.setup"))
	p.Columns(page.Column{Width: 12}, page.Column{})
	for i := range a.Found.Steps {
		if s := &a.Found.Steps[i]; s.Stage < chapters.StagePlay && s.Made != nil {
			cell := a.winningCell(s)
			cell.Text = "  " + cell.Text
			p.Row(cell, page.Cell{Text: texts.Title(a.Round.words().Deed(*s.Made)), Tone: cell.Tone})
		}
	}
	return p
}

// winningCell returns how many choices could still have won, and marks the decision that lost the round. It
// is a dash if the round was lost before, and empty if the choices were not judged.
func (a *Analysis) winningCell(s *solver.Step) page.Cell {
	if s.Choices == nil {
		return page.Cell{}
	}
	winning, unknown := s.Winning()
	if s.JudgementBefore.Verdict == solver.Unwinnable {
		return page.Cell{Text: "-"}
	}
	text := fmt.Sprint(winning)
	if unknown > 0 {
		text += "?"
	}
	text += fmt.Sprintf("/%d", len(s.Choices))
	if s.Loses() {
		return page.Cell{Text: text + " " + a.Round.Texts.T("analysed.lost"), Tone: page.Bad}
	}
	return page.Cell{Text: text}
}

// judgedTricks returns the table of the tricks with the verdicts. Decisions other than plays are listed
// only if some choices would have lost.
func (a *Analysis) judgedTricks() page.Page {
	if a.Round.InSentences {
		return page.Join(page.FromText(a.Round.Texts.T("analysed.told.legend")), a.Round.toldTricks(a.toldVerdicts))
	}
	legend := a.Round.Texts.T("round.legend") + " " + a.Round.Texts.T("analysed.legend")
	describe := func(n int) (words map[tricks.Seat]page.Cell, remarks []string) {
		words = map[tricks.Seat]page.Cell{}
		for i := range a.Found.Steps {
			s := &a.Found.Steps[i]
			switch winning, _ := s.Winning(); {
			case s.Trick != n || s.Made == nil:
			case s.Kind == chapters.PlayCard:
				words[s.Made.Seat] = a.winningCell(s)
			case s.JudgementBefore.Verdict != solver.Unwinnable && winning < len(s.Choices):
				deed := texts.Title(a.Round.words().Deed(*s.Made))
				remarks = append(remarks, fmt.Sprintf("%s: %s", deed, a.winningCell(s).Text))
			}
		}
		return words, remarks
	}
	return a.Round.trickTable(legend, describe)
}

// verdict says where the round was lost, or that it can still be won and how.
func (a *Analysis) verdict() (p page.Page) {
	lost := a.Found.Lost()
	steps := a.Found.Steps
	var next *solver.Step
	if n := len(steps); n > 0 && steps[n-1].Made == nil {
		next = &steps[n-1]
	}
	switch {
	case a.Found.Start.Verdict == solver.Unwinnable:
		p.Head(a.Round.Texts.T("analysed.never", NoChoice(a.Round.Texts, a.startStage())))
		return p
	case lost != nil:
		p.Head(a.Round.lossText(lost))
		if lost.JudgementBefore.Verdict == solver.Unknown {
			p.Text(0, a.Round.Texts.T("analysed.before", a.limitText(lost.JudgementBefore.Reason)))
		}
		return p
	case a.Round.Game.Result() == chapters.Won && a.Round.Game.IsOver():
		p.Head(a.Round.Texts.T("look.end.won"))
		return p
	case next == nil:
		p.Head(a.Round.Texts.T("analysed.undecided", a.limitText(a.Found.Start.Reason)))
		return p
	}
	switch next.JudgementBefore.Verdict {
	case solver.Winnable:
		p.Head(a.Round.Texts.T("analysed.open"))
	case solver.Unknown:
		p.Head(a.Round.Texts.T("analysed.unsure", a.limitText(next.JudgementBefore.Reason)))
	}
	switch list := Winners(next); {
	case len(list) == 0:
	case len(list) > few && len(list) == len(next.Choices):
		p.Text(0, a.Round.Texts.T("analysed.next.any", a.Round.words().AtSeat(next.Seat), len(list)))
	default:
		decider := a.Round.words().AtSeat(next.Seat)
		p.Text(0, a.Round.Texts.T("analysed.next", decider, a.Round.either(list)))
	}
	return p
}

// few is the number of choices up to which all are listed by name, even if all of them win.
const few = 3

// startStage returns the stage of the first decision that was judged.
func (a *Analysis) startStage() chapters.Stage {
	if a.FromStage == "" {
		return a.Round.Record.Stage
	}
	return max(a.Round.Record.Stage, StageNamed(a.FromStage))
}

// limitText says which limit ended the search.
func (a *Analysis) limitText(reason solver.Reason) string {
	return LimitText(a.Round.Texts, reason, a.Timeout)
}

// NoChoice says that no choice from a stage on can win.
func NoChoice(t *texts.Texts, stage chapters.Stage) string {
	return t.T("solved.none." + stage.String())
}

// LimitText says which limit ended a search, and how to allow more.
func LimitText(t *texts.Texts, reason solver.Reason, timeout time.Duration) string {
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

// Winners lists the choices that still win.
func Winners(s *solver.Step) []chapters.Decision {
	out := []chapters.Decision{}
	for _, c := range s.Choices {
		if c.Verdict == solver.Winnable {
			out = append(out, c.Decision)
		}
	}
	return out
}

// StageNamed returns the stage with a name that --from allows.
func StageNamed(name string) chapters.Stage {
	for s := chapters.StageDraft; s < chapters.StagePlay; s++ {
		if s.String() == name {
			return s
		}
	}
	return chapters.StagePlay
}
