package kit

import (
	"strings"

	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/felt"
	"fellowship/tricks"
)

// frameKind is how a card's border is drawn.
type frameKind uint8

// How a border is drawn.
const (
	// single is that of any card.
	single frameKind = iota
	// Double is that of the card that is winning.
	Double
	// Vacant is the place where a card will lie.
	Vacant
)

// strokes are the corners from above left, the line and the side of a border.
type strokes [6]string

var (
	drawnStrokes = [...]strokes{
		single: {"┌", "┐", "└", "┘", "─", "│"},
		Double: {"╔", "╗", "╚", "╝", "═", "║"},
		Vacant: {"┌", "┐", "└", "┘", " ", " "},
	}
	asciiStrokes = [...]strokes{
		single: {"+", "+", "+", "+", "-", "|"},
		Double: {"#", "#", "#", "#", "=", "#"},
		Vacant: {"+", "+", "+", "+", " ", " "},
	}
)

// Picture is a card, or an answer, as it is drawn: a box with a text in each line,
// and something written in its upper and its lower border.
type Picture struct {
	CardSize
	Frame      frameKind
	Ink        Ink
	Face       []string
	Over, Note string
}

// DrawBox draws a box as far as it lies in a rectangle.
func (t *Theme) DrawBox(c *Canvas, in Rect, x, y int, p *Picture) {
	s := &drawnStrokes[p.Frame]
	if t.ASCII {
		s = &asciiStrokes[p.Frame]
	}
	border := func(from, to, text string) string {
		text = t.Fold(text)
		text = cells.Cut(text, p.W-2, "")
		return from + text + strings.Repeat(s[4], max(p.W-2-cells.Width(text), 0)) + to
	}
	line := func(n int, text string) { c.Put(Rect{x, y + n, p.W, 1}.Within(in), text, p.Ink) }
	line(0, border(s[0], s[1], p.Over))
	for n := 1; n < p.H-1; n++ {
		text := ""
		if n <= len(p.Face) {
			text = p.Face[n-1]
		}
		line(n, s[5]+t.Fit(text, p.W-2)+s[5])
	}
	note := t.Fold(p.Note)
	if wide := cells.Width(note); wide > 0 && wide < p.W-2 {
		note = strings.Repeat(s[4], p.W-2-wide) + note
	}
	line(p.H-1, border(s[2], s[3], note))
}

// CardPicture is a card in a size.
func (t *Theme) CardPicture(m tricks.Move, z CardSize) Picture {
	p := Picture{CardSize: z}
	if m.Card == tricks.Closed {
		for range z.H - 2 {
			p.Face = append(p.Face, strings.Repeat("#", z.W-2))
		}
		return p
	}
	code, sign := t.Move(m), " "
	p.Ink = felt.ChipPen(m.Card)
	if z.H > 3 {
		side := strings.Repeat(" ", (z.W-3)/2)
		p.Face = []string{" " + code, side + sign, strings.Repeat(" ", z.W-2-1-len(code)) + code}
		if t.ASCII {
			p.Face[1] = ""
		}
		return p
	}
	if z.W > Slim.W && !m.ToWin {
		code += sign
	}
	p.Face = []string{code}
	return p
}

// SaidPicture is a card that lies face down, of which the suit is known (C15).
func (t *Theme) SaidPicture(suit tricks.Suit, z CardSize) Picture {
	p := t.CardPicture(tricks.Move{Card: tricks.NewCard(suit, 1)}, z)
	code := t.Letter(suit) + "?"
	for i := range p.Face {
		p.Face[i] = strings.ReplaceAll(p.Face[i], t.Code(tricks.NewCard(suit, 1)), code)
	}
	return p
}

// CardSize is how large a card is drawn, its border counted.
type CardSize struct{ W, H int }

// The sizes of a card.
var (
	Slim   = CardSize{4, 3} // a code
	Normal = CardSize{5, 3} // and the sign of the suit
	Large  = CardSize{7, 5}
)
