package tui

import (
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/board"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// Tips are what a person is told the first time that something comes up.
type Tips struct {
	// Had are those that the person was told, and Told keeps that one was told now.
	Had  []string
	Told func(name string) tea.Cmd
}

// tips are when each comes up. The first that the person has not had is told.
var tips = []struct {
	name, text string
	is         func(v *chapters.View) bool
}{
	{"exchange", "tip.exchange", func(v *chapters.View) bool { return v.Ask.Kind == chapters.Exchange }},
	{"threat", "tip.threat", func(v *chapters.View) bool { return v.Ask.Kind == chapters.Threat || v.Seats[v.Ask.Seat].Threat > 0 }},
	{"rider", "tip.rider", func(v *chapters.View) bool { return v.Seats[v.Ask.Seat].Rider != nil }},
	{"pyramid", "tip.pyramid", func(v *chapters.View) bool { return v.Seats[v.Ask.Seat].Rows != nil }},
	{"ring", "tip.ring", func(v *chapters.View) bool {
		return slices.ContainsFunc(v.Ask.Options, func(d chapters.Decision) bool { return d.Kind == chapters.PlayCard && d.Card == tricks.OneRing })
	}},
}

// newTip is what comes up for the first time with the decision that is due, and keeps that
// the person is told.
func (m *Model) newTip() tea.Cmd {
	t := m.opts.Tips
	if t == nil || m.game.Puzzle != nil || m.view.Ask == nil {
		return nil
	}
	for _, tip := range tips {
		if !slices.Contains(t.Had, tip.name) && tip.is(&m.view) {
			t.Had, m.tip = append(t.Had, tip.name), m.T(tip.text)
			return t.Told(tip.name)
		}
	}
	return nil
}

// On the first evening the person is asked to try something in the hand that is there.
const (
	tryRing   = "ring"
	tryFollow = "follow"
	tryGoals  = "goals"
	tryHint   = "hint"
)

// toTry is what the person is asked to try now, empty for nothing.
func (m *Model) toTry() string {
	v := &m.view
	if !m.opts.Lesson || !m.coach || v.Ask == nil || v.Ask.Kind != chapters.PlayCard {
		return ""
	}
	hand, leads := v.Seats[v.Ask.Seat].Hand, v.Led == tricks.NoSuit
	refused := slices.ContainsFunc(m.choice.Items, func(it board.Item) bool { return !it.Ok })
	for _, try := range []struct {
		name, text string
		now        bool
	}{
		{tryRing, "lesson.try.ring", refused && leads && hand.Of(tricks.Rings) != 0},
		{tryFollow, "lesson.try.follow", refused && !leads},
		{tryGoals, "lesson.try.goals", len(v.History) == 1},
		{tryHint, "lesson.try.hint", len(v.History) == 2},
	} {
		if try.now && !m.steps[try.name] {
			return m.T(try.text)
		}
	}
	return ""
}

// hasTried notes what the person has tried.
func (m *Model) hasTried(name string) {
	if m.steps == nil {
		m.steps = map[string]bool{}
	}
	m.steps[name] = true
}
