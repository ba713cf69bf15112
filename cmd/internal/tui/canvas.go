package tui

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/texts"

	"github.com/charmbracelet/x/ansi"
)

// rect is a part of the window, in cells.
type rect struct{ x, y, w, h int }

// has reports whether a cell lies in it.
func (r rect) has(x, y int) bool { return x >= r.x && x < r.x+r.w && y >= r.y && y < r.y+r.h }

// row is one line of it.
func (r rect) row(n int) rect { return rect{r.x, r.y + n, r.w, min(1, max(r.h-n, 0))} }

// within returns what of a rectangle lies in another one.
func (r rect) within(o rect) rect {
	x, y := max(r.x, o.x), max(r.y, o.y)
	return rect{x, y, max(min(r.x+r.w, o.x+o.w)-x, 0), max(min(r.y+r.h, o.y+o.h)-y, 0)}
}

// cell is one cell of a window: what stands in it, and how it looks. The second cell
// of a wide character is empty.
type cell struct {
	text string
	look ink
}

// canvas is a window that panels are drawn on. Nothing that is drawn in a rectangle
// gets out of it.
type canvas struct {
	w, h  int
	cells []cell
}

// canvases are those that nobody draws on: the cells of one are more than a visitor of a
// server keeps.
var canvases = sync.Pool{New: func() any { return new(canvas) }}

// newCanvas returns an empty window. Its last use is [canvas.String].
func newCanvas(w, h int) *canvas {
	c, _ := canvases.Get().(*canvas)
	c.w, c.h, c.cells = w, h, slices.Grow(c.cells[:0], w*h)[:w*h]
	for i := range c.cells {
		c.cells[i] = cell{text: " "}
	}
	return c
}

// put draws a text at the beginning of a line of a rectangle. The text may have been
// painted; what else a terminal would obey is no look, and is shown as what it is.
func (c *canvas) put(r rect, s string, look ink) {
	r = r.within(rect{0, 0, c.w, c.h})
	if r.h < 1 {
		return
	}
	at, end, own := r.x, r.x+r.w, look
	line := c.cells[r.y*c.w : (r.y+1)*c.w]
	for s != "" && at < end {
		if s[0] >= ' ' && s[0] < 0x7f {
			c.split(line, at)
			line[at] = cell{s[:1], look}
			at, s = at+1, s[1:]
			continue
		}
		if code, rest, ok := texts.Painted(s); ok {
			if look = ink(code); code == "0" {
				look = own
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
		if at+wide > end { // half of it would get out
			line[at] = cell{" ", look}
			return
		}
		line[at] = cell{piece, look}
		for i := 1; i < wide; i++ {
			c.split(line, at+i)
			line[at+i] = cell{"", look}
		}
		at += wide
	}
}

// split sees to it that no half of a wide character is left when a cell is drawn on.
func (c *canvas) split(line []cell, at int) {
	if at > 0 && line[at].text == "" {
		line[at-1].text = " "
	}
	if at+1 < len(line) && line[at+1].text == "" {
		line[at+1].text = " "
	}
}

// cluster returns what stands in one cell, or in two, at the front of a text.
func cluster(s string) (piece string, wide int) {
	piece, wide, _, _ = ansi.DecodeSequence(s, ansi.NormalState, nil)
	if piece == "" || piece[0] == 0x1b || piece[0] < ' ' {
		_, n := utf8.DecodeRuneInString(s)
		return s[:n], 0
	}
	return piece, wide
}

// lines draws lines one below the other.
func (c *canvas) lines(r rect, lines []string) {
	for i := range min(len(lines), r.h) {
		c.put(r.row(i), lines[i], "")
	}
}

// String is the window, line by line. The canvas is another one's from then on.
func (c *canvas) String() string {
	defer canvases.Put(c)
	var b, run strings.Builder
	b.Grow(len(c.cells) * 2)
	for y := range c.h {
		if y > 0 {
			b.WriteByte('\n')
		}
		look := ink("")
		flush := func() {
			b.WriteString(look.on(run.String()))
			run.Reset()
		}
		for _, cell := range c.cells[y*c.w : (y+1)*c.w] {
			if cell.look != look {
				flush()
				look = cell.look
			}
			run.WriteString(cell.text)
		}
		flush()
	}
	return b.String()
}
