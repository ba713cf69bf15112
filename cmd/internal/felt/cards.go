package felt

import (
	"cmp"
	"strings"

	"fellowship/tricks"
)

// Size is the size of a card in cells.
type Size struct{ W, H int }

// The sizes of a card.
var (
	Small  = Size{5, 3}
	Middle = Size{7, 5}
	Large  = Size{9, 7}
	Huge   = Size{12, 11}
)

// CardState is the look of a card.
type CardState uint8

const (
	// Lit is the usual look.
	Lit CardState = iota
	// Sunk is the look of a card that cannot be played.
	Sunk
	// Best is the look of the best card of a trick.
	Best
)

// kindOf returns the kind of a card, which decides its tones and picture.
func kindOf(c tricks.Card) Tone {
	switch {
	case c == tricks.OneRing:
		return theRing
	case int(c.Suit()) >= tricks.Suits:
		return balrog
	}
	return Tone(c.Suit())
}

// split returns a card's rank and the letter of its suit.
func (l *Palette) split(c tricks.Card) (rank, letter string) {
	code := l.Code(c)
	return code[1:], code[:1]
}

// Outline draws the border of a box, or only its upper rows. The characters of signs are the upper left corner,
// the horizontal side, the upper right corner, the vertical side, and the two lower corners.
func (g *Grid) Outline(x, y int, size Size, rows int, signs string, p Pen) {
	r := []rune(signs)
	for j := range min(rows, size.H) {
		left := r[3]
		middle := ' '
		right := r[3]
		switch j {
		case 0:
			left = r[0]
			middle = r[1]
			right = r[2]
		case size.H - 1:
			left = r[4]
			middle = r[1]
			right = r[5]
		}
		g.Put(x, y+j, string(left)+strings.Repeat(string(middle), size.W-2)+string(right), p)
	}
}

// The outlines of a card, of the best one, and of an empty place.
const (
	cardOutline = "┌─┐│└┘"
	bestOutline = "╔═╗║╚╝"
	slotOutline = "┌ ┐ └┘"
)

// Card draws a card, or only its upper rows. A rank that is not empty replaces the card's own: "1!" for the One
// Ring played to win, "?" for a card with only the suit known.
func (g *Grid) Card(x, y int, size Size, c tricks.Card, rank string, state CardState, rows int) {
	if c == tricks.Closed {
		g.back(x, y, size, rows)
		return
	}
	kind := kindOf(c)
	ownRank, letter := g.palette.split(c)
	rank = cmp.Or(rank, ownRank)
	if g.palette.NoColor() {
		signs := cardOutline
		if state == Best {
			signs = bestOutline
		}
		g.Outline(x, y, size, rows, signs, Pen{Fg: Ink, Bold: state == Best})
		inset := min(size.W/3, 2)
		if rows > 1 {
			g.Put(x+inset, y+1, rank, Pen{Fg: Ink, Bold: state != Sunk})
			g.PutRight(x+size.W-inset, y+1, letter, Pen{Fg: Ink, Bold: state != Sunk})
		}
		return
	}
	ground := suitTone(kind, paper)
	ink := suitTone(kind, inked)
	second := suitTone(kind, tinted)
	if state == Sunk {
		ground = suitTone(kind, sunkPaper)
		ink = suitTone(kind, sunkInk)
		second = suitTone(kind, sunkInk)
	}
	g.Fill(x, y, size.W, min(rows, size.H), ground)
	pip := art.small[kind]
	bold := Pen{Fg: ink, Bold: true}
	number := art.signs[rune(rank[0])] // On large cards a picture; the rest of the rank, such as "!", stays text.
	switch {
	case size.H >= Huge.H:
		pip = pip.doubled()
		g.Bitmap(x+1, y, rows, append(picture{"......"}, number.doubled()...), ink, second)
		rank = rank[1:]
	case size.H >= Large.H:
		pip = art.large[kind]
		g.Bitmap(x+1, y, rows, append(picture{"..."}, number...), ink, second)
		rank = rank[1:]
	case size.H >= Middle.H:
		pip = art.large[kind]
	}
	if size.H >= Large.H {
		g.Put(x+size.W-3, y+1, rank, bold)
	} else {
		g.Put(x+1, y, rank, bold)
	}
	g.Put(x+size.W-2, y, letter, bold)
	top := size.H - (len(pip)+1)/2
	g.Bitmap(x+(size.W-len(pip[0]))/2, y+top, rows-top, pip, ink, second)
	if state == Best {
		g.Frame(x, y, Size{size.W, min(rows, size.H)}, Gold)
	}
}

// back draws a card that lies face down.
func (g *Grid) back(x, y int, size Size, rows int) {
	if g.palette.NoColor() {
		g.Outline(x, y, size, rows, cardOutline, Pen{Fg: Ink})
		if rows > size.H/2 {
			g.Center(x, y+size.H/2, size.W, "##", Pen{Fg: Ink})
		}
		return
	}
	g.Fill(x, y, size.W, min(rows, size.H), Bar)
	for j := range min(rows, size.H) {
		if g.palette.Only16Colors() {
			g.Put(x, y+j, strings.Repeat("█", size.W), Pen{Fg: Line})
		}
	}
	if rows > size.H/2 {
		g.Center(x, y+size.H/2, size.W, "?", Pen{Fg: Soft, Bg: Bar, Bold: true})
	}
}

// Frame draws a frame around a card, half a cell thick.
func (g *Grid) Frame(x, y int, size Size, t Tone) {
	if g.palette.NoColor() { // The outline of the card shows it instead.
		return
	}
	p := Pen{Fg: t}
	g.Put(x, y-1, strings.Repeat("▄", size.W), p)
	for j := range size.H {
		g.Put(x-1, y+j, "▐", p)
		g.Put(x+size.W, y+j, "▌", p)
	}
	g.Put(x, y+size.H, strings.Repeat("▀", size.W), p)
}

// Board draws a ground for texts on the felt, with a golden frame if it is chosen. A terminal without the ground has an
// outline instead.
func (g *Grid) Board(x, y int, size Size, chosen bool) {
	switch {
	case g.palette.NoColor() && chosen:
		g.Outline(x, y, size, size.H, bestOutline, Strong)
		return
	case g.palette.NoColor():
		g.Outline(x, y, size, size.H, cardOutline, Text)
		return
	case g.palette.Only16Colors():
		g.Outline(x, y, size, size.H, cardOutline, Pen{Fg: Line})
	default:
		g.Fill(x, y, size.W, size.H, Plate)
	}
	if chosen {
		g.Frame(x, y, size, Gold)
	}
}

// Slot draws the place where a card will lie, in gold if it is marked. It is a frame, or only corners on a
// terminal without colours, where cards are frames.
func (g *Grid) Slot(x, y int, size Size, marked bool) {
	p := Pen{Fg: Line}
	signs := cardOutline
	if marked {
		p.Fg = GoldInk
	}
	if g.palette.NoColor() {
		signs = slotOutline
	}
	g.Outline(x, y, size, size.H, signs, p)
}
