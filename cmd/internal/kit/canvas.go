package kit

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/texts"
)

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

// cell is one cell of a window: its text, and how it looks. The other cells of a wide character are
// empty.
type cell struct {
	Text string
	ink  Ink
}

// Canvas is a window that panels are drawn on. Nothing that is drawn in a rectangle
// gets out of it.
type Canvas struct {
	W, H  int
	Cells []cell
}

// canvases are those that nobody draws on: the cells of one are more than a visitor of a
// server keeps.
var canvases = sync.Pool{New: func() any { return new(Canvas) }}

// NewCanvas returns an empty window. Its last use is [canvas.String].
func NewCanvas(w, h int) *Canvas {
	c, _ := canvases.Get().(*Canvas)
	c.W, c.H, c.Cells = w, h, slices.Grow(c.Cells[:0], w*h)[:w*h]
	for i := range c.Cells {
		c.Cells[i] = cell{Text: " "}
	}
	return c
}

// Put draws a text at the beginning of a line of a rectangle. The text may have been
// painted; what else a terminal would obey is no ink, and is shown as what it is.
func (c *Canvas) Put(r Rect, s string, ink Ink) {
	r = r.Within(Rect{0, 0, c.W, c.H})
	if r.H < 1 {
		return
	}
	at, end, own := r.X, r.X+r.W, ink
	line := c.Cells[r.Y*c.W : (r.Y+1)*c.W]
	for s != "" && at < end {
		if s[0] >= ' ' && s[0] < 0x7f {
			c.split(line, at)
			line[at] = cell{s[:1], ink}
			at, s = at+1, s[1:]
			continue
		}
		if code, rest, ok := texts.Painted(s); ok {
			if ink = Ink(code); code == "0" {
				ink = own
			}
			s = rest
			continue
		}
		piece, wide := cluster(s)
		s = s[len(piece):]
		if wide == 0 || strings.ContainsFunc(piece, strictyaml.Hidden) {
			piece, wide = string(utf8.RuneError), 1
		}
		c.split(line, at)
		if at+wide > end { // a part of it would get out
			line[at] = cell{" ", ink}
			return
		}
		line[at] = cell{piece, ink}
		for i := 1; i < wide; i++ {
			c.split(line, at+i)
			line[at+i] = cell{"", ink}
		}
		at += wide
	}
}

// split sees to it that no part of a wide character is left when a cell is drawn on.
func (c *Canvas) split(line []cell, at int) {
	for i := at + 1; i < len(line) && line[i].Text == ""; i++ {
		line[i].Text = " "
	}
	for i := at; i > 0 && line[i].Text == ""; i-- {
		line[i].Text = " "
		if line[i-1].Text != "" {
			line[i-1].Text = " "
		}
	}
}

// cluster returns the piece at the front of a text that fills one cell, or several.
func cluster(s string) (piece string, wide int) {
	piece, wide = cells.First(s)
	if piece == "" || piece[0] == 0x1b || piece[0] < ' ' {
		_, n := utf8.DecodeRuneInString(s)
		return s[:n], 0
	}
	return piece, wide
}

// Lines draws lines one below the other.
func (c *Canvas) Lines(r Rect, lines []string) {
	for i := range min(len(lines), r.H) {
		c.Put(r.Row(i), lines[i], "")
	}
}

// String is the window, line by line. The canvas is another one's from then on.
func (c *Canvas) String() string {
	defer canvases.Put(c)
	var b, run strings.Builder
	b.Grow(len(c.Cells) * 2)
	for y := range c.H {
		if y > 0 {
			b.WriteByte('\n')
		}
		ink := Ink("")
		flush := func() {
			b.WriteString(ink.On(run.String()))
			run.Reset()
		}
		for _, cell := range c.Cells[y*c.W : (y+1)*c.W] {
			if cell.ink != ink {
				flush()
				ink = cell.ink
			}
			run.WriteString(cell.Text)
		}
		flush()
	}
	return b.String()
}
