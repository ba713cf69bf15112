package board

import (
	"strings"

	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/scene"
	"fellowship/tricks"
)

// drawHand draws the cards of the hand. The selected card is raised, and cards that may not be chosen are
// lowered into the ledge.
func (d *drawing) drawHand() {
	hand := d.scene.Hand
	if d.handAsChips {
		d.drawHandChips(hand, 0, d.handY)
		d.Rule(d.x, d.handY+1, d.w, felt.Bar)
		return
	}
	if d.handRows < 2 {
		d.drawCardRow(hand, 0, d.handY)
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
	d.drawCardRow(hand[:k], 0, d.handY)
	d.drawCardRow(hand[k:], k, d.handY+d.handRowStep)
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

// drawCardRow draws a row of cards; first is the index in the hand of its first card.
func (d *drawing) drawCardRow(hand []scene.Item, first, y int) {
	size := d.held
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
	if y+size.H >= d.ledgeY || d.handRowStep > size.H { // Otherwise the next row of cards begins here.
		d.Rule(d.x, y+size.H, d.w, felt.Bar)
	}
	for i := range hand {
		d.drawHandCard(x, y, first+i, &hand[i])
		x += step
		if i+1 < len(hand) && hand[i+1].Card.Suit() != hand[i].Card.Suit() {
			x += suitGap
		}
	}
}

// choosesCard reports whether the person has to choose a card.
func (d *drawing) choosesCard() bool { return d.scene.Cursor >= 0 && len(d.scene.Answers) == 0 }

// isChosen reports whether a card of the hand is selected, or is the card that the answers are about.
func (d *drawing) isChosen(i int) bool {
	if d.choosesCard() {
		return d.scene.Cursor == i
	}
	return d.scene.Chosen != tricks.NoCard && d.scene.Hand[i].Card == d.scene.Chosen
}

// drawHandCard draws one card of the row.
func (d *drawing) drawHandCard(x, y, i int, c *scene.Item) {
	size := d.held
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
	d.Grid.Card(x, top, size, c.Card, "", state, rows)
	if chosen && d.Palette().NoColor() {
		d.Put(x, edge, strings.Repeat(sign[1], size.W), felt.Strong)
	} else if chosen {
		d.Put(x, edge, strings.Repeat(sign[0], size.W), felt.Pen{Fg: felt.Gold, Bg: felt.Wood})
	}
	if d.choosesCard() {
		d.spots = append(d.spots, felt.HitArea{X: x, Y: top, W: size.W, H: size.H, Item: i})
	}
	if c.Card == s.Hint && s.Hint != tricks.NoCard {
		tag := " " + d.texts.T("scene.hint") + " "
		if d.Width(tag) > size.W+1 {
			tag = strings.TrimSpace(tag)
		}
		d.Center(x, y+size.H, size.W, tag, felt.Chosen)
	}
}

// answersBelow returns how many rows the answers below the hand take. The first row is the ledge, so neither
// the hand nor the trick moves for a question.
func (d *drawing) answersBelow() int {
	if d.scene.List || d.scene.Setup || len(d.scene.Answers) == 0 {
		return 0
	}
	rows, _ := d.buttonRows(d.w - 2)
	return len(rows)
}

// drawHandChips draws the hand as codes. The selected card is golden, and cards that may not be chosen are
// faint, or without colours in lower case.
func (d *drawing) drawHandChips(hand []scene.Item, first, y int) {
	suitGap := gapCells(hand, 1) - max(len(hand)-1, 0)
	if 3*len(hand)+suitGap > d.w-2 {
		suitGap = 0
	}
	x := d.x + max((d.w-3*len(hand)-suitGap)/2, 1)
	plain := d.Palette().NoColor()
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
			d.Put(x-1, y, ">"+code, felt.Strong)
		case chosen:
			d.Put(x, y, code, felt.Chosen)
		case sunk:
			d.Put(x, y, code, felt.Faint)
		default:
			d.Chip(x, y, c.Card, code, 0)
		}
		if d.choosesCard() {
			d.spots = append(d.spots, felt.HitArea{X: x, Y: y, W: 2, H: 1, Item: first + i})
		}
		x += 3
	}
}
