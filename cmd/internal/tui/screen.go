package tui

import (
	"fellowship/chapters"
	"fellowship/cmd/internal/board"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// View returns the window for a terminal.
func (m *Model) View() string { return m.Grid().String() }

// Grid draws the whole window.
func (m *Model) Grid() *felt.Grid {
	if small := m.viewer.theme.TooSmallNotice(kit.IsTiny, m.w, m.h); small != nil {
		return small
	}
	m.answers.areas = nil
	switch m.round.phase {
	case curtain:
		return m.curtainGrid()
	case finished:
		end := m.endScene()
		keys := m.namedKeys()
		if end.Next != "" { // it already shows the first key
			keys = keys[1:]
		}
		return board.DrawEnd(m.viewer.theme, end, keys, m.w, m.h)
	}
	var g *felt.Grid
	g, m.answers.areas = board.Draw(m.viewer.theme, m.scene(), m.namedKeys(), m.w, m.h)
	return g
}

// curtainGrid draws the screen while one person passes the device to the next.
func (m *Model) curtainGrid() *felt.Grid {
	b := m.board()
	next := m.round.client.LastSnapshot.Player
	page := &curtainPage{
		texts:      m.viewer.theme.Texts,
		board:      b,
		name:       m.round.client.LastSnapshot.NameAt(next),
		next:       b.SeatOf(next),
		seenTricks: m.goals.seenBy(next, &m.round.view),
	}
	c := page.curtain()
	long, brief := b.Stage()
	c.Title = b.Title()
	c.States = []string{long, brief}
	c.Note = m.note.text
	if m.leaving.isAsked {
		c.Button = ""
		c.Note = m.captions.leaveQuestion()
	}
	return board.DrawCurtain(m.viewer.theme, c, m.namedKeys(), m.w, m.h)
}

// endScene describes the end of the round, with what can be done next.
func (m *Model) endScene() *scene.End {
	e := m.result.scene(m.board(), m.captions.states(), m.note.text)
	m.motions.current.applyToEnd(e, len(m.round.view.Seats))
	if m.opts.Table != nil {
		e.Next = m.viewer.theme.Texts.T("serve.after")
	} else if keys := m.bindings(); len(keys) > 0 {
		e.Next = keyAndLabel(&keys[0])
	}
	m.addPlayOn(e)
	return e
}

// keyAndLabel names a key and what it does.
func keyAndLabel(b *play.Binding) string { return b.Shown + "  " + texts.Title(b.Label) }

// addPlayOn adds the step to play on from where the round was lost. Before that is known its place is empty.
func (m *Model) addPlayOn(e *scene.End) {
	steps := &m.review.steps
	e.KeepsPlayOn = m.review.searchesLoss()
	if !steps.offered || !m.offers("onfrom") {
		return
	}
	label := m.review.found.FromText(m.viewer.texts())
	e.PlayOnIsNext = steps.golden
	if !steps.golden {
		e.PlayOn = m.keyOf("onfrom") + "  " + label
		return
	}
	e.PlayOn = m.keyOf("fromloss") + "  " + label
	if m.opts.Table != nil {
		e.Next = keyAndLabel(&m.acts.ByName("table").Binding)
		return
	}
	e.Next = m.keyOf("again") + "  " + texts.Title(m.acts.ByName("retry").Binding.Label)
}

// scene describes everything to be drawn.
func (m *Model) scene() *scene.Scene {
	b := m.board()
	v := &m.round.view
	s := b.Scene()
	m.motions.current.applyTo(s)
	s.States = m.captions.states()
	s.Coach = m.captions.advice()
	switch {
	case m.answers.isOpen():
		s.AddQuestion(&m.answers.choice)
		if card := m.answers.advisedCard(); card != tricks.NoCard {
			s.Hint = card
		}
	case v.Stage == chapters.StageDraft:
		b.AddPool(s)
	}
	if v.Stage == chapters.StageDraft && s.Coach == "" {
		s.Coach = b.DraftReason()
	}
	if m.answers.showsOtherHand() && !m.leaving.isAsked {
		s.OwnHand = b.Hand(b.Bottom)
		s.Owner = m.viewer.theme.Texts.Round(v).NameAt(b.Bottom)
	}
	s.Prompt = m.captions.prompt(b)
	s.Remark = m.captions.remark()
	s.Tone = m.captions.tone()
	s.IsAsked = m.answers.isOpen() || m.leaving.isAsked
	if m.round.phase == waiting && v.Due.Decider != v.Player {
		for i := range s.Seats {
			if s.Seats[i].Turn {
				s.Seats[i].Tag = m.viewer.theme.Texts.T("scene.thinking")
			}
		}
	}
	return s
}

// board returns the view of the game for a scene.
func (m *Model) board() *scene.Board {
	seen := &m.round.client.LastSnapshot
	b := scene.New(m.viewer.reader, &m.round.view, m.round.seat)
	b.Name = m.opts.Name(m.viewer.theme.Texts)
	b.Bottom = m.round.bottomSeat()
	b.Recent, b.Fresh = m.goals.sinceLast(b)
	switch m.round.phase {
	case trickEnd:
		b.ShowTrick(seen.Shown)
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

// hasRoomFor reports whether a text fits below the cards, or on the page of the result.
func (m *Model) hasRoomFor(text string) bool {
	if m.round.phase == finished {
		return len(m.viewer.theme.Wrap(text, m.w-6)) == 1
	}
	s := m.scene()
	s.Remark = text
	return board.Fits(m.viewer.theme, s, m.w, m.h)
}
