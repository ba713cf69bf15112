package tui

import (
	"fellowship/tricks"

	"fellowship/cmd/internal/board"
)

// curtain is the screen while one person passes the device to the next: nothing of any hand. The
// last trick comes first, because the next person may not have seen it.
func (m *Model) curtain(b *board.Board, w, h int) []string {
	t, v := m.Theme, &m.view
	next := m.chair.Saw.Player
	lines := []string{""}
	last, n := board.LastTrick(v)
	if n > 0 {
		lines = append(lines, m.T("tui.curtain.last", n, m.Winner(v, last.Winner)), b.TrickShown(&last, w), "")
	}
	var now []string
	if all := board.Played(v); len(all) > 0 && !all[len(all)-1].Done {
		now = []string{m.T("tui.curtain.now"), b.TrickShown(&all[len(all)-1], w), ""}
	}
	who := m.Seat(next)
	if name := m.chair.Saw.NameAt(next); name != "" {
		who = name
	}
	if c := v.Seats[next].Character; c != nil {
		who = m.T("tui.curtain.who", who, m.ShortName(c))
	}
	lines = append(lines, m.meanwhile(b, next, n, w, h-len(lines)-len(now)-8)...)
	lines = append(lines, now...)
	ask := m.T("tui.curtain.enter")
	if m.leaving {
		ask = m.leaveText()
	}
	lines = append(lines, t.Strong(m.T("tui.curtain.pass", who)), "", ask)
	if m.note != "" {
		lines = append(append(lines, ""), t.Wrap(m.note, w-2)...)
	}
	var wrapped []string
	for _, l := range lines {
		wrapped = append(wrapped, t.Wrap(l, w-2)...)
	}
	top := max((h-len(wrapped))/2-1, 0)
	block := make([]string, top, h)
	for _, l := range wrapped {
		block = append(block, t.Middle(l, w))
	}
	return t.Fill(block, w, h)
}

// meanwhile has the other events since the next person's last decision, of too many the last ones.
// The last trick, which has the number n, is told anyway.
func (m *Model) meanwhile(b *board.Board, next tricks.Seat, n, w, h int) []string {
	if _, ok := m.since[next]; !ok || h < 2 {
		return nil
	}
	var lines []string
	for _, text := range m.commentary(b, next, n) {
		lines = append(lines, m.Wrap(text, w-8)...)
	}
	if len(lines) > h-2 {
		lines = lines[len(lines)-(h-2):]
	}
	if len(lines) == 0 {
		return nil
	}
	return append(append([]string{m.T("board.meanwhile")}, lines...), "")
}
