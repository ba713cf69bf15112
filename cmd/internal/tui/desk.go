package tui

import (
	"fellowship/chapters"
	"fellowship/cmd/internal/board"
	"fellowship/cmd/internal/kit"
	"fellowship/tricks"
)

// The desk is the lower part of the screen, for the person: the question, the cards or answers, why
// one of them cannot be chosen, and the keys.

func (m *Model) drawDesk(c *kit.Canvas, l *board.Layout) {
	t := m.Theme
	d := m.desk(l, m.detail())
	in := func(r kit.Rect) kit.Rect { return kit.Rect{X: r.X + 1, Y: r.Y, W: r.W - 1, H: r.H} }
	said := t.WrapAtMost(m.detail(), d.w, d.room)
	if m.warning {
		said = t.Bad.Lines(said)
	}
	c.Lines(in(d.Prompt), d.asked)
	c.Lines(in(d.Detail), append(said, d.below...))
	m.drawHand(c, &d.Layout)
	c.Lines(in(d.Keys), m.keyLines(d.w, d.Keys.H))
}

type desk struct {
	board.Layout
	w            int // of its lines
	asked, below []string
	// room is the number of lines below the cards that are free for remarks.
	room int
}

func (m *Model) desk(l *board.Layout, detail string) *desk {
	d := desk{Layout: *l, w: l.Prompt.W - 2}
	if m.phase == choosing && m.choice.List { // no card is raised, so there is a line more to say something in
		d.Hand.H--
		d.Detail.Y, d.Detail.H = d.Detail.Y-1, d.Detail.H+1
	}
	d.asked = m.Bold.Lines(m.WrapAtMost(m.prompt(), d.w, d.Prompt.H))
	// Further remarks go where there is room.
	d.room = d.Detail.H
	put := func(more string) bool {
		lines := m.Wrap(more, d.w)
		switch {
		case len(d.asked)+len(lines) <= d.Prompt.H:
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
	if more := min(len(m.Wrap(detail, d.w))-d.room, d.Prompt.H-len(d.asked)); more > 0 {
		d.Hand.Y, d.Detail.Y = d.Hand.Y-more, d.Detail.Y-more
		d.Detail.H, d.room = d.Detail.H+more, d.room+more
	}
	return &d
}

// canSay reports whether there is room for a text below the cards, or on the page of
// the result.
func (m *Model) canSay(s string) bool {
	if m.phase == finished {
		return len(m.Wrap(s, m.w-6)) == 1
	}
	d := m.desk(m.board().Layout(m.w, m.h), s)
	return len(m.Wrap(s, d.w)) <= d.room
}

// drawHand draws the choices, or the hand without a choice.
func (m *Model) drawHand(c *kit.Canvas, l *board.Layout) {
	m.hits = nil
	if m.phase == choosing && !m.peek && !m.choice.List {
		m.hits = m.choice.Fan(m.Theme, c, l.Hand, l.Held)
		return
	}
	b := m.board()
	s := b.Bottom
	if m.phase == choosing && !m.peek && m.view.Seats[m.view.Ask.Seat].Rows == nil {
		s = m.view.Ask.Seat
	}
	b.HandOf(s).Fan(m.Theme, c, l.Hand, l.Held)
}

func (m *Model) prompt() string {
	v := &m.view
	switch {
	case m.leaving:
		return m.leaveText()
	case m.peek:
		_, n := board.LastTrick(v)
		return m.T("tui.peek", n)
	}
	switch m.phase {
	case choosing:
		return m.choice.Prompt
	case trickEnd:
		return m.trickEnded()
	case notice:
		return m.T("tui.notice", m.Who(v, v.Leader))
	case settled:
		return m.board().Certain() + " " + m.T("tui.settled.ask")
	case stuck:
		return m.T("tui.stuck")
	}
	if m.opts.Table != nil {
		if text := m.opts.Table.Waits(); text != "" {
			return text
		}
		if name := m.chair.Saw.NameAt(v.By); name != "" {
			return m.T("tui.theirs", name)
		}
	}
	return m.T("tui.wait", m.Who(v, v.Due.Seat))
}

func (m *Model) leaveText() string {
	if m.opts.Table != nil {
		return m.T("serve.leave.ask")
	}
	if m.opts.Unsaved {
		return m.T("tui.leave.unsaved")
	}
	if m.opts.Menu {
		return m.T("tui.leave.menu")
	}
	return m.T("tui.leave", m.opts.Continue)
}

// ended is the finished trick that lies there, and its number: others may have gone on
// since.
func (m *Model) ended() (board.Trick, int) {
	if all, n := board.Played(&m.view), m.chair.Saw.Shown; m.phase == trickEnd && n > 0 && n <= len(all) {
		return all[n-1], n
	}
	return board.LastTrick(&m.view)
}

// trickEnded names the winner of the trick, or says that its sum fell short of the Balrog (C14).
func (m *Model) trickEnded() string {
	last, n := m.ended()
	key := "tui.trick.end"
	if m.auto {
		key = "event.won_trick"
	}
	return m.board().Ended(&last, n, key)
}

func (m *Model) detail() string {
	if m.note != "" {
		return m.note
	}
	if m.phase != choosing || m.leaving || m.peek {
		return ""
	}
	if it := m.choice.At(); it != nil {
		return it.Detail
	}
	return ""
}

// handBelow says that the row of cards shows something else than the person's
// hand, which has to be said then.
func (m *Model) handBelow() bool {
	return m.phase == choosing && !m.peek && !m.choice.List && m.choice.Seat != m.lower() && m.view.Seats[m.lower()].Rows == nil
}

// heldBelow tells the person's hand where the row of cards shows something else, and the
// same where there is room for no more than the cards.
func (m *Model) heldBelow() (text, cards string) {
	if !m.handBelow() || m.leaving {
		return "", ""
	}
	s := m.lower()
	cards = m.DrawCards(board.AtHand(&m.view.Seats[s]))
	return m.T("tui.hand", m.Who(&m.view, s), cards), cards
}

// lower is the seat whose hand lies below: the person's own, and in solo the one that plays.
func (m *Model) lower() tricks.Seat {
	v := &m.view
	if v.Players == 1 && !v.Over && v.Stage != chapters.StageDraft && (m.phase == choosing || m.phase == waiting || m.phase == stuck) {
		return v.Due.Seat
	}
	return m.seat
}
