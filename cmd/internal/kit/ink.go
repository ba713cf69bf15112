package kit

import (
	"fellowship/cmd/internal/felt"
	"fellowship/tricks"
)

// Ink is how a text is drawn, the zero value like the rest.
type Ink = felt.Pen

// Inks are those of texts.
type Inks struct {
	Bold, Faint, Chosen, Good, Bad, Rubrics Ink
}

var inks = Inks{
	Bold: Ink{Fg: felt.Ink, Bold: true}, Faint: Ink{Fg: felt.Soft}, Chosen: Ink{Fg: felt.Dark, Bg: felt.Gold, Bold: true},
	Good: Ink{Fg: felt.Good}, Bad: Ink{Fg: felt.Bad}, Rubrics: Ink{Fg: felt.GoldInk, Bold: true},
}

// Suited draws a text about a card on the card's paper.
func (t *Theme) Suited(c tricks.Card, text string) string { return felt.ChipPen(c).On(text) }
