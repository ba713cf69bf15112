package tui

import (
	"context"
	"errors"

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

// proceed shows the next step of the game. It is called after everything that changes the game.
func (m *Model) proceed() tea.Cmd {
	previous := m.round.view
	cmd := m.enterPhase()
	return m.motions.start(motionBetween(&previous, &m.round.view), cmd)
}

// enterPhase looks at the game and enters the phase that it is in.
func (m *Model) enterPhase() tea.Cmd {
	m.answers.advice = nil
	m.thinking.cancel()
	m.asking.cancel()
	m.round.look()
	m.review.interrupt()
	m.motions.begun = m.motions.begun || m.round.phase != finished
	switch m.round.phase {
	case trickEnd:
		return m.continueByItself()
	case finished:
		return m.enterEnd()
	case waiting:
		return m.await()
	case choosing:
		m.answers.suggestion = m.opts.Advice.Suggested(&m.round.view)
		m.answers.ask(scene.Opening, tricks.NoSeat)
		return m.keepTip()
	}
	return nil
}

// enterEnd shows the end of the round, with a motion if the person has seen the round before its end.
func (m *Model) enterEnd() tea.Cmd {
	var end *motion
	if m.motions.begun && m.round.view.Stage == chapters.StagePlay {
		end = &motion{isEnd: true}
	}
	m.motions.begun = false
	return m.motions.start(end, m.review.begin())
}

// leavePhase leaves a phase that the person has seen, and proceeds. A trick is shown for a moment longer, with
// the motion of being taken.
func (m *Model) leavePhase() tea.Cmd {
	if m.round.phase == finished { // only at a shared table, which decides what follows
		return m.quitWith(play.Nothing)
	}
	var taken *motion
	if m.round.phase == trickEnd {
		taken = takenTrick(m.scene().Plays)
	}
	m.goals.noteSeen(m.round.personAtScreen(), &m.round.view)
	m.round.client.GoOn()
	cmd := m.proceed()
	if m.motions.current == nil {
		return m.motions.start(taken, cmd)
	}
	return cmd
}

// continueByItself leaves a finished trick after a while, if the round goes on without keys.
func (m *Model) continueByItself() tea.Cmd {
	if !m.pace.auto {
		return nil
	}
	return m.pace.deliver(trickBeats, doneMsg(m.autoContinue(m.round.turn)))
}

// autoContinue leaves a finished trick without a key, unless the game has changed since this turn.
func (m *Model) autoContinue(turn int) func() tea.Cmd {
	return func() tea.Cmd {
		if turn == m.round.turn && m.round.phase == trickEnd && m.pace.auto {
			return m.leavePhase()
		}
		return nil
	}
}

// await waits for other players in the background, while the screen takes keys.
func (m *Model) await() tea.Cmd {
	event := m.round.client.LastSnapshot.Event
	return m.thinking.start(m.ctx, func(ctx context.Context) func() tea.Cmd {
		err := m.round.client.Wait(ctx, event)
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
		m.round.phase = stuck
		return m.trouble(err)
	}
	m.leaving.err = err
	return tea.Quit
}

// Refresh looks at the game again after something has happened elsewhere. If the round has not changed the
// cursor stays, and a finished trick stays until the person continues.
func (m *Model) Refresh() tea.Cmd {
	if m.round.isCurrent() {
		return nil
	}
	return m.proceed()
}
