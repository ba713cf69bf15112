package board

import (
	"strconv"
	"strings"

	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/scene"
	"fellowship/tricks"
)

// drawHand draws the cards below: the chosen one is raised, those that may not be chosen have sunk into
// the ledge.
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
	for i := k - 1; i <= k+1; i++ { // rather between two suits
		if i > 0 && i < len(hand) && i <= 8 && len(hand)-i <= 8 && hand[i].Card.Suit() != hand[i-1].Card.Suit() {
			k = i
			break
		}
	}
	d.drawCardRow(hand[:k], 0, d.handY)
	d.drawCardRow(hand[k:], k, d.handY+d.handRowStep)
}

// gapCells are the free cells in a row of cards, with so many between two suits.
func gapCells(hand []scene.Item, suitGap int) (all int) {
	for i := 1; i < len(hand); i++ {
		all++
		if hand[i].Card.Suit() != hand[i-1].Card.Suit() {
			all += suitGap
		}
	}
	return all
}

func (d *drawing) drawCardRow(hand []scene.Item, first, y int) {
	size := d.held
	suitGap := 1
	if len(hand)*size.W+gapCells(hand, 1) > d.w-2 {
		suitGap = 0
	}
	step := size.W + 1
	// cards lie over each other
	if excess := len(hand)*size.W + gapCells(hand, suitGap) - (d.w - 2); excess > 0 && len(hand) > 1 {
		step = max((d.w-2-size.W)/(len(hand)-1), 2)
		suitGap = 0
	}
	x := d.x + (d.w-(len(hand)-1)*step-size.W-(gapCells(hand, suitGap)-max(len(hand)-1, 0)))/2
	if y+size.H >= d.ledgeY || d.handRowStep > size.H { // else the cards below lie there
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

// choosesCard reports whether a card is asked for.
func (d *drawing) choosesCard() bool { return d.scene.Cursor >= 0 && len(d.scene.Answers) == 0 }

// isChosen reports whether a card of the hand is chosen: by the cursor, or before the answer at the cursor
// was asked for.
func (d *drawing) isChosen(i int) bool {
	if d.choosesCard() {
		return d.scene.Cursor == i
	}
	return d.scene.Chosen != tricks.NoCard && d.scene.Hand[i].Card == d.scene.Chosen
}

// drawHandCard draws one card of the row.
func (d *drawing) drawHandCard(x, y, i int, c *scene.Item) {
	size, s := d.held, d.scene
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
		tag := " " + d.T("scene.hint") + " "
		if d.Width(tag) > size.W+1 {
			tag = strings.TrimSpace(tag)
		}
		d.Center(x, y+size.H, size.W, tag, felt.Chosen)
	}
}

// answersBelow is how many rows the answers take that are chosen while a trick lies there: the first one
// is the ledge under the cards, so that neither these nor the trick move for a question.
func (d *drawing) answersBelow() int {
	if d.scene.List || d.scene.Setup || len(d.scene.Answers) == 0 {
		return 0
	}
	rows, _ := d.buttonRows(d.w - 2)
	return len(rows)
}

// drawHandChips draws the hand as chips, the chosen one in gold; those that may not be chosen are soft, or in
// small letters where there are no colours.
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
		code := d.Code(c.Card)
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

// drawTrack draws the tricks of a round that is looked through: a tile for each with its number, the emblem
// of the winner, the card that has won, and what became of a goal. In a small window those around the
// one that is shown.
func (d *drawing) drawTrack() {
	const wide = 6
	all := d.scene.Track
	n := min(len(all), (d.w-2)/wide)
	first := max(min(d.scene.ShownTrick-1-n/2, len(all)-n), 0)
	step := wide
	if n > 1 {
		step = min((d.w-2-wide)/(n-1), wide+2)
	}
	x, y := d.x+(d.w-(n-1)*step-wide)/2, d.handY
	room := step - 1
	if max(d.Width(d.T("scene.met")), d.Width(d.T("scene.lost"))) > room {
		room = 0 // the same for all
	}
	for i := first; i < first+n; i++ {
		tile := &all[i]
		ground, number := felt.Bar, felt.Faint
		current := tile.Number == d.scene.ShownTrick
		if current {
			ground, number = felt.Gold, felt.Chosen
		}
		text := strconv.Itoa(tile.Number)
		emblemX := x + 3
		emblemY := y
		if d.Palette().NoColor() {
			emblemX = x + 1
			emblemY = y + 1
			if current {
				text = "[" + text + "]"
				number = felt.Strong
			}
		} else {
			d.Fill(x, y, wide, 3, ground)
		}
		d.Put(x+1, y, text, number)
		if d.handAsChips { // there is room for the numbers alone
			x += step
			continue
		}
		d.Emblem(emblemX, emblemY, tile.ID, tile.Letter, false)
		if tile.Best >= 0 && tile.Cards[tile.Best] != tricks.Closed {
			d.Chip(x+1, y+2, tile.Cards[tile.Best], d.Code(tile.Cards[tile.Best]), 1)
		}
		d.Center(x, y+3, wide, d.statusLabel(tile.StatusWord, tile.Status, room), statusStyle(tile.Status).Bolder())
		x += step
	}
}
