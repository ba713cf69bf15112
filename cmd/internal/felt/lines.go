package felt

import (
	"strings"
)

// Headline draws the first line of a screen: its title, and at the right end the first state that fits beside
// it. The last state is shown even beside a longer title if it takes at most half of the line. The title is
// then cut after a word.
func (g *Grid) Headline(x, w int, title string, states ...string) {
	g.Fill(0, 0, g.W, 1, Bar)
	room := w - 4
	for i, state := range states {
		if n := g.Width(state); state != "" && (n+2+g.Width(title) <= room || i == len(states)-1 && 2*n <= w) {
			g.Put(x+w-2-n, 0, state, Pen{Fg: Soft})
			room -= n + 2
			break
		}
	}
	for g.Width(title) > room {
		i := strings.LastIndexByte(title, ' ')
		if i < 1 {
			title = g.Cut(title, max(room, 0))
			break
		}
		title = strings.TrimRight(title[:i], " ,")
	}
	g.Put(x+2, 0, title, Pen{Fg: Ink, Bold: true})
}

// Rule draws a horizontal line: half a row in its tone, or a thin line on a terminal that lacks the tone.
func (g *Grid) Rule(x, y, w int, t Tone) {
	sign := "▀"
	p := Pen{Fg: t}
	switch {
	case g.palette.NoColor() && t == Gold:
		sign = "═"
		p = Pen{Fg: Ink, Bold: true}
	case g.palette.NoColor():
		sign = "─"
		p = Pen{Fg: Ink}
	case g.palette.Only16Colors() && t != Gold:
		sign = "─"
		p = Pen{Fg: Line}
	}
	g.Put(x, y, strings.Repeat(sign, max(w, 0)), p)
}

// LowRule draws a horizontal line like [Grid.Rule], but in the lower half of the row. The upper half is of the ground
// above.
func (g *Grid) LowRule(x, y, w int, t, above Tone) {
	if g.palette.NoColor() || g.palette.Only16Colors() {
		g.Rule(x, y, w, t)
		return
	}
	g.Put(x, y, strings.Repeat("▄", max(w, 0)), Pen{Fg: t, Bg: above})
}

// Key is a key for the line of keys.
type Key struct {
	// Name is the key as it is shown.
	Name string
	// Label says what the key does.
	Label string
}

// Keys draws a line of at most eight keys and leaves out the ones that do not fit. It returns the areas of the
// drawn keys, whose items are indices in keys.
func (g *Grid) Keys(x, y, w int, keys []Key) (spots []HitArea) {
	const most = 8
	total := 0
	fit := []int(nil)
	for i, k := range keys {
		if itemWidth := g.Width(k.Name) + 1 + g.Width(k.Label); total+itemWidth+2*len(fit) <= w-4 && len(fit) < most {
			total += itemWidth
			fit = append(fit, i)
		}
	}
	gap := 3
	if total+gap*(len(fit)-1) > w-4 {
		gap = 2
	}
	x += 2
	for _, i := range fit {
		start := x
		k := keys[i]
		x = g.Put(x, y, k.Name, Pen{Fg: GoldInk, Bold: true})
		x = g.Put(x+1, y, k.Label, Pen{Fg: Soft})
		spots = append(spots, HitArea{start, y, x - start, 1, i})
		x += gap
	}
	return spots
}

// Button draws a line to choose with its note at the right end. The chosen one is gold.
func (g *Grid) Button(x, y, w int, label, note string, chosen bool) {
	labelPen, notePen := Pen{Fg: Ink}, Pen{Fg: Soft}
	if chosen {
		label = "> " + label
		if !g.palette.NoColor() {
			label = label[2:]
			g.Fill(x, y, w, 1, Gold)
			labelPen = Chosen
			notePen = Pen{Dark, Gold, false}
		} else {
			labelPen.Bold = true
		}
	}
	room := w - 2
	if note != "" {
		room -= g.Width(note) + 1
		g.PutRight(x+w-1, y, note, notePen)
	}
	g.Put(x+1, y, g.Cut(label, room), labelPen)
}

// GoldenLine draws the line that Enter chooses, with its text in the middle.
func (g *Grid) GoldenLine(x, y, w int, text string) {
	if g.palette.NoColor() {
		g.Center(x, y, w, "> "+g.Cut(text, w-2), Strong)
		return
	}
	g.Fill(x, y, w, 1, Gold)
	g.Center(x, y, w, g.Cut(text, w), Chosen)
}

// Number draws a number with digits of 3x3 cells and returns the column after it.
func (g *Grid) Number(x, y int, n string, t Tone) int {
	if g.palette.NoColor() {
		return g.Put(x, y, n, Pen{Fg: Ink, Bold: true})
	}
	for _, r := range n {
		g.Bitmap(x, y, 3, art.signs[r], t, t)
		x += 4
	}
	return x - 1
}
