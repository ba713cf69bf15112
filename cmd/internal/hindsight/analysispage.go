package hindsight

import (
	"fmt"
	"slices"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"
	"fellowship/tricks"
)

// Analysed is a round and what was found out about it.
type Analysed struct {
	*Round
	Found *solver.Analysis
	// From is the stage from which on choices were judged, "" for the play.
	From string
	// Timeout is how long it was allowed to take.
	Timeout time.Duration
}

// Page is the analysis: the deal, the tricks with how many cards it could still be won, and
// where the round was lost.
func (a *Analysed) Page() page.Page {
	return page.Join(a.Opening(), a.beforePlay(), a.judged(), a.verdict())
}

// beforePlay tells the draft and the setup, with what could still win where
// that was asked for.
func (a *Analysed) beforePlay() (p page.Page) {
	if a.From == "" || a.From == chapters.StagePlay.String() {
		return a.Setup()
	}
	p.Head(a.T("analysed.setup"))
	p.Columns(page.Column{Width: 12}, page.Column{})
	for i := range a.Found.Steps {
		if s := &a.Found.Steps[i]; s.Stage < chapters.StagePlay && s.Made != nil {
			cell := a.stillWon(s)
			cell.Text = "  " + cell.Text
			p.Row(cell, page.Cell{Text: texts.Title(a.Deed(a.view(), *s.Made)), Tone: cell.Tone})
		}
	}
	return p
}

// stillWon writes how many choices could still win, and marks the decision that
// lost the round.
func (a *Analysed) stillWon(s *solver.Step) page.Cell {
	if s.Choices == nil {
		return page.Cell{}
	}
	winning, unknown := s.Winning()
	if s.Before.Verdict == solver.Unwinnable {
		return page.Cell{Text: "-"}
	}
	text := fmt.Sprint(winning)
	if unknown > 0 {
		text += "?"
	}
	text += fmt.Sprintf("/%d", len(s.Choices))
	if s.Loses() {
		return page.Cell{Text: text + " " + a.T("analysed.lost"), Tone: page.Bad}
	}
	return page.Cell{Text: text}
}

func (a *Analysed) judged() page.Page {
	return a.course(a.T("round.legend")+" "+a.T("analysed.legend"), func(n int) (words map[tricks.Seat]page.Cell, others []string) {
		words = map[tricks.Seat]page.Cell{}
		for i := range a.Found.Steps {
			s := &a.Found.Steps[i]
			switch winning, _ := s.Winning(); {
			case s.Trick != n || s.Made == nil:
			case s.Kind == chapters.PlayCard:
				words[s.Made.Seat] = a.stillWon(s)
			case s.Before.Verdict != solver.Unwinnable && winning < len(s.Choices): // what mattered
				others = append(others, fmt.Sprintf("%s: %s", texts.Title(a.Deed(a.view(), *s.Made)), a.stillWon(s).Text))
			}
		}
		return words, others
	})
}

// verdict says where the round was lost, or that it was not.
func (a *Analysed) verdict() (p page.Page) {
	lost, steps := a.Found.Lost(), a.Found.Steps
	var next *solver.Step
	if n := len(steps); n > 0 && steps[n-1].Made == nil {
		next = &steps[n-1]
	}
	switch {
	case a.Found.Start.Verdict == solver.Unwinnable:
		p.Head(a.T("analysed.never", NoChoice(a.Texts, a.startStage())))
		return p
	case lost != nil:
		p.Head(a.lostHere(lost))
		if lost.Before.Verdict == solver.Unknown {
			p.Text(0, a.T("analysed.before", a.why(lost.Before.Reason)))
		}
		return p
	case a.Game.Result() == chapters.Won && a.Game.Over():
		p.Head(a.T("look.end.won"))
		return p
	case next == nil:
		p.Head(a.T("analysed.undecided", a.why(a.Found.Start.Reason)))
		return p
	}
	switch next.Before.Verdict {
	case solver.Winnable:
		p.Head(a.T("analysed.open"))
	case solver.Unknown:
		p.Head(a.T("analysed.unsure", a.why(next.Before.Reason)))
	}
	switch list := Winners(next); {
	case len(list) == 0:
	case len(list) > few && len(list) == len(next.Choices):
		p.Text(0, a.T("analysed.next.any", a.AtSeat(a.view(), next.Seat), len(list)))
	default:
		p.Text(0, a.T("analysed.next", a.AtSeat(a.view(), next.Seat), a.either(list)))
	}
	return p
}

// few is how many choices are listed also where all of them are alike.
const few = 3

func (a *Analysed) startStage() chapters.Stage {
	if a.From == "" {
		return a.Record.Stage
	}
	return max(a.Record.Stage, StageNamed(a.From))
}

func (a *Analysed) why(reason solver.Reason) string {
	return LimitText(a.Texts, reason, a.Timeout)
}

// view is the round as everybody sees it, with the people's names.
func (r *Round) view() *chapters.View {
	v := r.Game.View(tricks.NoSeat)
	return &v
}

// either lists choices: "H2, M7 or R1". Where not all are of one seat, as before
// a trick that somebody else may be named to lead, it says whose they are.
func (r *Round) either(list []chapters.Decision) string {
	several := slices.ContainsFunc(list, func(d chapters.Decision) bool { return d.Seat != list[0].Seat })
	words := make([]string, len(list))
	for i, d := range list {
		words[i] = r.Option(r.view(), d)
		if several {
			words[i] = r.T("option.whose", r.SeatName(d.Seat), words[i])
		}
	}
	return r.Names(words)
}

// NoChoice says that nothing that can be chosen from a stage on helps.
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

// StageNamed returns the stage of one of the names that --from allows.
func StageNamed(name string) chapters.Stage {
	for s := chapters.StageDraft; s < chapters.StagePlay; s++ {
		if s.String() == name {
			return s
		}
	}
	return chapters.StagePlay
}
