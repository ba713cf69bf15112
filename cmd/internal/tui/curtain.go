package tui

// curtain is what stands on the screen while one person passes it to the next:
// nothing of any hand. The last trick comes first, because the next person may
// not have seen it.
func (m *Model) curtain(w, h int) []string {
	t, v := m.theme, &m.view
	next := m.game.Player()
	lines := []string{""}
	if last, n := lastTrick(v); n > 0 {
		lines = append(lines,
			m.T("tui.curtain.last", n, m.Winner(v, last.winner)),
			last.shown(t, m.Texts, v, w), "")
	}
	if all := played(v); len(all) > 0 && !all[len(all)-1].done {
		now := all[len(all)-1]
		lines = append(lines, m.T("tui.curtain.now"), now.shown(t, m.Texts, v, w), "")
	}
	who := m.Seat(next)
	if name := m.game.Name(next); name != "" {
		who = name
	}
	if c := v.Seats[next].Character; c != nil {
		who = m.T("tui.curtain.who", who, m.ShortName(c))
	}
	lines = append(lines, t.prompt.Render(t.fold(m.T("tui.curtain.pass", who))), "", m.prompted("tui.curtain.enter"))
	if m.note != "" {
		lines = append(append(lines, ""), t.wrap(m.note, w-2)...)
	}
	top := max((h-len(lines))/2-1, 0)
	block := make([]string, top, h)
	for _, l := range lines {
		block = append(block, t.middle(l, w))
	}
	return t.fill(block, w, h)
}

// prompted is a text, or the question whether to leave on top of it.
func (m *Model) prompted(key string) string {
	if m.leaving {
		return m.T("tui.leave", m.command)
	}
	return m.T(key)
}
