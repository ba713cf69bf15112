package board

import (
	"slices"

	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/scene"
)

// The page of the end: the ring above the land of a round that was won, or the trick with which one
// was lost; how it ended, each seat's goal, what is told about it, and the next step.

type ending struct {
	drawing
	end     *scene.End
	columns int // of seats
}

// endPlan is where the parts of the page stand: how many rows the picture has, the texts about the round, what is
// free between two rows of seats, and around the next step.
type endPlan struct {
	pictureRows, textRows, seatGap, nextStepGap int
}

// The rows of the picture: at least, how many it needs for cards of a middle size with the banner above
// them, and for the whole ring.
const leastPicture, middlePicture, ringPicture = 6, 9, 7

// textWidth is how wide the texts about a round are, lateRows how many rows they have once the search has told
// where a round was lost: nothing above them moves then.
const textWidth, lateRows = 92, 3

// layOut shares the rows out: room is what the parts may take, told the lines of all texts and first those of
// the first one. A large picture gives way first, then free rows. A round that is won has much to tell of its
// campaign; else what is told gives way before the picture, and the first text last.
func (d *ending) layOut(room, textRows, firstTextRows int, pictured bool) (layout endPlan) {
	layout = endPlan{max(middlePicture, d.H/2), textRows, 1, 2}
	least := leastPicture
	switch {
	case !pictured:
		layout.pictureRows = 0
	case !d.end.Won: // it has the banner
		room++
		least++
	}
	rows := (len(d.end.Seats)+d.columns-1)/d.columns - 1
	shrink := func(part *int, least, each int) {
		excess := layout.pictureRows + layout.textRows + layout.seatGap*rows + layout.nextStepGap - room
		if excess > 0 && *part > least {
			*part = max(*part-(excess+each-1)/each, least)
		}
	}
	shrink(&layout.pictureRows, min(middlePicture, layout.pictureRows), 1)
	shrink(&layout.nextStepGap, 1, 1)
	if !d.end.Won {
		shrink(&layout.seatGap, 0, max(rows, 1))
		shrink(&layout.textRows, firstTextRows, 1)
	} else {
		shrink(&layout.pictureRows, min(ringPicture, layout.pictureRows), 1)
	}
	shrink(&layout.nextStepGap, 0, 1)
	shrink(&layout.pictureRows, min(least, layout.pictureRows), 1)
	shrink(&layout.seatGap, 0, max(rows, 1))
	if layout.pictureRows > 0 && layout.pictureRows+layout.textRows+layout.seatGap*rows+layout.nextStepGap > room {
		layout.pictureRows = 0
	}
	if layout.pictureRows == 0 && least > leastPicture {
		room--
	}
	shrink(&layout.textRows, 0, 1)
	return layout
}

// DrawEnd draws the end of a round with its keys in a window.
func DrawEnd(t *kit.Theme, e *scene.End, keys []felt.Key, w, h int) *felt.Grid {
	d := &ending{drawing{Texts: t.Texts, Grid: felt.New(t.Look, w, h), w: min(w, widest), keys: keys}, e, 2}
	d.x = (w - d.w) / 2
	d.Headline(d.x, d.w, e.Title, e.States...)
	banner := felt.Pen{Fg: felt.GoldInk, Bold: true}
	switch {
	case e.Open:
		banner = felt.Strong
	case !e.Won:
		banner.Fg = felt.Bad
	}
	var more, lines []string
	textEnds := []int{0} // how many lines there are as far as the end of each text
	for _, m := range e.More {
		more = append(more, d.Wrap(m, d.w-6, 4)...)
	}
	for _, l := range e.Lines {
		lines = append(lines, d.Wrap(l, min(d.w-6, textWidth), 99)...)
		textEnds = append(textEnds, len(lines))
	}
	if d.w < 76 { // lines are longer there than the window
		d.columns = 1
	}
	starRows := min(e.MostStars, 1)
	keyRows := d.drawKeys()
	seats := (len(e.Seats) + d.columns - 1) / d.columns
	// Without headline, banner, next step and keys, with three free rows around the parts.
	room := h - 1 - 1 - starRows - len(more) - 2*seats - 1 - keyRows - 3
	rows := len(lines)
	if !e.Won {
		rows = max(rows, lateRows)
	}
	layout := d.layOut(room, rows, textEnds[min(1, len(textEnds)-1)], !e.Open && (e.Won || len(e.Trick) > 0))
	for _, textEnd := range slices.Backward(textEnds) { // a text is told to its end
		if textEnd <= layout.textRows {
			lines = lines[:textEnd]
			break
		}
	}
	inPicture := layout.pictureRows > 0 && !e.Won // the banner
	if inPicture {
		room++
	}
	spare := max(room-layout.pictureRows-layout.textRows-layout.seatGap*(seats-1)-layout.nextStepGap, 0)
	y := 1
	d.drawPicture(y, layout.pictureRows)
	y += layout.pictureRows + 1
	if layout.pictureRows == 0 {
		y += spare / 3
	}
	y += min(spare/3, 2)
	if inPicture {
		d.Center(d.x, max(min(2, d.trickY-2), 1), d.w, e.Banner, banner)
	} else {
		d.Center(d.x, y, d.w, e.Banner, banner)
		y++
	}
	if starRows > 0 {
		d.Stars(d.x+(d.w-2*e.MostStars+1)/2, y, e.Stars, e.MostStars)
		y++
	}
	y += d.CenterLines(d.x, y, d.w, more, felt.Text) + 1
	d.drawOutcomes(y, 2+layout.seatGap)
	y += 2*seats + layout.seatGap*(seats-1) + min(spare/3, 1) + 1
	y += d.Lines(d.x+max((d.w-textWidth)/2, 3), y, lines, felt.Faint)
	y = min(y+1, h-1-keyRows)
	if e.Next != "" {
		width := min(max(d.Width(e.Next)+8, 32), d.w-4)
		x := d.x + (d.w-width)/2
		if d.Palette().NoColor() {
			d.Center(x, y, width, "> "+e.Next, felt.Strong)
		} else {
			d.Fill(x, y, width, 1, felt.Gold)
			d.Center(x, y, width, e.Next, felt.Chosen)
		}
	}
	return d.Grid
}

// drawKeys draws the keys, in two rows if need be, and returns how many rows they take.
func (d *ending) drawKeys() int {
	last := d.H - 1
	first := d.Keys(d.x, last, d.w, d.keys)
	if len(first) == len(d.keys) || d.columns > 1 {
		return 1
	}
	d.Fill(d.x, last, d.w, 1, felt.Wood)
	var more []felt.Key
	for i, k := range d.keys {
		if !slices.ContainsFunc(first, func(s felt.HitArea) bool { return s.Item == i }) {
			more = append(more, k)
		}
	}
	d.Keys(d.x, last-1, d.w, d.keys)
	d.Keys(d.x, last, d.w, more)
	return 2
}

// drawOutcomes are the seats with their goals, two rows each, so many rows from one to the one below.
func (d *ending) drawOutcomes(y, step int) {
	columns := d.columns
	margin := 3
	if d.w < 46 {
		margin = 1
	}
	width := (d.w-2*margin)/columns + 2 - columns
	for i := range d.end.Seats {
		outcome := &d.end.Seats[i]
		x := d.x + margin + i%columns*(width+1)
		row := y + i/columns*step
		end := x + width - 2
		verdict := ""
		d.Emblem(x, row, outcome.ID, outcome.Letter, false)
		if i < d.end.RevealedGoals {
			verdict = outcome.Verdict
		}
		d.drawSpans(x+5, row, end-d.Width(outcome.Verdict)-1, span{outcome.Name, felt.Strong},
			span{roleLabel(&outcome.Seat), felt.Faint})
		d.PutRight(end, row, verdict, statusStyle(outcome.Status).Bolder())
		room := end - x - 5
		if outcome.Status == scene.Lost { // how far it came is told in any case
			least := slices.MinFunc(outcome.Progress, func(a, b string) int { return d.Width(a) - d.Width(b) })
			room -= d.Width(least) + 2
		}
		goal := d.Put(x+5, row+1, d.Cut(outcome.Goal, room), felt.Faint)
		d.PutRight(end, row+1, d.firstThatFits(end-goal-2, outcome.Progress...), felt.Text)
	}
}

// drawPicture is the land with the ring, or the trick that ended a lost round.
func (d *ending) drawPicture(y, h int) {
	e := d.end
	switch {
	case h == 0:
		return
	case e.Won:
		d.Land(d.x, y, d.w, h, d.w/2, h+e.RingOffset, h/2+1, true)
		return
	}
	d.Fill(d.x, y, d.w, h, felt.Fall)
	d.Rule(d.x, y+h-1, d.w, felt.Rail)
	n := len(e.Trick)
	size := felt.Middle
	step := 13
	switch {
	case h < middlePicture:
		size = felt.Small
	case h > 14 && d.w >= 100:
		size = felt.Large
		step = 16
	}
	if names := 6; (n-1)*step+size.W+names > d.w { // these are wider than a card
		step = (d.w - names - size.W) / max(n-1, 1)
	}
	d.step = step
	d.card = size
	d.trickY = y + 2 + (h-size.H-3)/2
	x := d.x + (d.w-(n-1)*step-size.W)/2
	for i := range e.Trick {
		d.drawPlay(x+i*step, d.trickY, &e.Trick[i], i == e.BreakingCard)
	}
}

// DrawMessage draws lines in the middle of a window: what is said while one person passes the device to the
// next.
func DrawMessage(t *kit.Theme, title string, states, lines []string, keys []felt.Key, w, h int) *felt.Grid {
	g := felt.New(t.Look, w, h)
	g.Headline(0, w, title, states...)
	g.CenterLines(0, max((h-len(lines))/2-1, 2), w, lines, felt.Text)
	g.Keys(0, h-1, w, keys)
	return g
}
