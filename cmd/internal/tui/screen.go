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
	if small := m.theme.TooSmallNotice(kit.IsTiny, m.w, m.h); small != nil {
		return small
	}
	m.hits = nil
	switch m.phase {
	case curtain:
		return m.curtainGrid()
	case finished:
		end := m.endScene()
		keys := m.namedKeys()
		if end.Next != "" { // it has the first key
			keys = keys[1:]
		}
		return board.DrawEnd(m.theme, end, keys, m.w, m.h)
	}
	var g *felt.Grid
	g, m.hits = board.Draw(m.theme, m.scene(), m.namedKeys(), m.w, m.h)
	return g
}

// scene is what there is to see.
func (m *Model) scene() *scene.Scene {
	b := m.board()
	v := &m.view
	s := b.Scene()
	m.applyMotion(s)
	s.States = m.titleStates()
	s.Coach = m.coachText()
	switch {
	case m.phase == choosing:
		s.AddQuestion(&m.choice)
		if m.advice != nil && m.advice.Card != tricks.NoCard && m.choice.Seat != tricks.NoSeat {
			s.Hint = m.advice.Card
		}
	case v.Stage == chapters.StageDraft:
		b.AddPool(s)
	}
	if v.Stage == chapters.StageDraft && s.Coach == "" {
		s.Coach = b.DraftReason()
	}
	if m.showsOtherHand() && !m.leaving {
		s.OwnHand = scene.HandCards(&v.Seats[m.bottomSeat()]).Cards()
		s.Owner = m.theme.NameAt(v, m.bottomSeat())
	}
	s.Prompt = m.prompt()
	s.Remark = m.remark()
	s.IsAsked = m.phase == choosing || m.leaving
	switch {
	case m.warning:
		s.Tone = scene.Warning
	case m.noteText != "":
		s.Tone = scene.Hint
	}
	if m.phase == waiting && v.Due.Decider != v.Player {
		for i := range s.Seats {
			if s.Seats[i].Turn {
				s.Seats[i].Tag = m.theme.T("scene.thinking")
			}
		}
	}
	return s
}

// namedKeys are the keys that do something now, the most important ones first.
func (m *Model) namedKeys() []felt.Key { return kit.NamedKeys(m.bindings()) }

func (m *Model) titleStates() []string {
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
	b.Bottom = m.bottomSeat()
	b.Recent, b.Fresh = m.sinceLast(b)
	if m.view.Players > 1 {
		b.Person = m.client.LastSnapshot.NameAt
	}
	switch m.phase {
	case trickEnd:
		b.ShowTrick(m.client.LastSnapshot.Shown)
	case settled:
		b.Choosing = tricks.NoSeat
	case notice:
		b.Notice = true
	case finished:
		b.Choosing = tricks.NoSeat
		b.IsOver = true
	}
	return b
}

// What is said to the person: the question, and why a card or an answer cannot be chosen.

// hasRoomFor reports whether there is room for a text below the cards, or on the page of
// the result.
func (m *Model) hasRoomFor(text string) bool {
	if m.phase == finished {
		return len(m.theme.Wrap(text, m.w-6)) == 1
	}
	s := m.scene()
	s.Remark = text
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
		return m.trickResult()
	case notice:
		return m.theme.T("tui.notice", m.theme.NameAt(v, v.Leader))
	case settled:
		return m.board().CertainResult() + " " + m.theme.T("tui.settled.ask")
	case stuck:
		return m.theme.T("tui.stuck")
	}
	if m.opts.Table != nil {
		if text := m.opts.Table.WaitText(); text != "" {
			return text
		}
		if name := m.client.LastSnapshot.NameAt(v.Decider); name != "" {
			return m.theme.T("tui.theirs", name)
		}
	}
	return m.theme.T("tui.wait", m.theme.NameAt(v, v.Due.Seat))
}

func (m *Model) leaveText() string {
	if m.opts.Table != nil {
		return m.theme.T("serve.leave.ask")
	}
	if m.opts.Unsaved {
		return m.theme.T("tui.leave.unsaved")
	}
	if m.opts.HasMenu {
		return m.theme.T("tui.leave.menu")
	}
	return m.theme.T("tui.leave", m.opts.Continue)
}

// trickResult names the winner of the trick, or says that its sum fell short of the Balrog (C14).
func (m *Model) trickResult() string {
	last, n := scene.LastTrick(&m.view)
	if all, shown := scene.Tricks(&m.view),
		m.client.LastSnapshot.Shown; m.phase == trickEnd && shown > 0 && shown <= len(all) {
		// others may have gone on since
		last = all[shown-1]
		n = shown
	}
	key := "tui.trick.end"
	if m.auto {
		key = "event.won_trick"
	}
	return m.board().TrickResult(&last, n, key)
}

func (m *Model) remark() string {
	if m.noteText != "" {
		return m.noteText
	}
	if m.phase != choosing || m.leaving {
		return ""
	}
	if item := m.choice.Selected(); item != nil {
		return item.Detail
	}
	return ""
}

// showsOtherHand reports whether the row of cards shows something else than the person's
// hand, which has to be said then.
func (m *Model) showsOtherHand() bool {
	return m.phase == choosing && m.handSeat() != tricks.NoSeat && m.handSeat() != m.bottomSeat() &&
		m.view.Seats[m.bottomSeat()].Rows == nil
}

// handSeat is the seat of which the cards are chosen that lie below, NoSeat for none.
func (m *Model) handSeat() tricks.Seat {
	if m.choice.Hand != nil {
		return m.view.Ask.Seat
	}
	return m.choice.Seat
}

// bottomSeat is the seat whose hand lies below: the person's own, and in solo the one that plays.
func (m *Model) bottomSeat() tricks.Seat {
	v := &m.view
	if v.Players == 1 && !v.IsOver && v.Stage != chapters.StageDraft &&
		(m.phase == choosing || m.phase == waiting || m.phase == stuck) {
		return v.Due.Seat
	}
	return m.seat
}

// coachText is the advice for the decision that is due, empty where something else is said.
func (m *Model) coachText() string {
	if m.noteText != "" || m.phase != choosing || m.leaving {
		return ""
	}
	return m.opts.Advice.Line(m.theme.Texts, &m.view, slices.ContainsFunc(m.choice.Items, func(item scene.Item) bool {
		return !item.Ok
	}))
}

// Coach switches the coach off and on.
func (m *Model) Coach() tea.Cmd {
	m.noteText = m.opts.Advice.Switch(m.theme.Texts, m.keyOf("coach"))
	return nil
}

// keepTip keeps that the person has had a tip with the decision that is due.
func (m *Model) keepTip() tea.Cmd {
	if tip := m.opts.Advice.NextTip(&m.view); tip != "" && m.opts.KeepTip != nil {
		return m.opts.KeepTip(tip)
	}
	return nil
}
