package felt

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/texts"
)

// cell is one cell of a window. The further cells of a wide sign have the rune 0; a sign of several
// runes is -1 less its place in the grid's signs.
type cell struct {
	r      rune
	fg, bg Tone
	bold   bool
}

// Grid is a window of painted cells. What is drawn beyond its edges is left out, and nothing in it
// is obeyed by a terminal.
type Grid struct {
	W, H    int
	palette *Palette
	cells   []cell
	signs   []string
}

// New returns an empty window.
func New(look *Palette, w, h int) *Grid {
	g := &Grid{W: max(w, 0), H: max(h, 0), palette: look}
	g.cells = slices.Repeat([]cell{{' ', Ink, Wood, false}}, g.W*g.H)
	return g
}

// Palette returns how its terminal shows things.
func (g *Grid) Palette() *Palette { return g.palette }

// Fill clears a part of it.
func (g *Grid) Fill(x, y, w, h int, ground Tone) {
	for j := max(y, 0); j < min(y+h, g.H); j++ {
		for i := max(x, 0); i < min(x+w, g.W); i++ {
			g.set(i, j, cell{' ', Ink, ground, false})
		}
	}
}

// set draws a cell, and leaves no part of a wide sign behind.
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

func (g *Grid) inside(x, y int) bool { return x >= 0 && y >= 0 && x < g.W && y < g.H }

// ground is the tone of a cell's ground.
func (g *Grid) ground(x, y int) Tone {
	if !g.inside(x, y) {
		return Transparent
	}
	return g.cells[y*g.W+x].bg
}

// Pen is how a text is written: its tone, the ground, None for the one that is there, and whether
// it is bold.
type Pen struct {
	Fg, Bg Tone
	Bold   bool
}

// The pens of most texts: as such, one that matters less, a heading, a key or the turn, a choice, and what
// broke a goal.
var (
	Text   = Pen{Fg: Ink}
	Faint  = Pen{Fg: Soft}
	Strong = Pen{Fg: Ink, Bold: true}
	Golden = Pen{Fg: GoldInk, Bold: true}
	Chosen = Pen{Dark, Gold, true}
	Broken = Pen{Dark, badFelt, true}
)

// Paint writes a pen down with a text, for [Grid.Text]; the zero pen is that of the rest.
func (p Pen) Paint(s string) string {
	if s == "" || p == (Pen{}) {
		return s
	}
	bold := "0"
	if p.Bold {
		bold = "1"
	}
	return texts.Paint(strconv.Itoa(int(p.Fg))+";"+strconv.Itoa(int(p.Bg))+";"+bold, s)
}

// Bolder is the same pen, bold.
func (p Pen) Bolder() Pen {
	if p.Fg == Transparent {
		p.Fg = Ink
	}
	return Pen{p.Fg, p.Bg, true}
}

// penOf reads what [Pen.Paint] has written.
func penOf(code string, own Pen) Pen {
	p := strings.Split(code, ";")
	if len(p) != 3 {
		return own
	}
	fg, _ := strconv.Atoi(p[0])
	bg, _ := strconv.Atoi(p[1])
	return Pen{Tone(fg), Tone(bg), p[2] == "1"}
}

// Put writes a line of text, and returns the column behind it.
func (g *Grid) Put(x, y int, s string, p Pen) int { return g.write(x, y, g.W, s, p) }

// Text writes a line of text in so many columns, in which other pens may have been written down,
// see [Pen.Paint], and returns the column behind it.
func (g *Grid) Text(x, y, w int, s string, p Pen) int { return g.write(x, y, x+w, s, p) }

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
		if x+wide > end { // a part of it would get out
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

// sign cuts the sign off the front of a text, and says how many cells it takes: none for what is no
// sign.
func sign(s string) (piece string, wide int) {
	piece, wide = cells.First(s)
	if piece == "" || piece[0] < ' ' {
		_, n := utf8.DecodeRuneInString(s)
		return s[:n], 0
	}
	return piece, wide
}

func (g *Grid) signOf(piece string) rune {
	i := slices.Index(g.signs, piece)
	if i < 0 {
		i, g.signs = len(g.signs), append(g.signs, piece)
	}
	return -rune(i + 1)
}

// cellText is what stands in a cell.
func (g *Grid) cellText(r rune) string {
	switch {
	case r < 0:
		return g.signs[-r-1]
	case r == 0:
		return ""
	}
	return string(r)
}

// Width is how many cells a text takes here.
func (g *Grid) Width(s string) int {
	if g.palette.ASCII {
		s = texts.InASCII(s)
	}
	return cells.Width(s)
}

// Cut shortens a text so that it fits into so many cells.
func (g *Grid) Cut(s string, w int) string {
	if g.Width(s) <= w {
		return s
	}
	return strings.TrimRight(cells.Cut(s, max(w-2, 0), ""), " ,") + ".."[:min(2, max(w, 0))]
}

// Wrap breaks a text into at most n lines of so many cells. The last one is cut if it has to be.
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

// PutRight writes a text that ends before a column, and Mid one in the middle of so many.
func (g *Grid) PutRight(x, y int, s string, p Pen) { g.Put(x-g.Width(s), y, s, p) }

// Center writes a text in the middle of w columns from x on.
func (g *Grid) Center(x, y, w int, s string, p Pen) { g.Put(x+(w-g.Width(s))/2, y, s, p) }

// lacks16Color are the grounds that there are no colours for among the 16.
func lacks16Color(t Tone) bool { return t <= Rail || t == Sky || t == Ridge2 || t == Ridge3 }

// Bitmap draws a picture, # in one tone and o or c in another, in at most so many rows of cells.
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

// pixels draws the two pixels of a cell.
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
	case few && up != down && g.palette.bg[down] == "49": // the terminal has no such ground: the form has to say it
		c = cell{'█', up, ground, false}
	case few && up == down:
		c = cell{'█', up, ground, false}
	case up == down:
		c = cell{' ', Ink, up, false}
	}
	g.set(x, y, c)
}

// Plain is what stands in the window, without colours.
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

// outlines are the lines of boxes in ASCII.
var outlines = strings.NewReplacer(
	"─", "-", "│", "|", "┌", ".", "┐", ".", "└", "'", "┘", "'", "╔", "#", "╗", "#", "╚", "#", "╝", "#", "═", "=", "║",
	"#", "▌", "|", "▐", "|",
)

// Paragraph writes a text in w columns and at most so many rows, and returns how many it has taken.
func (g *Grid) Paragraph(x, y, w, rows int, s string, p Pen) int {
	return g.Lines(x, y, g.Wrap(s, w, rows), p)
}

// Lines writes lines one below the other, and returns how many they are.
func (g *Grid) Lines(x, y int, lines []string, p Pen) int {
	for i, l := range lines {
		g.Put(x, y+i, l, p)
	}
	return len(lines)
}

// CenterLines does so in the middle of w columns from x on.
func (g *Grid) CenterLines(x, y, w int, lines []string, p Pen) int {
	for i, l := range lines {
		g.Center(x, y+i, w, l, p)
	}
	return len(lines)
}

// Paste lays another window on a place.
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
