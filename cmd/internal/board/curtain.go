package board

import (
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
)

// Curtain is the page between two people at one screen. It says whose screen it is now, large enough to be read from
// some steps away, and what everybody may know.
type Curtain struct {
	// Title is the title of the chapter.
	Title string
	// States are texts for the end of the headline, the longest first.
	States []string
	// ID is the id of the next person's character, empty before it is chosen.
	ID string
	// Letters are the letters of the character.
	Letters string
	// Name is the name of the next person.
	Name string
	// Lines say what the person plays, and who may look.
	Lines []string
	// Button says what Enter does, empty while it does something else.
	Button string
	// News are what the person has not seen yet.
	News []string
	// Note is a message or a question, empty for none.
	Note string
}

// curtains draws a curtain.
type curtains struct {
	curtain *Curtain
	grid    *felt.Grid
}

const (
	// curtainText is the width of the texts beside the shield.
	curtainText = 38
	// curtainGap is how many columns are free between the shield and the texts.
	curtainGap = 5
	// curtainMargin is how many columns are free left of the shield in the smallest window that has it beside the texts.
	curtainMargin = 7
)

// DrawCurtain draws a curtain with its keys in a window.
func DrawCurtain(t *kit.Theme, c *Curtain, keys []felt.Key, w, h int) *felt.Grid {
	g := felt.New(t.Look, w, h)
	g.Headline(0, w, c.Title, c.States...)
	g.Fill(0, 1, w, h-3, felt.Felt)
	g.Rule(0, h-2, w, felt.Rail)
	g.Keys(0, h-1, w, keys)
	d := curtains{c, g}
	rows := h - 3
	switch {
	case w >= kit.MinWidth && rows >= felt.ShieldSize.H:
		d.drawBeside(rows)
	case w >= felt.ShieldSize.W && rows >= felt.ShieldSize.H+d.textRows(w-2):
		d.drawBelow(rows)
	default:
		d.drawTexts(1, 1+max(rows-d.textRows(w-2), 0)/2, w-2, min(max(rows-d.textRows(w-2), 0), 3))
	}
	return g
}

// drawBeside draws the shield with the texts beside it.
func (d curtains) drawBeside(rows int) {
	left := (d.grid.W-kit.MinWidth)/2 + curtainMargin
	d.grid.Shield(left, 1+(rows-felt.ShieldSize.H)/2, d.curtain.ID, d.curtain.Letters)
	x := left + felt.ShieldSize.W + curtainGap
	spare := max(rows-d.textRows(curtainText), 0)
	gaps := min(spare, 4)
	y := 1 + (rows-felt.ShieldSize.H)/2 + 2
	if most := 1 + rows - d.textRows(curtainText) - gaps; y > most {
		y = max(most, 1)
	}
	d.drawTexts(x, y, curtainText, gaps)
}

// drawBelow draws the shield with the texts below it.
func (d curtains) drawBelow(rows int) {
	spare := rows - felt.ShieldSize.H - d.textRows(d.grid.W-2)
	gaps := min(spare, 4)
	y := 1 + (spare-gaps+1)/2
	d.grid.Shield((d.grid.W-felt.ShieldSize.W)/2, y, d.curtain.ID, d.curtain.Letters)
	y += felt.ShieldSize.H
	if gaps > 0 { // A row is free below the shield.
		y++
		gaps--
	}
	d.drawTexts(1, y, d.grid.W-2, gaps)
}

// textRows returns how many rows the texts take in w columns without free rows between them.
func (d curtains) textRows(w int) int {
	n := felt.WordRows + 1
	for _, line := range d.curtain.Lines {
		n += len(d.grid.Wrap(line, w, 3))
	}
	for _, line := range d.curtain.News {
		n += len(d.grid.Wrap(line, w, 3))
	}
	if d.curtain.Button == "" {
		n--
	}
	return n + len(d.grid.Wrap(d.curtain.Note, w, 4))
}

// drawTexts draws the texts, with gaps free rows between them.
func (d curtains) drawTexts(x, y, w, gaps int) {
	c := d.curtain
	gap := func(want int) {
		n := min(gaps, want)
		gaps -= n
		y += n
	}
	d.grid.Word(x, y, w, c.Name)
	y += felt.WordRows
	for i, line := range c.Lines {
		if i == len(c.Lines)-1 { // Who may look stands apart.
			gap(1)
		}
		y += d.grid.CenterLines(x, y, w, d.grid.Wrap(line, w, 3), felt.Text)
	}
	gap(2)
	if c.Button != "" {
		width := min(max(d.grid.Width(c.Button)+8, 30), w)
		d.grid.GoldenLine(x+(w-width)/2, y, width, c.Button)
		y++
		gap(1)
	}
	y += d.grid.CenterLines(x, y, w, d.grid.Wrap(c.Note, w, 4), felt.Strong)
	for _, line := range c.News {
		y += d.grid.CenterLines(x, y, w, d.grid.Wrap(line, w, 3), felt.Text)
	}
}
