package tui

import (
	"fellowship/tricks"

	"github.com/charmbracelet/x/ansi"
)

// draft draws the characters to choose from (S4), who has taken whom, and the
// pyramid, if there is one.
func (t *board) draft(w, h int, pool func(w, h int) []string) []string {
	seats := t.draftSeats(w)
	wide := w
	var pyramid []string
	for s := range t.v.Seats {
		if t.v.Seats[s].Rows != nil {
			wide -= 26
			pyramid = t.draftPyramid(tricks.Seat(s), 26, h-len(seats))
		}
	}
	upper := h - len(seats)
	lines := append([]string{" " + t.strong(t.T("tui.draft"))}, pool(wide, upper-2)...)
	if why := t.wrap(t.draftWhy(), wide-2); len(lines)+1+len(why) < upper {
		lines = append(append(lines, ""), t.faint.lines(indent(why, " "))...)
	}
	block := t.fill(lines, wide, upper)
	if pyramid != nil {
		block = beside(block, pyramid)
	}
	return append(block, seats...)
}

// draftWhy says who takes a character when.
func (t *board) draftWhy() string {
	for _, e := range t.v.Chapter.Roster {
		if e.Character.TakesR1 {
			return t.T("tui.draft.frodo", t.Name(e.Character))
		}
	}
	return t.T("tui.draft.first")
}

// draftPool lists who is left while somebody else chooses.
func (t *board) draftPool(w, h int) []string {
	c := chooser{cursor: -1}
	taken := map[string]bool{}
	for _, s := range t.v.Seats {
		if s.Character != nil {
			taken[s.Character.ID] = true
		}
	}
	for _, e := range t.v.Chapter.Roster {
		if taken[e.Character.ID] {
			continue
		}
		c.items = append(c.items, item{
			label: t.ShortName(e.Character), card: tricks.NoCard, must: e.Starred,
			note: t.GoalAt(t.v, e.Character, t.bottom),
		})
	}
	return c.lines(t.theme, t.T("tui.must"), w, h)
}

// draftSeats says who has taken whom; in solo with the hands.
func (t *board) draftSeats(w int) []string {
	v := t.v
	var names []string
	wide := 0
	for s := range v.Seats {
		at := &v.Seats[s]
		name := "  "
		if t.choosing == tricks.Seat(s) {
			name = "> "
		}
		name += t.Number(tricks.Seat(s)) + " "
		if at.Character != nil {
			name += t.ShortName(at.Character)
		} else {
			name += t.T("tui.noone")
		}
		switch person := t.personAt(tricks.Seat(s)); {
		case v.Players == 1:
		case at.By == v.Player:
			name += " (" + t.T("tui.you") + ")"
		case person != "" && at.By == tricks.Seat(s):
			name += " (" + person + ")"
		}
		names = append(names, name)
		wide = max(wide, ansi.StringWidth(t.fold(name))+3)
	}
	if v.Players > 1 {
		return t.margin(t.flow(names, "  ", w-2), w)
	}
	for s := range names {
		names[s] = t.fit(t.fit(" "+names[s], max(wide, 24))+t.cards(v.Seats[s].Open), w)
	}
	return names
}

func (t *board) draftPyramid(s tricks.Seat, w, h int) []string {
	lines := append([]string{t.strong(t.T("tui.draft.pyramid", t.Number(s)))}, t.pyramid(s)...)
	return t.fill(indent(lines, " "), w, h)
}
