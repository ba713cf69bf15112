package tui

import (
	"errors"
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/scene"
	"fellowship/tricks"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// handleKey handles a key. The topmost layer comes first: the motion at the end of the round, which any key only
// ends; then the question whether the person leaves, which any key closes; then the board.
func (m *Model) handleKey(msg tea.KeyMsg) tea.Cmd {
	if m.isEndMoving() {
		m.moving = nil
		return nil
	}
	m.noteText = ""
	m.warning = false
	m.moving = nil
	if m.leaving {
		a := m.overlayActs.ByKey(m, msg.String())
		m.leaving = false
		if a != nil {
			return a.Do(m)
		}
		return nil
	}
	if a := m.acts.ByKey(m, msg.String()); a != nil {
		return a.Do(m)
	}
	switch m.phase {
	case choosing:
		m.moveCursor(msg)
	case stuck:
		return m.proceed()
	}
	return nil
}

// moveCursor moves the cursor over the answers.
func (m *Model) moveCursor(msg tea.KeyMsg) {
	c := &m.choice
	switch msg.String() {
	case "left", "up", "shift+tab":
		c.Move(-1)
	case "right", "down", "tab":
		c.Move(1)
	case "home":
		c.Cursor = 0
	case "end":
		c.Cursor = max(len(c.Items)-1, 0)
	default:
		if len(msg.Runes) == 1 {
			c.Jump(msg.Runes[0])
		}
	}
}

// backToOpening goes back to the first step of the current decision.
func (m *Model) backToOpening() tea.Cmd {
	previous := m.choice
	m.setQuestion(scene.Opening, tricks.NoSeat)
	c := &m.choice
	if previous.Seat == tricks.NoSeat { // back from the choice about R1: the cursor stays on it
		c.Cursor = max(slices.IndexFunc(c.Items, func(item scene.Item) bool { return item.Card == tricks.OneRing }), 0)
	}
	return nil
}

// playRing plays R1 to win the trick, or moves the cursor to the answer that does (T7).
func (m *Model) playRing() tea.Cmd {
	c := &m.choice
	if item := c.Selected(); item != nil && item.NextStep == scene.ToWin {
		d := item.Decision
		d.ToWin = true
		return m.decide(d)
	}
	c.Jump('!')
	return nil
}

// pick takes the answer at the cursor.
func (m *Model) pick() tea.Cmd {
	item := m.choice.Selected()
	switch {
	case item == nil:
	case !item.Ok:
		m.noteText = item.Detail
		m.warning = true
		m.opts.Advice.NoteRefused(item.Card)
	case item.NextStep != scene.Opening:
		m.setQuestion(item.NextStep, item.Decision.Target)
	default:
		return m.decide(item.Decision)
	}
	return nil
}

// decide makes a decision.
func (m *Model) decide(d chapters.Decision) tea.Cmd {
	snapshot := m.takeSnapshot()
	err := m.client.Decide(d)
	if err == nil {
		m.snapshots[m.view.Player] = snapshot
	}
	return m.finishAction(err)
}

// finishAction continues after an action of the person, or reports why it failed. In a puzzle a losing move is
// refused with an explanation. At a shared table the action may still be on its way to the server.
func (m *Model) finishAction(err error) tea.Cmd {
	if errors.Is(err, play.ErrLosingMove) {
		m.warning = true
		return m.showAnswer(m.client.Puzzle.LossText(m.theme.Texts, &m.view), m.theme.T("lobby.puzzle"))
	}
	switch {
	case err != nil:
		return m.trouble(err)
	case m.opts.Table != nil:
		return tea.Batch(m.proceed(), m.opts.Table.TakeCommands())
	}
	return m.proceed()
}

// bindings returns the keys for the last line.
func (m *Model) bindings() []key.Binding {
	if m.Busy() {
		return m.overlayActs.Line(m)
	}
	return m.acts.Line(m)
}

// namedKeys returns the keys that do something now, the most important ones first.
func (m *Model) namedKeys() []felt.Key { return kit.NamedKeys(m.bindings()) }

// handleClick handles the mouse. A click on an answer moves the cursor there; a second click takes it. After a
// trick and at a notice any click continues. A click never lifts a curtain.
func (m *Model) handleClick(msg tea.MouseMsg) tea.Cmd {
	switch {
	case !m.mouse || m.leaving || kit.IsTiny(m.w, m.h):
		return nil
	case msg.Button != tea.MouseButtonLeft || msg.Action != tea.MouseActionPress:
		return nil
	}
	m.noteText = ""
	m.warning = false
	switch m.phase {
	case choosing:
		c := &m.choice
		hit := felt.HitAt(m.hits, msg.X, msg.Y)
		switch {
		case hit >= 0 && hit == c.Cursor:
			return m.pick()
		case hit >= 0:
			c.Cursor = hit
		}
	case trickEnd, notice:
		return m.leavePhase()
	}
	return nil
}
