// Package board draws a round on a grid of cells: the seats and the trick on felt, the person's own
// place on wood (draw.go, plan.go, seat.go, table.go, hand.go), and its end (end.go). It draws a
// [scene.Scene], and knows no rules.
package board

import (
	"fmt"
	"slices"
	"strings"

	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// drawing is a scene on its way to the window.
type drawing struct {
	*texts.Texts
	*felt.Grid
	scene *scene.Scene
	plan
	// x and w are where the table lies in the window and how wide it is.
	x, w  int
	keys  []felt.Key
	spots []felt.HitArea
}

// A table is as wide as it can be looked at; beside it are the tricks where there is room for them.
const (
	widest, panelWidth = 160, 36
	widthWithPanel     = widest + panelWidth + 2
)

// Draw draws a scene with its keys in a window, exactly as large as that is, and says where the
// cards or the answers to choose from lie, by their numbers.
func Draw(t *kit.Theme, s *scene.Scene, keys []felt.Key, w, h int) (*felt.Grid, []felt.HitArea) {
	d := &drawing{Texts: t.Texts, Grid: felt.New(t.Look, w, h), scene: s, w: min(w, widest), keys: keys}
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

// drawBar is the first line: the chapter and how far it is, with one of the states, which says more than
// the rest of the title.
func (d *drawing) drawBar() {
	s, title, brief, track := d.scene, d.scene.Title, d.scene.Brief, ""
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
	if d.thingsIn == inBar && d.Width(title+brief)+6 > d.w { // cards come first
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
		if state != "" { // news of the table come before a card that is lost
			addState(state, s.Brief)
		}
	}
	d.Headline(d.x, d.w, title, ends...)
}

// drawRemarks are the fixed lines below the hand: about what the cursor is on, the hand that is not
// shown, and the coach.
func (d *drawing) drawRemarks() {
	s, y := d.scene, d.remarkY
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

// Fits reports whether there is room for all that is said in a scene, without giving up the pictures of
// cards to choose from.
func Fits(t *kit.Theme, s *scene.Scene, w, h int) bool {
	if kit.IsTiny(w, h) { // no scene is drawn there
		return false
	}
	d := &drawing{Texts: t.Texts, Grid: felt.New(t.Look, w, h), scene: s, w: min(w, widest)}
	if kit.IsSmall(w, h) {
		d.drawSmall()
		return !d.overflows
	}
	d.layOut()
	return d.placeParts(0) <= h && (!d.handAsChips || s.List)
}

// activeThing is the thing beside the trick that does something now, nil for none.
func (d *drawing) activeThing() *scene.Thing {
	i := slices.IndexFunc(d.scene.Things, func(o scene.Thing) bool { return o.Effect != "" && o.Least == 0 })
	if i < 0 || d.thingsIn == belowTrick {
		return nil
	}
	return &d.scene.Things[i]
}

// lastRow is what stands in the last row of the felt: what a thing on it does, or what has happened last.
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

// drawPanel lists the tricks that are over, the last one first.
func (d *drawing) drawPanel(x int) {
	d.Fill(x, 1, panelWidth, d.railY, felt.Plate)
	d.Put(x+2, 2, d.T("scene.panel"), felt.Strong)
	y := 5
	for _, e := range d.scene.Ended {
		if y+2 > d.railY {
			return
		}
		d.Put(x+2, y, fmt.Sprint(e.Number), felt.Faint)
		cards := ""
		for i, c := range e.Cards {
			edge := [2]string{" ", " "}
			if i == e.Best && !d.Palette().NoColor() {
				edge = [2]string{felt.Pen{Fg: felt.Gold}.Paint("▐"), felt.Pen{Fg: felt.Gold}.Paint("▌")}
			}
			code := "  "
			if c != tricks.Closed {
				code = d.Coded(c, "")
			}
			cards += edge[0] + code + edge[1] + " "
		}
		d.Text(x+4, y, 25, cards, felt.Text)
		if e.ID != "" {
			d.Emblem(x+30, y, e.ID, e.Letter, false)
		}
		y += 3
	}
}
