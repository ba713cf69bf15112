package cli

import (
	"fmt"
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"
	"fellowship/tricks"
)

// write shows the analysis to people: the deal, the tricks with how many cards
// could still win, and where the round was lost.
func (a *analysedRound) write(t *text) {
	a.writeStart(t)
	a.writeBeforePlay(t)
	a.writeAnalysedTricks(t)
	a.writeVerdict(t)
}

// writeBeforePlay tells the draft and the setup, with what could still win where
// that was asked for.
func (a *analysedRound) writeBeforePlay(t *text) {
	if a.opt.From == "" || a.opt.From == chapters.StagePlay.String() {
		a.writeSetup(t)
		return
	}
	t.bold(a.T("analysed.setup"))
	for i := range a.found.Steps {
		if s := &a.found.Steps[i]; s.Stage < chapters.StagePlay && s.Made != nil {
			text := pad(a.stillWon(s).text, 10) + texts.Title(a.Deed(a.view(), *s.Made))
			if s.Loses() {
				text = t.paint(bad, text)
			}
			t.line("  %s", text)
		}
	}
	t.line("")
}

// stillWon writes how many choices could still win, and marks the decision that
// lost the round.
func (a *analysedRound) stillWon(s *solver.Step) word {
	if s.Choices == nil {
		return word{}
	}
	winning, unknown := s.Winning()
	if s.Before.Verdict == solver.Unwinnable {
		return word{text: "-"}
	}
	text := fmt.Sprint(winning)
	if unknown > 0 {
		text += "?"
	}
	text += fmt.Sprintf("/%d", len(s.Choices))
	if s.Loses() {
		return word{text + " " + a.T("analysed.lost"), bad}
	}
	return word{text: text}
}

// writeAnalysedTricks shows the tricks, one a line.
func (a *analysedRound) writeAnalysedTricks(t *text) {
	if len(a.tricks) == 0 && len(a.table) == 0 {
		return
	}
	head := a.T("round.trick") + "  "
	for s := range a.game.Seats() {
		head += pad(a.label(tricks.Seat(s)), column)
	}
	t.head(head)
	for i := range a.tricks {
		trick := &a.tricks[i]
		a.writeAnalysedTrick(t, trick.Trick, trick.plays, trick.Winner)
		if trick.Winner == tricks.NoSeat {
			t.line("       %s", a.T("round.nobody"))
		}
	}
	if len(a.table) > 0 {
		a.writeAnalysedTrick(t, len(a.tricks)+1, a.table, tricks.NoSeat)
	}
	t.line("")
	t.wrap(0, a.T("round.legend")+" "+a.T("analysed.legend"))
	t.line("")
}

// writeAnalysedTrick shows one of them, and what was decided before it.
func (a *analysedRound) writeAnalysedTrick(t *text, number int, plays []tricks.Play, winner tricks.Seat) {
	words := map[tricks.Seat]word{}
	var others []string
	for i := range a.found.Steps {
		s := &a.found.Steps[i]
		switch {
		case s.Trick != number || s.Made == nil:
		case s.Kind == chapters.PlayCard:
			words[s.Made.Seat] = a.stillWon(s)
		default:
			// What did not matter is told below, as events.
			if winning, _ := s.Winning(); s.Before.Verdict != solver.Unwinnable && winning < len(s.Choices) {
				others = append(others, fmt.Sprintf("%s: %s", texts.Title(a.Deed(a.view(), *s.Made)), a.stillWon(s).text))
			}
		}
	}
	t.row(fmt.Sprint(number), a.game.Seats(), plays, winner, words)
	for _, line := range append(a.before(number), others...) {
		t.wrap(7, line)
	}
}

// writeVerdict says where the round was lost, or that it was not.
func (a *analysedRound) writeVerdict(t *text) {
	lost, steps := a.found.Lost(), a.found.Steps
	var next *solver.Step
	if n := len(steps); n > 0 && steps[n-1].Made == nil {
		next = &steps[n-1]
	}
	switch {
	case a.found.Start.Verdict == solver.Unwinnable:
		t.bold(a.T("analysed.never", noChoice(a.Texts, a.startStage())))
		return
	case lost != nil:
		when := a.T("analysed.in." + lost.Stage.String())
		if lost.Stage == chapters.StagePlay {
			when = a.T("analysed.trick", lost.Trick)
		}
		deed := a.Deed(a.view(), *lost.Made)
		switch list := winners(lost); {
		case len(list) > few && len(list) == len(lost.Choices)-1:
			t.bold(a.T("analysed.here.any", when, deed))
		case len(list) > 0:
			t.bold(a.T("analysed.here.still", when, deed, a.either(list)))
		default:
			t.bold(a.T("analysed.here", when, deed))
		}
		if lost.Before.Verdict == solver.Unknown {
			t.wrap(0, a.T("analysed.before", a.why(lost.Before.Reason)))
		}
		return
	case a.game.Result() == chapters.Won && a.game.Over():
		t.bold(a.T("look.end.won"))
		return
	case next == nil:
		t.bold(a.T("analysed.undecided", a.why(a.found.Start.Reason)))
		return
	}
	switch next.Before.Verdict {
	case solver.Winnable:
		t.bold(a.T("analysed.open"))
	case solver.Unknown:
		t.bold(a.T("analysed.unsure", a.why(next.Before.Reason)))
	}
	switch list := winners(next); {
	case len(list) == 0:
	case len(list) > few && len(list) == len(next.Choices):
		t.wrap(0, a.T("analysed.next.any", a.AtSeat(a.view(), next.Seat), len(list)))
	default:
		t.wrap(0, a.T("analysed.next", a.AtSeat(a.view(), next.Seat), a.either(list)))
	}
}

// few is how many choices are listed also where all of them are alike.
const few = 3

// startStage is the stage in which the analysis begins.
func (a *analysedRound) startStage() chapters.Stage {
	if a.opt.From == "" {
		return a.record.Stage
	}
	return max(a.record.Stage, stageNamed(a.opt.From))
}

// why says which limit left something undecided.
func (a *analysedRound) why(reason solver.Reason) string {
	return limitText(a.Texts, reason, a.opt.Timeout)
}

// view is what everybody sees of the round, with the names of those who sit there.
func (a *analysedRound) view() *chapters.View {
	v := a.game.Sight(tricks.NoSeat)
	return &v
}

// either lists choices: "H2, M7 or R1". Where not all are of one seat, as before
// a trick that somebody else may be named to lead, it says whose they are.
func (a *analysedRound) either(list []chapters.Decision) string {
	several := slices.ContainsFunc(list, func(d chapters.Decision) bool { return d.Seat != list[0].Seat })
	words := make([]string, len(list))
	for i, d := range list {
		words[i] = a.Option(a.view(), d)
		if several {
			words[i] = a.T("option.whose", a.name(d.Seat), words[i])
		}
	}
	return a.Names(words)
}
