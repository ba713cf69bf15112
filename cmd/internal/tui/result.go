package tui

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// canSolve reports whether the deal can be solved and has not been won anyway.
func (m *Model) canSolve() bool { return m.solver != nil && m.view.Result != chapters.Won }

// helped says what help was asked for in this round, where its record is at hand.
func (m *Model) helped() (out []string) {
	kept, ok := m.game.(interface{ Record() chapters.Record })
	if !ok {
		return nil
	}
	record := kept.Record()
	if n := len(record.Assisted); n > 0 {
		out = append(out, m.N("helped.open", n))
	}
	if n := len(record.Hints); n > 0 {
		out = append(out, m.N("helped.hints", n))
	}
	return out
}

// settledText says that the result is certain before the round is over (T11).
func (m *Model) settledText() string {
	if m.view.Result == chapters.Won {
		return m.T("tui.settled.won")
	}
	for _, g := range m.view.Goals {
		if g.Status == characters.Failed {
			who := m.Who(&m.view, g.Seat)
			if g.Rider != "" {
				who = m.T("tui.riderof", who, m.Rider(&m.view, g.Seat))
			}
			return m.T("tui.settled.lost", who)
		}
	}
	return m.Short(&m.view, "tui.settled.short.")
}

// result draws how the round ended: each goal, won or lost, and what can be
// done now.
func (m *Model) result(b *board, w, h int) []string {
	t, v := m.theme, &m.view
	banner := t.bad.Render(t.fold(m.T("tui.result.lost")))
	switch v.Result {
	case chapters.Won:
		banner = t.good.Render(t.fold(m.T("tui.result.won")))
	case chapters.Undecided:
		banner = m.T("tui.result.open")
	}
	lines := []string{"", t.middle(t.title.Render(banner), w)}
	switch {
	case v.Short:
		lines = append(lines, t.middle(m.Short(v, "tui.result.short."), w))
	case v.Spared && v.Result == chapters.Won:
		lines = append(lines, t.middle(m.Short(v, "tui.result.spared."), w))
	case m.game.Stopped():
		lines = append(lines, t.middle(m.T("tui.result.early", len(v.History), v.Tricks), w))
	default:
		lines = append(lines, "")
	}
	lines = append(lines, "")
	name := 0
	for s := range v.Seats {
		name = max(name, len([]rune(t.fold(b.seatName(tricks.Seat(s))))))
	}
	for s := range v.Seats {
		at, seat := &v.Seats[s], tricks.Seat(s)
		st, _ := status(v, seat)
		line := "   " + t.fit(b.seatName(seat), name) + "  " + t.fit(b.verdict(st), 16) + "  " + progress(m.Texts, v, seat)
		lines = append(lines, line)
		if at.Character == nil {
			continue
		}
		goal := m.GoalAt(v, at.Character, seat)
		if st, ok := riderStatus(v, seat); ok {
			goal += "; " + m.Rider(v, seat) + " " + b.verdict(st)
		}
		lines = append(lines, styled(t.faint, indent(t.wrapAtMost(goal, w-name-6, 2), "     "+t.fit("", name)))...)
	}
	lines = append(lines, "")
	if m.note != "" {
		lines = append(lines, "   "+m.note)
	}
	switch {
	case m.solving != nil:
		lines = append(lines, "   "+m.T("tui.solving"))
	case m.canSolve() && m.answer != "":
		first, _, _ := strings.Cut(m.answer, "\n")
		lines = append(lines, indent(t.wrap(first, w-6), "   ")...)
		if text := m.triesText(); text != "" {
			lines = append(lines, indent(t.wrap(text, w-6), "   ")...)
		}
	case m.canSolve():
		lines = append(lines, "   "+m.T("tui.cansolve", keyName(m.keys.solve)))
	}
	for _, text := range m.helped() {
		lines = append(lines, "   "+text)
	}
	if v.Deal != "" {
		lines = append(lines, "   "+m.T("tui.result.deal", v.Deal))
	}
	if m.table != nil {
		lines = append(lines, "   "+m.table.After)
		return m.closeUp(lines, w, h)
	}
	lines = append(lines, "   "+m.T("tui.result.next", keyName(m.keys.again), keyName(m.keys.another), keyName(m.keys.undo)))
	if m.next != "" {
		lines = append(lines, "   "+m.T("tui.result.chapter", keyName(m.keys.nextChapter)))
	}
	if m.canLook {
		lines = append(lines, "   "+m.T("tui.result.look", keyName(m.keys.look)))
	}
	return m.closeUp(lines, w, h)
}

// closeUp sets lines in w by h cells, rather without a gap than without an end.
func (m *Model) closeUp(lines []string, w, h int) []string {
	for i := 0; len(lines) > h && i < len(lines); {
		if strings.TrimSpace(lines[i]) == "" {
			lines = slices.Delete(lines, i, i+1)
		} else {
			i++
		}
	}
	return m.theme.fill(lines, w, h)
}
