package tui

import (
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
func (t *theme) tooSmall(w, h int) (frame string, small bool) {
	if w <= 0 || h <= 0 || sizeOf(w, h) > tiny {
		return "", w <= 0 || h <= 0
	}
	text := t.T("tui.toosmall", w, h, minWidth, minHeight, sizes[narrow].w, sizes[narrow].h)
	return strings.Join(t.fill(t.wrap(text, w), w, h), "\n"), true
}

// headline names a screen, and at its end says how far it is.
func (t *theme) headline(title, state string, w int) string {
	return t.spread(" "+t.strong(title), state+" ", w)
}

// frame sets the parts of a page one below the other, with rules between them.
func (t *theme) frame(head, body, foot []string, w int) string {
	rule := []string{t.rule(w)}
	return strings.Join(slices.Concat(head, rule, body, rule, t.margin(foot, w)), "\n")
}

// footLines are the keys below what covers the table: of the result all, as it tells what
// can be done next.
func (m *Model) footLines() []string {
	lines := 1
	if m.page == noPage && m.phase == finished {
		for bindings := m.bindings(); lines < 3; lines++ {
			if _, all := m.keyRows(bindings, m.w-2, lines); all {
				break
			}
		}
	}
	return m.keyLines(m.w-2, lines)
}

// View draws the whole window, exactly as large as it is.
func (m *Model) View() string {
	if frame, small := m.tooSmall(m.w, m.h); small {
		return frame
	}
	b := m.board()
	if body := m.covered(b); body != nil {
		return m.frame(b.header(m.w, m.states()...), body, m.footLines(), m.w)
	}
	c, l := newCanvas(m.w, m.h), b.layout(m.w, m.h)
	c.put(l.title, b.titleLine(m.w, m.states()...), "")
	upper := rect{0, l.title.h, m.w, l.own.y - l.title.h}
	switch {
	case m.view.Stage == chapters.StageDraft:
		upper.h += l.own.h
		m.listAt = upper.y + 2
		c.lines(upper, append(b.header(m.w)[1:], m.draft(b, upper.w, upper.h-1)...))
	case m.phase == notice && !m.peek:
		c.lines(upper, b.setup(upper.w, upper.h, m.keyOf("log")))
		b.drawOwn(c, l.own, l.size)
	default:
		b.draw(c, l)
		b.drawOwn(c, l.own, l.size)
	}
	m.drawDesk(c, l)
	m.drawMotion(c, l, b)
	return c.String()
}

// states are what is said at the end of the title, in full and briefly.
func (m *Model) states() []string {
	if m.opts.Table != nil {
		return []string{m.opts.Table.State()}
	}
	long, brief := m.opts.Campaign.states()
	if !m.auto {
		return []string{long, brief}
	}
	auto := m.T("tui.auto")
	return []string{strings.Join(texts.NotEmpty(long, auto), "  "), strings.Join(texts.NotEmpty(brief, auto), "  ")}
}

// covered is what covers the table, nil if nothing does.
func (m *Model) covered(b *board) []string {
	w, h := m.w, m.h-headHeight-1-len(m.footLines())
	switch {
	case m.page != noPage:
		return m.reader.draw(m.theme, w, h)
	case m.phase == curtain:
		return m.curtain(b, w, h)
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
	b := newBoard(m.theme, &m.view, m.seat)
	b.bottom = m.lower()
	b.recent, b.fresh = m.sinceLast(b)
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
		out[0] = m.withMore(out[0], w)
	}
	return out
}

// keyLines sets keys in so many lines. A key that does not fit is left out whole.
func (t *theme) keyLines(bindings []key.Binding, w, lines int) []string {
	rows, _ := t.keyRows(bindings, w, lines)
	return t.drawnKeys(rows)
}

// keyGap is between two keys.
const keyGap = "  "

// keyWidth is how wide a key and what it does are.
func (t *theme) keyWidth(b *key.Binding) int {
	return ansi.StringWidth(t.fold(b.Help().Key + " " + b.Help().Desc))
}

// keyRows says which keys stand in which of so many lines, and whether all of them do.
// Those that are switched off stand nowhere.
func (t *theme) keyRows(bindings []key.Binding, w, lines int) (rows [][]key.Binding, all bool) {
	rows, wide, all := [][]key.Binding{nil}, 0, true
	for i := range bindings {
		if bindings[i].Keys() != nil && !bindings[i].Enabled() {
			continue
		}
		n := t.keyWidth(&bindings[i])
		if wide > 0 {
			n += len(keyGap)
		}
		if wide+n > w && wide > 0 && len(rows) < lines {
			rows, wide, n = append(rows, nil), 0, n-len(keyGap)
		}
		if wide+n > w {
			all = false
			continue
		}
		wide += n
		rows[len(rows)-1] = append(rows[len(rows)-1], bindings[i])
	}
	return rows, all
}

// drawnKeys draws lines of keys.
func (t *theme) drawnKeys(rows [][]key.Binding) []string {
	out := make([]string, len(rows))
	for i, row := range rows {
		var keys []string
		for _, b := range row {
			keys = append(keys, t.strong(b.Help().Key)+" "+t.faint.on(t.fold(b.Help().Desc)))
		}
		out[i] = strings.Join(keys, keyGap)
	}
	return out
}

// withMore adds to a line of keys that there is more to read below.
func (t *theme) withMore(keys string, w int) string {
	for _, key := range []string{"tui.page.more", "tui.page.more.short"} {
		if more := keyGap + t.fold(t.T(key)); ansi.StringWidth(keys+more) <= w {
			return keys + more
		}
	}
	return keys
}

// keyName is how a key is called.
func keyName(b key.Binding) string { return b.Help().Key }
