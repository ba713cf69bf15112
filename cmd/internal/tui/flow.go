package tui

import (
	"fellowship/chapters"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/table"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// phase is the kind of input for which the screen waits.
type phase = round.Moment

// The phases: the moments of the game, and one more.
const (
	waiting  = round.Thinking
	choosing = round.Turn
	trickEnd = round.TrickEnd
	notice   = round.Notice
	settled  = round.Settled
	curtain  = round.Curtain
	finished = round.End
	// stuck waits for a key after the record could not be written.
	stuck = round.End + 1
)

// proceed asks the game for its next step and makes the screen ready for it. It is called after
// everything that changes the game.
func (m *Model) proceed() tea.Cmd {
	before := m.view
	cmd := m.due()
	if mo := m.playedSince(&before); mo != nil {
		return m.moves(mo, cmd)
	}
	return cmd
}

func (m *Model) due() tea.Cmd {
	m.turn++
	m.advice = nil
	for _, j := range []*job{&m.thinking, &m.asking, &m.tries.job, &m.looking} {
		j.end()
	}
	m.see()
	if m.phase = m.chair.Saw.Now; m.phase != finished {
		m.epilogue = ""
	}
	m.begun = m.begun || m.phase != finished
	switch m.phase {
	case trickEnd:
		if m.auto {
			return m.pace(trickBeats, doneMsg(m.onward(m.turn)))
		}
	case finished:
		if m.loss = nil; m.view.Result == chapters.Lost {
			record, _ := m.chair.Record()
			m.loss = scene.LossOf(m.library, &record)
		}
		var end *motion
		if m.begun && m.view.Stage == chapters.StagePlay {
			end = &motion{ends: true}
		}
		m.begun = false
		return m.moves(end, m.lookBack())
	case waiting:
		return m.await()
	case choosing:
		m.question(scene.Opening, tricks.NoSeat)
		return m.newTip()
	}
	return nil
}

// goOn leaves the phase the person has seen enough of.
func (m *Model) goOn() tea.Cmd {
	if m.phase == finished { // the table goes on
		return m.leave(play.Nothing)
	}
	var taken []scene.Play
	if m.phase == trickEnd {
		taken = m.scene().Plays
		for i := range taken {
			taken[i].Taken, taken[i].Best = true, false
		}
	}
	m.chair.GoOn()
	cmd := m.proceed()
	if taken != nil && m.moving == nil {
		return m.moves(&motion{taken: taken}, cmd)
	}
	return cmd
}

// onward goes on after a trick without a key, unless something has happened since that turn.
func (m *Model) onward(turn int) func() tea.Cmd {
	return func() tea.Cmd {
		if turn == m.turn && m.phase == trickEnd && m.auto {
			return m.goOn()
		}
		return nil
	}
}

func (m *Model) see() {
	s := m.chair.Look()
	m.view, m.state = s.View, stateOf(&s)
	if eyes := s.Eyes; eyes != tricks.NoSeat {
		m.seat = eyes
	}
}

func (m *Model) question(s scene.Step, to tricks.Seat) {
	q := scene.Question{Texts: m.Texts, V: &m.view, Ask: m.view.Ask, Step: s, To: to}
	m.choice = q.Chooser()
	if m.advice != nil {
		m.choice.Lead(m.advice)
	}
}

// state tells apart what a person sees of a round: two views are the same where it is.
type state struct {
	decisions, undos int
	eyes             tricks.Seat
}

func stateOf(s *table.Sight) state { return state{s.Decisions, s.Undos, s.Eyes} }

// Refresh looks at the game anew: something has happened elsewhere. The person's cursor stays if
// the round has not changed, and a finished trick stays until the person goes on.
func (m *Model) Refresh() tea.Cmd {
	if s := m.chair.Look(); s.Now == m.phase && (s.Now == trickEnd || stateOf(&s) == m.state) {
		return nil
	}
	return m.proceed()
}

// Note says something to the person, as bad news or not, until the next key.
func (m *Model) Note(text string, warning bool) { m.note, m.warning = text, warning }

// Busy reports whether the next key is for something that lies on top of the game.
func (m *Model) Busy() bool { return m.leaving }
