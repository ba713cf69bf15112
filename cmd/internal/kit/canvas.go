package kit

import "fellowship/cmd/internal/felt"

// Rect is a part of the window, in cells.
type Rect struct{ X, Y, W, H int }

// Has reports whether a cell lies in it.
func (r Rect) Has(x, y int) bool { return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H }

// Row is one line of it.
func (r Rect) Row(n int) Rect { return Rect{r.X, r.Y + n, r.W, min(1, max(r.H-n, 0))} }

// Within returns the part of a rectangle that lies in another one.
func (r Rect) Within(o Rect) Rect {
	x, y := max(r.X, o.X), max(r.Y, o.Y)
	return Rect{x, y, max(min(r.X+r.W, o.X+o.W)-x, 0), max(min(r.Y+r.H, o.Y+o.H)-y, 0)}
}

// Canvas is a window that panels are drawn on. Nothing that is drawn in a rectangle
// gets out of it.
type Canvas struct{ *felt.Grid }

// NewCanvas returns an empty window.
func NewCanvas(look *felt.Look, w, h int) *Canvas { return &Canvas{felt.New(look, w, h, felt.Wood)} }

// Put draws a text at the beginning of a line of a rectangle.
func (c *Canvas) Put(r Rect, s string, ink Ink) {
	if r = r.Within(Rect{0, 0, c.W, c.H}); r.H > 0 {
		if ink == (Ink{}) {
			ink.Fg = felt.Ink
		}
		c.Text(r.X, r.Y, r.W, s, ink)
	}
}

// Lines draws lines one below the other.
func (c *Canvas) Lines(r Rect, lines []string) {
	for i := range min(len(lines), r.H) {
		c.Put(r.Row(i), lines[i], Ink{})
	}
}
