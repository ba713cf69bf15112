package tui

import (
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/board"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// View is the window for a terminal.
func (m *Model) View() string { return m.Grid().String() }

// Grid draws the whole window, exactly as large as it is.
func (m *Model) Grid() *felt.Grid {
	if small := m.TooSmall(kit.Tiny, m.w, m.h); small != nil {
		return small
	}
	m.hits = nil
	switch m.phase {
	case curtain:
		return m.curtain()
	case finished:
		end, keys := m.end(), m.named()
		if end.Next != "" { // it has the first key
			keys = keys[1:]
		}
		return board.DrawEnd(m.Theme, end, keys, m.w, m.h)
	}
	var g *felt.Grid
	g, m.hits = board.Draw(m.Theme, m.scene(), m.named(), m.w, m.h)
	return g
}

// scene is what there is to see.
func (m *Model) scene() *scene.Scene {
	b, v := m.board(), &m.view
	s := b.Scene()
	m.inMotion(s)
	s.States, s.Coach = m.states(), m.coaching()
	switch {
	case m.phase == choosing:
		s.Asks(&m.choice)
		if m.advice != nil && m.advice.Card != tricks.NoCard && m.choice.Seat != tricks.NoSeat {
			s.Hint = m.advice.Card
		}
	case v.Stage == chapters.StageDraft:
		b.Pool(s)
	}
	if v.Stage == chapters.StageDraft && s.Coach == "" {
		s.Coach = b.DraftWhy()
	}
	if m.handBelow() && !m.leaving {
		s.Own, s.Owner = scene.AtHand(&v.Seats[m.lower()]).Cards(), m.Who(v, m.lower())
	}
	s.Prompt, s.Why = m.prompt(), m.detail()
	s.Mine = m.phase == choosing || m.leaving
	switch {
	case m.warning:
		s.Tone = scene.Warned
	case m.note != "":
		s.Tone = scene.Hinted
	}
	if m.phase == waiting && v.Due.By != v.Player {
		for i := range s.Seats {
			if s.Seats[i].Turn {
				s.Seats[i].Tag = m.T("scene.thinking")
			}
		}
	}
	return s
}

// named are the keys that do something now, the most important ones first.
func (m *Model) named() []felt.Key { return kit.Named(m.bindings()) }

func (m *Model) states() []string {
	if m.opts.Table != nil {
		return m.opts.Table.State()
	}
	long, brief := m.campaignTitle()
	if !m.auto {
		return []string{long, brief}
	}
	auto := m.T("tui.auto")
	return []string{strings.Join(texts.NotEmpty(long, auto), "  "), strings.Join(texts.NotEmpty(brief, auto), "  ")}
}

func (m *Model) board() *scene.Board {
	b := scene.New(m.Texts, &m.view, m.seat)
	b.Bottom = m.lower()
	b.Recent, b.Fresh = m.sinceLast(b)
	if m.view.Players > 1 {
		b.Person = m.chair.Saw.NameAt
	}
	switch m.phase {
	case trickEnd:
		b.ShowTrick(m.chair.Saw.Shown)
	case settled:
		b.Choosing = tricks.NoSeat
	case notice:
		b.Notice = true
	case finished:
		b.Choosing, b.Over = tricks.NoSeat, true
	}
	return b
}
