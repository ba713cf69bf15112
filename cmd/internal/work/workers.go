package work

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"sync/atomic"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/store/stream"
	"fellowship/solver/difficulty"
)

// Workers measure units for another machine.
type Workers struct {
	Library *chapters.Library
	Queue   *stream.Worker
	// Tell is told each unit that was measured, and Measured is how many those are. Failed is
	// told why one could not be measured.
	Tell     func(difficulty.Unit)
	Failed   func(error)
	Measured atomic.Int64
}

// Work measures with so many at a time until there is no more work.
func (w *Workers) Work(ctx context.Context, many int) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	var group sync.WaitGroup
	for range many {
		group.Go(func() {
			for {
				if err := w.one(ctx); err != nil {
					end(err)
					return
				}
			}
		})
	}
	group.Wait()
	if err := context.Cause(ctx); !errors.Is(err, stream.ErrDone) {
		return err
	}
	return nil
}

// one takes a unit and measures it.
func (w *Workers) one(ctx context.Context) error {
	unit, err := w.Queue.Take(ctx)
	if err != nil {
		return err
	}
	result, text, err := w.measure(ctx, unit.Data)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		w.Failed(err)
		return unit.Done(ctx, nil)
	}
	if err := unit.Done(ctx, text); err != nil {
		return err
	}
	w.Measured.Add(1)
	w.Tell(result.Unit)
	return nil
}

// measure returns the result of a unit, and the text that is stored of it.
func (w *Workers) measure(ctx context.Context, unit []byte) (r difficulty.Result, text []byte, err error) {
	job, err := difficulty.ParseJob(unit)
	if err != nil {
		return r, nil, say.Errorf("a unit of the work: %w", err)
	}
	if r, err = job.Measure(ctx, w.Library); err == nil {
		text, err = json.Marshal(r)
	}
	return r, text, err
}
