package board

import (
	"strconv"
	"strings"

	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/scene"
	"fellowship/tricks"
)

// hands draws the cards below: the chosen one is raised, those that may not be chosen have sunk into
// the ledge.
func (d *drawing) hands() {
	hand := d.s.Hand
	if d.chips {
		d.handChips(hand, 0, d.handY)
		d.Rule(d.x, d.handY+1, d.w, felt.Bar)
		return
	}
	if d.rows < 2 {
		d.row(hand, 0, d.handY)
		return
	}
	k := (len(hand) + 1) / 2
	for i := k - 1; i <= k+1; i++ { // rather between two suits
		if i > 0 && i < len(hand) && i <= 8 && len(hand)-i <= 8 && hand[i].Card.Suit() != hand[i-1].Card.Suit() {
			k = i
			break
		}
	}
	d.row(hand[:k], 0, d.handY)
	d.row(hand[k:], k, d.handY+d.lower)
}

// gaps are the free cells in a row of cards, with so many between two suits.
func gaps(hand []scene.Item, suitGap int) (all int) {
	for i := 1; i < len(hand); i++ {
		all++
		if hand[i].Card.Suit() != hand[i-1].Card.Suit() {
			all += suitGap
		}
	}
	return all
}

func (d *drawing) row(hand []scene.Item, first, y int) {
	size := d.held
	suitGap := 1
	if len(hand)*size.W+gaps(hand, 1) > d.w-2 {
		suitGap = 0
	}
	step := size.W + 1
	if excess := len(hand)*size.W + gaps(hand, suitGap) - (d.w - 2); excess > 0 && len(hand) > 1 { // cards lie over each other
		step = max((d.w-2-size.W)/(len(hand)-1), 2)
		suitGap = 0
	}
	x := d.x + (d.w-(len(hand)-1)*step-size.W-(gaps(hand, suitGap)-max(len(hand)-1, 0)))/2
	if y+size.H >= d.ledge || d.lower > size.H { // else the cards below lie there
		d.Rule(d.x, y+size.H, d.w, felt.Bar)
	}
	for i := range hand {
		d.held1(x, y, first+i, &hand[i])
		x += step
		if i+1 < len(hand) && hand[i+1].Card.Suit() != hand[i].Card.Suit() {
			x += suitGap
		}
	}
}

// choosing reports whether a card is asked for.
func (d *drawing) choosing() bool { return d.s.Cursor >= 0 && len(d.s.Answers) == 0 }

// chosen reports whether a card of the hand is chosen: by the cursor, or before the answer at the cursor
// was asked for.
func (d *drawing) chosen(i int) bool {
	if d.choosing() {
		return d.s.Cursor == i
	}
	return d.s.Chosen != tricks.NoCard && d.s.Hand[i].Card == d.s.Chosen
}

// held1 draws one card of the row.
func (d *drawing) held1(x, y, i int, c *scene.Item) {
	size, s := d.held, d.s
	chosen := d.chosen(i)
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
	if chosen && d.Look().Plain() {
		d.Put(x, edge, strings.Repeat(sign[1], size.W), felt.Strong)
	} else if chosen {
		d.Put(x, edge, strings.Repeat(sign[0], size.W), felt.Pen{Fg: felt.Gold, Bg: felt.Wood})
	}
	if d.choosing() {
		d.spots = append(d.spots, felt.Spot{X: x, Y: top, W: size.W, H: size.H, Item: i})
	}
	if c.Card == s.Hint && s.Hint != tricks.NoCard {
		tag := " " + d.T("scene.hint") + " "
		if d.Width(tag) > size.W+1 {
			tag = strings.TrimSpace(tag)
		}
		d.Mid(x, y+size.H, size.W, tag, felt.Chosen)
	}
}

// answersBelow is how many rows the answers take that are chosen while a trick lies there: the first one
// is the ledge under the cards, so that neither these nor the trick move for a question.
func (d *drawing) answersBelow() int {
	if d.s.List || d.s.Setup || len(d.s.Answers) == 0 {
		return 0
	}
	rows, _ := d.buttonRows(d.w - 2)
	return len(rows)
}

// handChips draws the hand as chips, the chosen one in gold; those that may not be chosen are soft, or in
// small letters where there are no colours.
func (d *drawing) handChips(hand []scene.Item, first, y int) {
	suitGap := gaps(hand, 1) - max(len(hand)-1, 0)
	if 3*len(hand)+suitGap > d.w-2 {
		suitGap = 0
	}
	x := d.x + max((d.w-3*len(hand)-suitGap)/2, 1)
	plain := d.Look().Plain()
	for i := range hand {
		c := &hand[i]
		if suitGap > 0 && i > 0 && c.Card.Suit() != hand[i-1].Card.Suit() {
			x++
		}
		code := d.Code(c.Card)
		chosen := d.chosen(first + i)
		sunk := d.s.Cursor >= 0 && !c.Ok
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
		if d.choosing() {
			d.spots = append(d.spots, felt.Spot{X: x, Y: y, W: 2, H: 1, Item: first + i})
		}
		x += 3
	}
}

// track draws the tricks of a round that is looked through: a tile for each with its number, the emblem
// of the winner, the card that has won, and what became of a goal. In a small window those around the
// one that is shown.
func (d *drawing) track() {
	const wide = 6
	all := d.s.Track
	n := min(len(all), (d.w-2)/wide)
	first := max(min(d.s.Here-1-n/2, len(all)-n), 0)
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
		current := tile.Number == d.s.Here
		if current {
			ground, number = felt.Gold, felt.Chosen
		}
		text := strconv.Itoa(tile.Number)
		emblemX := x + 3
		emblemY := y
		if d.Look().Plain() {
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
		if d.chips { // there is room for the numbers alone
			x += step
			continue
		}
		d.Emblem(emblemX, emblemY, tile.ID, tile.Letter, false)
		if tile.Best >= 0 && tile.Cards[tile.Best] != tricks.Closed {
			d.Chip(x+1, y+2, tile.Cards[tile.Best], d.Code(tile.Cards[tile.Best]), 1)
		}
		d.Mid(x, y+3, wide, d.stands(tile.Word, tile.Status, room), toned(tile.Status).Bolder())
		x += step
	}
}
