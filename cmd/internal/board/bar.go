package board

import (
	"strings"

	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/texts"
)

// bar draws the first row of the window.
type bar table

// thingsAndStage returns the things in brief, and how far the round is.
func (d bar) thingsAndStage() string {
	brief := d.scene.Brief
	for i := range d.scene.Things {
		brief = things(d).short(&d.scene.Things[i]) + "  " + brief
	}
	return brief
}

// hasRoomForThings reports whether the bar has room for all things in brief, beside the number of the chapter.
func (d bar) hasRoomForThings() bool {
	return d.grid.Width(d.scene.Number+d.thingsAndStage())+6 <= d.w
}

// draw draws the first row: the chapter and how far the round is, with one of the states. If space is
// short a state is worth more than the chapter's title.
func (d bar) draw() {
	s := d.scene
	title := s.Title
	brief := s.Brief
	track := ""
	if d.plan.thingsIn == inBar {
		brief = d.thingsAndStage()
	}
	remaining := max(s.TrickCount-s.Done, 0)
	switch {
	case s.TrickCount == 0 || d.w < 80:
	case d.grid.Palette().NoColor():
		track = "[" + strings.Repeat("#", s.Done) + strings.Repeat(".", remaining) + "]"
	default:
		track = felt.Pen{Fg: felt.GoldInk}.Paint(strings.Repeat("▌", s.Done)) +
			felt.Pen{Fg: felt.Line}.Paint(strings.Repeat("▌", remaining))
	}
	states := append(texts.NotEmpty(s.States...), "")
	if d.grid.Width(title+strings.Join(texts.NotEmpty(states[0], brief), "  "))+6 > d.w {
		title = s.Number
	}
	// The cards in brief are worth more than the title.
	if d.plan.thingsIn == inBar && d.grid.Width(title+brief)+6 > d.w {
		title = ""
	}
	var ends []string
	addState := func(parts ...string) { ends = append(ends, strings.Join(texts.NotEmpty(parts...), "  ")) }
	for _, state := range states {
		if d.plan.thingsIn != inBar {
			addState(state, track, s.Stage)
			addState(state, s.Stage)
		}
		addState(state, brief)
		if state != "" && !d.plan.narrow { // A state is worth more than the things in brief.
			addState(state, s.Brief)
		}
	}
	d.grid.Headline(d.x, d.w, title, ends...)
}
