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
)

// View returns the window for a terminal.
func (m *Model) View() string { return m.Grid().String() }

// Grid draws the whole window.
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
		if end.Next != "" { // it already shows the first key
			keys = keys[1:]
		}
		return board.DrawEnd(m.theme, end, keys, m.w, m.h)
	}
	var g *felt.Grid
	g, m.hits = board.Draw(m.theme, m.scene(), m.namedKeys(), m.w, m.h)
	return g
}

// scene describes everything to be drawn.
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
		s.Owner = m.theme.Texts.Round(v).NameAt(m.bottomSeat())
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
				s.Seats[i].Tag = m.theme.Texts.T("scene.thinking")
			}
		}
	}
	return s
}

// board returns the view of the game for a scene.
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
		b.ShowsResult = true
	}
	return b
}

// titleStates returns texts for the end of the headline, the longest first.
func (m *Model) titleStates() []string {
	if m.opts.Table != nil {
		return m.opts.Table.State()
	}
	long, brief := m.campaignTitle()
	if !m.auto {
		return []string{long, brief}
	}
	auto := m.theme.Texts.T("tui.auto")
	return []string{strings.Join(texts.NotEmpty(long, auto), "  "), strings.Join(texts.NotEmpty(brief, auto), "  ")}
}

// showsOtherHand reports whether the row of cards is not the person's own hand, so that this has to be
// said.
func (m *Model) showsOtherHand() bool {
	return m.phase == choosing && m.handSeat() != tricks.NoSeat && m.handSeat() != m.bottomSeat() &&
		m.view.Seats[m.bottomSeat()].Rows == nil
}

// handSeat returns the seat whose cards are chosen at the bottom, NoSeat for none.
func (m *Model) handSeat() tricks.Seat {
	if m.choice.Hand != nil {
		return m.view.Ask.Seat
	}
	return m.choice.Seat
}

// bottomSeat returns the seat whose hand is at the bottom: the person's own, and in solo the one that plays.
func (m *Model) bottomSeat() tricks.Seat {
	v := &m.view
	isPlaying := m.phase == choosing || m.phase == waiting || m.phase == stuck
	if v.Players == 1 && !v.IsOver && v.Stage != chapters.StageDraft && isPlaying {
		return v.Due.Seat
	}
	return m.seat
}

// hasRoomFor reports whether a text fits below the cards, or on the page of the result.
func (m *Model) hasRoomFor(text string) bool {
	if m.phase == finished {
		return len(m.theme.Wrap(text, m.w-6)) == 1
	}
	s := m.scene()
	s.Remark = text
	return board.Fits(m.theme, s, m.w, m.h)
}

// prompt returns what the person is asked or told.
func (m *Model) prompt() string {
	if m.leaving {
		return m.leaveText()
	}
	v := &m.view
	switch m.phase {
	case choosing:
		return m.choice.Prompt
	case trickEnd:
		return m.trickResult()
	case notice:
		return m.theme.Texts.T("tui.notice", m.theme.Texts.Round(v).NameAt(v.Leader))
	case settled:
		return m.board().CertainResult() + " " + m.theme.Texts.T("tui.settled.ask")
	case stuck:
		return m.theme.Texts.T("tui.stuck")
	}
	if m.opts.Table != nil {
		if text := m.opts.Table.WaitText(); text != "" {
			return text
		}
		if name := m.client.LastSnapshot.NameAt(v.Decider); name != "" {
			return m.theme.Texts.T("tui.theirs", name)
		}
	}
	return m.theme.Texts.T("tui.wait", m.theme.Texts.Round(v).NameAt(v.Due.Seat))
}

// leaveText asks whether the person really leaves.
func (m *Model) leaveText() string {
	if m.opts.Table != nil {
		return m.theme.Texts.T("serve.leave.ask")
	}
	if m.opts.Unsaved {
		return m.theme.Texts.T("tui.leave.unsaved")
	}
	if m.opts.HasMenu {
		return m.theme.Texts.T("tui.leave.menu")
	}
	return m.theme.Texts.T("tui.leave", m.opts.Continue)
}

// trickResult names the winner of the trick, or says that its sum fell short of the Balrog (C14).
func (m *Model) trickResult() string {
	last, n := scene.LastTrick(&m.view)
	all := scene.Tricks(&m.view)
	shown := m.client.LastSnapshot.Shown
	if m.phase == trickEnd && shown > 0 && shown <= len(all) {
		// Others may have continued since this trick.
		last = all[shown-1]
		n = shown
	}
	key := "tui.trick.end"
	if m.auto {
		key = "event.won_trick"
	}
	return m.board().TrickResult(&last, n, key)
}

// remark returns the note, or the detail of the selected answer, such as why it cannot be chosen.
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

// coachText returns the advice for the current decision, "" while something else is shown.
func (m *Model) coachText() string {
	if m.noteText != "" || m.phase != choosing || m.leaving {
		return ""
	}
	isRefused := func(item scene.Item) bool { return !item.Ok }
	return m.opts.Advice.Line(m.theme.Texts, &m.view, slices.ContainsFunc(m.choice.Items, isRefused))
}
