package board

import (
	"strings"

	"fellowship/tricks"
)

// pyramid draws the third hand of two players (S9): ## is a closed card, an
// empty place is empty, brackets mark what may be chosen. Every card stays where it
// was laid.
func (t *Board) pyramid(s tricks.Seat) []string {
	at := &t.V.Seats[s]
	card := func(c tricks.Card) string {
		if c != tricks.NoCard && c != tricks.Closed && t.Mark.Has(c) {
			return t.Suited(c, "["+t.Code(c)+"]")
		}
		if c == tricks.Closed {
			return " " + t.Faint.On("##") + " "
		}
		return " " + t.DrawCard(c) + " "
	}
	wide := 0
	for _, row := range at.Rows {
		wide = max(wide, len(row))
	}
	var lines []string
	for _, row := range at.Rows {
		var b strings.Builder
		b.WriteString(strings.Repeat("  ", wide-len(row)))
		for _, c := range row {
			b.WriteString(card(c))
		}
		lines = append(lines, t.Fit(b.String(), 4*wide))
	}
	line := "+"
	for i, c := range at.Extra.Cards() {
		if i > 0 && i%wide == 0 {
			lines, line = append(lines, line), " "
		}
		line += card(c)
	}
	if at.Extra != 0 {
		lines = append(lines, line)
	}
	return lines
}
