package room

import (
	"context"
	"errors"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/session"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/tui"
	"fellowship/solver/players"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// there is the round of a table, as the game's own screen drives it.
type there struct {
	room  *Room
	chair *table.Chair
	seen  table.Seen
	round table.Round
	// sending says that a decision is on its way.
	sending bool
	// queue is what the screen wants to be done.
	queue []tea.Cmd
	// warned says that the person was told what open cards are.
	warned bool
}

// wants returns what is to be done since it was asked last.
func (a *there) wants() tea.Cmd {
	cmds := a.queue
	a.queue = nil
	return tea.Batch(cmds...)
}

// send does something beside the screen; done is what the person is told then.
func (a *there) send(decision bool, done string, f func(context.Context) error) error {
	visit := a.room.ctx
	a.sending = a.sending || decision
	a.queue = append(a.queue, func() tea.Msg {
		for unknown := false; ; {
			ctx, cancel := context.WithTimeout(visit, longest)
			err := f(ctx)
			cancel()
			if unknown && errors.Is(err, table.ErrQuicker) {
				err = nil // it was written after all, or the round has gone on: that is seen
			}
			if !decision || !waits(err) || visit.Err() != nil {
				return thenMsg(func() tea.Cmd { return a.heard(decision, done, err) })
			}
			unknown = unknown || errors.Is(err, table.ErrUnknown)
			select {
			case <-time.After(time.Second):
			case <-visit.Done():
			}
		}
	})
	return tui.ErrSent
}

// waits reports whether something was not written that can be tried again: what somebody
// has decided is kept until then.
func waits(err error) bool {
	return errors.Is(err, table.ErrFull) || errors.Is(err, table.ErrWaiting) || errors.Is(err, table.ErrUnknown)
}

// heard goes on when something was done in the round, or was not.
func (a *there) heard(decision bool, done string, err error) tea.Cmd {
	r := a.room
	if decision && err == nil {
		r.opts.Decided.Add(1)
	}
	if a != r.there {
		return nil
	}
	if decision {
		a.sending = false
	}
	r.now = r.chair.Picture()
	cmd := r.changed()
	switch {
	case err == nil && done != "" && r.now.Proposal != nil:
		r.say(done)
		r.proposed = true
	case err != nil && r.ctx.Err() == nil:
		r.complain(err)
	}
	return cmd
}

// Next says what the person waits for: while a decision is on its way, for that.
func (a *there) Next() session.Moment {
	if a.sending {
		return session.Elsewhere
	}
	if now := a.chair.Next(); now != session.Thinking { // that is done where the table is kept
		return now
	}
	return session.Elsewhere
}

// GoOn leaves a moment that waits for the person.
func (a *there) GoOn() { a.chair.GoOn() }

// Look returns what the person may see.
func (a *there) Look() chapters.View {
	v, seen := a.chair.Look()
	a.seen = seen
	a.round = a.chair.Round()
	return v
}

// Eyes is whose cards are shown.
func (a *there) Eyes() tricks.Seat { return a.room.now.Me }

// Player is the person whose decision is due.
func (a *there) Player() tricks.Seat { return a.round.Player }

// Name is that of the person at a seat.
func (a *there) Name(seat tricks.Seat) string {
	if int(seat) < len(a.round.Names) {
		return a.round.Names[seat]
	}
	return ""
}

// Shown is how many tricks the person has seen.
func (a *there) Shown() int { return a.chair.Round().Shown }

// Stopped says that the round was ended early.
func (a *there) Stopped() bool { return a.round.Stopped }

// Decide makes a decision.
func (a *there) Decide(d chapters.Decision) error {
	seen := a.seen
	return a.send(true, "", func(ctx context.Context) error { return a.chair.Decide(ctx, seen, d) })
}

// Undo proposes to take the last decision back, Stop to end the round.
func (a *there) Undo() error { return a.propose(table.Undo) }

// Stop proposes to end the round.
func (a *there) Stop() error { return a.propose(table.Stop) }

func (a *there) propose(what table.Proposing) error {
	seen := a.seen
	return a.send(false, a.room.T("serve.proposed"), func(ctx context.Context) error { return a.chair.Propose(ctx, seen, what) })
}

// Think is nobody's business here.
func (a *there) Think() *session.Thought { return nil }

// Follow is nobody's business here.
func (a *there) Follow(*session.Thought, chapters.Decision) error { return errors.ErrUnsupported }

// Why asks why a computer player played its last card.
func (a *there) Why() (tricks.Seat, tui.Why, error) {
	if !a.room.now.Setup.Hints {
		return tricks.NoSeat, nil, table.ErrForbidden
	}
	return tricks.NoSeat, func(ctx context.Context) (tricks.Play, chapters.Decision, players.Reason, error) {
		return a.chair.Why(ctx)
	}, nil
}

// Hint asks what a strong player would do.
func (a *there) Hint() (tui.Hint, error) {
	if !a.room.now.Setup.Hints {
		return nil, table.ErrForbidden
	}
	seen := a.seen
	return func(ctx context.Context) (chapters.Decision, players.Reason, error) { return a.chair.Hint(ctx, seen) }, nil
}

// Record is the round once it is over, empty before; the screen asks whether there is one.
func (a *there) Record() chapters.Record {
	r, _ := a.chair.Record()
	return r
}

// OpenCards asks which decisions keep the round winnable.
func (a *there) OpenCards() (func(context.Context) (session.Opened, error), error) {
	if !a.warned {
		a.warned = true
		return nil, nil //nolint:nilnil // the person is told first what it is
	}
	seen := a.seen
	return func(ctx context.Context) (session.Opened, error) { return a.chair.OpenCards(ctx, seen) }, nil
}
