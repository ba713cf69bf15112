package tui

import (
	"slices"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/charmbracelet/x/ansi"
)

// desk draws what is the person's: the near seat, what to do now, the cards or
// answers to choose from, why one cannot be chosen, and what happened last.
func (m *Model) desk(b *board, w, h int) []string {
	t := m.theme
	lines := b.seatLines(w)
	prompt := t.wrapAtMost(m.prompt(), w-2, 2)
	if h > deskHeight-2+len(lines)+len(prompt) {
		lines = append(lines, "")
	}
	lines = append(lines, indent(styled(t.prompt, prompt), " ")...)
	m.rowAt = len(lines)
	row, cursor := m.cardRow(w - 1)
	lines = append(lines, " "+row)
	if m.phase != choosing || !m.choice.list {
		lines = append(lines, " "+cursor)
	}
	detail := m.detail()
	wrapped := t.wrapAtMost(detail, w-2, h-len(lines))
	if m.warning {
		wrapped = styled(t.bad, wrapped)
	}
	lines = append(lines, indent(wrapped, " ")...)
	if len(lines) < h {
		lines = append(lines, " "+m.lastLine(w-1))
	}
	return t.fill(lines, w, h)
}

// prompt says what the screen waits for.
func (m *Model) prompt() string {
	v := &m.view
	switch {
	case m.leaving:
		return m.T("tui.leave", m.command)
	case m.peek:
		_, n := lastTrick(v)
		return m.T("tui.peek", n)
	}
	switch m.phase {
	case choosing:
		return m.choice.prompt
	case trickEnd:
		last, n := lastTrick(v)
		if m.auto {
			return m.T("event.won", m.Winner(v, last.winner), n)
		}
		return m.T("tui.trick.end", m.Winner(v, last.winner), n)
	case notice:
		return m.T("tui.notice", m.Who(v, v.Leader))
	case settled:
		return m.settledText()
	case stuck:
		return m.T("tui.stuck")
	}
	return m.T("tui.wait", m.Who(v, v.Acting))
}

// cardRow draws what there is to choose from, or the hand without a choice.
func (m *Model) cardRow(w int) (row, cursor string) {
	if m.phase == choosing && !m.peek {
		if s := m.view.Ask.Seat; m.choice.list {
			if m.view.Seats[s].Rows != nil {
				s = m.seat // the pyramid is drawn above
			}
			return m.heldRow(s), ""
		}
		return m.choice.row(m.theme, w)
	}
	return m.heldRow(m.seat), ""
}

// heldRow draws the cards of a seat as far as the person sees them.
func (m *Model) heldRow(s tricks.Seat) string {
	c := chooser{cursor: -1}
	for _, card := range atHand(&m.view.Seats[s]).Cards() {
		c.items = append(c.items, item{label: m.Code(card), card: card})
	}
	row, _ := c.row(m.theme, m.w-1)
	return row
}

// detail is the line below the cards.
func (m *Model) detail() string {
	if m.note != "" {
		return m.note
	}
	if m.phase != choosing || m.leaving || m.peek {
		return ""
	}
	if it := m.choice.at(); it != nil {
		return it.detail
	}
	return ""
}

// handBelow says that the row of cards shows something else than the person's
// hand, which has to be in the last line then.
func (m *Model) handBelow() bool {
	return m.phase == choosing && !m.choice.list && m.choice.seat != m.seat && m.view.Seats[m.seat].Rows == nil
}

// lastLine tells the person's hand where it is not above, else the last trick,
// or the last thing that happened.
func (m *Model) lastLine(w int) string {
	v := &m.view
	switch {
	case m.phase == trickEnd || m.phase == notice:
		return ""
	case m.coaching() != "":
		return m.coaching()
	case m.handBelow():
		return m.T("tui.hand", m.Who(v, m.seat), m.theme.cards(atHand(&v.Seats[m.seat])))
	}
	if last, n := lastTrick(v); n > 0 {
		text := m.T("tui.lasttrick", last.line(m.theme, m.Texts, v), m.Winner(v, last.winner))
		if ansi.StringWidth(m.theme.fold(text)) > w {
			text = m.T("tui.lasttrick", last.cards(m.theme), m.Winner(v, last.winner))
		}
		return text
	}
	for _, e := range slices.Backward(v.Log) {
		if e.Kind == chapters.TurnedUp {
			continue // they lie on the table
		}
		if text := m.T("tui.lastevent", m.Event(v, e)); ansi.StringWidth(m.theme.fold(text)) <= w {
			return text
		}
		break
	}
	return ""
}
