package play

import (
	"context"
	"errors"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/table"
)

// Client is the round of a table, as the person in a chair there drives it.
type Client struct {
	*table.Client
	// LastSnapshot is the table as the front end saw it last, without the view of its round.
	LastSnapshot table.Snapshot
	// Sending reports whether a decision is on its way.
	Sending bool
	// Puzzle is set where a puzzle is solved, and Warned once the person was told what open cards are.
	Puzzle *Puzzle
	Warned bool

	// Send carries an act out, or sends it to the table's server: then what comes of it is heard later. At
	// home it is nil, and acts are done at once.
	Send func(decision bool, do func(context.Context) error) error
}

// Look returns the table and its round as the person sees them now. While a decision is on its way,
// the moment is [round.Elsewhere]; so it is for a visitor while computer players think, who do so
// where the table is kept.
func (a *Client) Look() table.Snapshot {
	var s table.Snapshot
	if a.Puzzle != nil {
		s = a.Puzzle.look(a.Client)
	} else {
		s = a.Client.Look()
	}
	if a.Sending || s.Now == round.Thinking && a.Send != nil {
		s.Now = round.Elsewhere
	}
	a.LastSnapshot = s
	a.LastSnapshot.View = chapters.View{} // many who wait would each keep one
	return s
}

// Decide makes a decision.
func (a *Client) Decide(d chapters.Decision) error {
	write, err := a.PrepareDecision(d)
	if err != nil {
		return err
	}
	return a.send(true, write)
}

// PrepareDecision returns a function that writes a decision about what the person saw last, for another
// goroutine. The error is ErrLoses for one that loses a puzzle.
func (a *Client) PrepareDecision(d chapters.Decision) (write func(context.Context) error, err error) {
	seen := a.LastSnapshot.Revision
	if a.Puzzle != nil {
		err = a.Puzzle.judge(context.Background(), d)
	}
	return func(ctx context.Context) error {
		err := a.Client.Decide(ctx, seen, d)
		if err == nil && a.Puzzle != nil {
			err = a.Puzzle.finish(ctx, a.Client)
		}
		return err
	}, err
}

// send carries an act out, or sends it.
func (a *Client) send(decision bool, do func(context.Context) error) error {
	if a.Send == nil {
		return do(context.Background())
	}
	a.Sending = decision
	return a.Send(decision, do)
}

// Propose takes the last decision back or ends the round, or proposes to. The error is
// table.ErrUnsettled where the result is not certain.
func (a *Client) Propose(action table.GroupAction) error {
	seen := a.LastSnapshot.Revision
	return a.send(false, func(ctx context.Context) error { return a.Client.Propose(ctx, seen, action) })
}

// RetryWhileFull writes a decision, and tries again while the disk is full: the decision is kept until then.
// The end of the context ends that.
func RetryWhileFull(ctx context.Context, write func() error) error {
	for {
		if err := write(); !errors.Is(err, disk.ErrFull) || table.Pause(ctx, time.Second) != nil {
			return err
		}
	}
}
