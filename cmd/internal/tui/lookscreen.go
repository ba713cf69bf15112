package tui

import (
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/board"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/kit"

	"github.com/charmbracelet/bubbles/key"
)

// open covers the table with a page.
func (l *review) open(about string, page func(w int) []string) {
	l.page, l.about, l.reader = page, about, kit.NewReader()
	l.layPage()
}

func (l *review) layPage() {
	if l.book != nil {
		l.book.lay(l.w, l.h)
	}
	if l.page != nil {
		l.reader.Lay(l.Theme, l.T(l.about), l.page(l.w-2), l.w, l.h)
	}
}

func (l *review) helpText(w int) []string {
	k := &l.keys
	groups := [][]key.Binding{{k.step, k.trick, k.ends, k.number}, {k.find, k.worth, k.goals, k.log}, {k.help, k.quit}}
	if l.opts.PlayOn {
		groups[1] = append(groups[1], k.playOn)
	}
	return append(append(l.HelpColumns(groups, w), ""), l.Wrap(strings.TrimSpace(l.T("look.legend")), w)...)
}

// View draws the whole window, exactly as large as it is.
func (l *review) View() string {
	if frame, small := l.TooSmall(l.w, l.h); small {
		return frame
	}
	if l.book != nil || l.page != nil {
		page := &l.reader
		if l.book != nil {
			page = &l.book.reader
		}
		return l.Frame(l.Header(l.w, l.state()), page.Draw(l.Theme, l.w, l.h-kit.HeadHeight-kit.FootHeight), []string{l.helpLine(l.w - 2)}, l.w)
	}
	c, at := kit.NewCanvas(l.w, l.h), l.Layout(l.w, l.h)
	c.Put(at.Title, l.TitleLine(l.w, l.state()), "")
	if l.V.Stage == chapters.StageDraft {
		c.Lines(kit.Rect{X: 0, Y: at.Title.H, W: l.w, H: at.Own.Y - at.Title.H}, append(l.Header(l.w)[1:], l.Draft(l.w, at.Own.Y-at.Title.H-1, l.DraftPool)...))
	} else {
		l.Draw(c, at)
	}
	l.DrawOwn(c, at.Own, at.Size)
	l.drawDesk(c, at)
	return c.String()
}

func (l *review) helpLine(w int) string {
	k := &l.keys
	if l.book != nil {
		return l.Pieces(l.T("rules.keys"), w)
	}
	keys := []key.Binding{k.step}
	switch {
	case l.page != nil:
		keys = []key.Binding{k.scroll, k.close}
	default:
		keys = append(keys, k.help, k.quit, k.find)
		if l.opts.PlayOn {
			keys = append(keys, k.playOn)
		}
		keys = append(keys, k.goals, k.trick, k.log, k.ends, k.number)
	}
	return l.KeyLines(keys, w, 1)[0]
}

// drawDesk draws what comes next, the near seat's cards, and what that is worth.
func (l *review) drawDesk(c *kit.Canvas, at *board.Layout) {
	t, w := l.Theme, l.w-2
	in := func(r kit.Rect) kit.Rect { return kit.Rect{X: r.X + 1, Y: r.Y, W: r.W - 1, H: r.H} }
	c.Lines(in(at.Prompt), t.Bold.Lines(t.WrapAtMost(l.next(), w, at.Prompt.H)))
	below := kit.Rect{X: 0, Y: at.Hand.Y, W: l.w, H: at.Hand.H + at.Detail.H}
	high := 1
	if at.Size >= kit.Roomy {
		high = at.Hand.H
		l.HandOf(l.Bottom).Fan(t, c, at.Hand, at.Held)
	} else {
		c.Lines(in(below), []string{t.DrawCards(board.AtHand(&l.V.Seats[l.Bottom]))})
	}
	room := below.H - high
	verdict := l.note
	if verdict == "" {
		verdict = l.verdict(w, room)
	}
	c.Lines(in(kit.Rect{X: 0, Y: below.Y + high, W: l.w, H: room}), t.WrapAtMost(verdict, w, room))
	c.Lines(in(at.Keys), []string{l.helpLine(w)})
}

// next tells the decision that comes next, and what it brought.
func (l *review) next() string {
	v := l.V
	count := l.T("look.count", l.at, l.walk.Len())
	switch {
	case l.at == l.walk.Len() && v.Over:
		return count + " " + l.T("look.end."+string(v.Result))
	case l.at == l.walk.Len():
		return count + " " + l.T("look.stops", l.Who(v, v.Acting))
	}
	after := hindsight.View(l.walk.At(l.at + 1))
	d := l.walk.Decision(l.at)
	var said []string
	for _, e := range l.walk.Events(l.at) {
		// What a play brings in the next trick is seen there.
		if d.Kind != chapters.PlayCard && len(said) < 2 || e.Kind == chapters.Played || e.Kind == chapters.WonTrick {
			said = append(said, l.Event(&after, e))
		}
	}
	if len(said) == 0 {
		said = []string{l.Who(v, d.Seat) + ": " + l.Choice(v, d)}
	}
	return count + " " + l.T("look.next", strings.Join(said, " "))
}
