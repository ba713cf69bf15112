package board

import (
	"slices"
	"strings"

	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/scene"
)

// ending is the page at the end of a round while it is drawn. It shows a picture, how the round ended, the
// stars, the goal of each seat, a tile for each trick, texts about the round, and the next step. The picture is
// that of a region if the round was won, or the trick in which it was lost.
type ending struct {
	table table
	end   *scene.End
	// keys are the keys for the last rows.
	keys []felt.Key
	// columns is the number of columns of seats.
	columns int
	// more are the lines of the sentences about the result.
	more []string
	// lines are the lines of the further texts.
	lines []string
	// textEnds are the numbers of lines up to the end of each text, beginning with 0.
	textEnds []int
	// wishRows is 1 if the wish of a star needs a row of its own.
	wishRows int
}

// endPlan is how many rows the parts of the page take that can give way.
type endPlan struct {
	// pictureRows is the height of the picture with its rail, 0 for none.
	pictureRows int
	// moreRows is how many rows the sentences about the result take.
	moreRows int
	// textRows is how many rows the further texts take.
	textRows int
	// blockRows is how many rows the tiles and their line take.
	blockRows int
	// gaps is how many free rows there are between the parts.
	gaps int
}

// rows returns how many rows all these parts take.
func (p *endPlan) rows() int { return p.pictureRows + p.moreRows + p.textRows + p.blockRows + p.gaps }

const (
	// leastPicture is the least height of a picture in rows, with its rail.
	leastPicture = 7
	// wishedPicture is the height of a picture before anything else gives way.
	wishedPicture = 10
	// middlePicture is the height that cards of middle size need with the banner above them.
	middlePicture = 9
	// keptTexts is the number of texts of a won round that a large picture makes room for.
	keptTexts = 2
	// mostGaps is how many places of the page can have a free row.
	mostGaps = 5
)

const (
	// textWidth is the greatest width of the texts about a round.
	textWidth = 92
	// mostLateRows is how many rows are kept free for the texts about a round that was not won. The search adds
	// some of them later, and then nothing above them may move.
	mostLateRows = 3
	// goalWidth is the least width of a seat that shows its goal beside its name.
	goalWidth = 38
	// leastResult is the width that is kept free for how far a goal has come, before its state is said in full.
	leastResult = 11
)

// choosePlan shares out the rows that are left when the fixed parts are drawn. What comes first in the list of steps is
// given up first.
func (d *ending) choosePlan(room int) endPlan {
	e := d.end
	plan := endPlan{moreRows: len(d.more), textRows: len(d.lines), gaps: mostGaps}
	if e.Block != nil {
		plan.blockRows = d.blockHeight()
	}
	if !e.Won {
		plan.textRows = max(plan.textRows, d.lateRows())
	}
	if !d.table.grid.Palette().NoColor() && e.Won || !e.Open && len(e.Trick) > 0 {
		plan.pictureRows = min(max(wishedPicture, room/2), 22)
	}
	least := min(leastPicture, plan.pictureRows)
	firstText := d.textEnds[min(keptTexts, len(d.textEnds)-1)]
	if !e.Won {
		firstText = max(d.textEnds[min(1, len(d.textEnds)-1)], d.lateRows())
	}
	for _, step := range []struct {
		part  *int
		least int
	}{
		{&plan.pictureRows, min(wishedPicture, plan.pictureRows)},
		{&plan.textRows, min(firstText, plan.textRows)},
		{&plan.gaps, 4},
		{&plan.pictureRows, min(middlePicture, plan.pictureRows)},
		{&plan.gaps, d.gapsOf(4, 2)},
		{&plan.pictureRows, least},
		{&plan.gaps, 2},
		{&plan.textRows, min(d.textEnds[min(1, len(d.textEnds)-1)], plan.textRows)},
		{&plan.pictureRows, 0},
		{&plan.gaps, 0},
		{&plan.textRows, 0},
		{&plan.moreRows, 0},
		{&plan.blockRows, 0},
	} {
		if excess := plan.rows() - room; excess > 0 {
			*step.part = max(*step.part-excess, step.least)
		}
		if plan.pictureRows < least {
			plan.pictureRows = 0
		}
	}
	if plan.blockRows > 0 && plan.blockRows < d.blockHeight() {
		plan.blockRows = 0
	}
	return plan
}

// lateRows returns how many rows are kept free for texts that come late. Where the round was lost has rows of its own.
func (d *ending) lateRows() int {
	if d.lossRows() > 0 {
		return 1
	}
	return mostLateRows
}

// gapsOf returns the first number for a round that was won, and the second one for any other round, whose picture shows
// cards.
func (d *ending) gapsOf(won, other int) int {
	if d.end.Won {
		return won
	}
	return other
}

// DrawEnd draws the end of a round with its keys in a window.
func DrawEnd(t *kit.Theme, e *scene.End, keys []felt.Key, w, h int) *felt.Grid {
	d := &ending{table: newTable(t, nil, w, h), end: e, keys: keys}
	d.table.x = (w - d.table.w) / 2
	d.measure()
	d.table.grid.Headline(d.table.x, d.table.w, e.Title, e.States...)
	d.draw(d.drawKeys())
	return d.table.grid
}

// measure breaks the texts into lines, and decides how many seats stand beside each other.
func (d *ending) measure() {
	g := d.table.grid
	e := d.end
	d.textEnds = []int{0}
	for _, m := range e.More {
		d.more = append(d.more, g.Wrap(m, d.table.w-6, 4)...)
	}
	for _, l := range e.Lines {
		d.lines = append(d.lines, g.Wrap(l, min(d.table.w-6, textWidth), 99)...)
		d.textEnds = append(d.textEnds, len(d.lines))
	}
	switch {
	case d.table.w >= 76:
		d.columns = max(len(e.Seats), 1)
	case d.table.w >= 44:
		d.columns = 2
	default:
		d.columns = 1
	}
	if len(e.Stars) > 0 && e.Wish != "" && d.starWidth()+2+g.Width(e.Wish) > d.table.w-2 {
		d.wishRows = len(g.Wrap(e.Wish, d.table.w-4, 2))
	}
}

// draw draws the page above the keys.
func (d *ending) draw(keyRows int) {
	g := d.table.grid
	e := d.end
	starRows := min(len(e.Stars), 1) + d.wishRows
	seatRows := (len(e.Seats) + d.columns - 1) / d.columns
	const banner = 1
	nextRows := min(len(e.Next), 1) + d.lossRows()
	if e.KeepsPlayOn {
		nextRows++
	}
	plan := d.choosePlan(g.H - 1 - banner - starRows - 2*seatRows - nextRows - keyRows)
	free := g.H - 1 - banner - starRows - 2*seatRows - nextRows - keyRows - plan.rows()
	bannerInPicture := plan.pictureRows > 0 && !e.Won
	if bannerInPicture {
		free++
	}
	gap := func(least int) int {
		n := 0
		if plan.gaps >= least {
			n = 1
		}
		extra := min(free/(mostGaps+1), 2)
		return n + extra
	}
	y := 1
	if plan.pictureRows == 0 {
		y += min(max(free/4, 0), 4)
	}
	d.drawPicture(y, plan.pictureRows)
	y += plan.pictureRows
	if free > 0 && plan.pictureRows > 0 {
		y += min(free/(mostGaps+1), 2)
	}
	y = d.drawBanner(y, bannerInPicture)
	y = d.drawStars(y)
	y += g.CenterLines(d.table.x, y, d.table.w, d.more[:plan.moreRows], felt.Text)
	d.drawLoss(y)
	y += d.lossRows()
	if !e.Won {
		y = d.drawTexts(y, plan.textRows)
	}
	y += gap(2)
	d.drawOutcomes(y)
	y += 2 * seatRows
	if plan.blockRows > 0 {
		y += gap(1)
		d.drawBlock(y)
		y += plan.blockRows
	}
	if e.Won {
		if d.drawnTexts(plan.textRows) > 0 {
			y += gap(5)
		}
		y = d.drawTexts(y, plan.textRows)
	}
	if e.KeepsPlayOn {
		y = min(y+gap(3), g.H-2-keyRows)
		d.drawStep(y, e.PlayOn, e.PlayOnIsNext)
		d.drawStep(y+1, e.Next, !e.PlayOnIsNext)
		return
	}
	y = min(y+gap(3), g.H-1-keyRows)
	d.drawStep(y, e.Next, true)
}

// drawBanner says how the round ended, and returns the row below.
func (d *ending) drawBanner(y int, inPicture bool) int {
	g := d.table.grid
	pen := felt.Pen{Fg: felt.GoldInk, Bold: true}
	switch {
	case d.end.Open:
		pen = felt.Strong
	case !d.end.Won:
		pen.Fg = felt.Bad
	}
	if inPicture {
		g.Center(d.table.x, max(min(2, d.table.plan.trickY-2), 1), d.table.w, d.end.Banner, pen)
		return y
	}
	g.Center(d.table.x, y, d.table.w, d.end.Banner, pen)
	return y + 1
}

// starWidth returns the width of the stars.
func (d *ending) starWidth() int { return 2*len(d.end.Stars) - 1 }

// drawStars draws the stars with what the dim one wants, and returns the row below.
func (d *ending) drawStars(y int) int {
	g := d.table.grid
	stars := d.end.Stars
	wish := d.end.Wish
	switch {
	case len(stars) == 0:
		return y
	case d.wishRows == 0:
		width := d.starWidth()
		if wish != "" {
			width += 2 + g.Width(wish)
		}
		x := d.table.x + (d.table.w-width)/2
		x = g.Stars(x, y, stars)
		g.Put(x+2, y, wish, felt.Faint)
		return y + 1
	}
	g.Stars(d.table.x+(d.table.w-d.starWidth())/2, y, stars)
	return y + 1 + g.CenterLines(d.table.x, y+1, d.table.w, g.Wrap(wish, d.table.w-4, 2), felt.Faint)
}

// drawnTexts returns how many lines of whole texts fit into a number of rows.
func (d *ending) drawnTexts(rows int) int {
	for _, end := range slices.Backward(d.textEnds) {
		if end <= rows {
			return end
		}
	}
	return 0
}

// drawTexts draws as many whole texts as fit into a number of rows, and returns the row below them.
func (d *ending) drawTexts(y, rows int) int {
	g := d.table.grid
	lines := d.lines[:d.drawnTexts(rows)]
	if d.end.Won {
		return y + g.CenterLines(d.table.x, y, d.table.w, lines, felt.Faint)
	}
	g.Lines(d.table.x+max((d.table.w-textWidth)/2, 3), y, lines, felt.Faint)
	return y + rows
}

// drawKeys draws the keys, in two rows if need be, and returns how many rows they take.
func (d *ending) drawKeys() int {
	g := d.table.grid
	last := g.H - 1
	first := g.Keys(d.table.x, last, d.table.w, d.keys)
	if len(first) == len(d.keys) || d.table.w >= 76 {
		return 1
	}
	g.Fill(d.table.x, last, d.table.w, 1, felt.Wood)
	var more []felt.Key
	for i, k := range d.keys {
		if !slices.ContainsFunc(first, func(s felt.HitArea) bool { return s.Item == i }) {
			more = append(more, k)
		}
	}
	g.Keys(d.table.x, last-1, d.table.w, d.keys)
	g.Keys(d.table.x, last, d.table.w, more)
	return 2
}

// drawOutcomes draws the seats with their goals, two rows each. Where a seat is wide it also says what the goal is and who
// plays it.
func (d *ending) drawOutcomes(y int) {
	g := d.table.grid
	margin := 2
	if d.table.w < 46 {
		margin = 1
	}
	width := (d.table.w - 2*margin) / d.columns
	for i := range d.end.Seats {
		outcome := &d.end.Seats[i]
		x := d.table.x + margin + i%d.columns*width
		row := y + i/d.columns*2
		end := x + width - 1
		g.Emblem(x, row, outcome.ID, outcome.Letters, false)
		x += 5
		name := textRow{grid: g, y: row, left: x, right: end}
		name.addLeft(span{outcome.Name, felt.Strong}, span{roleLabel(&outcome.Seat), felt.Faint})
		after := x
		if i < d.end.RevealedGoals {
			verdict := outcome.Verdict
			if g.Width(verdict)+leastResult > end-x && outcome.StatusWord != "" {
				verdict = outcome.StatusWord
			}
			after = g.Put(x, row+1, verdict, statusStyle(outcome.Status).Bolder()) + 1
		}
		g.Put(after, row+1, d.result(outcome, end-after, width >= goalWidth), felt.Text)
	}
}

// result returns how far the goal of a seat has come in at most w cells, with the goal itself if there is room for both.
func (d *ending) result(outcome *scene.Outcome, w int, withGoal bool) string {
	g := d.table.grid
	room := w - g.Width(outcome.Goal) - 2
	progress := firstThatFits(g, room, outcome.Progress...)
	if withGoal && room > 0 {
		return strings.TrimSpace(outcome.Goal + "  " + progress)
	}
	return firstThatFits(g, w, outcome.Progress...)
}

// drawPicture draws the picture of the region, or the trick in which the round was lost.
func (d *ending) drawPicture(y, h int) {
	g := d.table.grid
	e := d.end
	switch {
	case h == 0:
		return
	case e.Won:
		g.Region(d.table.x, y, d.table.w, h-1, string(e.Region), e.RingOffset)
		g.Rule(d.table.x, y+h-1, d.table.w, felt.Rail)
		return
	}
	g.Fill(d.table.x, y, d.table.w, h, felt.Fall)
	g.Rule(d.table.x, y+h-1, d.table.w, felt.Rail)
	n := len(e.Trick)
	size := felt.Middle
	step := 13
	switch {
	case h < middlePicture:
		size = felt.Small
	case h > 14 && d.table.w >= 100:
		size = felt.Large
		step = 16
	}
	const nameOverhang = 6 // Names are wider than cards.
	if (n-1)*step+size.W+nameOverhang > d.table.w {
		step = (d.table.w - nameOverhang - size.W) / max(n-1, 1)
	}
	d.table.plan.step = step
	d.table.plan.card = size
	d.table.plan.trickY = y + 2 + (h-size.H-3)/2
	x := d.table.x + (d.table.w-(n-1)*step-size.W)/2
	for i := range e.Trick {
		trick(d.table).drawPlay(x+i*step, d.table.plan.trickY, &e.Trick[i], i == e.BreakingCard)
	}
}
