package driver

import (
	"context"

	"fellowship/chapters"
	"fellowship/cmd/internal/session"
	"fellowship/cmd/internal/table"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// Chair is the round of a table, as the person in a chair there drives it.
type Chair struct {
	*table.Chair
	// Hints says that the table allows them.
	Hints bool
	// Send does what the person wants beside the front end, and returns ErrSent.
	Send func(want Wanted, do func(context.Context) error) error
	// Sending says that a decision is on its way.
	Sending bool

	me     tricks.Seat
	seen   table.Seen
	round  table.Round
	warned bool
}

// Wanted is what the person wants to be done in a round.
type Wanted string

// What the person may want.
const (
	Decision Wanted = "decision"
	Undo     Wanted = "undo"
	Stop     Wanted = "stop"
)

// At returns the round of a table, from where the person in a chair looks at it.
func At(chair *table.Chair, hints bool, send func(Wanted, func(context.Context) error) error) *Chair {
	return &Chair{Chair: chair, Hints: hints, Send: send}
}

// Next says what the person waits for: while a decision is on its way, for that.
func (a *Chair) Next() session.Moment {
	if a.Sending {
		return session.Elsewhere
	}
	if now := a.Chair.Next(); now != session.Thinking { // that is done where the table is kept
		return now
	}
	return session.Elsewhere
}

// Look returns what the person may see.
func (a *Chair) Look() chapters.View {
	v, seen := a.Chair.Look()
	a.seen, a.round, a.me = seen, a.Chair.Round(), a.Picture().Me
	return v
}

// Eyes is whose cards are shown.
func (a *Chair) Eyes() tricks.Seat { return a.me }

// Player is the person whose decision is due.
func (a *Chair) Player() tricks.Seat { return a.round.Player }

// Name is that of the person at a seat.
func (a *Chair) Name(seat tricks.Seat) string {
	if int(seat) < len(a.round.Names) {
		return a.round.Names[seat]
	}
	return ""
}

// Shown is how many tricks the person has seen.
func (a *Chair) Shown() int { return a.Chair.Round().Shown }

// Stopped says that the round was ended early.
func (a *Chair) Stopped() bool { return a.round.Stopped }

// Record is the round once it is over, empty before.
func (a *Chair) Record() chapters.Record {
	r, _ := a.Chair.Record()
	return r
}

// Decide makes a decision.
func (a *Chair) Decide(d chapters.Decision) error {
	seen := a.seen
	a.Sending = true
	return a.Send(Decision, func(ctx context.Context) error { return a.Chair.Decide(ctx, seen, d) })
}

// Undo proposes to take the last decision back, Stop to end the round.
func (a *Chair) Undo() error { return a.propose(Undo, table.Undo) }

// Stop proposes to end the round.
func (a *Chair) Stop() error { return a.propose(Stop, table.Stop) }

func (a *Chair) propose(want Wanted, what table.Proposing) error {
	seen := a.seen
	return a.Send(want, func(ctx context.Context) error { return a.Propose(ctx, seen, what) })
}

// Wait waits for nothing: whoever shows the table hears what happens there.
func (a *Chair) Wait() Waiting { return nil }

// Why asks why a computer player played its last card.
func (a *Chair) Why() (tricks.Seat, Why, error) {
	if !a.Hints {
		return tricks.NoSeat, nil, table.ErrForbidden
	}
	return tricks.NoSeat, func(ctx context.Context) (tricks.Play, chapters.Decision, players.Reason, error) {
		return a.Chair.Why(ctx)
	}, nil
}

// Hint asks what a strong player would do.
func (a *Chair) Hint() (Hint, error) {
	if !a.Hints {
		return nil, table.ErrForbidden
	}
	seen := a.seen
	return func(ctx context.Context) (chapters.Decision, players.Reason, error) { return a.Chair.Hint(ctx, seen) }, nil
}

// OpenCards asks which decisions keep the round winnable.
func (a *Chair) OpenCards() (func(context.Context) (session.Opened, error), error) {
	if !a.warned {
		a.warned = true
		return nil, nil //nolint:nilnil // the person is told first what it is
	}
	seen := a.seen
	return func(ctx context.Context) (session.Opened, error) { return a.Chair.OpenCards(ctx, seen) }, nil
}
