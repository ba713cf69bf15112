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

// Client is a person's connection to a table, through which a front end plays the round.
type Client struct {
	*table.Client
	// LastSnapshot is the table as the front end saw it last, without the view of its round.
	LastSnapshot table.Snapshot
	// Sending reports whether a decision is being sent to the table.
	Sending bool
	// Puzzle is the puzzle that is solved at the table, nil for none.
	Puzzle *Puzzle
	// Warned reports whether the person has been told what the help with open cards does.
	Warned bool

	// lastHint is the hint that the person was given last.
	lastHint lastHint

	// Send carries an act out on another goroutine. It is nil at home, where acts are carried out at once.
	Send func(decision bool, do func(context.Context) error) error
}

// Look returns the table and its round as the person sees them now. While a decision is being sent the moment
// is [round.Elsewhere]. For a visitor of a server it is also that while computer players think, because they
// think on the server.
func (c *Client) Look() table.Snapshot {
	var s table.Snapshot
	if c.Puzzle != nil {
		s = c.Puzzle.look(c.Client)
	} else {
		s = c.Client.Look()
	}
	if c.Sending || s.Now == round.Thinking && c.Send != nil {
		s.Now = round.Elsewhere
	}
	c.LastSnapshot = s
	c.LastSnapshot.View = chapters.View{} // On a server every waiting person would keep a view in memory.
	return s
}

// Decide makes a decision.
func (c *Client) Decide(d chapters.Decision) error {
	write, err := c.PrepareDecision(d)
	if err != nil {
		return err
	}
	return c.send(true, write)
}

// PrepareDecision returns a function that writes a decision, for use on another goroutine. The decision is
// about the state that the person saw last. The error is [ErrLosingMove] for a decision that loses a puzzle.
func (c *Client) PrepareDecision(d chapters.Decision) (write func(context.Context) error, err error) {
	seen := c.LastSnapshot.Revision
	if c.Puzzle != nil {
		err = c.Puzzle.judge(context.Background(), d)
	}
	return func(ctx context.Context) error {
		err := c.Client.Decide(ctx, seen, d)
		if err == nil && c.Puzzle != nil {
			err = c.Puzzle.finish(ctx, c.Client)
		}
		return err
	}, err
}

// send carries an act out at once, or hands it to Send.
func (c *Client) send(decision bool, do func(context.Context) error) error {
	if c.Send == nil {
		return do(context.Background())
	}
	c.Sending = decision
	return c.Send(decision, do)
}

// Propose takes the last decision back or ends the round, or among several people proposes to. The error is
// [table.ErrUnsettled] if the round cannot end because its result is not certain.
func (c *Client) Propose(action table.GroupAction) error {
	seen := c.LastSnapshot.Revision
	return c.send(false, func(ctx context.Context) error { return c.Client.Propose(ctx, seen, action) })
}

// ProposePlayOn plays on from an earlier moment of the round that has ended, or among several people proposes to; see
// [table.Client.ProposePlayOn].
func (c *Client) ProposePlayOn(decisions int) error {
	seen := c.LastSnapshot.Revision
	return c.send(false, func(ctx context.Context) error { return c.Client.ProposePlayOn(ctx, seen, decisions) })
}

// RetryWhileFull writes a decision, and tries again as long as the disk is full and the context is not done.
func RetryWhileFull(ctx context.Context, write func() error) error {
	for {
		if err := write(); !errors.Is(err, disk.ErrFull) || table.Pause(ctx, time.Second) != nil {
			return err
		}
	}
}
