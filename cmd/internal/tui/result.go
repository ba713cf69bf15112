package tui

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/board"
	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

func (m *Model) canSolve() bool { return m.opts.Solve != nil && m.view.Result != chapters.Won }

func (m *Model) canStep() bool { return m.opts.Steps != nil && m.answer != "" && m.opts.Steps() }

func (m *Model) helped() []string {
	record, _ := m.chair.Record()
	return m.Helped(&record)
}

// result draws the end of the round: each goal, won or lost, and what can be done now.
func (m *Model) result(b *board.Board, w, h int) []string {
	t, v := m.Theme, &m.view
	lines := []string{"", t.Middle(m.banner(b), w)}
	_, more := b.Outcome(m.chair.Saw.Stopped)
	if more != "" || m.closing() == "" {
		lines = append(lines, t.Middle(more, w))
	}
	if m.closing() != "" {
		for _, line := range t.Wrap(m.closing(), w-2) {
			lines = append(lines, t.Middle(line, w))
		}
	}
	at := "   "
	if kit.SizeOf(m.w, m.h) == kit.Narrow {
		at = " "
	}
	lines = append(append(append(lines, ""), m.resultSeats(b, w, at)...), "")
	add := func(lines *[]string, texts ...string) {
		for _, text := range texts {
			*lines = append(*lines, kit.Indent(t.Wrap(text, w-len(at)-1), at)...)
		}
	}
	add(&lines, texts.NotEmpty(m.note)...)
	add(&lines, m.lookedBackText()...)
	if record, _ := m.chair.Record(); record.Chapter != "" && !m.opts.Unsaved {
		add(&lines, book.Share(m.Texts, m.library, &record, v.Result == chapters.Won, m.chair.Saw.Undos))
	}
	switch {
	case m.solving.on():
		add(&lines, m.T("tui.solving"))
	case m.canSolve() && m.answer != "":
		first, _, _ := strings.Cut(m.answer, "\n")
		add(&lines, append([]string{first}, texts.NotEmpty(m.triesText())...)...)
	case m.canSolve():
		add(&lines, m.T("tui.cansolve", m.keyOf("solve")))
	}
	add(&lines, m.helped()...)
	add(&lines, m.afterRound()...)
	if m.opts.After != nil {
		add(&lines, m.opts.After())
	}
	var keys []string
	switch {
	case m.chair.Puzzle != nil:
		add(&lines, m.T("puzzle.next", m.keyOf("another"), m.keyOf("again")))
	case m.opts.Table != nil:
		add(&lines, m.T("serve.after"))
	default:
		add(&keys, m.T("tui.result.next", m.keyOf("again"), m.keyOf("another"), m.keyOf("undo")))
		if m.opts.Next != "" {
			next := "tui.result.chapter"
			if m.book() != nil {
				next = "tui.result.campaign"
			}
			add(&keys, m.T(next, m.keyOf("nextchapter")))
		}
		if m.opts.Look {
			add(&keys, m.T("tui.result.look", m.keyOf("look")))
		}
	}
	if len(lines)+len(keys) <= h { // else the keys at the foot tell it
		lines = append(lines, keys...)
	}
	return m.closeUp(lines, w, h)
}

func (m *Model) lookedBackText() []string {
	switch {
	case m.looking.on():
		return []string{m.T("epilogue.wait")}
	case m.epilogue == "":
		return nil
	}
	return strings.Split(strings.TrimSpace(m.epilogue), "\n")
}

func (m *Model) resultSeats(b *board.Board, w int, at string) (lines []string) {
	t, v := m.Theme, &m.view
	name, verdict := 0, 0
	for s := range v.Seats {
		name = max(name, cells.Width(t.Fold(b.SeatName(tricks.Seat(s)))))
		verdict = max(verdict, cells.Width(b.Verdict(texts.StatusOf(v, tricks.Seat(s)))))
	}
	beside := at + strings.Repeat(" ", name+2)
	if len(at) == 1 {
		beside = at + "  "
	}
	for s := range v.Seats {
		seat := tricks.Seat(s)
		st := texts.StatusOf(v, seat)
		far := board.Progress(m.Texts, v, seat)
		line := at + t.Bold.On(t.Fit(b.SeatName(seat), name)) + "  "
		if wide := t.Fit(b.Verdict(st), verdict) + "  " + far; cells.Width(t.Fold(line+wide)) <= w {
			lines = append(lines, line+wide)
		} else {
			lines = append(append(lines, line+b.Verdict(st)), kit.Indent(t.Wrap(far, w-len(beside)-1), beside)...)
		}
		c := v.Seats[s].Character
		if c == nil {
			continue
		}
		goal := m.GoalAt(v, c, seat)
		if st, ok := board.RiderGoalOf(v, seat); ok {
			goal += "; " + m.Rider(v, seat) + " " + b.Verdict(st)
		}
		lines = append(lines, kit.Indent(b.OfGoal(seat).Lines(t.WrapAtMost(goal, w-len(beside)-1, 2)), beside)...)
	}
	return lines
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
	if len(lines) > h && h > 0 { // that something is missing is told
		lines = append(lines[:h-1], m.T("tui.result.cut"))
	}
	if free := h - len(lines); free > 4 { // a little above the middle
		lines = append(make([]string, free*2/5), lines...)
	}
	return m.Fill(lines, w, h)
}
