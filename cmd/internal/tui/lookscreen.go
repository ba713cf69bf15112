package tui

import (
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/hindsight"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/viewport"
)

// open covers the table with a page.
func (l *review) open(title string, lines []string) {
	l.page, l.title, l.lines = true, title, lines
	l.pager = viewport.New(0, 0)
	l.pager.MouseWheelEnabled = false
	l.layPage()
}

func (l *review) layPage() {
	if !l.page {
		return
	}
	t := l.board.theme
	l.pager.Width, l.pager.Height = max(l.w, 1), max(l.h-5, 1)
	all := append([]string{t.title.Render(t.fold(l.title)), ""}, l.lines...)
	for i := range all {
		all[i] = t.fit(" "+all[i], l.w)
	}
	l.pager.SetContent(strings.Join(all, "\n"))
}

func (l *review) helpText() []string {
	k := &l.keys
	groups := [][]key.Binding{{k.step, k.trick, k.ends, k.number}, {k.find, k.worth, k.goals, k.log}, {k.help, k.quit}}
	if l.may {
		groups[1] = append(groups[1], k.playOn)
	}
	l.board.help.Width = l.w - 2
	out := append(strings.Split(l.board.help.FullHelpView(groups), "\n"), "")
	for _, line := range strings.Split(strings.TrimSpace(l.T("look.legend")), "\n") {
		out = append(out, l.board.theme.wrap(line, l.w-2)...)
	}
	return out
}

// View draws the whole window, exactly as large as it is.
func (l *review) View() string {
	t := l.board.theme
	if l.w < minWidth || l.h < minHeight {
		return l.board.View() // which says so
	}
	lines := append(l.board.header(l.w), t.rule(l.w))
	body := l.h - len(lines) - 2
	if l.page {
		lines = append(lines, t.fill(strings.Split(l.pager.View(), "\n"), l.w, body)...)
	} else {
		side := 0
		if l.w >= wideWidth {
			side = min(l.w-minWidth, 46)
		}
		main := l.w - side
		desk := l.desk(main)
		left := l.board.table().draw(main, body-len(desk)-1)
		left = append(append(left, t.rule(main)), desk...)
		if side > 0 {
			left = beside(left, l.board.sidebar(side, body))
		}
		lines = append(lines, left...)
	}
	lines = append(lines, t.rule(l.w), t.fit(" "+l.helpLine(l.w-2), l.w))
	return strings.Join(lines, "\n")
}

func (l *review) helpLine(w int) string {
	k := &l.keys
	l.board.help.Width = w
	if l.page {
		return l.board.help.ShortHelpView([]key.Binding{k.scroll, k.close})
	}
	keys := []key.Binding{k.step, k.find}
	if l.may {
		keys = append(keys, k.playOn)
	}
	return l.board.help.ShortHelpView(append(keys, k.help, k.quit, k.trick, k.goals, k.log, k.ends, k.number))
}

// desk is the near seat with its cards, what comes next, and what that is worth.
func (l *review) desk(w int) []string {
	b, t := l.board, l.board.theme
	lines := b.seatLines(w)
	lines = append(lines, t.fit("  "+t.cards(atHand(&b.view.Seats[b.seat])), w))
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
	v := &l.board.view
	count := l.T("look.count", l.at, l.walk.Len())
	switch {
	case l.at == l.walk.Len() && v.Over:
		return count + " " + l.T("look.end."+string(v.Result))
	case l.at == l.walk.Len():
		return count + " " + l.T("look.stops", l.board.Who(v, v.Acting))
	}
	after := hindsight.View(l.walk.At(l.at + 1))
	d := l.walk.Decision(l.at)
	var said []string
	for _, e := range l.walk.Events(l.at) {
		// What a play brings in the next trick is seen there.
		if d.Kind != chapters.PlayCard && len(said) < 2 || e.Kind == chapters.Played || e.Kind == chapters.WonTrick {
			said = append(said, l.board.Event(&after, e))
		}
	}
	if len(said) == 0 {
		said = []string{l.board.Who(v, d.Seat) + ": " + l.answer(d)}
	}
	return count + " " + l.T("look.next", strings.Join(said, " "))
}
