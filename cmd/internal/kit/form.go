package kit

import (
	"slices"
	"strings"

	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/felt"
)

// FormButton is the line below the rows of a form that Enter chooses.
type FormButton struct {
	// Label says what the button does. A form without a label has no button.
	Label string
	// Missing says what is still missing before the button does something, empty for nothing.
	Missing string
}

// isForm reports whether the rows are lines to fill in, not things to choose from.
func (c *Content) isForm() bool {
	return c.Button.Label != "" || slices.ContainsFunc(c.Rows, func(r Row) bool { return r.isChoice() })
}

// marksAlone reports whether chosen things need signs, since the terminal lacks the ground that they lie on.
func (t *Theme) marksAlone() bool { return t.Look.NoColor() || t.Look.Only16Colors() }

// optionCell returns an option as it is shown. The chosen one lies on a ground of its own, or stands in brackets.
func (t *Theme) optionCell(o Option, working bool) string {
	label := t.Fold(o.Label)
	switch {
	case !o.Chosen:
		return felt.Faint.Paint(" " + label + " ")
	case t.marksAlone():
		return felt.Strong.Paint("[" + label + "]")
	case working:
		return felt.Pen{Fg: felt.GoldInk, Bg: felt.Bar, Bold: true}.Paint(" " + label + " ")
	}
	return felt.Pen{Fg: felt.Ink, Bg: felt.Bar, Bold: true}.Paint(" " + label + " ")
}

// optionGap is how many columns stand between two options.
const optionGap = " "

// optionsLine returns the options of a row side by side, or "" if the row has none or they do not fit.
func (t *Theme) optionsLine(r *Row, working bool, room int) string {
	var all []string
	for _, o := range r.control().options() {
		all = append(all, t.optionCell(o, working))
	}
	line := strings.Join(all, optionGap)
	if cells.Width(line) > room {
		return ""
	}
	return line
}

// optionAreas returns the places of the options of a row whose line begins at a place.
func (t *Theme) optionAreas(r *Row, x, y int) (areas []felt.HitArea) {
	for i, o := range r.control().options() {
		w := cells.Width(t.optionCell(o, false))
		areas = append(areas, felt.HitArea{X: x, Y: y, W: w, H: 1, Item: i})
		x += w + len(optionGap)
	}
	return areas
}

// chosenIndex returns the index of the chosen option, 0 for none.
func chosenIndex(options []Option) int {
	return max(slices.IndexFunc(options, func(o Option) bool { return o.Chosen }), 0)
}

// buttonRows is how many lines a form's button takes, with a free line above it and what is missing below.
func (c *Content) buttonRows() int {
	switch {
	case c.Button.Label == "":
		return 0
	case c.Button.Missing == "":
		return 2
	}
	return 3
}

// drawButton draws the form's button in the middle of a line. It is golden only while Enter means it, and says below
// what is missing.
func (sh *Sheet) drawButton(g *felt.Grid, y int) {
	const side, widest = 4, 46
	c := &sh.content
	label := c.Button.Label
	w := min(max(g.Width(label)+2*side, widest), g.W-2*side)
	x := (g.W - w) / 2
	sh.buttonArea = felt.HitArea{X: x, Y: y, W: w, H: 1}
	selected := sh.Selected()
	switch {
	case c.Button.Missing != "":
		g.Fill(x, y, w, 1, felt.Bar)
		g.Center(x, y, w, g.Cut(label, w), felt.Faint)
		g.Center(0, y+1, g.W, g.Cut(c.Button.Missing, g.W), felt.Faint)
	case selected.control().onEnter() != nil:
		g.Fill(x, y, w, 1, felt.Bar)
		g.Center(x, y, w, g.Cut(label, w), felt.Strong)
	default:
		g.GoldenLine(x, y, w, label)
	}
}
