package tui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"
)

// job is work that goes on beside a screen, at most one piece at a time.
type job struct {
	stop  context.CancelFunc
	begun int
}

// doneMsg is the screen's reaction to the end of a job.
type doneMsg func() tea.Cmd

// do begins a piece of work, in the place of the one that goes on. The screen runs the function
// that it returns, unless the work was ended meanwhile.
func (j *job) do(ctx context.Context, work func(context.Context) func() tea.Cmd) tea.Cmd {
	j.end()
	ctx, j.stop = context.WithCancel(ctx)
	j.begun++
	this := j.begun
	return func() tea.Msg {
		then := work(ctx)
		return doneMsg(func() tea.Cmd {
			if this != j.begun || !j.end() {
				return nil
			}
			return then()
		})
	}
}

func (j *job) on() bool { return j.stop != nil }

// end stops it, and reports whether it went on.
func (j *job) end() bool {
	if j.stop == nil {
		return false
	}
	j.stop()
	j.stop = nil
	return true
}
