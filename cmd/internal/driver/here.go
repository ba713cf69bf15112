package driver

import (
	"context"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/session"
	"fellowship/cmd/internal/table"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// Here is a game in this program, in which computer players take a beat for a decision.
type Here struct {
	*session.Place
	Beat time.Duration
}

// Wait lets the computer player think that is due. It counts only if the game has not gone
// on or back since.
func (h Here) Wait() Waiting {
	thought := h.Think()
	if thought == nil {
		return nil
	}
	return func(ctx context.Context) (func() error, error) {
		select {
		case <-time.After(h.Beat):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		d, _, err := thought.Decide(ctx)
		return func() error { return h.Follow(thought, d) }, err
	}
}

// Stop ends a round that is settled.
func (h Here) Stop() error {
	ok, err := h.Place.Stop()
	if err == nil && !ok {
		err = table.ErrUnsettled
	}
	return err
}

// Why thinks once more.
func (h Here) Why() (tricks.Seat, Why, error) {
	play, thought, err := h.LastCard()
	if err != nil || thought == nil {
		return tricks.NoSeat, nil, err
	}
	return play.Seat, func(ctx context.Context) (tricks.Play, chapters.Decision, players.Reason, error) {
		d, reason, err := thought.Explain(ctx)
		return play, d, reason, err
	}, nil
}

// Hint thinks in the person's place.
func (h Here) Hint() (Hint, error) {
	thought, err := h.Place.Hint()
	if err != nil {
		return nil, err
	}
	return thought.Explain, nil
}
