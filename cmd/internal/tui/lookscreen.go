package tui

import (
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/hindsight"

	"github.com/charmbracelet/bubbles/key"
)

// open covers the table with a page.
func (l *review) open(about string, page func(w int) []string) {
	l.page, l.about, l.reader = page, about, newReader()
	l.layPage()
}

func (l *review) layPage() {
	if l.book != nil {
		l.book.lay(l.w, l.h)
	}
	if l.page != nil {
		l.reader.lay(l.theme, l.T(l.about), l.page(l.w-2), l.w, l.h)
	}
}

func (l *review) helpText(w int) []string {
	k := &l.keys
	groups := [][]key.Binding{{k.step, k.trick, k.ends, k.number}, {k.find, k.worth, k.goals, k.log}, {k.help, k.quit}}
	if l.may {
		groups[1] = append(groups[1], k.playOn)
	}
	l.help.Width = w
	return append(append(strings.Split(l.help.FullHelpView(groups), "\n"), ""), l.wrap(strings.TrimSpace(l.T("look.legend")), w)...)
}

// View draws the whole window, exactly as large as it is.
func (l *review) View() string {
	if frame, small := l.tooSmall(l.w, l.h); small {
		return frame
	}
	if l.book != nil || l.page != nil {
		page := &l.reader
		if l.book != nil {
			page = &l.book.reader
		}
		return l.frame(l.header(l.w, l.state()), page.draw(l.theme, l.w, l.h-headHeight-footHeight), []string{l.helpLine(l.w - 2)}, l.w)
	}
	c, at := newCanvas(l.w, l.h), l.layout(l.w, l.h)
	c.put(at.title, l.titleLine(l.w, l.state()), "")
	if l.v.Stage == chapters.StageDraft {
		c.lines(rect{0, at.title.h, l.w, at.own.y - at.title.h}, append(l.header(l.w)[1:], l.draft(l.w, at.own.y-at.title.h-1, l.draftPool)...))
	} else {
		l.draw(c, at)
	}
	l.drawOwn(c, at.own, at.size)
	l.drawDesk(c, at)
	return c.String()
}

func (l *review) helpLine(w int) string {
	k := &l.keys
	if l.book != nil {
		return l.pieces(l.T("rules.keys"), w)
	}
	keys := []key.Binding{k.step}
	switch {
	case l.page != nil:
		keys = []key.Binding{k.scroll, k.close}
	default:
		keys = append(keys, k.help, k.quit, k.find)
		if l.may {
			keys = append(keys, k.playOn)
		}
		keys = append(keys, k.goals, k.trick, k.log, k.ends, k.number)
	}
	return l.keyLines(keys, w, 1)[0]
}

// drawDesk draws what comes next, the near seat's cards, and what that is worth.
func (l *review) drawDesk(c *canvas, at *layout) {
	t, w := l.theme, l.w-2
	in := func(r rect) rect { return rect{r.x + 1, r.y, r.w - 1, r.h} }
	c.lines(in(at.prompt), t.bold.lines(t.wrapAtMost(l.next(), w, at.prompt.h)))
	below := rect{0, at.hand.y, l.w, at.hand.h + at.detail.h}
	high := 1
	if at.size >= roomy {
		high = at.hand.h
		l.handOf(l.bottom).fan(t, c, at.hand, at.held)
	} else {
		c.lines(in(below), []string{t.cards(atHand(&l.v.Seats[l.bottom]))})
	}
	room := below.h - high
	verdict := l.note
	if verdict == "" {
		verdict = l.verdict(w, room)
	}
	c.lines(in(rect{0, below.y + high, l.w, room}), t.wrapAtMost(verdict, w, room))
	c.lines(in(at.keys), []string{l.helpLine(w)})
}

// next tells the decision that comes next, and what it brought.
func (l *review) next() string {
	v := l.v
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
