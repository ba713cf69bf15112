package tui

import (
	"fellowship/cmd/internal/felt"
)

// scrollPageColumns returns the first column and the width of a page that may be higher than its window.
func scrollPageColumns(g *felt.Grid) (left, wide int) {
	wide = min(g.W, 108)
	return (g.W - wide) / 2, wide
}

// scrollPageRows returns how many rows of such a page are visible, between the headline and the keys.
func scrollPageRows(g *felt.Grid) int { return g.H - 2 }

// drawScrollPage shows a page that may be higher than its window, below a headline. It scrolls with the
// cursor over the areas, and marks show where there is more.
func drawScrollPage(g, page *felt.Grid, areas []felt.HitArea, cursor int, title string,
	states ...string,
) []felt.HitArea {
	room := scrollPageRows(g)
	top := 0
	if last := len(areas) - 1; last > 0 { // as far as the cursor has come
		area := areas[min(cursor, last)]
		top = max(page.H-room, 0) * (area.Y - areas[0].Y) / max(areas[last].Y-areas[0].Y, 1)
		top = min(max(top, area.Y+area.H-room), area.Y)
	}
	for i := range areas {
		areas[i].Y += 1 - top
	}
	g.Paste(0, 1-top, page)
	g.Fill(0, g.H-1, g.W, 1, felt.Wood)
	left, wide := scrollPageColumns(g)
	g.Headline(left, wide, title, states...)
	if top > 0 {
		g.PutRight(left+wide-1, 1, "^", felt.Golden)
	}
	if page.H-top > room {
		g.PutRight(left+wide-1, g.H-2, "v", felt.Golden)
	}
	return areas
}
