// Package board draws a round on a grid of cells: the seats and the trick on felt, the person's own seat
// on wood below, and the page at the end of the round (end.go). It draws a [scene.Scene] and knows no
// rules. The plan of where everything stands (plan.go) is made first (layout.go).
package board

import (
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
)

// table is a scene while it is drawn. What draws one part of it is a type with the same fields and a name of
// its own, such as [seats] or [hand]: seats(t).draw(…).
type table struct {
	texts *texts.Texts
	grid  *felt.Grid
	scene *scene.Scene
	plan  *plan
	// spots collects the areas of the cards and answers, for the mouse.
	spots *spots
	// x is the left column of the table in the window.
	x int
	// w is the width of the table.
	w int
}

// spots are the areas of the cards and answers to choose from.
type spots []felt.HitArea

func (s *spots) add(area felt.HitArea) { *s = append(*s, area) }

// newTable returns a table at the left edge of a window, without a plan.
func newTable(t *kit.Theme, s *scene.Scene, w, h int) table {
	return table{
		texts: t.Texts, grid: felt.New(t.Look, w, h), scene: s, plan: &plan{}, spots: &spots{}, w: min(w, widest),
	}
}

// The table grows no wider than eyes can take in. In a wider window a panel with the finished tricks
// stands beside it.
const (
	widest, panelWidth = 160, 36
	widthWithPanel     = widest + panelWidth + 2
)

// Draw draws a scene with its keys in a window of w by h cells. It also returns the areas of the cards or
// answers to choose from; the Item of an area is the index in the hand or the answers.
func Draw(t *kit.Theme, s *scene.Scene, keys []felt.Key, w, h int) (*felt.Grid, []felt.HitArea) {
	d := newTable(t, s, w, h)
	if kit.IsSmall(w, h) {
		smallWindow(d).draw()
		d.grid.Keys(0, h-1, w, keys)
		return d.grid, *d.spots
	}
	d.x = (w - d.w) / 2
	panel := w >= widthWithPanel && s.TrickCount > 0
	if panel {
		d.x = (w - widthWithPanel) / 2
	}
	layout(d).makePlan()
	bar(d).draw()
	d.grid.Fill(d.x, 1, d.w, d.plan.railY-1, felt.Felt)
	for i := range s.Seats {
		x, y := seats(d).position(i)
		seats(d).draw(x, y, &s.Seats[i])
	}
	pyramids(d).drawPlate()
	switch {
	case s.List:
		answers(d).drawList()
	case s.Setup:
		answers(d).drawSetup()
	default:
		trick(d).draw()
		things(d).draw()
	}
	lines, p := things(d).lastRow()
	if d.plan.newsY > 0 {
		d.grid.CenterLines(d.x, d.plan.newsY, d.w, lines, p)
	}
	ownSeat(d).draw()
	switch {
	case len(s.Track) > 0:
		finishedTricks(d).drawTrack()
	default:
		hand(d).draw()
	}
	if answers(d).rowsBelow() > 0 {
		answers(d).drawButtons(d.x+1, d.plan.ledgeY, d.w-2, 1)
	}
	remarks(d).draw()
	if !s.List && !s.Setup {
		trick(d).drawMoving()
	}
	d.grid.Keys(d.x, h-1, d.w, keys)
	if panel {
		finishedTricks(d).drawPanel(d.x + widest + 2)
	}
	return d.grid, *d.spots
}

// Fits reports whether a window has room for all texts of a scene, with pictures of the cards to choose
// from.
func Fits(t *kit.Theme, s *scene.Scene, w, h int) bool {
	if kit.IsTiny(w, h) { // No scene is drawn in such a window.
		return false
	}
	d := newTable(t, s, w, h)
	if kit.IsSmall(w, h) {
		smallWindow(d).draw()
		return !d.plan.overflows
	}
	layout(d).makePlan()
	if d.plan.narrow {
		return d.plan.remarkY+remarks(d).narrowRows() < h && len(d.grid.Wrap(s.Remark, w-4, 99)) <= hintRows &&
			(!d.plan.handAsChips || s.List)
	}
	return layout(d).place(0) <= h && (!d.plan.handAsChips || s.List)
}
