package felt

import (
	"strconv"
	"unicode/utf8"

	"fellowship/cmd/internal/cells"
)

// writer turns cells into text for a terminal with as few escape sequences as possible. A blank needs no tone
// of its text, and half a block is turned upside down if that saves a sequence.
type writer struct {
	*Grid
	b []byte
	// fg is the parameter of the current text colour, empty for the terminal's own.
	fg string
	// bg is the parameter of the current ground.
	bg string
	// bold reports whether text is bold now.
	bold bool
}

// cell writes the cell of a column.
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
		if cells.VariesInWidth(s) { // Move to the next cell, wherever the terminal's cursor is now.
			w.b = append(strconv.AppendInt(append(w.b, "\x1b["...), int64(x+1+cells.Width(s)), 10), 'G')
		}
	case r == 0:
	default:
		w.b = utf8.AppendRune(w.b, r)
	}
}

// change writes an escape sequence for the colours and boldness that differ from the current ones.
func (w *writer) change(fg, bg string, bold bool) {
	sep := byte('[')
	w.b = append(w.b, 0x1b)
	add := func(s string) {
		w.b = append(append(w.b, sep), s...)
		sep = ';'
	}
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

// end returns to the terminal's own colours.
func (w *writer) end() {
	if w.fg != "" || w.bg != "" || w.bold {
		w.b = append(w.b, "\x1b[m"...)
		w.fg = ""
		w.bg = ""
		w.bold = false
	}
}

// String returns the window for a terminal, line by line. Each line begins and ends in the terminal's own
// colours.
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

// rewriteGap is the number of unchanged cells that are cheaper to write again than to skip with a sequence.
const rewriteGap = 6

// Diff appends the text that changes a terminal from one window to the next: the changed cells with their
// positions. If last is nil or has another size or palette, it is the whole window.
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
			for x > 0 && row[x].r == 0 { // Begin at the first cell of a wide character.
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

// same reports whether two cells of two windows look the same. Of a blank only the ground counts.
func (g *Grid) same(last *Grid, a, b cell) bool {
	switch {
	case a.r == ' ' && b.r == ' ':
		return a.bg == b.bg
	case a.r < 0 && b.r < 0:
		return a.fg == b.fg && a.bg == b.bg && a.bold == b.bold && g.cellText(a.r) == last.cellText(b.r)
	}
	return a == b
}
