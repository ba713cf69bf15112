package tui

import (
	"fellowship/chapters"
	"fellowship/tricks"
)

// The desk is what is the person's: what to do now, the cards or answers to choose
// from, why one cannot be chosen, and the keys.

// drawDesk draws it.
func (m *Model) drawDesk(c *canvas, l *layout) {
	t := m.theme
	d := m.desk(l)
	in := func(r rect) rect { return rect{r.x + 1, r.y, r.w - 1, r.h} }
	said := t.wrapAtMost(m.detail(), d.w, d.room)
	if m.warning {
		said = t.bad.lines(said)
	}
	c.lines(in(d.prompt), d.asked)
	c.lines(in(d.detail), append(said, d.below...))
	m.drawHand(c, &d.layout)
	c.lines(in(d.keys), m.keyLines(d.w, d.keys.h))
}

// desk is what stands on it.
type desk struct {
	layout
	w            int // of its lines
	asked, below []string
	// room is the lines above what stands below the cards, for what is said there.
	room int
}

// desk lays it out.
func (m *Model) desk(l *layout) *desk {
	d := desk{layout: *l, w: l.prompt.w - 2}
	if m.phase == choosing && m.choice.list { // no card is raised, so there is a line more to say something in
		d.hand.h--
		d.detail.y, d.detail.h = d.detail.y-1, d.detail.h+1
		if spare := d.prompt.h - len(m.wrap(m.prompt(), d.w)); d.size == narrow && spare > 0 { // what is said is long there
			d.prompt.h, d.hand.y = d.prompt.h-spare, d.hand.y-spare
			d.detail.y, d.detail.h = d.detail.y-spare, d.detail.h+spare
		}
	}
	d.asked = m.bold.lines(m.wrapAtMost(m.prompt(), d.w, d.prompt.h))
	// What else there is to say goes where there is room.
	d.room = d.detail.h
	put := func(more string) bool {
		lines := m.wrap(more, d.w)
		switch {
		case len(d.asked)+len(lines) <= d.prompt.h:
			d.asked = append(d.asked, lines...)
		case len(lines) <= d.room-1:
			d.below, d.room = append(lines, d.below...), d.room-len(lines)
		default:
			return false
		}
		return true
	}
	if text, cards := m.heldBelow(); text != "" && !put(text) {
		put(cards)
	}
	if said := m.coaching(); said != "" {
		put(said)
	}
	return &d
}

// canSay reports whether there is room for a text below the cards, or on the page of
// the result.
func (m *Model) canSay(s string) bool {
	if m.phase == finished {
		return len(m.wrap(s, m.w-6)) == 1
	}
	d := m.desk(m.board().layout(m.w, m.h))
	return len(m.wrap(s, d.w)) <= d.room
}

// drawHand draws what there is to choose from, or the hand without a choice.
func (m *Model) drawHand(c *canvas, l *layout) {
	m.hits = nil
	if m.phase == choosing && !m.peek && !m.choice.list {
		m.hits = m.choice.fan(m.theme, c, l.hand, l.held)
		return
	}
	b := m.board()
	s := b.bottom
	if m.phase == choosing && !m.peek && m.view.Seats[m.view.Ask.Seat].Rows == nil {
		s = m.view.Ask.Seat
	}
	b.handOf(s).fan(m.theme, c, l.hand, l.held)
}

// prompt says what the screen waits for.
func (m *Model) prompt() string {
	v := &m.view
	switch {
	case m.leaving:
		return m.leaveText()
	case m.peek:
		_, n := lastTrick(v)
		return m.T("tui.peek", n)
	}
	switch m.phase {
	case choosing:
		return m.choice.prompt
	case trickEnd:
		return m.trickEnded()
	case notice:
		return m.T("tui.notice", m.Who(v, v.Leader))
	case settled:
		return m.settledText()
	case stuck:
		return m.T("tui.stuck")
	}
	if m.table != nil {
		if text := m.table.Waits(); text != "" {
			return text
		}
		if name := m.game.Name(v.By); name != "" {
			return m.T("tui.theirs", name)
		}
	}
	return m.T("tui.wait", m.Who(v, v.Acting))
}

// leaveText is the question whether to leave.
func (m *Model) leaveText() string {
	if m.table != nil {
		return m.table.Leave
	}
	if m.unsaved {
		return m.T("tui.leave.unsaved")
	}
	if m.command == "" {
		return m.T("tui.leave.menu")
	}
	return m.T("tui.leave", m.command)
}

// ended is the finished trick that lies there, and its number: others may have gone on
// since.
func (m *Model) ended() (trick, int) {
	if all, n := played(&m.view), m.game.Shown(); m.phase == trickEnd && n > 0 && n <= len(all) {
		return all[n-1], n
	}
	return lastTrick(&m.view)
}

// trickEnded says who won the trick, or that it fell short of the Balrog (C14).
func (m *Model) trickEnded() string {
	v := &m.view
	last, n := m.ended()
	b := m.board()
	if sum, least := last.sum(), b.least(&last); sum < least {
		if v.Spared {
			return m.Short(v, "board.spared.", n, sum, least)
		}
		return m.Short(v, "board.short.", n, sum, least)
	}
	if m.auto {
		return m.T("event.won", m.Winner(v, last.winner), n)
	}
	return m.T("tui.trick.end", m.Winner(v, last.winner), n)
}

// detail is what is said below the cards.
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
// hand, which has to be said then.
func (m *Model) handBelow() bool {
	return m.phase == choosing && !m.peek && !m.choice.list && m.choice.seat != m.lower() && m.view.Seats[m.lower()].Rows == nil
}

// heldBelow tells the person's hand where the row of cards shows something else, and the
// same where there is room for no more than the cards.
func (m *Model) heldBelow() (text, cards string) {
	if !m.handBelow() || m.leaving {
		return "", ""
	}
	s := m.lower()
	cards = m.cards(atHand(&m.view.Seats[s]))
	return m.T("tui.hand", m.Who(&m.view, s), cards), cards
}

// lower is whose hand lies below: the person's own, and in solo the one that plays.
func (m *Model) lower() tricks.Seat {
	v := &m.view
	if v.Players == 1 && !v.Over && v.Stage != chapters.StageDraft && (m.phase == choosing || m.phase == waiting || m.phase == stuck) {
		return v.Acting
	}
	return m.seat
}
