package board

import (
	"fmt"
	"strconv"

	"fellowship/cmd/internal/felt"
	"fellowship/tricks"
)

// finishedTricks draws the tricks that are over.
type finishedTricks table

// drawTrack draws the tricks of a replayed round: a tile for each with its number, the emblem of the winner, the
// card that won, and what the trick did to a goal. A small window has only the tiles around the shown trick.
func (d finishedTricks) drawTrack() {
	const wide = 6
	all := d.scene.Track
	n := min(len(all), (d.w-2)/wide)
	first := max(min(d.scene.ShownTrick-1-n/2, len(all)-n), 0)
	step := wide
	if n > 1 {
		step = min((d.w-2-wide)/(n-1), wide+2)
	}
	x, y := d.x+(d.w-(n-1)*step-wide)/2, d.plan.handY
	room := step - 1
	if max(d.grid.Width(d.texts.T("scene.met")), d.grid.Width(d.texts.T("scene.lost"))) > room {
		room = 0 // All tiles show marks instead of words.
	}
	for i := first; i < first+n; i++ {
		tile := &all[i]
		ground := felt.Bar
		number := felt.Faint
		current := tile.Number == d.scene.ShownTrick
		if current {
			ground = felt.Gold
			number = felt.Chosen
		}
		text := strconv.Itoa(tile.Number)
		emblemX := x + 3
		emblemY := y
		if d.grid.Palette().NoColor() {
			emblemX = x + 1
			emblemY = y + 1
			if current {
				text = "[" + text + "]"
				number = felt.Strong
			}
		} else {
			d.grid.Fill(x, y, wide, 3, ground)
		}
		d.grid.Put(x+1, y, text, number)
		if d.plan.handAsChips { // There is room only for the numbers.
			x += step
			continue
		}
		d.grid.Emblem(emblemX, emblemY, tile.ID, tile.Letters, false)
		if tile.Best >= 0 && tile.Cards[tile.Best] != tricks.Closed {
			d.grid.Chip(x+1, y+2, tile.Cards[tile.Best], d.texts.Code(tile.Cards[tile.Best]), 1)
		}
		status := statusLabel(d.grid, tile.StatusWord, tile.Status, room)
		d.grid.Center(x, y+3, wide, status, wordStyle(tile.Status))
		x += step
	}
}

// drawPanel lists the finished tricks beside the table, newest first.
func (d finishedTricks) drawPanel(x int) {
	d.grid.Fill(x, 1, panelWidth, d.plan.railY, felt.Plate)
	d.grid.Put(x+2, 2, d.texts.T("scene.panel"), felt.Strong)
	y := 5
	for _, e := range d.scene.Ended {
		if y+2 > d.plan.railY {
			return
		}
		d.grid.Put(x+2, y, fmt.Sprint(e.Number), felt.Faint)
		cards := ""
		for i, c := range e.Cards {
			edge := [2]string{" ", " "}
			if i == e.Best && !d.grid.Palette().NoColor() {
				edge = [2]string{felt.Pen{Fg: felt.Gold}.Paint("▐"), felt.Pen{Fg: felt.Gold}.Paint("▌")}
			}
			code := "  "
			if c != tricks.Closed {
				code = d.grid.Coded(c, "")
			}
			cards += edge[0] + code + edge[1] + " "
		}
		d.grid.Text(x+4, y, 25, cards, felt.Text)
		if e.ID != "" {
			d.grid.Emblem(x+30, y, e.ID, e.Letters, false)
		}
		y += 3
	}
}
