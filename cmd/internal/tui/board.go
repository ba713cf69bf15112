package tui

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/session"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/charmbracelet/x/ansi"
)

// board draws a view of a game: what is played, the seats around the trick, and
// what there is to read about it. It knows no keys and no game, so that a round
// that is looked through has the same board as one that is played.
type board struct {
	*theme
	v *chapters.View
	// home is the seat that sits nearest; clockwise from there is left, top, right.
	// bottom is whose cards lie below: home, and in solo the hand that plays.
	home, bottom tricks.Seat
	// show is the trick in the middle, nil for the one being played, and number the
	// one that the head names, 0 for that one.
	show   *trick
	number int
	// over says that the result is shown: nothing lies on the table any more.
	over bool
	// choosing is the seat whose turn it is, or NoSeat; mark is what may be
	// chosen from its pyramid.
	choosing tricks.Seat
	mark     tricks.Set
	// person returns the name of the person at a seat, nil where nobody asks.
	person func(tricks.Seat) string
	// recent is what happened since the person was at turn last, the latest first, and
	// fresh the seats whose goals have come further or fallen back since.
	recent []string
	fresh  tricks.SeatSet
	// gone is what is on its way and not where it lies, flash the seats whose goals flash,
	// see motion.
	gone  tricks.Set
	flash tricks.SeatSet
}

func newBoard(th *theme, v *chapters.View, bottom tricks.Seat) *board {
	b := &board{theme: th, v: v, home: bottom, bottom: bottom, choosing: v.Acting}
	if v.Over {
		b.choosing = tricks.NoSeat
	}
	return b
}

// showTrick shows a finished trick as the one that has just ended.
func (t *board) showTrick(number int) {
	t.choosing = tricks.NoSeat
	if all := played(t.v); number <= len(all) {
		t.show, t.number = &all[number-1], number
	}
}

// layout returns the places in a window.
func (t *board) layout(w, h int) *layout {
	pyramid := -1
	others := t.others()
	for i, s := range others {
		if t.v.Seats[s].Rows != nil {
			pyramid = i
		}
	}
	return layoutOf(w, h, len(others), pyramid)
}

// others are the seats above, from the left.
func (t *board) others() []tricks.Seat {
	var out []tricks.Seat
	for i := 1; i < len(t.v.Seats); i++ {
		s := tricks.Seat((int(t.home) + i) % len(t.v.Seats))
		if s == t.bottom {
			s = t.home // it has changed places with the hand below
		}
		out = append(out, s)
	}
	return out
}

// draw draws the table: everything but what a person does.
func (t *board) draw(c *canvas, l *layout) {
	for i, s := range t.others() {
		r := l.strips[i]
		c.lines(r, t.strip(s, r.w, r.h, l.size))
	}
	t.drawTrick(c, l)
	if l.size == narrow {
		t.drawAside(c, l)
		return
	}
	t.drawObjects(c, l)
	t.drawNews(c, l)
}

// titleLine says what is played and how far it is, and at its end the first of some
// states that there is room for. What is too much for the line is left out.
func (t *board) titleLine(w int, states ...string) string {
	left := " " + t.strong(t.heading())
	short := left
	if c := t.v.Chapter; c != nil && c.ID != chapters.Road {
		short = " " + t.strong(c.ID+" "+c.Title.In(t.Lang()))
	}
	long, brief := t.stage()
	first, last := "", ""
	if len(states) > 0 {
		first, last = states[0], states[len(states)-1]
	}
	number := short
	if c := t.v.Chapter; c != nil && c.ID != chapters.Road {
		number = " " + t.strong(t.T("board.chapter", c.ID))
	}
	said := func(parts ...string) string { return strings.Join(texts.NotEmpty(parts...), "  ") }
	for _, try := range [][2]string{
		{left, said(t.v.Deal, long, first)}, {left, said(long, first)}, {left, said(long, last)}, {short, said(long, last)}, {short, said(brief, last)}, {number, said(brief, last)},
	} {
		if ansi.StringWidth(t.fold(try[0]))+ansi.StringWidth(t.fold(try[1]))+2 <= w {
			return t.spread(try[0], try[1]+" ", w)
		}
	}
	brief = said(brief, last)
	return t.spread(ansi.Truncate(short, max(w-ansi.StringWidth(t.fold(brief))-3, 0), ""), brief+" ", w)
}

// stage says how far the round is, in words and briefly.
func (t *board) stage() (long, brief string) {
	v := t.v
	switch v.Stage {
	case chapters.StageDraft:
		return t.T("tui.stage.draft"), t.T("tui.stage.draft")
	case chapters.StageSetup:
		return t.T("tui.stage.setup"), t.T("tui.stage.setup")
	}
	number := min(len(v.History)+1, v.Tricks)
	switch {
	case t.over:
		number = len(v.History)
	case t.number > 0:
		number = t.number
	}
	return t.T("tui.stage.trick", number, v.Tricks), t.T("board.title.trick", number, v.Tricks)
}

// header draws two lines: the round, and what lies on the table.
// One of the states is said at its end.
func (t *board) header(w int, states ...string) []string {
	line := " "
	for i, fact := range t.facts() {
		next := line + fact
		if i > 0 {
			next = line + "   " + fact
		}
		if ansi.StringWidth(t.fold(next)) >= w {
			break
		}
		line = next
	}
	return []string{t.titleLine(w, states...), t.fit(line, w)}
}

// facts are what lies on the table, and what holds for everybody.
func (t *board) facts() []string {
	v := t.v
	var facts []string
	switch {
	case v.Stage != chapters.StagePlay:
	case v.RingsBroken:
		facts = append(facts, t.T("tui.rings.may"))
	default:
		facts = append(facts, t.T("tui.rings.maynot"))
	}
	turned, _ := t.turned()
	switch {
	case len(v.Lost) > 0:
		lost := make([]string, len(v.Lost))
		for i, c := range v.Lost {
			lost[i] = t.card(c)
		}
		facts = append(facts, t.T("tui.lost", strings.Join(lost, " ")))
	case len(turned) == 0:
		facts = append(facts, t.T("tui.nolost"))
	}
	if v.PileLeft > 0 {
		facts = append(facts, t.T("tui.pile", v.PileLeft))
	}
	if c := v.Chapter; c != nil && c.Rivers[v.Players] > 0 && int(c.Trump) < tricks.Suits {
		facts = append(facts, t.suits[c.Trump].on(t.fold(t.T("board.rivers", t.Cards(c.Trump)))))
	}
	if v.Stage != chapters.StagePlay {
		if v.Gift != nil {
			facts = append(facts, v.Gift.Name.In(t.Lang()))
		}
		if v.Rider != nil {
			facts = append(facts, t.Name(v.Rider))
		}
	}
	return facts
}

// turned is the cards of a side deck that lie turned up for the trick shown, and
// what its ranks sum to so far.
func (t *board) turned() (cards []tricks.Card, sum int) {
	switch {
	case t.over:
		return nil, 0
	case t.show != nil:
		return t.show.turned, t.show.sum()
	}
	if all := played(t.v); len(all) > 0 && !all[len(all)-1].done {
		sum = all[len(all)-1].sum()
	}
	return t.v.Turned, sum
}

// heading names what is played: the chapter, or its event or group.
func (t *board) heading() string {
	c := t.v.Chapter
	switch {
	case c == nil:
		return t.T("tui.plain")
	case c.ID == chapters.Road:
		return c.Title.In(t.Lang())
	case c.Part != nil:
		return t.T("tui.chapter", c.ID, c.Part.In(t.Lang()))
	}
	return t.T("tui.chapter", c.ID, c.Title.In(t.Lang()))
}

// setup tells what happened in setup; in bold what the person knows the card of.
// What is too much for the screen is in the log, which the key opens.
func (t *board) setup(w, h int, log string) []string {
	var lines []string
	for _, e := range t.setupEvents() {
		wrapped := t.wrap(t.Event(t.v, e), w-4)
		if e.Card != tricks.NoCard {
			wrapped = t.bold.lines(wrapped)
		}
		lines = append(lines, hang(" - ", "   ", wrapped)...)
	}
	title := " " + t.strong(t.T("tui.notice.title"))
	if n := len(lines) - (h - 2); n > 0 {
		title += " " + t.T("tui.notice.more", log)
		lines = lines[n:]
	}
	return t.fill(append([]string{title, ""}, lines...), w, h)
}

// setupWhy says who acts when in setup.
func (t *board) setupWhy() string {
	switch c := t.v.Chapter; {
	case c.Staged > 0 && t.v.Players > 1:
		return t.T("tui.setup.staged", c.Staged)
	case slices.ContainsFunc(t.v.Seats, func(s chapters.SeatView) bool { return s.Character != nil && s.Character.TakesR1 }):
		return t.T("tui.setup")
	}
	return t.T("tui.setup.r1")
}

// setupEvents is what happened between the draft and the first trick.
func (t *board) setupEvents() []chapters.Event {
	return slices.DeleteFunc(slices.Clone(t.v.Log), func(e chapters.Event) bool { return !session.OfSetup(e) })
}
