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
// that is looked through has the same board as one that is played. The seat Bottom
// sits nearest to the person; clockwise from there is left, top, right.
type board struct {
	*theme
	*texts.Texts
	v      *chapters.View
	bottom tricks.Seat
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
}

func newBoard(th *theme, tx *texts.Texts, v *chapters.View, bottom tricks.Seat) *board {
	b := &board{theme: th, Texts: tx, v: v, bottom: bottom, choosing: v.Acting}
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

// header draws two lines: the round, and what lies on the table.
// State is what is to be said at its end.
func (t *board) header(w int, state string) []string {
	v := t.v
	right := v.Deal
	switch v.Stage {
	case chapters.StageDraft:
		right += "  " + t.T("tui.stage.draft")
	case chapters.StageSetup:
		right += "  " + t.T("tui.stage.setup")
	default:
		number := min(len(v.History)+1, v.Tricks)
		switch {
		case t.over:
			number = len(v.History)
		case t.number > 0:
			number = t.number
		}
		right += "  " + t.T("tui.stage.trick", number, v.Tricks)
	}
	var facts []string
	switch {
	case v.Stage != chapters.StagePlay:
	case v.RingsBroken:
		facts = append(facts, t.T("tui.rings.may"))
	default:
		facts = append(facts, t.T("tui.rings.maynot"))
	}
	turned, sum := t.turned()
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
	if len(turned) > 0 {
		facts = append(facts, t.prompt.Render(t.fold(t.TurnedShort(v, turned, sum))))
	}
	if v.PileLeft > 0 {
		facts = append(facts, t.T("tui.pile", v.PileLeft))
	}
	if c := v.Chapter; c != nil && c.Rivers[v.Players] > 0 && int(c.Trump) < tricks.Suits {
		facts = append(facts, t.T("tui.trump", t.Suit(c.Trump)))
	}
	if v.Stage != chapters.StagePlay {
		if v.Gift != nil {
			facts = append(facts, v.Gift.Name.In(t.Lang()))
		}
		if v.Rider != nil {
			facts = append(facts, t.Name(v.Rider))
		}
	}
	return []string{
		t.spread(" "+t.title.Render(t.fold(t.heading())), strings.TrimSpace(right)+" ", w),
		t.spread(" "+strings.Join(facts, "   "), state+" ", w),
	}
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
			wrapped = styled(t.prompt, wrapped)
		}
		lines = append(lines, " - "+wrapped[0])
		lines = append(lines, indent(wrapped[1:], "   ")...)
	}
	title := " " + t.title.Render(t.fold(t.T("tui.notice.title")))
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

// sidebar draws the end of the log beside the table.
func (t *board) sidebar(w, h int) []string {
	lines := t.logLines(w - 3)
	if len(lines) > h-1 {
		lines = lines[len(lines)-(h-1):]
	}
	lines = append([]string{t.title.Render(t.fold(t.T("tui.page.log")))}, lines...)
	for i := range lines {
		lines[i] = " " + lines[i]
	}
	block := t.fill(lines, w-1, h)
	for i := range block {
		block[i] = t.faint.Render(t.bar) + block[i]
	}
	return block
}

// seatLines is the near seat: who, what it wants, how far it is, and what is
// special about it. It is one line where that is enough.
func (t *board) seatLines(w int) []string {
	v := t.v
	s := t.bottom
	name := t.nameLed(s)
	var standing []string
	if v.Stage == chapters.StagePlay {
		standing = t.standing(s)
	}
	right := strings.TrimRight(strings.Join(standing, "  "), " ") + " "
	facts := t.Facts(v, s)
	goal := ""
	if c := v.Seats[s].Character; c != nil {
		goal = t.GoalAt(v, c, s)
	}
	wide := func(texts ...string) int { return ansi.StringWidth(t.fold(strings.Join(texts, "  "))) }
	switch {
	case wide(name, goal, right) <= w:
		name += "  " + t.faint.Render(t.fold(goal))
	case wide(name, right) <= w:
		facts = append([]string{goal}, facts...)
	default:
		facts = append(append([]string{goal}, standing...), facts...)
		right = ""
	}
	return append([]string{t.spread(name, right, w)}, indent(t.words(facts, w-3), "  ")...)
}

// setupEvents is what happened between the draft and the first trick.
func (t *board) setupEvents() []chapters.Event {
	return slices.DeleteFunc(slices.Clone(t.v.Log), func(e chapters.Event) bool { return !session.OfSetup(e) })
}
