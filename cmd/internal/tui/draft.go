package tui

import (
	"fellowship/tricks"

	"github.com/charmbracelet/x/ansi"
)

// draft draws the characters to choose from (S4), who has taken whom, and the
// pyramid, if there is one.
func (m *Model) draft(w, h int) []string {
	t, v := m.theme, &m.view
	seats := m.draftSeats(w)
	wide := w
	var pyramid []string
	for s := range v.Seats {
		if v.Seats[s].Rows != nil {
			wide -= 26
			pyramid = m.draftPyramid(tricks.Seat(s), 26, h-len(seats))
		}
	}
	upper := h - len(seats)
	lines := []string{" " + t.title.Render(t.fold(m.T("tui.draft")))}
	if m.phase == choosing {
		lines = append(lines, m.choice.lines(t, m.T("tui.must"), wide, upper-2)...)
	} else {
		lines = append(lines, m.draftPool(wide, upper-2)...)
	}
	if why := t.wrap(m.draftWhy(), wide-2); len(lines)+1+len(why) < upper {
		lines = append(append(lines, ""), styled(t.faint, indent(why, " "))...)
	}
	block := t.fill(lines, wide, upper)
	if pyramid != nil {
		block = beside(block, pyramid)
	}
	return append(block, seats...)
}

// draftWhy says who takes a character when.
func (m *Model) draftWhy() string {
	for _, e := range m.view.Chapter.Roster {
		if e.Character.TakesR1 {
			return m.T("tui.draft.frodo", m.Name(e.Character))
		}
	}
	return m.T("tui.draft.first")
}

// draftPool lists who is left while somebody else chooses.
func (m *Model) draftPool(w, h int) []string {
	c := chooser{cursor: -1}
	taken := map[string]bool{}
	for _, s := range m.view.Seats {
		if s.Character != nil {
			taken[s.Character.ID] = true
		}
	}
	for _, e := range m.view.Chapter.Roster {
		if taken[e.Character.ID] {
			continue
		}
		c.items = append(c.items, item{
			label: m.ShortName(e.Character), card: tricks.NoCard, must: e.Starred,
			note: m.GoalAt(&m.view, e.Character, m.seat),
		})
	}
	return c.lines(m.theme, m.T("tui.must"), w, h)
}

// draftSeats says who has taken whom; in solo with the hands.
func (m *Model) draftSeats(w int) []string {
	t, v := m.theme, &m.view
	var names []string
	wide := 0
	for s := range v.Seats {
		at := &v.Seats[s]
		name := "  "
		if m.acting() == tricks.Seat(s) {
			name = "> "
		}
		name += tricks.Seat(s).String() + " "
		if at.Character != nil {
			name += m.ShortName(at.Character)
		} else {
			name += m.T("tui.noone")
		}
		switch person := m.person(tricks.Seat(s)); {
		case v.Players == 1:
		case at.By == m.eyes:
			name += " (" + m.T("tui.you") + ")"
		case person != "" && at.By == tricks.Seat(s):
			name += " (" + person + ")"
		}
		names = append(names, name)
		wide = max(wide, ansi.StringWidth(t.fold(name))+3)
	}
	if v.Players > 1 {
		lines := indent(t.words(names, w-2), " ")
		return t.fill(lines, w, len(lines))
	}
	for s := range names {
		names[s] = t.fit(t.fit(" "+names[s], max(wide, 24))+t.cards(v.Seats[s].Open), w)
	}
	return names
}

func (m *Model) draftPyramid(s tricks.Seat, w, h int) []string {
	t := &tableView{theme: m.theme, Texts: m.Texts, v: &m.view, bottom: m.seat, choosing: tricks.NoSeat}
	lines := append([]string{m.theme.title.Render(m.theme.fold(m.T("tui.draft.pyramid", s.String())))}, t.pyramid(s, w-2)...)
	return m.theme.fill(indent(lines, " "), w, h)
}
