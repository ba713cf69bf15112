package hindsight

import (
	"context"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"
)

// Moment is one decision of a round with the verdicts on its choices. Verdicts that are not known yet are
// empty.
type Moment struct {
	solver.Step
	// game is the round before the decision.
	game *chapters.Game
}

// Moment returns the moment after n decisions.
func (w *Walk) Moment(n int) *Moment {
	g := w.GameAt(n)
	m := &Moment{Step: solver.Step{Number: n + 1, Stage: g.Stage()}, game: g}
	if m.Stage == chapters.StagePlay {
		m.Trick = len(g.History()) + 1
	}
	if n < w.Len() {
		made := w.Decision(n)
		m.Kind = made.Kind
		m.Seat = made.Seat
		m.Made = &made
	}
	for _, d := range g.Options() {
		m.Choices = append(m.Choices, solver.Choice{Decision: d})
	}
	return m
}

// MarkLost sets the verdicts of a decision that is known to have lost the round.
func (m *Moment) MarkLost() *Moment {
	m.JudgementBefore.Verdict = solver.Winnable
	for i := range m.Choices {
		if m.Choices[i].Decision == *m.Made {
			m.setVerdict(i, solver.Unwinnable)
		}
	}
	return m
}

// Question returns the next game to ask a judge about, and a function that takes the verdict. The moment
// itself comes first, then the decision that was made, because people want to know that first. The game
// is nil when everything is known.
func (m *Moment) Question() (g *chapters.Game, answer func(solver.Verdict)) {
	if m.JudgementBefore.Verdict == "" {
		return m.game, func(v solver.Verdict) {
			m.JudgementBefore.Verdict = v
			for i := range m.Choices {
				if v == solver.Unwinnable {
					m.setVerdict(i, v)
				}
			}
		}
	}
	next := -1
	for i := range m.Choices {
		isMade := m.Made != nil && m.Choices[i].Decision == *m.Made
		if m.Choices[i].Verdict == "" && (isMade || next < 0) {
			next = i
		}
	}
	if next < 0 {
		return nil, nil
	}
	g = m.game.Clone()
	if err := g.Apply(m.Choices[next].Decision); err != nil {
		m.setVerdict(next, solver.Unknown)
		return m.Question()
	}
	return g, func(v solver.Verdict) { m.setVerdict(next, v) }
}

// setVerdict sets the verdict of a choice by its index.
func (m *Moment) setVerdict(i int, v solver.Verdict) {
	m.Choices[i].Verdict = v
	if m.Made != nil && m.Choices[i].Decision == *m.Made {
		m.JudgementAfter.Verdict = v
	}
}

// JudgeAll asks a judge for all verdicts that are not known.
func (m *Moment) JudgeAll(ctx context.Context, judge Judge) *Moment {
	for g, answer := m.Question(); g != nil; g, answer = m.Question() {
		answer(judge.Ask(ctx, g))
	}
	return m
}

// worthTexts has the keys of the texts for each verdict, in the order in which they are shown: line for
// [Moment.Line], head for [Moment.Page].
var worthTexts = []struct {
	solver.Verdict
	line, head string
}{
	{solver.Winnable, "look.wins", "look.worth.winnable"},
	{solver.Unwinnable, "look.loses", "look.worth.unwinnable"},
	{solver.Unknown, "look.unsure", "look.worth.unknown"},
	{"", "look.pending", "look.worth.pending"},
}

// choices names the choices with a verdict.
func (m *Moment) choices(t *texts.Texts, verdict solver.Verdict) (out []string) {
	v := View(m.game)
	for i := range m.Choices {
		if c := &m.Choices[i]; c.Verdict == verdict {
			out = append(out, t.Round(&v).Choice(c.Decision))
		}
	}
	return out
}

// Line describes the verdicts on the moment and its choices. The result brief has numbers instead of the
// names of the choices, and names the key that opens the page with them.
func (m *Moment) Line(t *texts.Texts, key string) (line, brief string) {
	switch m.JudgementBefore.Verdict {
	case "":
		return t.T("look.thinking"), t.T("look.thinking")
	case solver.Unwinnable:
		return t.T("look.lost"), t.T("look.lost")
	}
	var parts []string
	winning, _ := m.Winning()
	brief = t.T("look.thinking")
	if m.choices(t, "") == nil {
		brief = t.T("look.number", winning, len(m.Choices), key)
	}
	if m.Loses() && (winning > 0 || m.JudgementBefore.Verdict == solver.Winnable) {
		v := View(m.game)
		made := t.Round(&v).Choice(*m.Made)
		parts = append(parts, t.T("look.here.only", made))
		brief = t.T("look.here.number", made, winning, len(m.Choices), key)
		if winning > 0 {
			parts[0] = t.T("look.here", made, t.Names(m.choices(t, solver.Winnable)))
		}
	} else if m.JudgementBefore.Verdict == solver.Unknown && winning == 0 {
		parts = append(parts, t.T("look.unknown"))
	}
	groups := worthTexts
	if len(parts) > 0 { // The first sentence has covered the winning and the losing choices.
		groups = worthTexts[2:]
	}
	for _, group := range groups {
		if all := m.choices(t, group.Verdict); all != nil {
			parts = append(parts, t.T(group.line, strings.Join(all, ", ")))
		}
	}
	return strings.Join(parts, " "), brief
}

// Page lists every choice with its verdict.
func (m *Moment) Page(t *texts.Texts) (p page.Page) {
	for _, group := range worthTexts {
		if all := m.choices(t, group.Verdict); all != nil {
			p.Head(t.T(group.head))
			p.Text(2, strings.Join(all, ", "))
		}
	}
	return p
}

// GoalChanges describes the goals whose status the last of n decisions has changed.
func (w *Walk) GoalChanges(t *texts.Texts, n int) (out []string) {
	if n == 0 {
		return nil
	}
	previous := w.View(n - 1)
	v := w.View(n)
	for _, g := range round.ChangedGoals(previous.Goals, v.Goals) {
		out = append(out, t.Round(&v).GoalChange(g))
	}
	return out
}

// NextText describes the decision that was made after n others and what it led to.
func (w *Walk) NextText(t *texts.Texts, n int) string {
	v := w.View(n)
	switch {
	case n == w.Len() && v.IsOver:
		return t.T("look.end." + string(v.Result))
	case n == w.Len():
		return t.T("look.stops", t.Round(&v).NameAt(v.Due.Seat))
	}
	next := w.View(n + 1)
	d := w.Decision(n)
	var sentences []string
	for _, e := range next.Log[w.games[n].State().Logged:] {
		// Of a play only the card and the end of the trick are described. What it causes in the next trick
		// is shown there.
		isPlay := e.Kind == chapters.Played || e.Kind == chapters.WonTrick
		if isPlay || d.Kind != chapters.PlayCard && len(sentences) < 2 {
			sentences = append(sentences, t.Round(&next).Event(e))
		}
	}
	if len(sentences) == 0 {
		words := t.Round(&v)
		sentences = []string{words.NameAt(d.Seat) + ": " + words.Choice(d)}
	}
	return t.T("look.next", strings.Join(sentences, " "))
}
