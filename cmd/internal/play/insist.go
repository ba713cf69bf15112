package play

import (
	"context"
	"errors"
	"time"

	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/table"
)

// Insist writes a decision, and tries again while the disk is full: the decision is kept until then.
// The end of the context ends that.
func Insist(ctx context.Context, write func() error) error {
	for {
		if err := write(); !errors.Is(err, disk.ErrFull) || table.Pause(ctx, time.Second) != nil {
			return err
		}
	}
}
