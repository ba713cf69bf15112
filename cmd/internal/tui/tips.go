package tui

import (
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/deals/lesson"
	"fellowship/cmd/internal/scene"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// Tips keeps which tips a person has seen: each explains a thing on its first meeting.
type Tips struct {
	// Had has the names of the tips seen before, and Told keeps that of one seen now.
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

// newTip picks the tip for the decision that is due, if it is the person's first of its kind, and
// keeps that the person has seen it.
func (m *Model) newTip() tea.Cmd {
	t := m.opts.Tips
	if t == nil || m.chair.Puzzle != nil || m.view.Ask == nil {
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

func (m *Model) toTry() string {
	if !m.opts.Lesson || !m.coach {
		return ""
	}
	refused := slices.ContainsFunc(m.choice.Items, func(it scene.Item) bool { return !it.Ok })
	if try := lesson.Try(&m.view, refused, m.steps); try != "" {
		return m.T("lesson.try." + try)
	}
	return ""
}

func (m *Model) hasTried(name string) {
	if m.steps == nil {
		m.steps = map[string]bool{}
	}
	m.steps[name] = true
}
