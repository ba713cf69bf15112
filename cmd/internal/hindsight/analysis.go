package hindsight

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"
	"fellowship/tricks"
)

// Analysis is a round and what was found out about it.
type Analysis struct {
	Round *Round
	Found *solver.Analysis
	// FromStage is the stage from which on choices were judged, "" for the play.
	FromStage string
	// Timeout is how long it was allowed to take.
	Timeout time.Duration
}

// Page is the analysis: the deal, the tricks with how many cards it could still be won, and
// where the round was lost.
func (a *Analysis) Page() page.Page {
	return page.Join(a.Round.Opening(), a.beforePlay(), a.judgedTricks(), a.verdict())
}

// beforePlay tells the draft and the setup, with what could still win where
// that was asked for.
func (a *Analysis) beforePlay() (p page.Page) {
	if a.FromStage == "" || a.FromStage == chapters.StagePlay.String() {
		return a.Round.Setup()
	}
	p.Head(a.Round.T("analysed.setup"))
	p.Columns(page.Column{Width: 12}, page.Column{})
	for i := range a.Found.Steps {
		if s := &a.Found.Steps[i]; s.Stage < chapters.StagePlay && s.Made != nil {
			cell := a.winningCell(s)
			cell.Text = "  " + cell.Text
			p.Row(cell, page.Cell{Text: texts.Title(a.Round.Deed(a.Round.view(), *s.Made)), Tone: cell.Tone})
		}
	}
	return p
}

// winningCell writes how many choices could still win, and marks the decision that
// lost the round.
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
		return page.Cell{Text: text + " " + a.Round.T("analysed.lost"), Tone: page.Bad}
	}
	return page.Cell{Text: text}
}

func (a *Analysis) judgedTricks() page.Page {
	return a.Round.trickTable(a.Round.T("round.legend")+" "+a.Round.T("analysed.legend"),
		func(n int) (words map[tricks.Seat]page.Cell, remarks []string) {
			words = map[tricks.Seat]page.Cell{}
			for i := range a.Found.Steps {
				s := &a.Found.Steps[i]
				switch winning, _ := s.Winning(); {
				case s.Trick != n || s.Made == nil:
				case s.Kind == chapters.PlayCard:
					words[s.Made.Seat] = a.winningCell(s)
				case s.JudgementBefore.Verdict != solver.Unwinnable && winning < len(s.Choices): // what mattered
					remarks = append(remarks,
						fmt.Sprintf("%s: %s", texts.Title(a.Round.Deed(a.Round.view(), *s.Made)),
							a.winningCell(s).Text))
				}
			}
			return words, remarks
		})
}

// verdict says where the round was lost, or that it was not.
func (a *Analysis) verdict() (p page.Page) {
	lost := a.Found.Lost()
	steps := a.Found.Steps
	var next *solver.Step
	if n := len(steps); n > 0 && steps[n-1].Made == nil {
		next = &steps[n-1]
	}
	switch {
	case a.Found.Start.Verdict == solver.Unwinnable:
		p.Head(a.Round.T("analysed.never", NoChoice(a.Round.Texts, a.startStage())))
		return p
	case lost != nil:
		p.Head(a.Round.lossText(lost))
		if lost.JudgementBefore.Verdict == solver.Unknown {
			p.Text(0, a.Round.T("analysed.before", a.limitText(lost.JudgementBefore.Reason)))
		}
		return p
	case a.Round.Game.Result() == chapters.Won && a.Round.Game.IsOver():
		p.Head(a.Round.T("look.end.won"))
		return p
	case next == nil:
		p.Head(a.Round.T("analysed.undecided", a.limitText(a.Found.Start.Reason)))
		return p
	}
	switch next.JudgementBefore.Verdict {
	case solver.Winnable:
		p.Head(a.Round.T("analysed.open"))
	case solver.Unknown:
		p.Head(a.Round.T("analysed.unsure", a.limitText(next.JudgementBefore.Reason)))
	}
	switch list := Winners(next); {
	case len(list) == 0:
	case len(list) > few && len(list) == len(next.Choices):
		p.Text(0, a.Round.T("analysed.next.any", a.Round.AtSeat(a.Round.view(), next.Seat), len(list)))
	default:
		p.Text(0, a.Round.T("analysed.next", a.Round.AtSeat(a.Round.view(), next.Seat), a.Round.either(list)))
	}
	return p
}

// few is how many choices are listed also where all of them are alike.
const few = 3

func (a *Analysis) startStage() chapters.Stage {
	if a.FromStage == "" {
		return a.Round.Record.Stage
	}
	return max(a.Round.Record.Stage, StageNamed(a.FromStage))
}

func (a *Analysis) limitText(reason solver.Reason) string {
	return LimitText(a.Round.Texts, reason, a.Timeout)
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

type stepAnswer struct {
	Schema int `json:"schema"`
	ID     any `json:"id"`
	// Number counts the decisions from 1, Trick is 0 before play.
	Number        int            `json:"number"`
	Trick         int            `json:"trick"`
	Kind          string         `json:"kind"`
	Seat          tricks.Seat    `json:"seat"`
	Made          *string        `json:"made"`
	VerdictBefore solver.Verdict `json:"before"`
	VerdictAfter  solver.Verdict `json:"after"`
	Reason        solver.Reason  `json:"reason"`
	// Winning and Unknown count the choices, which are empty where they were not
	// judged.
	Winning int            `json:"winning"`
	Unknown int            `json:"unknown"`
	Choices []choiceAnswer `json:"choices"`
}

type choiceAnswer struct {
	Choice  string         `json:"choice"`
	Verdict solver.Verdict `json:"verdict"`
	Reason  solver.Reason  `json:"reason"`
}

type analysisAnswer struct {
	Schema int             `json:"schema"`
	ID     any             `json:"id"`
	Result chapters.Result `json:"result"`
	Start  solver.Verdict  `json:"start"`
	Reason solver.Reason   `json:"reason"`
	// Lost is the decision that lost the round, null where none did.
	Lost    *lostAnswer `json:"lost"`
	Nodes   int64       `json:"nodes"`
	Seconds float64     `json:"seconds"`
}

type lostAnswer struct {
	Number int         `json:"number"`
	Trick  int         `json:"trick"`
	Kind   string      `json:"kind"`
	Seat   tricks.Seat `json:"seat"`
	Made   string      `json:"made"`
	// VerdictBefore is winnable, or unknown where a limit was reached.
	VerdictBefore solver.Verdict `json:"before"`
	// Winning lists with what the round could still be won.
	Winning []string `json:"winning"`
}

// Answers is the analysis in JSON: an object a decision, then the result, which took so
// many seconds.
func (a *Analysis) Answers(seconds float64) (out []any) {
	answer := analysisAnswer{
		Schema: 1, ID: JSONID(&a.Round.Record.Position), Result: a.Round.Game.Result(), Start: a.Found.Start.Verdict,
		Reason: a.Found.Start.Reason, Nodes: a.Found.Nodes, Seconds: seconds,
	}
	for i := range a.Found.Steps {
		s := &a.Found.Steps[i]
		step := stepAnswer{
			Schema: 1, ID: answer.ID, Number: s.Number, Trick: s.Trick, Kind: s.Kind.String(), Seat: s.Seat,
			VerdictBefore: s.JudgementBefore.Verdict, VerdictAfter: s.JudgementAfter.Verdict,
			Reason: s.JudgementAfter.Reason, Choices: []choiceAnswer{},
		}
		step.Winning, step.Unknown = s.Winning()
		for _, c := range s.Choices {
			step.Choices = append(step.Choices, choiceAnswer{c.String(), c.Verdict, c.Reason})
		}
		if s.Made != nil {
			made := s.Made.String()
			step.Made = &made
		}
		if s == a.Found.Lost() {
			answer.Lost = &lostAnswer{
				step.Number, s.Trick, step.Kind, s.Seat, *step.Made, s.JudgementBefore.Verdict,
				Shorts(Winners(s)),
			}
		}
		out = append(out, &step)
	}
	return append(out, &answer)
}

// maxIDLength is how many characters of an id are echoed.
const maxIDLength = 200

// shortID returns an id as answers echo it. One longer than mostID characters is cut.
func shortID(id string) string {
	n := 0
	for offset := range id {
		n++
		if n > maxIDLength {
			return id[:offset] + "…"
		}
	}
	return id
}

// JSONID returns the id of a position as answers in JSON echo it: a text, a number or boolean
// as it is written, or nil without one. One that is cut is a text.
func JSONID(p *chapters.Position) any {
	short := shortID(p.ID)
	switch {
	case p.ID == "":
		return nil
	case p.BareID && short == p.ID:
		return json.RawMessage(p.ID)
	}
	return short
}
