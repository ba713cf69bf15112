package tui

import (
	"strings"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/charmbracelet/x/ansi"
)

// frameKind is how a card's border is drawn.
type frameKind uint8

const (
	// single is that of any card, double that of the card that is winning.
	single frameKind = iota
	double
	// vacant is the place where a card will lie, bare one without its corners.
	vacant
	bare
)

// strokes are the corners from above left, the line and the side of a border.
type strokes [6]string

var (
	drawnStrokes = [...]strokes{
		single: {"┌", "┐", "└", "┘", "─", "│"},
		double: {"╔", "╗", "╚", "╝", "═", "║"},
		vacant: {"·", "·", "·", "·", " ", " "},
		bare:   {" ", " ", " ", " ", " ", " "},
	}
	asciiStrokes = [...]strokes{
		single: {"+", "+", "+", "+", "-", "|"},
		double: {"#", "#", "#", "#", "=", "#"},
		vacant: {".", ".", ".", ".", " ", " "},
		bare:   {" ", " ", " ", " ", " ", " "},
	}
)

// picture is a card, or an answer, as it is drawn: a box with a text in each line,
// and something written in its upper and its lower border.
type picture struct {
	cardSize
	frame      frameKind
	look       ink
	face       []string
	over, note string
}

// drawBox draws a box as far as it lies in a rectangle.
func (t *theme) drawBox(c *canvas, in rect, x, y int, p *picture) {
	s := &drawnStrokes[p.frame]
	if t.ascii {
		s = &asciiStrokes[p.frame]
	}
	border := func(from, to, text string) string {
		text = t.fold(text)
		text = ansi.Truncate(text, p.w-2, "")
		return from + text + strings.Repeat(s[4], max(p.w-2-ansi.StringWidth(text), 0)) + to
	}
	line := func(n int, text string) { c.put(rect{x, y + n, p.w, 1}.within(in), text, p.look) }
	line(0, border(s[0], s[1], p.over))
	for n := 1; n < p.h-1; n++ {
		text := ""
		if n <= len(p.face) {
			text = p.face[n-1]
		}
		line(n, s[5]+t.fit(text, p.w-2)+s[5])
	}
	note := t.fold(p.note)
	if wide := ansi.StringWidth(note); wide > 0 && wide < p.w-2 {
		note = strings.Repeat(s[4], p.w-2-wide) + note
	}
	line(p.h-1, border(s[2], s[3], note))
}

// cardPicture is a card in a size.
func (t *theme) cardPicture(m tricks.Move, z cardSize) picture {
	p := picture{cardSize: z}
	if m.Card == chapters.Closed {
		for range z.h - 2 {
			p.face = append(p.face, strings.Repeat("#", z.w-2))
		}
		return p
	}
	code, sign := t.Move(m), " "
	if suit := m.Card.Suit(); int(suit) < len(t.signs) { // B5 is of no suit (T2)
		p.look, sign = t.suits[suit], t.signs[suit]
	}
	if z.h > 3 {
		side := strings.Repeat(" ", (z.w-3)/2)
		p.face = []string{" " + code, side + sign, strings.Repeat(" ", z.w-2-1-len(code)) + code}
		if t.ascii {
			p.face[1] = ""
		}
		return p
	}
	if z.w > slim.w && !m.ToWin {
		code += sign
	}
	p.face = []string{code}
	return p
}

// saidPicture is a card that lies face down, of which the suit is known (C15).
func (t *theme) saidPicture(suit tricks.Suit, z cardSize) picture {
	p := t.cardPicture(tricks.Move{Card: tricks.NewCard(suit, 1)}, z)
	code := t.Letter(suit) + "?"
	for i := range p.face {
		p.face[i] = strings.ReplaceAll(p.face[i], t.Code(tricks.NewCard(suit, 1)), code)
	}
	return p
}
