package tui

import (
	"fmt"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/charmbracelet/bubbles/key"
)

// The smallest window, and from where on the log stands beside the table.
const (
	minWidth, minHeight = 80, 24
	wideWidth           = 112
	deskHeight          = 6 // with one line for the near seat
	tallHeight          = 30
	headHeight          = 3
	footHeight          = 2
)

// tooSmall says that a window is, instead of a frame; it is empty if it is not.
func tooSmall(t *theme, tx *texts.Texts, w, h int) (frame string, small bool) {
	if w >= minWidth && h >= minHeight || w <= 0 || h <= 0 {
		return "", w <= 0 || h <= 0
	}
	text := tx.T("tui.toosmall", w, h, minWidth, minHeight)
	return strings.Join(t.fill(t.wrap(text, w), w, h), "\n"), true
}

// frame sets the parts of a window one below the other, with rules between them.
func (t *theme) frame(head, body []string, help string, w int) string {
	rule := []string{t.rule(w)}
	return strings.Join(slices.Concat(head, rule, body, rule, []string{t.fit(" "+help, w)}), "\n")
}

// split says how wide the table is, and how wide the log beside it.
func split(w int) (main, side int) {
	if w >= wideWidth {
		side = min(w-minWidth, 46)
	}
	return w - side, side
}

// stacked draws the upper part of a body over the desk, and the log beside them
// where there is room.
func (t *board) stacked(upper, desk []string, main, side int) []string {
	left := slices.Concat(upper, []string{t.rule(main)}, desk)
	if side == 0 {
		return left
	}
	return beside(left, t.sidebar(side, len(left)))
}

// View draws the whole window, exactly as large as it is.
func (m *Model) View() string {
	if frame, small := tooSmall(m.theme, m.Texts, m.w, m.h); small {
		return frame
	}
	state := ""
	if m.auto {
		state = m.T("tui.auto")
	}
	b := m.board()
	return m.theme.frame(b.header(m.w, state), m.body(b, m.w, m.h-headHeight-footHeight), m.helpLine(m.w-2), m.w)
}

// body draws what lies between the header and the help.
func (m *Model) body(b *board, w, h int) []string {
	switch {
	case m.page != noPage:
		return m.reader.draw(m.theme, w, h)
	case m.phase == curtain:
		return m.curtain(w, h)
	case m.phase == finished:
		return m.result(b, w, h)
	}
	main, side := split(w)
	desk := deskHeight - 1 + len(b.seatLines(main))
	switch {
	case h >= tallHeight-5:
		desk += 2
	case m.handBelow():
		desk += len(m.theme.wrapAtMost(m.prompt(), main-2, 2)) - 1
	}
	upper := m.upper(b, main, h-desk-1)
	lower := m.desk(b, main, desk)
	m.rowAt, m.mainWidth = m.rowAt+headHeight+h-desk, main
	return b.stacked(upper, lower, main, side)
}

// upper is the table, or in the draft what there is to choose from.
func (m *Model) upper(b *board, w, h int) []string {
	switch {
	case m.view.Stage == chapters.StageDraft && m.phase == choosing:
		return b.draft(w, h, func(w, h int) []string { return m.choice.lines(m.theme, m.T("tui.must"), w, h) })
	case m.view.Stage == chapters.StageDraft:
		return b.draft(w, h, b.draftPool)
	case m.phase == notice && !m.peek:
		return b.setup(w, h, keyName(m.keys.log))
	}
	return b.draw(w, h)
}

// board is the board as it is to be drawn now.
func (m *Model) board() *board {
	b := newBoard(m.theme, m.Texts, &m.view, m.seat)
	if m.view.Players > 1 {
		b.person = m.game.Name
	}
	switch m.phase {
	case trickEnd:
		b.showTrick(m.game.Shown())
	case settled:
		b.choosing = tricks.NoSeat
	case finished:
		b.choosing, b.over = tricks.NoSeat, true
	}
	if m.peek {
		last, _ := lastTrick(&m.view)
		b.show = &last
	}
	if m.phase == choosing && m.choice.seat != tricks.NoSeat {
		for i := range m.choice.items {
			if it := &m.choice.items[i]; it.ok {
				b.mark |= it.card.Bit()
			}
		}
	}
	return b
}

// helpLine is one line of the keys that do something now.
func (m *Model) helpLine(w int) string {
	k := &m.keys
	m.help.Width = w
	if m.leaving {
		return m.help.ShortHelpView([]key.Binding{k.yes, k.no})
	}
	if m.page != noPage {
		line := m.help.ShortHelpView([]key.Binding{k.scroll, k.closePage})
		if !m.reader.pager.AtBottom() {
			line += "  " + m.T("tui.page.more")
		}
		return line
	}
	if m.peek {
		return m.help.ShortHelpView([]key.Binding{k.closePage})
	}
	var bindings []key.Binding
	switch m.phase {
	case choosing:
		bindings = append(bindings, k.move, k.pick)
		if m.choice.inner {
			bindings = append(bindings, k.back)
		}
	case trickEnd, notice:
		bindings = append(bindings, k.goOn)
	case settled:
		bindings = append(bindings, k.goOn, k.stop)
	case curtain:
		return m.help.ShortHelpView([]key.Binding{k.goOn, k.help, k.quit})
	case finished:
		if m.canSolve() && m.solving == nil {
			bindings = append(bindings, k.solve)
		}
		bindings = append(bindings, k.again, k.another)
		if m.next != "" {
			bindings = append(bindings, k.nextChapter)
		}
		if m.canLook {
			bindings = append(bindings, k.look)
		}
		return m.help.ShortHelpView(append(bindings, k.undo, k.help, k.quit, k.log, k.won))
	}
	if m.coaching() != "" {
		bindings = append(bindings, k.coach)
	}
	// What may not fit comes last.
	bindings = append(bindings, k.help, k.quit, k.undo, k.goals)
	if _, n := lastTrick(&m.view); n > 0 {
		bindings = append(bindings, k.last)
	}
	return m.help.ShortHelpView(append(bindings, k.log, k.won))
}

// keyName is how a key is called.
func keyName(b key.Binding) string { return fmt.Sprint(b.Help().Key) }
