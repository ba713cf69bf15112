package board

import (
	"slices"
	"strconv"
	"strings"

	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/share"
)

// blockHeight returns how many rows the block of tiles takes.
func (d *ending) blockHeight() int {
	if len(d.playedTiles()) == 0 {
		return 1
	}
	return 3
}

// playedTiles returns the tiles of the tricks that were played.
func (d *ending) playedTiles() []share.Tile {
	tiles := d.end.Block.Tiles
	return tiles[:len(tiles)-countUnplayed(tiles)]
}

// countUnplayed returns how many tricks at the end were not played.
func countUnplayed(tiles []share.Tile) (n int) {
	for _, tile := range slices.Backward(tiles) {
		if tile.Played {
			break
		}
		n++
	}
	return n
}

// drawBlock draws a tile for each trick with the letters of its winner, below it the seats whose goals were met or lost
// there, and then the line about the round.
func (d *ending) drawBlock(y int) {
	g := d.table.grid
	tiles := d.playedTiles()
	block := d.end.Block
	if len(tiles) > 0 {
		d.drawTiles(tiles, y)
		y += 2
	}
	line := block.Line
	if g.Width(line) > d.table.w-2 {
		line = block.Name
	}
	g.Center(d.table.x, y, d.table.w, line, felt.Faint)
}

// drawTiles draws the row of tiles and the row below it.
func (d *ending) drawTiles(tiles []share.Tile, y int) {
	g := d.table.grid
	words := d.end.BlockWords
	labelWidth := max(g.Width(words.Won), g.Width(words.Met)) + 2
	width := 3
	gap := 1
	switch {
	case d.table.w >= 76 && hasTwoLetters(tiles):
		width = 4
	case d.table.w >= 76 && len(tiles) < 10:
		gap = 2
	case d.table.w < 76 && len(tiles) > 9:
		gap = 0
	}
	step := width + gap
	total := len(tiles)*step - gap
	x := d.table.x + (d.table.w-total)/2
	if total+2*labelWidth > d.table.w {
		x = d.table.x + max((d.table.w-total+labelWidth)/2, min(labelWidth+1, d.table.w-total))
	}
	if x-labelWidth > d.table.x {
		g.Put(x-labelWidth, y, words.Won, felt.Faint)
		g.Put(x-labelWidth, y+1, words.Met, felt.Faint)
	}
	for i := range tiles {
		tile := &tiles[i]
		letters := tile.Winner.Letters
		if letters == "" {
			letters = "-"
		}
		g.WinnerTile(x, y, width, tile.Winner.ID, letters, !tile.Late)
		if tile.Lost {
			g.TileEdges(x, y, width)
			g.Center(x, y+1, width, words.Lost, felt.Pen{Fg: felt.Bad, Bold: true})
		} else {
			d.drawDecided(x, y+1, step, width, tile)
		}
		x += step
	}
}

// drawDecided draws the letters of the seats whose goals were met or lost in a trick, or how many these were.
func (d *ending) drawDecided(x, y, step, width int, tile *share.Tile) {
	g := d.table.grid
	met := lettersOf(tile.Met, width)
	failed := lettersOf(tile.Failed, width)
	total := g.Width(met) + g.Width(failed)
	if total > step {
		met = lettersOf(tile.Met, 1)
		failed = lettersOf(tile.Failed, 1)
		total = g.Width(met) + g.Width(failed)
	}
	x += (width - total) / 2
	x = g.Put(x, y, met, felt.Pen{Fg: felt.Good, Bold: true})
	g.Put(x, y, failed, felt.Pen{Fg: felt.Bad, Bold: true})
}

// lettersOf returns the letters of seats, or their number if the letters are longer than most.
func lettersOf(seats []share.Seat, most int) string {
	var letters strings.Builder
	for _, s := range seats {
		letters.WriteString(s.Letters)
	}
	if letters.Len() > most && len(seats) > 1 {
		return strconv.Itoa(len(seats))
	}
	return letters.String()
}

// hasTwoLetters reports whether the winner of a trick has two letters.
func hasTwoLetters(tiles []share.Tile) bool {
	return slices.ContainsFunc(tiles, func(t share.Tile) bool { return len(t.Winner.Letters) > 1 })
}
