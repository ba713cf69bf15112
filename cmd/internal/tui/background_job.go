package tui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"
)

// backgroundJob is work in the background of a screen, at most one piece at a time.
type backgroundJob struct {
	// stop ends the current work; nil if there is none.
	stop context.CancelFunc
	// count is the number of pieces of work that were started.
	count int
}

// doneMsg reports the end of a background job. Update calls it to apply the result.
type doneMsg func() tea.Cmd

// start starts a piece of work and cancels the one before. The function that work returns runs on the
// screen, unless the work was cancelled.
func (j *backgroundJob) start(ctx context.Context, work func(context.Context) func() tea.Cmd) tea.Cmd {
	j.cancel()
	ctx, j.stop = context.WithCancel(ctx)
	j.count++
	number := j.count
	return func() tea.Msg {
		finish := work(ctx)
		return doneMsg(func() tea.Cmd {
			if number != j.count || !j.cancel() {
				return nil
			}
			return finish()
		})
	}
}

func (j *backgroundJob) isRunning() bool { return j.stop != nil }

// cancel cancels the work, and reports whether there was any.
func (j *backgroundJob) cancel() bool {
	if j.stop == nil {
		return false
	}
	j.stop()
	j.stop = nil
	return true
}
