package guest

import (
	"context"
	"errors"

	"fellowship/cmd/internal/texts"
)

// EndReason is the reason why a session has ended.
type EndReason uint8

const (
	// Left means that the person has left, or that the program has ended.
	Left EndReason = iota
	// Lost means that the connection has ended.
	Lost
	// Idle means that the person has typed nothing for a long time.
	Idle
	// TakenOver means that the same person has come in again elsewhere.
	TakenOver
	// Closing means that the server is closing.
	Closing
	// Stuck means that the terminal did not read what was written to it.
	Stuck
	// Broken means that the program has panicked.
	Broken
)

// String returns the name of the reason, as in the log and in the keys of texts.
func (e EndReason) String() string {
	return [...]string{"left", "lost", "idle", "taken", "closing", "stuck", "broken"}[e]
}

// Status returns the exit status of the visitor's program: 1 if it broke, else 0.
func (e EndReason) Status() int {
	if e == Broken {
		return 1
	}
	return 0
}

// Message returns the last message to the visitor after the session has ended. It is empty if the person knows the
// reason, or cannot read the message.
func (e EndReason) Message(t *texts.Texts) string {
	switch e {
	case Left, Lost, Stuck:
		return ""
	case Idle, TakenOver, Closing, Broken:
	}
	return t.T("guest." + e.String())
}

// endError is the cause of a context that has ended with a session.
type endError struct{ EndReason }

// Error returns the name of the reason.
func (e *endError) Error() string { return e.String() }

// EndReasonOf returns why a session has ended whose context has ended.
func EndReasonOf(ctx context.Context) EndReason {
	var e *endError
	if errors.As(context.Cause(ctx), &e) {
		return e.EndReason
	}
	return Lost
}
