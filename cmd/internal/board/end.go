package board

import (
	"slices"

	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/scene"
)

// ending is the page at the end of a round while it is drawn. It shows a picture, how the round ended, the
// goal of each seat, texts about the round, and the next step. The picture is the ring above the land if
// the round was won, or the trick in which it was lost.
type ending struct {
	table table
	end   *scene.End
	// keys are the keys for the last rows.
	keys []felt.Key
	// columns is the number of columns of seats.
	columns int
}

// endPlan is how many rows the parts of the page take that can give way.
type endPlan struct {
	// pictureRows is the height of the picture, 0 for none.
	pictureRows int
	// textRows is how many rows the texts about the round take.
	textRows int
	// seatGap is how many rows are free between two rows of seats.
	seatGap int
	// nextStepGap is how many rows are free around the next step.
	nextStepGap int
}

const (
	// leastPicture is the least height of the picture in rows.
	leastPicture = 6
	// middlePicture is the height that cards of middle size need with the banner above them.
	middlePicture = 9
	// ringPicture is the height of the whole ring.
	ringPicture = 7
)

const (
	// textWidth is the greatest width of the texts about a round.
	textWidth = 92
	// lateRows is how many rows are kept free for the texts about a round that was not won. The search adds
	// some of them later, and then nothing above them may move.
	lateRows = 3
)

// layOut shares out the rows: room is how many the parts may take together, textRows how many all texts take,
// and firstTextRows how many the first text takes. A large picture shrinks first, then the free rows. A won
// round keeps its texts about the campaign as long as the picture can shrink. Otherwise the texts give way
// before the picture, the first one last.
func (d *ending) layOut(room, textRows, firstTextRows int, pictured bool) (parts endPlan) {
	parts = endPlan{max(middlePicture, d.table.grid.H/2), textRows, 1, 2}
	least := leastPicture
	switch {
	case !pictured:
		parts.pictureRows = 0
	case !d.end.Won: // The picture contains the banner.
		room++
		least++
	}
	rows := (len(d.end.Seats)+d.columns-1)/d.columns - 1
	// shrink makes a part smaller by as much as all parts together are too large, but not smaller than least.
	// The page has the part each times, so a row less saves each rows.
	shrink := func(part *int, least, each int) {
		excess := parts.pictureRows + parts.textRows + parts.seatGap*rows + parts.nextStepGap - room
		if excess > 0 && *part > least {
			*part = max(*part-(excess+each-1)/each, least)
		}
	}
	shrink(&parts.pictureRows, min(middlePicture, parts.pictureRows), 1)
	shrink(&parts.nextStepGap, 1, 1)
	if !d.end.Won {
		shrink(&parts.seatGap, 0, max(rows, 1))
		shrink(&parts.textRows, firstTextRows, 1)
	} else {
		shrink(&parts.pictureRows, min(ringPicture, parts.pictureRows), 1)
	}
	shrink(&parts.nextStepGap, 0, 1)
	shrink(&parts.pictureRows, min(least, parts.pictureRows), 1)
	shrink(&parts.seatGap, 0, max(rows, 1))
	if parts.pictureRows > 0 && parts.pictureRows+parts.textRows+parts.seatGap*rows+parts.nextStepGap > room {
		parts.pictureRows = 0
	}
	if parts.pictureRows == 0 && least > leastPicture {
		room--
	}
	shrink(&parts.textRows, 0, 1)
	return parts
}

// DrawEnd draws the end of a round with its keys in a window.
func DrawEnd(t *kit.Theme, e *scene.End, keys []felt.Key, w, h int) *felt.Grid {
	d := &ending{
		table:   newTable(t, nil, w, h),
		end:     e,
		keys:    keys,
		columns: 2,
	}
	g := d.table.grid
	d.table.x = (w - d.table.w) / 2
	g.Headline(d.table.x, d.table.w, e.Title, e.States...)
	banner := felt.Pen{Fg: felt.GoldInk, Bold: true}
	switch {
	case e.Open:
		banner = felt.Strong
	case !e.Won:
		banner.Fg = felt.Bad
	}
	var more, lines []string
	textEnds := []int{0} // The number of lines up to the end of each text.
	for _, m := range e.More {
		more = append(more, g.Wrap(m, d.table.w-6, 4)...)
	}
	for _, l := range e.Lines {
		lines = append(lines, g.Wrap(l, min(d.table.w-6, textWidth), 99)...)
		textEnds = append(textEnds, len(lines))
	}
	if d.table.w < 76 { // The window is too narrow for two seats beside each other.
		d.columns = 1
	}
	starRows := min(e.MostStars, 1)
	keyRows := d.drawKeys()
	seatRows := (len(e.Seats) + d.columns - 1) / d.columns
	// Without headline, banner, next step and keys, with three free rows around the parts.
	room := h - 1 - 1 - starRows - len(more) - 2*seatRows - 1 - keyRows - 3
	rows := len(lines)
	if !e.Won {
		rows = max(rows, lateRows)
	}
	parts := d.layOut(room, rows, textEnds[min(1, len(textEnds)-1)], !e.Open && (e.Won || len(e.Trick) > 0))
	for _, textEnd := range slices.Backward(textEnds) { // Show whole texts only.
		if textEnd <= parts.textRows {
			lines = lines[:textEnd]
			break
		}
	}
	bannerInPicture := parts.pictureRows > 0 && !e.Won
	if bannerInPicture {
		room++
	}
	spare := max(room-parts.pictureRows-parts.textRows-parts.seatGap*(seatRows-1)-parts.nextStepGap, 0)
	y := 1
	d.drawPicture(y, parts.pictureRows)
	y += parts.pictureRows + 1
	if parts.pictureRows == 0 {
		y += spare / 3
	}
	y += min(spare/3, 2)
	if bannerInPicture {
		g.Center(d.table.x, max(min(2, d.table.plan.trickY-2), 1), d.table.w, e.Banner, banner)
	} else {
		g.Center(d.table.x, y, d.table.w, e.Banner, banner)
		y++
	}
	if starRows > 0 {
		g.Stars(d.table.x+(d.table.w-2*e.MostStars+1)/2, y, e.Stars, e.MostStars)
		y++
	}
	y += g.CenterLines(d.table.x, y, d.table.w, more, felt.Text) + 1
	d.drawOutcomes(y, 2+parts.seatGap)
	y += 2*seatRows + parts.seatGap*(seatRows-1) + min(spare/3, 1) + 1
	y += g.Lines(d.table.x+max((d.table.w-textWidth)/2, 3), y, lines, felt.Faint)
	y = min(y+1, h-1-keyRows)
	if e.Next != "" {
		width := min(max(g.Width(e.Next)+8, 32), d.table.w-4)
		x := d.table.x + (d.table.w-width)/2
		if g.Palette().NoColor() {
			g.Center(x, y, width, "> "+e.Next, felt.Strong)
		} else {
			g.Fill(x, y, width, 1, felt.Gold)
			g.Center(x, y, width, e.Next, felt.Chosen)
		}
	}
	return g
}

// drawKeys draws the keys, in two rows if need be, and returns how many rows they take.
func (d *ending) drawKeys() int {
	g := d.table.grid
	last := g.H - 1
	first := g.Keys(d.table.x, last, d.table.w, d.keys)
	if len(first) == len(d.keys) || d.columns > 1 {
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

// drawOutcomes draws the seats with their goals, two rows each. Each row of seats begins step rows below the
// one before.
func (d *ending) drawOutcomes(y, step int) {
	g := d.table.grid
	columns := d.columns
	margin := 3
	if d.table.w < 46 {
		margin = 1
	}
	width := (d.table.w-2*margin)/columns + 2 - columns
	for i := range d.end.Seats {
		outcome := &d.end.Seats[i]
		x := d.table.x + margin + i%columns*(width+1)
		row := y + i/columns*step
		end := x + width - 2
		verdict := ""
		g.Emblem(x, row, outcome.ID, outcome.Letters, false)
		if i < d.end.RevealedGoals {
			verdict = outcome.Verdict
		}
		name := textRow{grid: g, y: row, left: x + 5, right: end - g.Width(outcome.Verdict) - 1}
		name.addLeft(span{outcome.Name, felt.Strong}, span{roleLabel(&outcome.Seat), felt.Faint})
		g.PutRight(end, row, verdict, statusStyle(outcome.Status).Bolder())
		room := end - x - 5
		if outcome.Status == scene.Lost { // Always show how far a lost goal came.
			least := slices.MinFunc(outcome.Progress, func(a, b string) int { return g.Width(a) - g.Width(b) })
			room -= g.Width(least) + 2
		}
		goal := g.Put(x+5, row+1, g.Cut(outcome.Goal, room), felt.Faint)
		g.PutRight(end, row+1, firstThatFits(g, end-goal-2, outcome.Progress...), felt.Text)
	}
}

// drawPicture draws the land with the ring, or the trick in which the round was lost.
func (d *ending) drawPicture(y, h int) {
	g := d.table.grid
	e := d.end
	switch {
	case h == 0:
		return
	case e.Won:
		g.Land(d.table.x, y, d.table.w, h, d.table.w/2, h+e.RingOffset, h/2+1, true)
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
