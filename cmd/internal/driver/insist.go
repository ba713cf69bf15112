package driver

import (
	"context"
	"errors"
	"time"

	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/table"
)

// Insist writes a decision, and tries again where that can help: the decision is kept until then.
// The end of the context ends that.
func Insist(ctx context.Context, write func() error) error {
	for unknown := false; ; {
		err := write()
		switch {
		case unknown && errors.Is(err, table.ErrQuicker):
			return nil // it was written after all, or the round has gone on: that is seen
		case !errors.Is(err, table.ErrFull) && !errors.Is(err, table.ErrWaiting) && !errors.Is(err, table.ErrUnknown):
			return err
		}
		unknown = unknown || errors.Is(err, table.ErrUnknown)
		if store.Pause(ctx, time.Second) != nil {
			return err
		}
	}
}
