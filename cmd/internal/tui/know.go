package tui

import "fellowship/tricks"

// knowLines tells what the person's seat can know.
func (m *Model) knowLines(w int) []string {
	t := m.theme
	var out []string
	for i, s := range m.Known(&m.view, m.eyes == tricks.NoSeat, t.cards) {
		if i > 0 {
			out = append(out, "")
		}
		if s.Head != "" {
			out = append(out, t.title.Render(t.fold(s.Head)))
		}
		for _, l := range s.Lines {
			out = append(out, indent(t.wrap(l, w-2), "  ")...)
		}
	}
	return out
}
