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
	out := append(strings.Split(l.help.FullHelpView(groups), "\n"), "")
	for _, line := range strings.Split(strings.TrimSpace(l.T("look.legend")), "\n") {
		out = append(out, l.wrap(line, w)...)
	}
	return out
}

// View draws the whole window, exactly as large as it is.
func (l *review) View() string {
	if frame, small := tooSmall(l.theme, l.Texts, l.w, l.h); small {
		return frame
	}
	return l.frame(l.header(l.w, ""), l.body(l.w, l.h-headHeight-footHeight), l.helpLine(l.w-2), l.w)
}

func (l *review) body(w, h int) []string {
	if l.book != nil {
		return l.book.reader.draw(l.theme, w, h)
	}
	if l.page != nil {
		return l.reader.draw(l.theme, w, h)
	}
	main, side := split(w)
	desk := l.desk(main)
	return l.stacked(l.draw(main, h-len(desk)-1), desk, main, side)
}

func (l *review) helpLine(w int) string {
	k := &l.keys
	l.help.Width = w
	if l.book != nil {
		return l.T("rules.keys")
	}
	if l.page != nil {
		return l.help.ShortHelpView([]key.Binding{k.scroll, k.close})
	}
	keys := []key.Binding{k.step, k.find}
	if l.may {
		keys = append(keys, k.playOn)
	}
	return l.help.ShortHelpView(append(keys, k.help, k.quit, k.trick, k.goals, k.log, k.ends, k.number))
}

// desk is the near seat with its cards, what comes next, and what that is worth.
func (l *review) desk(w int) []string {
	t := l.theme
	lines := l.seatLines(w)
	lines = append(lines, t.fit("  "+t.cards(atHand(&l.v.Seats[l.bottom])), w))
	lines = append(lines, indent(styled(t.prompt, t.wrapAtMost(l.next(), w-2, 2)), " ")...)
	height := deskHeight
	if l.h >= tallHeight {
		height += 2
	}
	room := max(height-len(lines), 1)
	verdict := l.note
	if verdict == "" {
		verdict = l.verdict(w-2, room)
	}
	for _, line := range t.wrapAtMost(verdict, w-2, room) {
		lines = append(lines, " "+line)
	}
	return t.fill(lines, w, max(height, len(lines)))
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
