package board

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Board draws a view of a game: its title, the seats around the trick, and the pages about it. It
// knows no keys and no game, so that a round that is looked through has the same board as one that
// is played.
type Board struct {
	*kit.Theme
	V *chapters.View
	// home is the seat that sits nearest; clockwise from there is left, top, right.
	// Bottom is the seat whose cards lie below: home, and in solo the hand that plays.
	home, Bottom tricks.Seat
	// Show is the trick in the middle, nil for the one being played, and number the
	// one that the head names, 0 for that one.
	Show   *Trick
	number int
	// Over says that the result is shown: nothing lies on the table any more.
	Over bool
	// Choosing is the seat whose turn it is, or NoSeat; Mark holds the cards of its pyramid that
	// may be chosen.
	Choosing tricks.Seat
	Mark     tricks.Set
	// Person returns the name of the person at a seat, nil where nobody asks.
	Person func(tricks.Seat) string
	// Recent holds the events since the person's last turn, the latest first, and Fresh the seats
	// whose goals have come further or fallen back since.
	Recent []string
	Fresh  tricks.SeatSet
	// Gone holds the cards that are on their way and not at their places, Flash the seats whose
	// goals flash, see motion.
	Gone  tricks.Set
	Flash tricks.SeatSet
}

// New returns the board of a view with the cards of a seat below.
func New(th *kit.Theme, v *chapters.View, bottom tricks.Seat) *Board {
	b := &Board{Theme: th, V: v, home: bottom, Bottom: bottom, Choosing: v.Due.Seat}
	if v.Over {
		b.Choosing = tricks.NoSeat
	}
	return b
}

// ShowTrick shows a finished trick as the one that has just ended.
func (t *Board) ShowTrick(number int) {
	t.Choosing = tricks.NoSeat
	if all := Played(t.V); number <= len(all) {
		t.Show, t.number = &all[number-1], number
	}
}

// Layout returns the places in a window.
func (t *Board) Layout(w, h int) *Layout {
	pyramid := -1
	others := t.Others()
	for i, s := range others {
		if t.V.Seats[s].Rows != nil {
			pyramid = i
		}
	}
	return LayoutOf(w, h, len(others), pyramid)
}

// Others are the seats above, from the left.
func (t *Board) Others() []tricks.Seat {
	var out []tricks.Seat
	for i := 1; i < len(t.V.Seats); i++ {
		s := tricks.Seat((int(t.home) + i) % len(t.V.Seats))
		if s == t.Bottom {
			s = t.home // it has changed places with the hand below
		}
		out = append(out, s)
	}
	return out
}

// Draw draws the table: everything but the person's answer.
func (t *Board) Draw(c *kit.Canvas, l *Layout) {
	for i, s := range t.Others() {
		r := l.Strips[i]
		c.Lines(r, t.strip(s, r.W, r.H, l.Size))
	}
	t.drawTrick(c, l)
	if l.Size == kit.Narrow {
		t.drawAside(c, l)
		return
	}
	t.drawObjects(c, l)
	t.drawNews(c, l)
}

// TitleLine tells the game and how far it is, and at its end the first of some states that there is
// room for. The rest is left out.
func (t *Board) TitleLine(w int, states ...string) string {
	left := " " + t.Strong(t.Heading())
	short := left
	if c := t.V.Chapter; c != nil && c.ID != chapters.Road {
		short = " " + t.Strong(c.ID+" "+c.Title.In(t.Lang()))
	}
	long, brief := t.Stage()
	first, last := "", ""
	if len(states) > 0 {
		first, last = states[0], states[len(states)-1]
	}
	number := short
	if c := t.V.Chapter; c != nil && c.ID != chapters.Road {
		number = " " + t.Strong(t.T("board.chapter", c.ID))
	}
	said := func(parts ...string) string { return strings.Join(texts.NotEmpty(parts...), "  ") }
	for _, try := range [][2]string{
		{left, said(t.V.Deal, long, first)}, {left, said(long, first)}, {left, said(long, last)}, {short, said(long, last)}, {short, said(brief, last)}, {number, said(brief, last)},
	} {
		if cells.Width(t.Fold(try[0]))+cells.Width(t.Fold(try[1]))+2 <= w {
			return t.Spread(try[0], try[1]+" ", w)
		}
	}
	brief = said(brief, last)
	return t.Spread(cells.Cut(short, max(w-cells.Width(t.Fold(brief))-3, 0), ""), brief+" ", w)
}

// Stage says how far the round is, in words and briefly.
func (t *Board) Stage() (long, brief string) {
	v := t.V
	switch v.Stage {
	case chapters.StageDraft:
		return t.T("tui.stage.draft"), t.T("tui.stage.draft")
	case chapters.StageSetup:
		return t.T("tui.stage.setup"), t.T("tui.stage.setup")
	}
	number := min(len(v.History)+1, v.Tricks)
	switch {
	case t.Over:
		number = len(v.History)
	case t.number > 0:
		number = t.number
	}
	return t.T("tui.stage.trick", number, v.Tricks), t.T("board.title.trick", number, v.Tricks)
}

// Header draws two lines: the round, and the facts of [Board.OnTable]. One of the states is said at
// its end.
func (t *Board) Header(w int, states ...string) []string {
	line := " "
	for i, fact := range t.OnTable() {
		next := line + fact
		if i > 0 {
			next = line + "   " + fact
		}
		if cells.Width(t.Fold(next)) >= w {
			break
		}
		line = next
	}
	return []string{t.TitleLine(w, states...), t.Fit(line, w)}
}

// OnTable lists the cards on the table and the facts that hold for everybody.
func (t *Board) OnTable() []string {
	v := t.V
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
			lost[i] = t.DrawCard(c)
		}
		facts = append(facts, t.T("tui.lost", strings.Join(lost, " ")))
	case len(turned) == 0:
		facts = append(facts, t.T("tui.nolost"))
	}
	if v.PileLeft > 0 {
		facts = append(facts, t.T("tui.pile", v.PileLeft))
	}
	if c := v.Chapter; c != nil && c.Rivers[v.Players] > 0 && int(c.Trump) < tricks.Suits {
		facts = append(facts, t.Suits[c.Trump].On(t.Fold(t.T("board.rivers", t.Cards(c.Trump)))))
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
func (t *Board) turned() (cards []tricks.Card, sum int) {
	switch {
	case t.Over:
		return nil, 0
	case t.Show != nil:
		return t.Show.Turned, t.Show.Sum()
	}
	if all := Played(t.V); len(all) > 0 && !all[len(all)-1].Done {
		sum = all[len(all)-1].Sum()
	}
	return t.V.Turned, sum
}

// Heading names what is played: the chapter, or its event or group.
func (t *Board) Heading() string {
	c := t.V.Chapter
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

// Setup tells the events of the setup; in bold those whose card the person knows. Events that the
// screen has no room for are in the log, which the key opens.
func (t *Board) Setup(w, h int, log string) []string {
	var lines []string
	for _, e := range t.setupEvents() {
		wrapped := t.Wrap(t.Event(t.V, e), w-4)
		if e.Card != tricks.NoCard {
			wrapped = t.Bold.Lines(wrapped)
		}
		lines = append(lines, kit.Hang(" - ", "   ", wrapped)...)
	}
	title := " " + t.Strong(t.T("tui.notice.title"))
	if n := len(lines) - (h - 2); n > 0 {
		title += " " + t.T("tui.notice.more", log)
		lines = lines[n:]
	}
	return t.Fill(append([]string{title, ""}, lines...), w, h)
}

func (t *Board) setupWhy() string {
	switch c := t.V.Chapter; {
	case c.Staged > 0 && t.V.Players > 1:
		return t.T("tui.setup.staged", c.Staged)
	case slices.ContainsFunc(t.V.Seats, func(s chapters.SeatView) bool { return s.Character != nil && s.Character.TakesR1 }):
		return t.T("tui.setup")
	}
	return t.T("tui.setup.r1")
}

// setupEvents are the events between the draft and the first trick.
func (t *Board) setupEvents() (out []chapters.Event) {
	for i, e := range t.V.Log {
		if round.OfSetup(t.V, i) {
			out = append(out, e)
		}
	}
	return out
}
