package room

import (
	"context"

	"fellowship/cmd/internal/kit"

	tea "github.com/charmbracelet/bubbletea"
)

// callAsync runs do in the background, and then calls the function that do returns, on the screen. An
// error is shown to the person instead.
func (r *Room) callAsync(do func(context.Context) (finish func() tea.Cmd, err error)) tea.Cmd {
	r.busy++
	ctx := r.ctx
	return func() tea.Msg {
		finish, err := do(ctx)
		return kit.DoneMsg(func() tea.Cmd {
			r.busy--
			switch {
			case err != nil && ctx.Err() == nil:
				r.showError(err)
			case err == nil && finish != nil:
				return finish()
			}
			return nil
		})
	}
}

// callOnce is callAsync for calls that lead to another screen. It ignores further calls while one is
// running: a visitor who presses Enter twice creates one table, not two, and enters it once.
func (r *Room) callOnce(do func(context.Context) (finish func() tea.Cmd, err error)) tea.Cmd {
	if r.inTransition {
		return nil
	}
	r.inTransition = true
	called := r.callAsync(do)
	return func() tea.Msg {
		finish, _ := called().(kit.DoneMsg)
		return kit.DoneMsg(func() tea.Cmd {
			r.inTransition = false
			return finish()
		})
	}
}

// callWithoutResult is callAsync for calls without a result.
func (r *Room) callWithoutResult(f func(context.Context) error) tea.Cmd {
	return r.callAsync(func(ctx context.Context) (func() tea.Cmd, error) { return nil, f(ctx) })
}

// showNote shows a note until the next key.
func (r *Room) showNote(text string) { r.setNote(text, false) }

// showError shows an error until the next key.
func (r *Room) showError(err error) { r.setNote(r.shell.Stack.Theme.Texts.Problem(err), true) }

// setNote shows a note on the sheets, and on the round if it is in front.
func (r *Room) setNote(text string, bad bool) {
	r.shell.Stack.Note = text
	r.shell.Stack.Bad = bad
	if r.live != nil && r.shell.Stack.Top() == r.live.screen {
		r.live.game.Note(text, bad)
	}
}
