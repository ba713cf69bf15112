package board

import (
	"slices"

	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/kit"
	"fellowship/tricks"
)

// Draft draws the characters to choose from (S4), who has taken whom, and the
// pyramid, if there is one.
func (t *Board) Draft(w, h int, pool func(w, h int) []string) []string {
	seats := t.draftSeats(w)
	upper, wide := h-len(seats), w
	var pyramid []string
	for s := range t.V.Seats {
		if t.V.Seats[s].Rows != nil {
			wide -= pyramidWidth
			pyramid = t.draftPyramid(tricks.Seat(s), pyramidWidth, upper)
		}
	}
	below := wide < w/2 // it stands below the characters in a narrow window
	list := upper
	if below {
		wide, list = w, upper-pyramidHeight
	}
	lines := append([]string{" " + t.Strong(t.T("tui.draft"))}, pool(wide, list-2)...)
	if why := t.Wrap(t.draftWhy(), wide-2); len(lines)+1+len(why) < list {
		lines = append(append(lines, ""), t.Faint.Lines(kit.Indent(why, " "))...)
	}
	if below {
		return slices.Concat(t.Fill(lines, w, list), t.Fill(pyramid, w, pyramidHeight), seats)
	}
	return append(t.Beside(t.Fill(lines, wide, upper), wide, pyramid), seats...)
}

// pyramidWidth and pyramidHeight are the cells that the pyramid takes in the draft.
const pyramidWidth, pyramidHeight = 26, 5

func (t *Board) draftWhy() string {
	for _, e := range t.V.Chapter.Roster {
		if e.Character.TakesR1 {
			return t.T("tui.draft.frodo", t.Name(e.Character))
		}
	}
	return t.T("tui.draft.first")
}

// DraftPool lists who is left while somebody else chooses.
func (t *Board) DraftPool(w, h int) []string {
	c := Chooser{Cursor: -1}
	taken := map[string]bool{}
	for _, s := range t.V.Seats {
		if s.Character != nil {
			taken[s.Character.ID] = true
		}
	}
	for _, e := range t.V.Chapter.Roster {
		if taken[e.Character.ID] {
			continue
		}
		c.Items = append(c.Items, Item{
			Label: t.ShortName(e.Character), Card: tricks.NoCard, Must: e.Starred,
			Note: t.GoalAt(t.V, e.Character, t.Bottom),
		})
	}
	return c.Lines(t.Theme, t.T("tui.must"), w, h)
}

// draftSeats lists the seats with the characters that they have taken; in solo with the hands.
func (t *Board) draftSeats(w int) []string {
	v := t.V
	var names []string
	wide := 0
	for s := range v.Seats {
		at := &v.Seats[s]
		name := "  "
		if t.Choosing == tricks.Seat(s) {
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
		wide = max(wide, cells.Width(t.Fold(name))+3)
	}
	if v.Players > 1 {
		return t.Margin(t.Flow(names, "  ", w-2), w)
	}
	for s := range names {
		names[s] = t.Fit(t.Fit(" "+names[s], max(wide, 24))+t.DrawCards(v.Seats[s].Open), w)
	}
	return names
}

func (t *Board) draftPyramid(s tricks.Seat, w, h int) []string {
	lines := append([]string{t.Strong(t.T("tui.draft.pyramid", t.Number(s)))}, t.pyramid(s)...)
	return t.Fill(kit.Indent(lines, " "), w, h)
}
