package tui

import (
	"fmt"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/x/ansi"
)

// The window that screens begin with, until they are told its size.
const (
	minWidth, minHeight = 80, 24
	headHeight          = 3
	footHeight          = 2
)

// tooSmall says that a window is, instead of a frame; it is empty if it is not.
func tooSmall(t *theme, tx *texts.Texts, w, h int) (frame string, small bool) {
	if w <= 0 || h <= 0 || sizeOf(w, h) > tiny {
		return "", w <= 0 || h <= 0
	}
	text := tx.T("tui.toosmall", w, h, minWidth, minHeight, sizes[narrow].w, sizes[narrow].h)
	return strings.Join(t.fill(t.wrap(text, w), w, h), "\n"), true
}

// frame sets the parts of a page one below the other, with rules between them.
func (t *theme) frame(head, body []string, help string, w int) string {
	rule := []string{t.rule(w)}
	return strings.Join(slices.Concat(head, rule, body, rule, []string{t.fit(" "+help, w)}), "\n")
}

// View draws the whole window, exactly as large as it is.
func (m *Model) View() string {
	if frame, small := tooSmall(m.theme, m.Texts, m.w, m.h); small {
		return frame
	}
	b := m.board()
	if body := m.covered(b); body != nil {
		return m.theme.frame(b.header(m.w, m.state()), body, m.keyLines(m.w-2, 1)[0], m.w)
	}
	c, l := newCanvas(m.w, m.h), b.layout(m.w, m.h)
	c.put(l.title, b.titleLine(m.w, m.state()), "")
	upper := rect{0, l.title.h, m.w, l.own.y - l.title.h}
	switch {
	case m.view.Stage == chapters.StageDraft:
		upper.h += l.own.h
		m.listAt = upper.y + 2
		c.lines(upper, append(b.header(m.w, "")[1:], m.draft(b, upper.w, upper.h-1)...))
	case m.phase == notice && !m.peek:
		c.lines(upper, b.setup(upper.w, upper.h, keyName(m.keys.log)))
		b.drawOwn(c, l.own, l.size)
	default:
		b.draw(c, l)
		b.drawOwn(c, l.own, l.size)
	}
	m.drawDesk(c, l)
	m.drawMotion(c, l, b)
	return c.String()
}

// state is what is said at the end of the title.
func (m *Model) state() string {
	if m.table != nil {
		return m.table.State()
	}
	if m.auto {
		return m.T("tui.auto")
	}
	return ""
}

// covered is what covers the table, nil if nothing does.
func (m *Model) covered(b *board) []string {
	w, h := m.w, m.h-headHeight-footHeight
	switch {
	case m.page != noPage:
		return m.reader.draw(m.theme, w, h)
	case m.phase == curtain:
		return m.curtain(w, h)
	case m.phase == finished:
		return m.result(b, w, h)
	}
	return nil
}

// draft is what there is to choose from before the setup.
func (m *Model) draft(b *board, w, h int) []string {
	if m.phase == choosing {
		return b.draft(w, h, func(w, h int) []string { return m.choice.lines(m.theme, m.T("tui.must"), w, h) })
	}
	return b.draft(w, h, b.draftPool)
}

// board is the board as it is to be drawn now.
func (m *Model) board() *board {
	b := newBoard(m.theme, m.Texts, &m.view, m.seat)
	b.bottom = m.lower()
	b.recent, b.fresh = m.sinceLast()
	if mo := m.moving; mo != nil {
		if mo.frame%2 == 0 {
			b.flash = mo.flips
		}
		for _, play := range mo.plays {
			if play.Card.Valid() && !mo.gather {
				b.gone |= play.Card.Bit()
			}
		}
	}
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

// keyLines are the keys that do something now, the most important ones first, in so
// many lines. Those that do not fit are on the page of keys, which is always named.
func (m *Model) keyLines(w, lines int) []string {
	out := m.theme.keyLines(m.bindings(), w, lines)
	if m.page != noPage && !m.leaving && !m.reader.pager.AtBottom() {
		out[0] += "  " + m.T("tui.page.more")
	}
	return out
}

// bindings are the keys that do something now, the most important ones first.
func (m *Model) bindings() []key.Binding {
	k := &m.keys
	switch {
	case m.leaving:
		return []key.Binding{k.yes, k.no}
	case m.page != noPage:
		return []key.Binding{k.scroll, k.closePage}
	case m.peek:
		return []key.Binding{k.closePage}
	}
	var bindings []key.Binding
	switch m.phase {
	case choosing:
		bindings = append(bindings, k.pick, k.goals, k.help)
		if m.choice.inner {
			bindings = append(bindings, k.back)
		}
		bindings = append(bindings, k.move, k.quit, k.undo)
	case trickEnd:
		if m.auto {
			bindings = append(bindings, k.auto)
		} else {
			bindings = append(bindings, k.goOn)
		}
	case notice:
		bindings = append(bindings, k.goOn)
	case settled:
		bindings = append(bindings, k.goOn, k.stop)
	case curtain:
		return []key.Binding{k.goOn, k.help, k.quit}
	case finished:
		if m.table != nil {
			return append(bindings, k.goOn, k.help, k.log, k.won)
		}
		bindings = append(bindings, k.help, k.quit)
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
		return append(bindings, k.undo, k.log, k.won)
	}
	if m.phase != choosing {
		bindings = append(bindings, k.goals, k.help, k.quit, k.undo)
	}
	if m.coaching() != "" {
		bindings = append(bindings, k.coach)
	}
	if _, n := lastTrick(&m.view); n > 0 {
		bindings = append(bindings, k.last)
	}
	return append(bindings, k.log, k.won, k.know)
}

// keyLines sets keys in so many lines. A key that does not fit is left out whole.
func (t *theme) keyLines(bindings []key.Binding, w, lines int) []string {
	out, wide := []string{""}, 0
	for _, b := range bindings {
		name, does := t.fold(b.Help().Key), t.fold(b.Help().Desc)
		n := ansi.StringWidth(name + " " + does)
		if wide > 0 {
			n += 2
		}
		if wide+n > w && wide > 0 && len(out) < lines {
			out, wide, n = append(out, ""), 0, n-2
		}
		if wide+n > w {
			continue
		}
		if wide > 0 {
			out[len(out)-1] += "  "
		}
		wide += n
		out[len(out)-1] += t.title.Render(name) + " " + t.faint.Render(does)
	}
	return out
}

// keyName is how a key is called.
func keyName(b key.Binding) string { return fmt.Sprint(b.Help().Key) }
