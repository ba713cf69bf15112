package tui

import (
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/board"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// footLines are the lines of keys below a page over the table: below the result all keys, as they
// are the next steps.
func (m *Model) footLines() []string {
	lines := 1
	if m.ending() { // any key ends it
		return []string{""}
	}
	if m.phase == finished {
		for bindings := m.bindings(); lines < 3; lines++ {
			if _, all := m.KeyRows(bindings, m.w-2, lines); all {
				break
			}
		}
	}
	return m.keyLines(m.w-2, lines)
}

// View is the window for a terminal.
func (m *Model) View() string { return m.Grid().String() }

// Grid draws the whole window, exactly as large as it is.
func (m *Model) Grid() *felt.Grid {
	b, foot := m.board(), m.footLines()
	covered := func(h int) []string { return m.covered(b, m.w, h) }
	return m.window(b, m.states(), foot, covered, func(c *kit.Canvas, l *board.Layout, upper kit.Rect) {
		switch {
		case m.view.Stage == chapters.StageDraft:
			upper.H += l.Own.H
			m.listAt = upper.Y + 2
			c.Lines(upper, append(b.Header(m.w)[1:], m.draft(b, upper.W, upper.H-1)...))
		case m.phase == notice && !m.peek:
			c.Lines(upper, b.Setup(upper.W, upper.H, m.keyOf("log")))
			b.DrawOwn(c, l.Own, l.Size)
		default:
			b.Draw(c, l)
			b.DrawOwn(c, l.Own, l.Size)
		}
		m.drawDesk(c, l)
		m.drawMotion(c, l, b)
	})
}

func (m *Model) states() []string {
	if m.opts.Table != nil {
		return []string{m.opts.Table.State()}
	}
	long, brief := m.campaignTitle()
	if !m.auto {
		return []string{long, brief}
	}
	auto := m.T("tui.auto")
	return []string{strings.Join(texts.NotEmpty(long, auto), "  "), strings.Join(texts.NotEmpty(brief, auto), "  ")}
}

// covered returns the lines in the place of the table, nil for the table.
func (m *Model) covered(b *board.Board, w, h int) []string {
	switch {
	case m.phase == curtain:
		return m.curtain(b, w, h)
	case m.phase == finished && m.ending():
		return m.drawEnd(b, w, h)
	case m.phase == finished:
		by := kit.Aside(w)
		return m.Fill(kit.Indent(m.result(b, w-2*by, h), strings.Repeat(" ", by)), w, h)
	}
	return nil
}

func (m *Model) draft(b *board.Board, w, h int) []string {
	if m.phase == choosing {
		return b.Draft(w, h, func(w, h int) []string { return m.choice.Lines(m.Theme, m.T("tui.must"), w, h) })
	}
	return b.Draft(w, h, b.DraftPool)
}

func (m *Model) board() *board.Board {
	b := board.New(m.Theme, &m.view, m.seat)
	b.Bottom = m.lower()
	b.Recent, b.Fresh = m.sinceLast(b)
	if mo := m.moving; mo != nil {
		if mo.frame%2 == 0 {
			b.Flash = mo.flips
		}
		for _, play := range mo.plays {
			if play.Card.Valid() && !mo.gather {
				b.Gone |= play.Card.Bit()
			}
		}
	}
	if m.view.Players > 1 {
		b.Person = m.chair.Saw.NameAt
	}
	switch m.phase {
	case trickEnd:
		b.ShowTrick(m.chair.Saw.Shown)
	case settled:
		b.Choosing = tricks.NoSeat
	case finished:
		b.Choosing, b.Over = tricks.NoSeat, true
	}
	if m.peek {
		last, _ := board.LastTrick(&m.view)
		b.Show = &last
	}
	if m.phase == choosing && m.choice.Seat != tricks.NoSeat {
		for i := range m.choice.Items {
			if it := &m.choice.Items[i]; it.Ok {
				b.Mark |= it.Card.Bit()
			}
		}
	}
	return b
}

// keyLines are the keys that do something now, the most important ones first, in so
// many lines. Those that do not fit are on the page of keys, which is always named.
func (m *Model) keyLines(w, lines int) []string {
	return m.Theme.KeyLines(m.bindings(), w, lines)
}
