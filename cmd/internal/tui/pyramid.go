package tui

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/charmbracelet/x/ansi"
)

// pyramid draws the third hand of two players (S9): ## is a closed card, an
// empty place is empty, brackets mark what may be chosen.
func (t *board) pyramid(s tricks.Seat, w int) []string {
	at := &t.v.Seats[s]
	card := func(c tricks.Card) string {
		if c != tricks.NoCard && c != chapters.Closed && t.mark.Has(c) {
			return t.suited(c, "["+c.String()+"]")
		}
		return " " + t.card(c) + " "
	}
	wide := 0
	for _, row := range at.Rows {
		wide = max(wide, len(row))
	}
	var lines []string
	rows := at.Rows
	for len(rows) > 0 && !slices.ContainsFunc(rows[len(rows)-1], func(c tricks.Card) bool { return c != tricks.NoCard }) {
		rows = rows[:len(rows)-1] // played
	}
	for _, row := range rows {
		var b strings.Builder
		b.WriteString(strings.Repeat("  ", wide-len(row)))
		for _, c := range row {
			b.WriteString(card(c))
		}
		lines = append(lines, "  "+b.String())
	}
	if at.Extra != 0 {
		line := "  " + t.T("tui.beside")
		cards := at.Extra.Cards()
		if ansi.StringWidth(line)+4*len(cards) > w {
			lines, line = append(lines, line), "  "
		}
		for _, c := range cards {
			if ansi.StringWidth(line)+4 > w {
				lines, line = append(lines, line), "  "
			}
			line += card(c)
		}
		lines = append(lines, line)
	}
	for i := range lines {
		lines[i] = t.fit(lines[i], w)
	}
	return lines
}
