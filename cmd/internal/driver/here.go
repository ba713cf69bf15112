package driver

import (
	"context"

	"fellowship/chapters"
	"fellowship/cmd/internal/session"
	"fellowship/cmd/internal/table"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// Here is a game in this program.
type Here struct{ *session.Place }

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
