package felt

import (
	"cmp"
	"strings"

	"fellowship/tricks"
)

// Chip draws the code of a card, or of several of a suit, on the card's paper, with pad cells of paper on both
// sides. It returns the column after it.
func (g *Grid) Chip(x, y int, c tricks.Card, code string, pad int) int {
	if g.palette.NoColor() {
		pad = 0
	}
	side := strings.Repeat(" ", pad)
	return g.Put(x, y, side+code+side, g.chipPen(c, g.ground(x, y)))
}

// ChipText returns the code of cards of a suit as a chip inside a text that is written at a cell, with pad cells of
// paper on both sides. c is one of the cards.
func (g *Grid) ChipText(x, y int, c tricks.Card, code string, pad int) string {
	if g.palette.NoColor() {
		pad = 0
	}
	side := strings.Repeat("\u00a0", pad)
	return g.chipPen(c, g.ground(x, y)).Paint(side + code + side)
}

// Coded returns the code of a card as a chip inside a text. A rank that is not empty replaces the card's own.
func (g *Grid) Coded(c tricks.Card, rank string) string {
	own, letter := g.palette.split(c)
	return g.chipPen(c, Transparent).Paint(letter + cmp.Or(rank, own))
}

// SuitLine returns the letter of a suit inside a text, and a place for each rank of the suit in deck, with gap before
// it. The place has the rank as a chip if the card is in shown, and is empty otherwise.
func (g *Grid) SuitLine(suit tricks.Suit, shown, deck tricks.Set, gap string) (line string) {
	for _, c := range deck.OfSuit(suit).Cards() {
		rank, letter := g.palette.split(c)
		if line == "" {
			line = Strong.Paint(letter) + " "
		}
		place := Faint.Paint("-")
		if shown.Contains(c) {
			place = g.chipPen(c, Transparent).Paint(rank)
		}
		line += gap + place
	}
	return line
}

// chipPen returns the pen of a chip on a ground.
func (g *Grid) chipPen(c tricks.Card, ground Tone) Pen {
	k := kindOf(c)
	switch {
	case g.palette.NoColor():
		return Strong
	case ground == Plate && !g.palette.Only16Colors() && k != Tone(tricks.Rings) && k < theRing:
		return Pen{suitTone(k, inked), platePaper, true}
	}
	return Pen{suitTone(k, inked), suitTone(k, paper), true}
}

// group has the cards of a suit as one chip.
type group struct {
	// card is a card of the suit, whose tones the chip has.
	card tricks.Card
	// code is the letter of the suit with all ranks.
	code string
}

// groups groups the cards of a hand by suit.
func (l *Palette) groups(hand []tricks.Card) (out []group) {
	for _, c := range hand {
		rank, letter := l.split(c)
		if n := len(out) - 1; n >= 0 && out[n].card.Suit() == c.Suit() {
			out[n].code += rank
			continue
		}
		if c == tricks.OneRing { // The chip has the tones of the other Rings.
			c = tricks.NewCard(tricks.Rings, 2)
		}
		out = append(out, group{c, letter + rank})
	}
	return out
}

// placeChips returns the column and row of each chip of a hand in rows of w cells. Each chip has pad cells of
// paper on both sides, and gap free cells after it.
func placeChips(all []group, w, pad, gap int) (places [][2]int, rows int) {
	x := 0
	rows = 1
	for _, c := range all {
		n := len(c.code) + 2*pad
		if x > 0 && x+n > w {
			x = 0
			rows++
		}
		places = append(places, [2]int{x, rows - 1})
		x += n + gap
	}
	return places, rows
}

// ChipRows returns how many rows of w cells the chips of a hand need.
func (g *Grid) ChipRows(hand []tricks.Card, w int) int {
	_, rows := placeChips(g.palette.groups(hand), w, 0, 1)
	return rows
}

// Chips draws an open hand, one chip for each suit, in rows of w cells. It packs the chips closer to stay within
// maxRows, but never leaves a card out. It returns how many rows they take.
func (g *Grid) Chips(x, y, w, maxRows int, hand []tricks.Card) (rows int) {
	all := g.palette.groups(hand)
	var places [][2]int
	pad := 0
	for _, spacing := range [][2]int{{1, 1}, {0, 1}, {0, 0}} {
		pad = spacing[0]
		if g.palette.NoColor() {
			pad = 0
		}
		places, rows = placeChips(all, w, pad, spacing[1])
		if rows <= maxRows {
			break
		}
	}
	for i, c := range all {
		g.Chip(x+places[i][0], y+places[i][1], c.card, c.code, pad)
	}
	return rows
}
