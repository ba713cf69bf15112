package cli

import (
	"fmt"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/solver"
	"fellowship/tricks"
)

// lostMark stands behind the card that lost the round.
const lostMark = " lost"

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
	t.bold("Draft and setup, with how many of the choices could still win")
	for i := range a.found.Steps {
		if s := &a.found.Steps[i]; s.Stage < chapters.StagePlay && s.Made != nil {
			text := pad(stillWon(s), 10) + sentence(a.deed(*s.Made))
			if s.Loses() {
				text = t.paint("31", text)
			}
			t.line("  %s", text)
		}
	}
	t.line("")
}

// stillWon writes how many choices could still win, and marks the decision that
// lost the round.
func stillWon(s *solver.Step) string {
	if s.Choices == nil {
		return ""
	}
	winning, unknown := s.Winning()
	if s.Before.Verdict == solver.Unwinnable {
		return "-"
	}
	text := fmt.Sprint(winning)
	if unknown > 0 {
		text += "?"
	}
	text += fmt.Sprintf("/%d", len(s.Choices))
	if s.Loses() {
		text += lostMark
	}
	return text
}

// writeAnalysedTricks shows the tricks, one a line.
func (a *analysedRound) writeAnalysedTricks(t *text) {
	if len(a.tricks) == 0 && len(a.table) == 0 {
		return
	}
	head := "trick  "
	for s := range a.game.Seats() {
		head += pad(a.label(tricks.Seat(s)), column)
	}
	t.head(head)
	for i := range a.tricks {
		trick := &a.tricks[i]
		a.writeAnalysedTrick(t, trick.Trick, trick.plays, trick.Winner)
		if trick.Winner == tricks.NoSeat {
			t.line("       nobody wins this trick")
		}
	}
	if len(a.table) > 0 {
		a.writeAnalysedTrick(t, len(a.tricks)+1, a.table, tricks.NoSeat)
	}
	t.line("")
	t.wrap(0, "> leads, * wins the trick, R1! is the One Ring played to win. Behind the card stands how many of the cards "+
		"that could be played still won, of how many; R1 counts twice, to win and not to win. - means that nothing won any more, "+
		"and ? that some are undecided.")
	t.line("")
}

// writeAnalysedTrick shows one of them, and what was decided before it.
func (a *analysedRound) writeAnalysedTrick(t *text, number int, plays []tricks.Play, winner tricks.Seat) {
	words := map[tricks.Seat]string{}
	var others []string
	for i := range a.found.Steps {
		s := &a.found.Steps[i]
		switch {
		case s.Trick != number || s.Made == nil:
		case s.Kind == chapters.PlayCard:
			words[s.Made.Seat] = stillWon(s)
		default:
			// What did not matter is told below, as events.
			if winning, _ := s.Winning(); s.Before.Verdict != solver.Unwinnable && winning < len(s.Choices) {
				others = append(others, fmt.Sprintf("%s: %s", sentence(a.deed(*s.Made)), stillWon(s)))
			}
		}
	}
	t.cells(fmt.Sprint(number), a.game.Seats(), plays, winner, words)
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
		t.bold(fmt.Sprintf("The round could not be won: %s meets every goal.", noChoice(a.startStage())))
		return
	case lost != nil:
		when := map[chapters.Stage]string{chapters.StageDraft: "in the draft", chapters.StageSetup: "in the setup"}[lost.Stage]
		if when == "" {
			when = fmt.Sprintf("in trick %d", lost.Trick)
		}
		text := fmt.Sprintf("The round was lost here: %s %s", when, a.deed(*lost.Made))
		switch list := winners(lost); {
		case len(list) > few && len(list) == len(lost.Choices)-1:
			text += "; anything else still won"
		case len(list) > 0:
			text += fmt.Sprintf("; %s still won", a.either(list))
		}
		t.bold(text + ".")
		if lost.Before.Verdict == solver.Unknown {
			t.wrap(0, fmt.Sprintf("Maybe it was lost before: that is undecided, because %s.", a.why(lost.Before.Reason)))
		}
		return
	case a.game.Result() == chapters.Won && a.game.Over():
		t.bold("The round was won.")
		return
	case next == nil:
		t.bold(fmt.Sprintf("Undecided: %s.", a.why(a.found.Start.Reason)))
		return
	}
	switch next.Before.Verdict {
	case solver.Winnable:
		t.bold("The round can still be won.")
	case solver.Unknown:
		t.bold(fmt.Sprintf("Whether the round can still be won is undecided: %s.", a.why(next.Before.Reason)))
	}
	switch list := winners(next); {
	case len(list) == 0:
	case len(list) > few && len(list) == len(next.Choices):
		t.wrap(0, fmt.Sprintf("Next is %s: each of %d choices still wins.", a.who(next.Seat), len(list)))
	default:
		t.wrap(0, fmt.Sprintf("Next is %s: %s still wins.", a.who(next.Seat), a.either(list)))
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
	return limitText(reason, a.opt.Timeout)
}

// who is a seat and its character.
func (a *analysedRound) who(s tricks.Seat) string {
	if s == chapters.LostCard {
		return "the lost card"
	}
	if a.game.Character(s) == nil {
		return a.name(s)
	}
	return fmt.Sprintf("seat %d (%s)", s, a.name(s))
}

// deed says what was decided.
func (a *analysedRound) deed(d chapters.Decision) string {
	who := a.who(d.Seat)
	if d.Kind == chapters.Draft {
		who = fmt.Sprintf("seat %d", d.Seat)
	}
	return who + " " + a.did(d)
}

// did says it without the seat.
func (a *analysedRound) did(d chapters.Decision) string {
	yes := d.Say == chapters.Yes
	choose := func(ifYes, ifNo string) string {
		if yes {
			return ifYes
		}
		return ifNo
	}
	switch d.Kind {
	case chapters.Draft:
		return "took " + a.option(d)
	case chapters.Exchange, chapters.Swap:
		switch {
		case d.To == tricks.NoSeat && d.Kind == chapters.Swap:
			return "did not use Sting yet"
		case d.To == tricks.NoSeat:
			return "declined to exchange"
		case d.To == chapters.LostCard:
			return fmt.Sprintf("exchanged %s with the lost card", d.Card)
		}
		return fmt.Sprintf("passed %s to %s", d.Card, a.who(d.To))
	case chapters.Return:
		return fmt.Sprintf("passed %s back to %s", d.Card, a.who(d.To))
	case chapters.Give:
		return fmt.Sprintf("gave %s to %s", d.Card, a.who(d.To))
	case chapters.NameLeader:
		if d.To == d.Seat {
			return "led"
		}
		return "let " + a.who(d.To) + " lead"
	case chapters.Threat:
		return fmt.Sprintf("took threat %d", d.Number)
	case chapters.Redraw:
		return choose("drew another threat card", "kept the threat card")
	case chapters.Declare:
		return "declared " + d.Say
	case chapters.Range:
		return "chose " + d.Say + " tricks"
	case chapters.TakeLost:
		return choose("took the lost card", "left the lost card")
	case chapters.Tuck:
		return fmt.Sprintf("tucked %s away", d.Card)
	case chapters.KeepLast:
		return fmt.Sprintf("set %s aside for the last trick", d.Card)
	case chapters.PutFirst:
		return fmt.Sprintf("put %s into the first trick", d.Card)
	case chapters.TakeBack:
		return choose("took the tucked card back", "left the tucked card away")
	default:
		if d.ToWin {
			return "played R1 to win"
		}
		return fmt.Sprintf("played %s", d.Card)
	}
}

// option names a choice in a word or two.
func (a *analysedRound) option(d chapters.Decision) string {
	switch d.Kind {
	case chapters.Draft:
		if c := a.game.Library().Characters[d.Character]; c != nil {
			return c.Name.In("en")
		}
		return d.Character
	case chapters.Exchange, chapters.Give, chapters.Swap:
		switch d.To {
		case tricks.NoSeat:
			return "no exchange"
		case chapters.LostCard:
			return fmt.Sprintf("%s for the lost card", d.Card)
		}
		return fmt.Sprintf("%s to %s", d.Card, a.name(d.To))
	case chapters.NameLeader:
		return a.name(d.To)
	case chapters.Threat:
		return fmt.Sprint(d.Number)
	case chapters.Declare, chapters.Range, chapters.Redraw, chapters.TakeLost, chapters.TakeBack:
		return d.Say
	case chapters.PlayCard:
		switch {
		case d.ToWin:
			return "R1 to win"
		case d.Card == tricks.OneRing:
			return "R1 not to win"
		}
		return d.Card.String()
	default:
		return d.Card.String()
	}
}

// either lists choices: "H2, M7 or R1". Where not all are of one seat, as before
// a trick that somebody else may be named to lead, it says whose they are.
func (a *analysedRound) either(list []chapters.Decision) string {
	several := slices.ContainsFunc(list, func(d chapters.Decision) bool { return d.Seat != list[0].Seat })
	var words []string
	for _, d := range list {
		word := a.option(d)
		if several {
			word = a.name(d.Seat) + "'s " + word
		}
		words = append(words, word)
	}
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " or " + words[n-1]
	}
	return words[0]
}

// sentence begins with a capital.
func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
