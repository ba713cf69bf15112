package board

import (
	"strings"

	"fellowship/cmd/internal/felt"
)

// lossRows returns how many rows are kept for the text that says where a round was lost. They stay the same while it is
// searched for, so that nothing below them moves.
func (d *ending) lossRows() int {
	switch {
	case len(d.end.Loss) == 0:
		return 0
	case d.table.w >= 76:
		return 1
	}
	return 2
}

// drawLoss says where the round was lost, or how far the search for that is.
func (d *ending) drawLoss(y int) {
	g := d.table.grid
	rows := d.lossRows()
	if rows == 0 {
		return
	}
	width := d.table.w - 2
	pen := felt.Faint
	if len(d.end.LossCards) > 0 {
		pen = felt.Strong
	}
	lines := g.Wrap(d.end.Loss[len(d.end.Loss)-1], width, rows)
	for _, text := range d.end.Loss {
		if all := g.Wrap(text, width, rows+1); len(all) <= rows {
			lines = all
			break
		}
	}
	for i := range lines {
		lines[i] = d.withChips(lines[i])
	}
	g.CenterLines(d.table.x, y, d.table.w, lines, pen)
}

// withChips shows the codes of the cards that the text about the loss names as chips.
func (d *ending) withChips(text string) string {
	words := strings.Split(text, " ")
	for i, word := range words {
		bare := strings.TrimRight(word, ".,:;")
		for _, c := range d.end.LossCards {
			if bare == d.table.texts.Code(c) {
				words[i] = d.table.grid.Coded(c, "") + strings.TrimPrefix(word, bare)
			}
		}
	}
	return strings.Join(words, " ")
}

// drawStep draws a step that can follow the round. The golden one is the likeliest.
func (d *ending) drawStep(y int, label string, golden bool) {
	g := d.table.grid
	width := min(max(g.Width(d.end.Next)+8, g.Width(d.end.PlayOn)+8, 46), d.table.w-4)
	x := d.table.x + (d.table.w-width)/2
	switch {
	case label == "":
	case g.Palette().NoColor() && golden:
		g.Center(x, y, width, "> "+label, felt.Strong)
	case g.Palette().NoColor():
		g.Center(x, y, width, label, felt.Text)
	case golden:
		g.Fill(x, y, width, 1, felt.Gold)
		g.Center(x, y, width, label, felt.Chosen)
	default:
		g.Fill(x, y, width, 1, felt.Bar)
		g.Center(x, y, width, label, felt.Text)
	}
}
