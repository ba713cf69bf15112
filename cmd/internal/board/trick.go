package board

import (
	"fellowship/characters"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// trick draws the cards that lie in the middle of the table.
type trick table

// draw draws the cards of the trick. The place of a card that is still moving there is empty.
func (d trick) draw() {
	for i, t := range d.scene.Plays {
		if t.Steps < t.StepCount {
			t.Card = tricks.NoCard
			t.Best = false
		}
		x, y := d.position(i)
		d.drawPlay(x, y, &t, false)
	}
}

// drawMoving draws the cards that are moving from their seats to their places.
func (d trick) drawMoving() {
	for i := range d.scene.Plays {
		t := &d.scene.Plays[i]
		if t.Steps >= t.StepCount {
			continue
		}
		x, y := d.x+(d.w-d.plan.card.W)/2, d.plan.handY
		for k := range d.scene.Seats {
			if d.scene.Seats[k].Index == t.Seat {
				x, y = seats(d).position(k)
				x += (d.plan.plate.W - d.plan.card.W) / 2
			}
		}
		targetX, targetY := d.position(i)
		x += (targetX - x) * t.Steps / t.StepCount
		y += (targetY - y) * t.Steps / t.StepCount
		card, rank := t.Face()
		d.grid.Card(x, y, d.plan.card, card, rank, felt.Lit, d.plan.card.H)
	}
}

// position returns where the card of a place in the trick lies: in the order of play, or in front of its
// seat.
func (d trick) position(i int) (x, y int) {
	n := len(d.scene.Plays)
	middle := d.x + (d.w-d.plan.card.W)/2
	step := d.plan.card.W + 5
	half := d.plan.trickY + (d.plan.card.H+1)/2
	switch seat := d.scene.Plays[i].Seat; {
	case !d.plan.cross:
		return d.x + (d.plan.feltW-(n-1)*d.plan.step-d.plan.card.W)/2 + i*d.plan.step, d.plan.trickY
	case d.plan.tall && seat == d.scene.Me.Index:
		return middle, d.plan.trickY + d.plan.card.H + 3
	case d.plan.tall && seat == d.scene.Seats[0].Index:
		return middle - d.plan.card.W + 1, d.plan.trickY
	case d.plan.tall:
		return middle + d.plan.card.W, d.plan.trickY
	case seat == d.scene.Me.Index:
		return middle, d.plan.trickY + d.plan.card.H + 1
	case seat == d.scene.Seats[0].Index:
		return middle - step, half
	case seat == d.scene.Seats[len(d.scene.Seats)-1].Index:
		return middle + step, half
	}
	return middle, d.plan.trickY
}

// drawPlay draws one place of the trick with the name of its seat. With broke it marks the card that lost the
// round.
func (d trick) drawPlay(x, y int, t *scene.Play, broke bool) {
	size := d.plan.card
	state := felt.Lit
	frame, namePen := felt.Gold, felt.Chosen
	switch {
	case t.Card == tricks.NoCard:
		d.drawEmptySlot(x, y, t)
		return
	case broke:
		frame, namePen = felt.Bad, felt.Broken
		if d.grid.Palette().NoColor() {
			state = felt.Best
		}
	case t.Best:
		state = felt.Best
	case t.Taken:
		state = felt.Sunk
	}
	card, rank := t.Face()
	d.grid.Card(x, y, size, card, rank, state, size.H)
	name := d.grid.Cut(t.Name, max(min(size.W+5, d.plan.step+1), 12))
	w := size.W + 4
	x, y = x-2, y+size.H
	switch {
	case (broke || t.Best) && !d.grid.Palette().NoColor():
		d.grid.Frame(x+2, y-size.H, size, frame)
		if d.grid.Width(name) > size.W+2 { // A long name stands below the frame without a ground of its own.
			d.grid.Center(x, y, w, name, felt.Pen{Fg: namePen.Bg, Bold: true})
			return
		}
		d.grid.Put(x+1, y, "▐", felt.Pen{Fg: frame})
		d.grid.Put(x+w-2, y, "▌", felt.Pen{Fg: frame})
		d.grid.Fill(x+2, y, size.W, 1, namePen.Bg)
		d.grid.Center(x, y, w, name, namePen)
	case d.plan.cross && !t.Best:
	case broke:
		d.grid.Center(x, y, w, texts.Mark(characters.Failed)+" "+name, felt.Strong)
	case t.Best:
		d.grid.Center(x, y, w, "*"+name+"*", felt.Strong)
	case t.Me:
		d.grid.Center(x, y, w, name, felt.Pen{Fg: felt.GoldInk})
	default:
		d.grid.Center(x, y, w, name, felt.Text)
	}
}

// drawEmptySlot draws a place of the trick that is still empty. The place of the seat at the bottom and the one
// whose turn it is are marked.
func (d trick) drawEmptySlot(x, y int, t *scene.Play) {
	size := d.plan.card
	name := d.grid.Cut(t.Name, max(min(d.plan.card.W+5, d.plan.step+1), 12))
	p := felt.Text
	if t.Me {
		p = felt.Pen{Fg: felt.GoldInk}
	}
	d.grid.Slot(x, y, size, t.Me || t.Turn)
	switch {
	case !d.plan.cross:
		d.grid.Center(x-2, y+size.H, size.W+4, name, p)
	case t.Me:
		d.grid.Center(x, y+size.H/2, size.W, firstThatFits(d.grid, size.W, t.Name), p)
	case t.Turn:
		d.grid.Center(x, y+size.H/2, size.W, firstThatFits(d.grid, size.W, d.texts.T("scene.next")), p)
	}
}
