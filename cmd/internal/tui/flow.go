package tui

import (
	"fellowship/chapters"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// phase is what the screen waits for.
type phase uint8

const (
	// waiting is for a computer player.
	waiting phase = iota
	// choosing is for the person's decision.
	choosing
	// trickEnd shows a finished trick until a key.
	trickEnd
	// notice shows what happened in setup until a key.
	notice
	// settled asks whether to play on although the result is certain (T11).
	settled
	// curtain hides all hands until the next person is there.
	curtain
	// finished shows the result.
	finished
	// stuck waits for a key after the record could not be written.
	stuck
)

// proceed looks what the game waits for now and makes the screen ready for it.
// It is called after everything that changes the game.
func (m *Model) proceed() tea.Cmd {
	m.turn++
	m.peek = false
	m.stopThinking()
	m.tries.end()
	if m.shown < len(m.game.View(tricks.NoSeat).History) {
		m.shown++
		m.phase = trickEnd
		m.look(m.publicEyes())
		if m.auto {
			return m.pace(trickBeats, goOnMsg{m.turn})
		}
		return nil
	}
	m.look(m.eyes)
	player := m.game.Player()
	switch {
	case m.game.Over():
		m.phase = finished
		m.look(m.publicEyes())
		switch {
		case !m.canSolve():
		case m.answer == "":
			return m.solve() // after a loss everybody asks
		default:
			return m.try()
		}
	case m.view.Result != chapters.Undecided && !m.playOn:
		m.phase = settled
		m.look(m.publicEyes())
	case player == tricks.NoSeat && m.untold(m.eyes):
		m.phase = notice
	case player == tricks.NoSeat:
		m.phase = waiting
		return m.pace(1, stepMsg{m.turn})
	case player != m.eyes:
		m.phase = curtain
		m.look(tricks.NoSeat)
	case m.untold(player):
		m.phase = notice
	default:
		m.phase = choosing
		m.question(opening, tricks.NoSeat)
	}
	return nil
}

// goOn leaves the phase the person has seen enough of.
func (m *Model) goOn() tea.Cmd {
	switch m.phase {
	case notice:
		m.told |= m.eyes.Bit()
	case settled:
		m.playOn = true
	case curtain:
		m.look(m.game.Player())
	}
	return m.proceed()
}

// look draws from now on what the person at a seat may know.
func (m *Model) look(eyes tricks.Seat) {
	m.eyes = eyes
	if eyes != tricks.NoSeat {
		m.seat = eyes
	}
	m.view = m.game.View(eyes)
}

// publicEyes is whose view is drawn while everybody looks: with several people
// nobody's.
func (m *Model) publicEyes() tricks.Seat {
	if len(m.people) == 1 {
		return m.people[0]
	}
	return tricks.NoSeat
}

// untold reports whether a person has yet to read what happened in setup.
func (m *Model) untold(eyes tricks.Seat) bool {
	return eyes != tricks.NoSeat && !m.told.Has(eyes) && m.view.Stage == chapters.StagePlay &&
		len(m.view.History) == 0 && len(m.setupEvents()) > 0
}

// question puts a part of the decision that is due to the person.
func (m *Model) question(s step, to tricks.Seat) {
	m.ask = question{Texts: m.Texts, v: &m.view, ask: m.view.Ask, step: s, to: to}
	m.choice = m.ask.chooser()
}

// jumpTo sets the cursor on a card.
func (c *chooser) jumpTo(card tricks.Card) {
	for i := range c.items {
		if c.items[i].card == card {
			c.cursor = i
		}
	}
}

// setupEvents is what happened between the draft and the first trick.
func (m *Model) setupEvents() []chapters.Event {
	var out []chapters.Event
	for _, e := range m.view.Log {
		switch e.Kind {
		case chapters.Took, chapters.Played, chapters.WonTrick, chapters.TurnedUp, chapters.Named, chapters.FellShort:
		default:
			out = append(out, e)
		}
	}
	return out
}

// setupNews tells what happened in setup.
func (m *Model) setupNews() []string {
	var out []string
	for _, e := range m.setupEvents() {
		out = append(out, m.Event(&m.view, e))
	}
	return out
}
