package felt

import (
	"strconv"
	"unicode/utf8"

	"fellowship/cmd/internal/cells"
)

// writer writes cells down for a terminal, with no more sequences than are needed: a blank asks for
// no tone of its text, and half a block is turned round where that saves one.
type writer struct {
	*Grid
	b      []byte
	fg, bg string
	bold   bool
}

func (w *writer) cell(c cell, x int) {
	r := c.r
	var fg, bg string
	if !w.palette.NoColor() {
		fg, bg = w.palette.fg[c.fg], w.palette.bg[c.bg]
	}
	bold := c.bold && (w.palette.Marks || !w.palette.NoColor())
	switch {
	case r == '▀' && fg != "" && fg == w.bg && fg != w.fg && !w.palette.Only16Colors():
		r, fg, bg = '▄', bg, fg
	case r == ' ':
		fg, bold = w.fg, w.bold
	}
	if fg != w.fg || bg != w.bg || bold != w.bold {
		w.change(fg, bg, bold)
	}
	switch {
	case r < 0:
		s := w.cellText(r)
		w.b = append(w.b, s...)
		if cells.VariesInWidth(s) { // the next cell begins where it should
			w.b = append(strconv.AppendInt(append(w.b, "\x1b["...), int64(x+1+cells.Width(s)), 10), 'G')
		}
	case r == 0:
	default:
		w.b = utf8.AppendRune(w.b, r)
	}
}

// change changes what has to be changed.
func (w *writer) change(fg, bg string, bold bool) {
	sep := byte('[')
	w.b = append(w.b, 0x1b)
	add := func(s string) { w.b, sep = append(append(w.b, sep), s...), ';' }
	if bold != w.bold {
		if bold {
			add("1")
		} else {
			add("22")
		}
	}
	if fg != w.fg {
		add(fg)
	}
	if bg != w.bg {
		add(bg)
	}
	w.b = append(w.b, 'm')
	w.fg = fg
	w.bg = bg
	w.bold = bold
}

// end goes back to the terminal's own look.
func (w *writer) end() {
	if w.fg != "" || w.bg != "" || w.bold {
		w.b = append(w.b, "\x1b[m"...)
		w.fg = ""
		w.bg = ""
		w.bold = false
	}
}

// String is the window for a terminal, line by line: each begins and ends in the terminal's own
// look.
func (g *Grid) String() string {
	w := writer{Grid: g, b: make([]byte, 0, len(g.cells)*4)}
	for y := range g.H {
		if y > 0 {
			w.b = append(w.b, '\n')
		}
		for x, c := range g.cells[y*g.W : (y+1)*g.W] {
			w.cell(c, x)
		}
		w.end()
	}
	return string(w.b)
}

// rewriteGap is over how many cells that stay it is cheaper to write than to go.
const rewriteGap = 6

// Diff appends what brings a terminal from one window to the next: the cells that change, with their
// places. All of the next window is written where the last one is nil or of another size.
func Diff(b []byte, last, next *Grid) []byte {
	whole := last == nil || last.W != next.W || last.H != next.H ||
		last.palette.sequences != next.palette.sequences || last.palette.ASCII != next.palette.ASCII
	w := writer{Grid: next, b: b}
	for y := range next.H {
		row := next.cells[y*next.W : (y+1)*next.W]
		unchanged := func(x int) bool { return !whole && next.same(last, row[x], last.cells[y*next.W+x]) }
		for x := 0; x < len(row); x++ {
			if unchanged(x) {
				continue
			}
			for x > 0 && row[x].r == 0 { // from the beginning of a wide sign
				x--
			}
			end := x + 1
			for i := end; i < len(row) && i-end <= rewriteGap; i++ {
				if !unchanged(i) || row[i].r == 0 {
					end = i + 1
				}
			}
			w.b = strconv.AppendInt(append(w.b, "\x1b["...), int64(y+1), 10)
			w.b = append(strconv.AppendInt(append(w.b, ';'), int64(x+1), 10), 'H')
			for i, c := range row[x:end] {
				w.cell(c, x+i)
			}
			x = end
		}
	}
	w.end()
	return w.b
}

// same reports whether two cells of two windows look the same: a blank has no ink.
func (g *Grid) same(last *Grid, a, b cell) bool {
	switch {
	case a.r == ' ' && b.r == ' ':
		return a.bg == b.bg
	case a.r < 0 && b.r < 0:
		return a.fg == b.fg && a.bg == b.bg && a.bold == b.bold && g.cellText(a.r) == last.cellText(b.r)
	}
	return a == b
}
