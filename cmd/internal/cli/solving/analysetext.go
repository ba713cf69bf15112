package solving

import (
	"fmt"
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"
	"fellowship/tricks"
)

// Write shows the analysis to people: the deal, the tricks with how many cards
// could still win, and where the round was lost.
func (a *AnalysedRound) Write(t *command.Text) {
	a.WriteStart(t)
	a.writeBeforePlay(t)
	a.writeAnalysedTricks(t)
	a.writeVerdict(t)
}

// writeBeforePlay tells the draft and the setup, with what could still win where
// that was asked for.
func (a *AnalysedRound) writeBeforePlay(t *command.Text) {
	if a.Opt.From == "" || a.Opt.From == chapters.StagePlay.String() {
		a.WriteSetup(t)
		return
	}
	t.Bold(a.T("analysed.setup"))
	for i := range a.Found.Steps {
		if s := &a.Found.Steps[i]; s.Stage < chapters.StagePlay && s.Made != nil {
			text := command.Pad(a.stillWon(s).Text, 10) + texts.Title(a.Deed(a.view(), *s.Made))
			if s.Loses() {
				text = t.Paint(command.Bad, text)
			}
			t.Line("  %s", text)
		}
	}
	t.Line("")
}

// stillWon writes how many choices could still win, and marks the decision that
// lost the round.
func (a *AnalysedRound) stillWon(s *solver.Step) command.Word {
	if s.Choices == nil {
		return command.Word{}
	}
	winning, unknown := s.Winning()
	if s.Before.Verdict == solver.Unwinnable {
		return command.Word{Text: "-"}
	}
	text := fmt.Sprint(winning)
	if unknown > 0 {
		text += "?"
	}
	text += fmt.Sprintf("/%d", len(s.Choices))
	if s.Loses() {
		return command.Word{Text: text + " " + a.T("analysed.lost"), Color: command.Bad}
	}
	return command.Word{Text: text}
}

// writeAnalysedTricks shows the tricks, one a line.
func (a *AnalysedRound) writeAnalysedTricks(t *command.Text) {
	if len(a.Tricks) == 0 && len(a.Table) == 0 {
		return
	}
	head := a.T("round.trick") + "  "
	for s := range a.Game.Seats() {
		head += command.Pad(a.Label(tricks.Seat(s)), command.Column)
	}
	t.Head(head)
	for i := range a.Tricks {
		trick := &a.Tricks[i]
		a.writeAnalysedTrick(t, trick.Trick, trick.Played, trick.Winner)
		if trick.Winner == tricks.NoSeat {
			t.Line("       %s", a.T("round.nobody"))
		}
	}
	if len(a.Table) > 0 {
		a.writeAnalysedTrick(t, len(a.Tricks)+1, a.Table, tricks.NoSeat)
	}
	t.Line("")
	t.Wrap(0, a.T("round.legend")+" "+a.T("analysed.legend"))
	t.Line("")
}

// writeAnalysedTrick shows one of them, and what was decided before it.
func (a *AnalysedRound) writeAnalysedTrick(t *command.Text, number int, plays []tricks.Play, winner tricks.Seat) {
	words := map[tricks.Seat]command.Word{}
	var others []string
	for i := range a.Found.Steps {
		s := &a.Found.Steps[i]
		switch {
		case s.Trick != number || s.Made == nil:
		case s.Kind == chapters.PlayCard:
			words[s.Made.Seat] = a.stillWon(s)
		default:
			// What did not matter is told below, as events.
			if winning, _ := s.Winning(); s.Before.Verdict != solver.Unwinnable && winning < len(s.Choices) {
				others = append(others, fmt.Sprintf("%s: %s", texts.Title(a.Deed(a.view(), *s.Made)), a.stillWon(s).Text))
			}
		}
	}
	t.Row(fmt.Sprint(number), a.Game.Seats(), plays, winner, words)
	for _, line := range append(a.Before(number), others...) {
		t.Wrap(7, line)
	}
}

// writeVerdict says where the round was lost, or that it was not.
func (a *AnalysedRound) writeVerdict(t *command.Text) {
	lost, steps := a.Found.Lost(), a.Found.Steps
	var next *solver.Step
	if n := len(steps); n > 0 && steps[n-1].Made == nil {
		next = &steps[n-1]
	}
	switch {
	case a.Found.Start.Verdict == solver.Unwinnable:
		t.Bold(a.T("analysed.never", noChoice(a.Texts, a.startStage())))
		return
	case lost != nil:
		when := a.T("analysed.in." + lost.Stage.String())
		if lost.Stage == chapters.StagePlay {
			when = a.T("analysed.trick", lost.Trick)
		}
		deed := a.Deed(a.view(), *lost.Made)
		switch list := winners(lost); {
		case len(list) > few && len(list) == len(lost.Choices)-1:
			t.Bold(a.T("analysed.here.any", when, deed))
		case len(list) > 0:
			t.Bold(a.T("analysed.here.still", when, deed, a.either(list)))
		default:
			t.Bold(a.T("analysed.here", when, deed))
		}
		if lost.Before.Verdict == solver.Unknown {
			t.Wrap(0, a.T("analysed.before", a.why(lost.Before.Reason)))
		}
		return
	case a.Game.Result() == chapters.Won && a.Game.Over():
		t.Bold(a.T("look.end.won"))
		return
	case next == nil:
		t.Bold(a.T("analysed.undecided", a.why(a.Found.Start.Reason)))
		return
	}
	switch next.Before.Verdict {
	case solver.Winnable:
		t.Bold(a.T("analysed.open"))
	case solver.Unknown:
		t.Bold(a.T("analysed.unsure", a.why(next.Before.Reason)))
	}
	switch list := winners(next); {
	case len(list) == 0:
	case len(list) > few && len(list) == len(next.Choices):
		t.Wrap(0, a.T("analysed.next.any", a.AtSeat(a.view(), next.Seat), len(list)))
	default:
		t.Wrap(0, a.T("analysed.next", a.AtSeat(a.view(), next.Seat), a.either(list)))
	}
}

// few is how many choices are listed also where all of them are alike.
const few = 3

// startStage is the stage in which the analysis begins.
func (a *AnalysedRound) startStage() chapters.Stage {
	if a.Opt.From == "" {
		return a.Record.Stage
	}
	return max(a.Record.Stage, stageNamed(a.Opt.From))
}

// why says which limit left something undecided.
func (a *AnalysedRound) why(reason solver.Reason) string {
	return limitText(a.Texts, reason, a.Opt.Timeout)
}

// view is what everybody sees of the round, with the names of those who sit there.
func (a *AnalysedRound) view() *chapters.View {
	v := a.Game.Sight(tricks.NoSeat)
	return &v
}

// either lists choices: "H2, M7 or R1". Where not all are of one seat, as before
// a trick that somebody else may be named to lead, it says whose they are.
func (a *AnalysedRound) either(list []chapters.Decision) string {
	several := slices.ContainsFunc(list, func(d chapters.Decision) bool { return d.Seat != list[0].Seat })
	words := make([]string, len(list))
	for i, d := range list {
		words[i] = a.Option(a.view(), d)
		if several {
			words[i] = a.T("option.whose", a.SeatName(d.Seat), words[i])
		}
	}
	return a.Names(words)
}
