package felt

import (
	"slices"
	"strings"
	"unicode/utf8"

	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/texts"
)

// cell is one cell of a window.
type cell struct {
	// r is the character. It is 0 in the second and further cells of a wide character, and -1-i for
	// a character of several runes, which is the grid's signs[i].
	r rune
	// fg is the tone of the text.
	fg Tone
	// bg is the tone of the ground.
	bg   Tone
	bold bool
}

// Grid is a window of painted cells. Anything drawn beyond its edges is cut off. Control characters in
// texts are replaced, so a terminal never obeys them.
type Grid struct {
	// W and H are the size in cells.
	W, H int

	palette *Palette
	// cells has the cells row by row.
	cells []cell
	// signs has the characters that consist of several runes.
	signs []string
}

// New returns an empty window.
func New(look *Palette, w, h int) *Grid {
	g := &Grid{W: max(w, 0), H: max(h, 0), palette: look}
	g.cells = slices.Repeat([]cell{{' ', Ink, Wood, false}}, g.W*g.H)
	return g
}

// Palette returns the palette of the terminal.
func (g *Grid) Palette() *Palette { return g.palette }

// Fill fills a part of the window with a ground.
func (g *Grid) Fill(x, y, w, h int, ground Tone) {
	for j := max(y, 0); j < min(y+h, g.H); j++ {
		for i := max(x, 0); i < min(x+w, g.W); i++ {
			g.set(i, j, cell{' ', Ink, ground, false})
		}
	}
}

// set draws a cell. If it overwrites a part of a wide character, the rest of that becomes blank.
func (g *Grid) set(x, y int, c cell) {
	row := g.cells[y*g.W : (y+1)*g.W]
	if c.r != 0 {
		for i := x; i > 0 && row[i].r == 0; i-- {
			row[i].r = ' '
			if row[i-1].r != 0 {
				row[i-1].r = ' '
			}
		}
	}
	for i := x + 1; i < len(row) && row[i].r == 0; i++ {
		row[i].r = ' '
	}
	row[x] = c
}

// inside reports whether a cell is in the window.
func (g *Grid) inside(x, y int) bool { return x >= 0 && y >= 0 && x < g.W && y < g.H }

// ground returns the tone of a cell's ground.
func (g *Grid) ground(x, y int) Tone {
	if !g.inside(x, y) {
		return Transparent
	}
	return g.cells[y*g.W+x].bg
}

// Put writes a line of text and returns the column after it.
func (g *Grid) Put(x, y int, s string, p Pen) int { return g.write(x, y, g.W, s, p) }

// Text writes a line of text in at most w columns and returns the column after it.
func (g *Grid) Text(x, y, w int, s string, p Pen) int { return g.write(x, y, x+w, s, p) }

// write writes a line of text that ends before the column end, and returns the column after it. Parts of
// the text may have pens of their own, see [Pen.Paint].
func (g *Grid) write(x, y, end int, s string, p Pen) int {
	own := p
	if g.palette.ASCII {
		s = texts.InASCII(outlines.Replace(s))
	}
	for s != "" {
		piece := s[:1]
		wide := 1
		r := rune(s[0])
		if r < ' ' || r >= 0x7f {
			if code, rest, ok := texts.CutPaint(s); ok {
				p = own
				if code != "0" {
					p = penOf(code, own)
				}
				s = rest
				continue
			}
			piece, wide = sign(s)
			first, n := utf8.DecodeRuneInString(piece)
			switch {
			case wide == 0 || strings.ContainsFunc(piece, strictyaml.Hidden):
				r = utf8.RuneError
				wide = 1
			case n < len(piece):
				r = g.signOf(piece)
			default:
				r = first
			}
		}
		s = s[len(piece):]
		if r == '\u00a0' {
			r = ' '
		}
		if x+wide > end { // A wide character would cross the end.
			r = ' '
			wide = max(end-x, 0)
		}
		for i := range wide {
			if g.inside(x+i, y) {
				c := cell{r, p.Fg, p.Bg, p.Bold}
				if i > 0 && r != ' ' {
					c.r = 0
				}
				if p.Bg == Transparent {
					c.bg = g.ground(x+i, y)
				}
				c.fg = onGround(c.fg, c.bg)
				g.set(x+i, y, c)
			}
		}
		x += wide
	}
	return x
}

// sign returns the first character of a text, which may consist of several runes, and how many cells it
// takes: 0 for a control character.
func sign(s string) (piece string, wide int) {
	piece, wide = cells.First(s)
	if piece == "" || piece[0] < ' ' {
		_, n := utf8.DecodeRuneInString(s)
		return s[:n], 0
	}
	return piece, wide
}

// signOf returns the rune that stands for a character of several runes in a [cell].
func (g *Grid) signOf(piece string) rune {
	i := slices.Index(g.signs, piece)
	if i < 0 {
		i = len(g.signs)
		g.signs = append(g.signs, piece)
	}
	return -rune(i + 1)
}

// cellText returns the text of a cell with a rune.
func (g *Grid) cellText(r rune) string {
	switch {
	case r < 0:
		return g.signs[-r-1]
	case r == 0:
		return ""
	}
	return string(r)
}

// Width returns how many cells a text takes in this window.
func (g *Grid) Width(s string) int {
	if g.palette.ASCII {
		s = texts.InASCII(s)
	}
	return cells.Width(s)
}

// Cut shortens a text to w cells.
func (g *Grid) Cut(s string, w int) string {
	if g.Width(s) <= w {
		return s
	}
	return strings.TrimRight(cells.Cut(s, max(w-2, 0), ""), " ,") + ".."[:min(2, max(w, 0))]
}

// Wrap breaks a text into at most n lines of w cells. The last line is cut if the text is longer.
func (g *Grid) Wrap(s string, w, n int) []string {
	if g.palette.ASCII {
		s = texts.InASCII(s)
	}
	if s == "" || n < 1 {
		return nil
	}
	lines := cells.Wrap(s, max(w, 1))
	if len(lines) > n {
		lines[n-1] = g.Cut(strings.Join(lines[n-1:], " "), w)
		lines = lines[:n]
	}
	return lines
}

// PutRight writes a text that ends before the column x.
func (g *Grid) PutRight(x, y int, s string, p Pen) { g.Put(x-g.Width(s), y, s, p) }

// Center writes a text in the middle of the w columns that begin at x.
func (g *Grid) Center(x, y, w int, s string, p Pen) { g.Put(x+(w-g.Width(s))/2, y, s, p) }

// lacks16Color reports whether none of the 16 colours can show a tone as a ground.
func lacks16Color(t Tone) bool {
	return t <= Rail || t == Sky || t == Ridge2 || t == Ridge3 || t >= firstRegion && tones[t].fg[0] == 0
}

// Bitmap draws a picture in at most rows rows of cells. The pixels # have the primary tone, o and c the
// secondary one.
func (g *Grid) Bitmap(x, y, rows int, p []string, primary, secondary Tone) {
	tone := func(j, i int) Tone {
		if j < len(p) {
			switch p[j][i] {
			case '#':
				return primary
			case 'o', 'c':
				return secondary
			}
		}
		return Transparent
	}
	for j := 0; j < len(p) && j/2 < rows; j += 2 {
		for i := range p[j] {
			g.pixels(x+i, y+j/2, tone(j, i), tone(j+1, i))
		}
	}
}

// pixels draws the upper and the lower pixel of a cell.
func (g *Grid) pixels(x, y int, up, down Tone) {
	few := g.palette.Only16Colors()
	if few && lacks16Color(up) {
		up = Transparent
	}
	if few && lacks16Color(down) {
		down = Transparent
	}
	if !g.inside(x, y) || g.palette.NoColor() || up == Transparent && down == Transparent {
		return
	}
	ground := g.ground(x, y)
	c := cell{'▀', up, down, false}
	switch {
	case up == Transparent:
		c = cell{'▄', down, ground, false}
	case down == Transparent:
		c.bg = ground
	case few && up != down && g.palette.bg[down] == "49": // The terminal cannot show this tone as a ground.
		c = cell{'█', up, ground, false}
	case few && up == down:
		c = cell{'█', up, ground, false}
	case up == down:
		c = cell{' ', Ink, up, false}
	}
	g.set(x, y, c)
}

// Plain returns the text of the window without colours.
func (g *Grid) Plain() string {
	var b strings.Builder
	for y := range g.H {
		if y > 0 {
			b.WriteByte('\n')
		}
		for _, c := range g.cells[y*g.W : (y+1)*g.W] {
			b.WriteString(g.cellText(c.r))
		}
	}
	return b.String()
}

// outlines replaces the lines of boxes by ASCII characters.
var outlines = strings.NewReplacer(
	"─", "-", "│", "|", "┌", ".", "┐", ".", "└", "'", "┘", "'", "╔", "#", "╗", "#", "╚", "#", "╝", "#", "═", "=", "║",
	"#", "▌", "|", "▐", "|",
)

// Paragraph writes a text in w columns and at most rows rows. It returns how many rows the text takes.
func (g *Grid) Paragraph(x, y, w, rows int, s string, p Pen) int {
	return g.Lines(x, y, g.Wrap(s, w, rows), p)
}

// Lines writes lines one below the other and returns their number.
func (g *Grid) Lines(x, y int, lines []string, p Pen) int {
	for i, l := range lines {
		g.Put(x, y+i, l, p)
	}
	return len(lines)
}

// CenterLines writes lines one below the other, each in the middle of the w columns that begin at x, and
// returns their number.
func (g *Grid) CenterLines(x, y, w int, lines []string, p Pen) int {
	for i, l := range lines {
		g.Center(x, y+i, w, l, p)
	}
	return len(lines)
}

// Paste draws another window with its upper left corner at a cell.
func (g *Grid) Paste(x, y int, source *Grid) {
	for j := range source.H {
		for i := range source.W {
			c := source.cells[j*source.W+i]
			if c.r < 0 {
				c.r = g.signOf(source.cellText(c.r))
			}
			if g.inside(x+i, y+j) {
				g.cells[(y+j)*g.W+x+i] = c
			}
		}
	}
}
