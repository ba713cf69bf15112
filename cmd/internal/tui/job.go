package tui

import "context"

// job is work that goes on beside a screen, at most one piece at a time.
type job struct{ stop context.CancelFunc }

// begin returns the context of a new piece of work.
func (j *job) begin(ctx context.Context) context.Context {
	ctx, j.stop = context.WithCancel(ctx)
	return ctx
}

// on reports whether it goes on.
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
