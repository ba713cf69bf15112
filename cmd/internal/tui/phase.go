package tui

import (
	"cmp"
	"context"
	"errors"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/table"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// phase is the kind of input that the screen waits for.
type phase = round.Moment

// The phases are the moments of a round, and stuck.
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

const (
	// beat is how long a computer player takes, so that a person can follow.
	beat = 300 * time.Millisecond
	// trickBeats is how many beats a finished trick is shown with auto.
	trickBeats = 5
)

// pace delivers a message after some beats, or at once if the options want no beats.
func (m *Model) pace(beats int, msg tea.Msg) tea.Cmd {
	if m.opts.Beat < 0 {
		return func() tea.Msg { return msg }
	}
	return tea.Tick(time.Duration(beats)*cmp.Or(m.opts.Beat, beat), func(time.Time) tea.Msg { return msg })
}

// proceed shows the next step of the game. It is called after everything that changes the game.
func (m *Model) proceed() tea.Cmd {
	previous := m.view
	cmd := m.enterPhase()
	if mo := m.motionSince(&previous); mo != nil {
		return m.startMotion(mo, cmd)
	}
	return cmd
}

// enterPhase looks at the game and enters the phase that it is in.
func (m *Model) enterPhase() tea.Cmd {
	m.turn++
	m.advice = nil
	for _, j := range []*backgroundJob{&m.thinking, &m.asking, &m.tries.backgroundJob, &m.lookingBack} {
		j.cancel()
	}
	s := m.client.Look()
	m.view = s.View
	m.seenState = stateOf(&s)
	if s.Viewer != tricks.NoSeat {
		m.seat = s.Viewer
	}
	m.phase = m.client.LastSnapshot.Now
	if m.phase != finished {
		m.epilogue = ""
	}
	m.begun = m.begun || m.phase != finished
	switch m.phase {
	case trickEnd:
		if m.auto {
			return m.pace(trickBeats, doneMsg(m.autoContinue(m.turn)))
		}
	case finished:
		return m.enterEnd()
	case waiting:
		return m.await()
	case choosing:
		m.setQuestion(scene.Opening, tricks.NoSeat)
		return m.keepTip()
	}
	return nil
}

// enterEnd shows the end of the round, with a motion if the person has seen the round before its end.
func (m *Model) enterEnd() tea.Cmd {
	m.loss = nil
	if m.view.Result == chapters.Lost {
		record, _ := m.client.Record()
		m.loss = scene.LossOf(m.library, &record)
	}
	var end *motion
	if m.begun && m.view.Stage == chapters.StagePlay {
		end = &motion{isEnd: true}
	}
	m.begun = false
	return m.startMotion(end, m.lookBack())
}

// leavePhase leaves a phase that the person has seen, and proceeds. A trick is shown for a moment longer, with
// the motion of being taken.
func (m *Model) leavePhase() tea.Cmd {
	if m.phase == finished { // only at a shared table, which decides what follows
		return m.quitWith(play.Nothing)
	}
	var taken []scene.Play
	if m.phase == trickEnd {
		taken = m.scene().Plays
		for i := range taken {
			taken[i].Taken = true
			taken[i].Best = false
		}
	}
	m.client.GoOn()
	cmd := m.proceed()
	if taken != nil && m.moving == nil {
		return m.startMotion(&motion{taken: taken}, cmd)
	}
	return cmd
}

// autoContinue leaves a finished trick without a key, unless the game has changed since this turn.
func (m *Model) autoContinue(turn int) func() tea.Cmd {
	return func() tea.Cmd {
		if turn == m.turn && m.phase == trickEnd && m.auto {
			return m.leavePhase()
		}
		return nil
	}
}

// setQuestion builds the answers to a step of the current decision.
func (m *Model) setQuestion(s scene.Step, partner tricks.Seat) {
	q := scene.Question{Texts: m.theme.Texts, View: &m.view, Ask: m.view.Ask, Step: s, PartnerSeat: partner}
	m.choice = q.Chooser()
	if m.advice != nil {
		m.choice.Select(m.advice)
	}
}

// await waits for other players in the background, while the screen takes keys.
func (m *Model) await() tea.Cmd {
	event := m.client.LastSnapshot.Event
	return m.thinking.start(m.ctx, func(ctx context.Context) func() tea.Cmd {
		err := m.client.Wait(ctx, event)
		return func() tea.Cmd { return m.handleNews(err) }
	})
}

// handleNews continues after other players have decided. A decision that could not be saved stops the game until the
// next key, which tries again; any other error ends the screen.
func (m *Model) handleNews(err error) tea.Cmd {
	var write *table.WriteError
	switch {
	case err == nil:
		return m.proceed()
	case errors.As(err, &write):
		m.phase = stuck
		return m.trouble(err)
	}
	m.err = err
	return tea.Quit
}

// Refresh looks at the game again after something has happened elsewhere. If the round has not changed the
// cursor stays, and a finished trick stays until the person continues.
func (m *Model) Refresh() tea.Cmd {
	s := m.client.Look()
	if s.Now == m.phase && (s.Now == trickEnd || stateOf(&s) == m.seenState) {
		return nil
	}
	return m.proceed()
}

// roundState identifies what a person sees of a round: two views with the same state are the same.
type roundState struct {
	// decisions is how many decisions have been made.
	decisions int
	// undos is how many decisions have been taken back.
	undos int
	// viewer is the seat whose view it is.
	viewer tricks.Seat
}

func stateOf(s *table.Snapshot) roundState {
	return roundState{decisions: s.Decisions, undos: s.Undos, viewer: s.Viewer}
}
