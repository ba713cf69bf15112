// Package board draws a round on a grid of cells: the seats and the trick on felt, the person's own seat
// on wood below, and the page at the end of the round (end.go). It draws a [scene.Scene] and knows no
// rules. The plan of where everything stands is made first (plan.go).
package board

import (
	"strings"

	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
)

// drawing is a scene while it is drawn.
type drawing struct {
	texts *texts.Texts
	*felt.Grid
	scene *scene.Scene
	plan
	// x is the left column of the table in the window.
	x int
	// w is the width of the table.
	w int
	// keys are the keys for the last row.
	keys []felt.Key
	// spots collects the areas of the cards and answers, for the mouse.
	spots []felt.HitArea
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
	d := &drawing{texts: t.Texts, Grid: felt.New(t.Look, w, h), scene: s, w: min(w, widest), keys: keys}
	if kit.IsSmall(w, h) {
		d.drawSmall()
		return d.Grid, d.spots
	}
	d.x = (w - d.w) / 2
	panel := w >= widthWithPanel && s.TrickCount > 0
	if panel {
		d.x = (w - widthWithPanel) / 2
	}
	d.layOut()
	d.drawBar()
	d.Fill(d.x, 1, d.w, d.railY-1, felt.Felt)
	for i := range s.Seats {
		x, y := d.seatPosition(i)
		d.drawSeat(x, y, &s.Seats[i])
	}
	switch {
	case s.List:
		d.drawList()
	case s.Setup:
		d.drawSetup()
	default:
		d.drawTrick()
		d.drawThings()
	}
	lines, p := d.lastRow()
	if d.newsY > 0 {
		d.CenterLines(d.x, d.newsY, d.w, lines, p)
	}
	d.drawOwnSeat()
	switch {
	case len(s.Track) > 0:
		d.drawTrack()
	default:
		d.drawHand()
	}
	if d.answersBelow() > 0 {
		d.drawButtons(d.x+1, d.ledgeY, d.w-2, 1)
	}
	d.drawRemarks()
	if !s.List && !s.Setup {
		d.drawMoving()
	}
	d.Keys(d.x, h-1, d.w, keys)
	if panel {
		d.drawPanel(d.x + widest + 2)
	}
	return d.Grid, d.spots
}

// drawBar draws the first row: the chapter and how far the round is, with one of the states. If space is
// short a state is worth more than the chapter's title.
func (d *drawing) drawBar() {
	s := d.scene
	title := s.Title
	brief := s.Brief
	track := ""
	if d.thingsIn == inBar {
		for i := range s.Things {
			brief = d.thingShort(&s.Things[i]) + "  " + brief
		}
	}
	remaining := max(s.TrickCount-s.Done, 0)
	switch {
	case s.TrickCount == 0 || d.w < 80:
	case d.Palette().NoColor():
		track = "[" + strings.Repeat("#", s.Done) + strings.Repeat(".", remaining) + "]"
	default:
		track = felt.Pen{Fg: felt.GoldInk}.Paint(strings.Repeat("▌", s.Done)) +
			felt.Pen{Fg: felt.Line}.Paint(strings.Repeat("▌", remaining))
	}
	states := append(texts.NotEmpty(s.States...), "")
	if d.Width(title+strings.Join(texts.NotEmpty(states[0], brief), "  "))+6 > d.w {
		title = s.Number
	}
	if d.thingsIn == inBar && d.Width(title+brief)+6 > d.w { // The cards in brief are worth more than the title.
		title = ""
	}
	var ends []string
	addState := func(parts ...string) { ends = append(ends, strings.Join(texts.NotEmpty(parts...), "  ")) }
	for _, state := range states {
		if d.thingsIn != inBar {
			addState(state, track, s.Stage)
			addState(state, s.Stage)
		}
		addState(state, brief)
		if state != "" { // A state is worth more than the things in brief.
			addState(state, s.Brief)
		}
	}
	d.Headline(d.x, d.w, title, ends...)
}

// drawRemarks draws the rows below the hand: the remark on the selected item, the person's own hand while
// another one is shown, and the coach.
func (d *drawing) drawRemarks() {
	s := d.scene
	y := d.remarkY
	p := [...]felt.Pen{scene.Neutral: felt.Faint, scene.Hint: felt.Text, scene.Warning: {Fg: felt.Bad}}[s.Tone]
	room := d.H - 1 - y
	y += d.CenterLines(d.x, y, d.w, d.Wrap(s.Remark, d.w-4, room), p)
	if len(s.OwnHand) > 0 {
		x := d.Put(d.x+2, d.ownHandY, s.Owner+" ", felt.Faint)
		d.Chips(x, d.ownHandY, d.w-(x-d.x)-1, 1, s.OwnHand)
		y = max(y, d.ownHandY+1)
	}
	if lines := d.Wrap(s.Coach, d.w-4, 99); s.Coach != "" && len(lines) <= d.H-1-y {
		d.CenterLines(d.x, d.H-1-len(lines), d.w, lines, felt.Text)
	}
}

// Fits reports whether a window has room for all texts of a scene, with pictures of the cards to choose
// from.
func Fits(t *kit.Theme, s *scene.Scene, w, h int) bool {
	if kit.IsTiny(w, h) { // No scene is drawn in such a window.
		return false
	}
	d := &drawing{texts: t.Texts, Grid: felt.New(t.Look, w, h), scene: s, w: min(w, widest)}
	if kit.IsSmall(w, h) {
		d.drawSmall()
		return !d.overflows
	}
	d.layOut()
	return d.placeParts(0) <= h && (!d.handAsChips || s.List)
}

// lastRow returns the text in the last row of the felt: the effect of a thing, or the latest event that is
// short enough.
func (d *drawing) lastRow() (lines []string, p felt.Pen) {
	maxRows := 2
	if d.cross {
		maxRows = 1
	}
	if d.scene.Setup {
		return nil, p
	}
	if o := d.activeThing(); o != nil {
		return d.Wrap(o.Effect, d.w-2, 3), thingStyle(o)
	}
	for _, n := range d.scene.News {
		if lines := d.Wrap(n, d.w-2, 9); len(lines) <= maxRows {
			return lines, felt.Faint
		}
	}
	return nil, p
}
