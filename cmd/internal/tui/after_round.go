package tui

import (
	"context"

	"fellowship/chapters"
	"fellowship/cmd/internal/hindsight"

	tea "github.com/charmbracelet/bubbletea"
)

// lookBack makes the texts about the finished round. At a shared table the epilogue is made only for
// people who ask whether they could have won, since many people would need it at once.
func (m *Model) lookBack() tea.Cmd {
	if m.opts.Epilogue == nil || m.epilogue != "" || m.opts.Table != nil {
		return m.solveAfterRound()
	}
	return m.lookingBack.start(m.ctx, func(ctx context.Context) func() tea.Cmd {
		text := m.opts.Epilogue(ctx)
		return func() tea.Cmd {
			m.epilogue = text
			return m.solveAfterRound()
		}
	})
}

// solveAfterRound finds out whether a lost deal can be won, and then plays the tries. At a shared table it
// waits until somebody asks.
func (m *Model) solveAfterRound() tea.Cmd {
	switch {
	case !m.canSolve(), m.opts.Table != nil:
		return nil
	case m.answer == "":
		return m.searchWin()
	}
	return m.playTry()
}

// Solve opens a page that says whether the deal could have been won.
func (m *Model) Solve() tea.Cmd {
	m.asked = true
	return m.searchWin()
}

// searchWin searches for a way to win the deal. If the person has asked for it, the answer is opened as a
// page.
func (m *Model) searchWin() tea.Cmd {
	switch {
	case m.solving.isRunning():
		return nil
	case m.answer != "":
		m.asked = false
		return m.readPage(answerPage)
	}
	return m.solving.start(m.ctx, func(ctx context.Context) func() tea.Cmd {
		answer := m.opts.Solve(ctx)
		epilogue := ""
		if m.opts.Table != nil && m.opts.Epilogue != nil {
			epilogue = m.opts.Epilogue(ctx)
		}
		return func() tea.Cmd {
			m.answer = answer
			if epilogue != "" {
				m.epilogue = epilogue
			}
			var cmds []tea.Cmd
			if m.asked {
				m.asked = false
				cmds = append(cmds, m.readPage(answerPage))
			}
			if m.phase == finished {
				cmds = append(cmds, m.playTry())
			}
			return tea.Batch(cmds...)
		}
	})
}

// canSolve reports whether a way to win the deal can be searched for.
func (m *Model) canSolve() bool { return m.opts.Solve != nil && m.view.Result != chapters.Won }

// canStep reports whether a way to win has been found that can be shown.
func (m *Model) canStep() bool {
	return m.opts.HasSolution != nil && m.answer != "" && m.opts.HasSolution()
}

// tries counts how often fair players win when they play the deal again.
type tries struct {
	// play plays the deal once.
	play hindsight.Try
	// played is how many tries are over.
	played int
	// wins is how many tries were won.
	wins int
	// backgroundJob is the current try.
	backgroundJob
}

// playTry plays the next try, if there is one. A try that was cancelled is played again from its
// beginning, with the same end.
func (m *Model) playTry() tea.Cmd {
	t := &m.tries
	if t.play == nil || t.isRunning() || t.played == hindsight.TryCount {
		return nil
	}
	playOnce := t.play
	n := t.played + 1
	return t.start(m.ctx, func(ctx context.Context) func() tea.Cmd {
		won, err := playOnce(ctx, n)
		return func() tea.Cmd {
			if err != nil {
				return nil
			}
			t.played++
			if won {
				t.wins++
			}
			return m.playTry()
		}
	})
}

// triesText says how many tries have been won.
func (m *Model) triesText() string {
	switch t := &m.tries; {
	case t.played == 0:
		return ""
	case t.played < hindsight.TryCount:
		return m.theme.Texts.T("tries.sofar", t.played, t.wins, hindsight.TryCount)
	default:
		return m.theme.Texts.T("tries", t.played, t.wins)
	}
}
