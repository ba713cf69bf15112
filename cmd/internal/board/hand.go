package board

import (
	"strings"

	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/scene"
	"fellowship/tricks"
)

// hand draws the cards of the person, or of the seat that the person plays.
type hand table

// draw draws the cards of the hand. The selected card is raised, and cards that may not be chosen are
// lowered into the ledge.
func (d hand) draw() {
	hand := d.scene.Hand
	if d.plan.handAsChips {
		d.drawChips(hand, 0, d.plan.handY)
		d.grid.Rule(d.x, d.plan.handY+1, d.w, felt.Bar)
		return
	}
	if d.plan.handRows < 2 {
		d.drawRow(hand, 0, d.plan.handY)
		return
	}
	k := (len(hand) + 1) / 2
	for i := k - 1; i <= k+1; i++ { // Break the row between two suits if there is a place near the middle.
		fits := i > 0 && i < len(hand) && i <= 8 && len(hand)-i <= 8
		if fits && hand[i].Card.Suit() != hand[i-1].Card.Suit() {
			k = i
			break
		}
	}
	d.drawRow(hand[:k], 0, d.plan.handY)
	d.drawRow(hand[k:], k, d.plan.handY+d.plan.handRowStep)
}

// gapCells returns the number of free cells in a row of cards: one between two cards, and suitGap more between
// two suits.
func gapCells(hand []scene.Item, suitGap int) (all int) {
	for i := 1; i < len(hand); i++ {
		all++
		if hand[i].Card.Suit() != hand[i-1].Card.Suit() {
			all += suitGap
		}
	}
	return all
}

// drawRow draws a row of cards; first is the index in the hand of its first card.
func (d hand) drawRow(hand []scene.Item, first, y int) {
	size := d.plan.held
	suitGap := 1
	if len(hand)*size.W+gapCells(hand, 1) > d.w-2 {
		suitGap = 0
	}
	step := size.W + 1
	// If the row is too wide the cards overlap.
	if excess := len(hand)*size.W + gapCells(hand, suitGap) - (d.w - 2); excess > 0 && len(hand) > 1 {
		step = max((d.w-2-size.W)/(len(hand)-1), 2)
		suitGap = 0
	}
	x := d.x + (d.w-(len(hand)-1)*step-size.W-(gapCells(hand, suitGap)-max(len(hand)-1, 0)))/2
	if y+size.H >= d.plan.ledgeY || d.plan.handRowStep > size.H { // Otherwise the next row of cards begins here.
		d.grid.Rule(d.x, y+size.H, d.w, felt.Bar)
	}
	for i := range hand {
		d.drawCard(x, y, first+i, &hand[i])
		x += step
		if i+1 < len(hand) && hand[i+1].Card.Suit() != hand[i].Card.Suit() {
			x += suitGap
		}
	}
}

// choosesCard reports whether the person has to choose a card.
func (d hand) choosesCard() bool { return d.scene.Cursor >= 0 && len(d.scene.Answers) == 0 }

// isChosen reports whether a card of the hand is selected, or is the card that the answers are about.
func (d hand) isChosen(i int) bool {
	if d.choosesCard() {
		return d.scene.Cursor == i
	}
	return d.scene.Chosen != tricks.NoCard && d.scene.Hand[i].Card == d.scene.Chosen
}

// drawCard draws one card of the row.
func (d hand) drawCard(x, y, i int, c *scene.Item) {
	size := d.plan.held
	s := d.scene
	chosen := d.isChosen(i)
	sunk := s.Cursor >= 0 && !c.Ok
	top := y
	rows := size.H
	state := felt.Lit
	edge := y + size.H - 1
	sign := [2]string{"▀", "^"}
	switch {
	case sunk:
		top = y + 1
		rows = size.H - 1
		state = felt.Sunk
		edge = y
		sign = [2]string{"▄", "v"}
	case chosen:
		top--
	}
	d.grid.Card(x, top, size, c.Card, "", state, rows)
	if chosen && d.grid.Palette().NoColor() {
		d.grid.Put(x, edge, strings.Repeat(sign[1], size.W), felt.Strong)
	} else if chosen {
		d.grid.Put(x, edge, strings.Repeat(sign[0], size.W), felt.Pen{Fg: felt.Gold, Bg: felt.Wood})
	}
	if d.choosesCard() {
		d.spots.add(felt.HitArea{X: x, Y: top, W: size.W, H: size.H, Item: i})
	}
	if c.Card == s.Hint && s.Hint != tricks.NoCard {
		tag := " " + d.texts.T("scene.hint") + " "
		if d.grid.Width(tag) > size.W+1 {
			tag = strings.TrimSpace(tag)
		}
		tagY := y + size.H
		if tagY < d.plan.ledgeY && d.plan.handRowStep <= size.H { // The next row of cards begins there.
			tagY--
		}
		d.grid.Center(x, tagY, size.W, tag, felt.Chosen)
	}
}

// drawChips draws the hand as codes. The selected card is golden, and cards that may not be chosen are
// faint, or without colours in lower case.
func (d hand) drawChips(hand []scene.Item, first, y int) {
	suitGap := gapCells(hand, 1) - max(len(hand)-1, 0)
	if 3*len(hand)+suitGap > d.w-2 {
		suitGap = 0
	}
	x := d.x + max((d.w-3*len(hand)-suitGap)/2, 1)
	plain := d.grid.Palette().NoColor()
	for i := range hand {
		c := &hand[i]
		if suitGap > 0 && i > 0 && c.Card.Suit() != hand[i-1].Card.Suit() {
			x++
		}
		code := d.texts.Code(c.Card)
		chosen := d.isChosen(first + i)
		sunk := d.scene.Cursor >= 0 && !c.Ok
		if plain && sunk {
			code = strings.ToLower(code)
		}
		switch {
		case chosen && plain:
			d.grid.Put(x-1, y, ">"+code, felt.Strong)
		case chosen:
			d.grid.Put(x, y, code, felt.Chosen)
		case sunk:
			d.grid.Put(x, y, code, felt.Faint)
		default:
			d.grid.Chip(x, y, c.Card, code, 0)
		}
		if d.choosesCard() {
			d.spots.add(felt.HitArea{X: x, Y: y, W: 2, H: 1, Item: first + i})
		}
		x += 3
	}
}

// height returns how many rows the hand takes, with one for the raised card, the ledge, and the answers
// on it.
func (d hand) height() int {
	rows := max(answers(d).rowsBelow()-1, 0)
	if d.plan.handAsChips {
		return rows + 2
	}
	return rows + 2 + (d.plan.handRows-1)*d.plan.handRowStep + d.plan.held.H
}
