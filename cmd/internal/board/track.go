package board

import (
	"strconv"

	"fellowship/cmd/internal/felt"
	"fellowship/tricks"
)

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
		t := &all[i]
		ground, number := felt.Bar, felt.Faint
		here := t.Number == d.s.Here
		if here {
			ground, number = felt.Gold, felt.Chosen
		}
		text, emblemX, emblemY := strconv.Itoa(t.Number), x+3, y
		if d.Look().Plain() {
			emblemX, emblemY = x+1, y+1
			if here {
				text, number = "["+text+"]", felt.Strong
			}
		} else {
			d.Fill(x, y, wide, 3, ground)
		}
		d.Put(x+1, y, text, number)
		if d.chips { // there is room for the numbers alone
			x += step
			continue
		}
		d.Emblem(emblemX, emblemY, t.ID, t.Letter, false)
		if t.Best >= 0 && t.Cards[t.Best] != tricks.Closed {
			d.Chip(x+1, y+2, t.Cards[t.Best], d.Code(t.Cards[t.Best]), 1)
		}
		d.Mid(x, y+3, wide, d.stands(t.Word, t.Status, room), toned(t.Status).Bolder())
		x += step
	}
}
