package tui

import (
	"fellowship/cmd/internal/play"

	tea "github.com/charmbracelet/bubbletea"
)

// State returns the state of the round for the actions on it.
func (m *Model) State() play.State {
	return play.State{
		Texts:   m.viewer.theme.Texts,
		Client:  m.round.client,
		Now:     m.round.phase,
		View:    &m.round.view,
		Asking:  m.asking.isRunning(),
		Solving: m.review.solving.isRunning(),
		Loss:    m.review.found,
		Options: &m.opts.RoundOptions,
	}
}

// offers reports whether this game has an action.
func (m *Model) offers(name string) bool {
	s := m.State()
	return s.Offers(name)
}

// ActionLabel returns the key of an action.
func (m *Model) ActionLabel(name string) string { return m.keyOf(name) }

// keyOf returns the name of an action's key.
func (m *Model) keyOf(name string) string { return m.acts.ByName(name).Binding.Shown }

// Reply shows a note until the next key.
func (m *Model) Reply(text string, warning bool) tea.Cmd {
	m.Note(text, warning)
	return nil
}

// Note shows a text until the next key; warning marks bad news.
func (m *Model) Note(text string, warning bool) {
	m.note = roundNote{text: text, isWarning: warning}
}

// trouble shows an error as a note.
func (m *Model) trouble(err error) tea.Cmd {
	m.Note(m.viewer.theme.Texts.Problem(err), true)
	return nil
}

// Busy reports whether the next key answers a question that lies over the game.
func (m *Model) Busy() bool { return m.leaving.isAsked }

// Done continues after an action that changed the round, such as taking a decision back, or reports its error. At a
// shared table the action may still be on its way. At home it is done: note is shown, the goals that people saw
// before are forgotten, and nothing moves, since the round may have gone back.
func (m *Model) Done(note string, err error) tea.Cmd {
	if err != nil || m.opts.Table != nil {
		return m.finishAction(err)
	}
	m.goals.forget()
	cmd := m.proceed()
	m.motions.stop()
	m.note.text = note
	return cmd
}

// Leave leaves the screen; next is what the person wants to play next. If that is nothing and the round is not over,
// the board asks first whether the person really leaves.
func (m *Model) Leave(next play.AfterRound) tea.Cmd {
	if next == play.Nothing && m.round.phase != finished {
		m.leaving.isAsked = true
		return nil
	}
	return m.quitWith(next)
}

// quitWith ends the screen; next is what the person wants to play next.
func (m *Model) quitWith(next play.AfterRound) tea.Cmd {
	m.Stop()
	m.leaving.next = next
	return tea.Quit
}

// Replay replays the finished game.
func (m *Model) Replay() tea.Cmd {
	if m.opts.Table != nil {
		return m.opts.Table.DoAction("look")
	}
	return m.leaveFor(m.opts.Replay)
}

// leaveFor shows something else until the person comes back to this screen.
func (m *Model) leaveFor(show func() error) tea.Cmd {
	m.leaving.interlude = show
	return m.quitWith(play.Nothing)
}

// Show opens a page.
func (m *Model) Show(topic play.Topic) tea.Cmd {
	switch topic {
	case play.Help:
		return m.openRules(m.Grid(), m.helpText, &m.round.view)
	case play.Chapter:
		keys := m.acts.ByName(string(topic)).Binding.Keys
		b := m.board()
		return m.openPage(b, keys, introPage(m.viewer.theme, m.library, b))
	default:
		return m.readPage(string(topic))
	}
}

// Coach turns the coach on or off.
func (m *Model) Coach() tea.Cmd {
	m.note.text = m.opts.Advice.Switch(m.viewer.theme.Texts, m.keyOf("coach"))
	return nil
}

// Solve opens a page that says whether the deal could have been won.
func (m *Model) Solve() tea.Cmd { return m.review.askAnswer() }
