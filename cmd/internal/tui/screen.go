package tui

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/board"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// View is the window for a terminal.
func (m *Model) View() string { return m.Grid().String() }

// Grid draws the whole window, exactly as large as it is.
func (m *Model) Grid() *felt.Grid {
	if small := m.theme.TooSmall(kit.Tiny, m.w, m.h); small != nil {
		return small
	}
	m.hits = nil
	switch m.phase {
	case curtain:
		return m.curtain()
	case finished:
		end := m.end()
		keys := m.named()
		if end.Next != "" { // it has the first key
			keys = keys[1:]
		}
		return board.DrawEnd(m.theme, end, keys, m.w, m.h)
	}
	var g *felt.Grid
	g, m.hits = board.Draw(m.theme, m.scene(), m.named(), m.w, m.h)
	return g
}

// scene is what there is to see.
func (m *Model) scene() *scene.Scene {
	b := m.board()
	v := &m.view
	s := b.Scene()
	m.inMotion(s)
	s.States = m.states()
	s.Coach = m.coaching()
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
		s.Own = scene.AtHand(&v.Seats[m.lower()]).Cards()
		s.Owner = m.theme.Who(v, m.lower())
	}
	s.Prompt = m.prompt()
	s.Why = m.detail()
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
				s.Seats[i].Tag = m.theme.T("scene.thinking")
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
	auto := m.theme.T("tui.auto")
	return []string{strings.Join(texts.NotEmpty(long, auto), "  "), strings.Join(texts.NotEmpty(brief, auto), "  ")}
}

func (m *Model) board() *scene.Board {
	b := scene.New(m.theme.Texts, &m.view, m.seat)
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
		b.Choosing = tricks.NoSeat
		b.Over = true
	}
	return b
}

// What is said to the person: the question, and why a card or an answer cannot be chosen.

// canSay reports whether there is room for a text below the cards, or on the page of
// the result.
func (m *Model) canSay(text string) bool {
	if m.phase == finished {
		return len(m.theme.Wrap(text, m.w-6)) == 1
	}
	s := m.scene()
	s.Why = text
	return board.Fits(m.theme, s, m.w, m.h)
}

func (m *Model) prompt() string {
	v := &m.view
	switch {
	case m.leaving:
		return m.leaveText()
	}
	switch m.phase {
	case choosing:
		return m.choice.Prompt
	case trickEnd:
		return m.trickEnded()
	case notice:
		return m.theme.T("tui.notice", m.theme.Who(v, v.Leader))
	case settled:
		return m.board().Certain() + " " + m.theme.T("tui.settled.ask")
	case stuck:
		return m.theme.T("tui.stuck")
	}
	if m.opts.Table != nil {
		if text := m.opts.Table.Waits(); text != "" {
			return text
		}
		if name := m.chair.Saw.NameAt(v.By); name != "" {
			return m.theme.T("tui.theirs", name)
		}
	}
	return m.theme.T("tui.wait", m.theme.Who(v, v.Due.Seat))
}

func (m *Model) leaveText() string {
	if m.opts.Table != nil {
		return m.theme.T("serve.leave.ask")
	}
	if m.opts.Unsaved {
		return m.theme.T("tui.leave.unsaved")
	}
	if m.opts.Menu {
		return m.theme.T("tui.leave.menu")
	}
	return m.theme.T("tui.leave", m.opts.Continue)
}

// trickEnded names the winner of the trick, or says that its sum fell short of the Balrog (C14).
func (m *Model) trickEnded() string {
	last, n := scene.LastTrick(&m.view)
	if all, shown := scene.Played(&m.view), m.chair.Saw.Shown; m.phase == trickEnd && shown > 0 && shown <= len(all) {
		// others may have gone on since
		last = all[shown-1]
		n = shown
	}
	key := "tui.trick.end"
	if m.auto {
		key = "event.won_trick"
	}
	return m.board().Ended(&last, n, key)
}

func (m *Model) detail() string {
	if m.note != "" {
		return m.note
	}
	if m.phase != choosing || m.leaving {
		return ""
	}
	if item := m.choice.At(); item != nil {
		return item.Detail
	}
	return ""
}

// handBelow reports whether the row of cards shows something else than the person's
// hand, which has to be said then.
func (m *Model) handBelow() bool {
	return m.phase == choosing && m.handSeat() != tricks.NoSeat && m.handSeat() != m.lower() && m.view.Seats[m.lower()].Rows == nil
}

// handSeat is the seat of which the cards are chosen that lie below, NoSeat for none.
func (m *Model) handSeat() tricks.Seat {
	if m.choice.Hand != nil {
		return m.view.Ask.Seat
	}
	return m.choice.Seat
}

// lower is the seat whose hand lies below: the person's own, and in solo the one that plays.
func (m *Model) lower() tricks.Seat {
	v := &m.view
	if v.Players == 1 && !v.Over && v.Stage != chapters.StageDraft && (m.phase == choosing || m.phase == waiting || m.phase == stuck) {
		return v.Due.Seat
	}
	return m.seat
}

// coaching is the advice for the decision that is due, empty where something else is said.
func (m *Model) coaching() string {
	if m.note != "" || m.phase != choosing || m.leaving {
		return ""
	}
	return m.opts.Advice.Line(m.theme.Texts, &m.view, slices.ContainsFunc(m.choice.Items, func(item scene.Item) bool { return !item.Ok }))
}

// Coach switches the coach off and on.
func (m *Model) Coach() tea.Cmd {
	m.note = m.opts.Advice.Switch(m.theme.Texts, m.keyOf("coach"))
	return nil
}

// newTip keeps that the person has had a tip with the decision that is due.
func (m *Model) newTip() tea.Cmd {
	if tip := m.opts.Advice.Due(&m.view); tip != "" && m.opts.Told != nil {
		return m.opts.Told(tip)
	}
	return nil
}
