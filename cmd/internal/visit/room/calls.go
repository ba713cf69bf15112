package room

import (
	"context"

	"fellowship/cmd/internal/kit"

	tea "github.com/charmbracelet/bubbletea"
)

// calls runs work in the background, so that the screens never wait.
type calls struct {
	// ctx ends with the session.
	ctx context.Context
	// notes shows the errors of calls.
	notes *notes
	// busy is how many calls are running.
	busy int
	// inTransition reports whether a call is running that leads to another screen, see runOnce.
	inTransition bool
}

// run runs do in the background, and then calls the function that do returns, on the screen. An
// error is shown to the person instead.
func (c *calls) run(do func(context.Context) (finish func() tea.Cmd, err error)) tea.Cmd {
	c.busy++
	return func() tea.Msg {
		finish, err := do(c.ctx)
		return kit.DoneMsg(func() tea.Cmd {
			c.busy--
			switch {
			case err != nil && c.ctx.Err() == nil:
				c.notes.showError(err)
			case err == nil && finish != nil:
				return finish()
			}
			return nil
		})
	}
}

// runOnce is run for calls that lead to another screen. It ignores further calls while one is
// running: a visitor who presses Enter twice creates one table, not two, and enters it once.
func (c *calls) runOnce(do func(context.Context) (finish func() tea.Cmd, err error)) tea.Cmd {
	if c.inTransition {
		return nil
	}
	c.inTransition = true
	called := c.run(do)
	return func() tea.Msg {
		finish, _ := called().(kit.DoneMsg)
		return kit.DoneMsg(func() tea.Cmd {
			c.inTransition = false
			return finish()
		})
	}
}

// runWithoutResult is run for calls without a result.
func (c *calls) runWithoutResult(do func(context.Context) error) tea.Cmd {
	return c.run(func(ctx context.Context) (func() tea.Cmd, error) { return nil, do(ctx) })
}
