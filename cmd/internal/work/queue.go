package work

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"sync"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/store/stream"
	"fellowship/solver/difficulty"
)

// Queue is the name of the queue of all measurements.
const Queue = "difficulty"

// Sharing describes a measurement by others.
type Sharing struct {
	Server  stream.Options
	Version string
	State   difficulty.State
	Library *chapters.Library
	// LeftOut, if set, is told which worker is left out, and why.
	LeftOut func(worker stream.Name, why error)
}

// Shared lets other machines measure.
type Shared struct {
	*desk
	queue *stream.Queue
	end   context.CancelFunc
	ended sync.WaitGroup
}

// unitsAhead is how many units are under way at a time: more than the workers take before
// their results count.
const unitsAhead = 1 << 14

// Share opens the queue, and has a measurement use it. Results kept there from before are not
// measured again.
func Share(ctx context.Context, opt Sharing, what *difficulty.Options) (*Shared, error) {
	s := &Shared{desk: newDesk(opt)}
	id, err := json.Marshal(opt.State)
	if err != nil {
		return nil, err
	}
	if s.queue, err = stream.Offer(ctx, opt.Server, stream.Job{Queue: Queue, Version: opt.Version, ID: string(id)}); err != nil {
		return nil, say.Errorf("--nats: %w", err)
	}
	if err := s.begin(ctx); err != nil {
		return nil, errors.Join(say.Errorf("--nats: %w", err), s.queue.Close(false))
	}
	what.Elsewhere, what.Workers = s.measure, unitsAhead
	return s, nil
}

// begin takes the results that are kept, and has workers come.
func (s *Shared) begin(ctx context.Context) error {
	var bad []string
	err := s.queue.Kept(ctx, func(key string, result []byte) {
		if s.desk.kept(key, result) != nil {
			bad = append(bad, key)
		}
	})
	for _, key := range bad {
		err = errors.Join(err, s.queue.Forget(ctx, key))
	}
	if err == nil {
		err = s.queue.Serve(s.desk)
	}
	if err != nil {
		return err
	}
	checking, end := context.WithCancel(context.WithoutCancel(ctx))
	s.end = end
	for range 1 + runtime.GOMAXPROCS(0)/4 {
		s.ended.Go(func() { s.check(checking) })
	}
	return nil
}

// Close ends the sharing. Where all is done, workers are told.
func (s *Shared) Close(done bool) error {
	s.end()
	s.ended.Wait()
	return s.queue.Close(done)
}

// measure has a unit measured.
func (s *Shared) measure(ctx context.Context, unit difficulty.Unit) (difficulty.Result, error) {
	p, err := s.want(unit)
	if err != nil {
		return difficulty.Result{}, err
	}
	select {
	case <-p.there:
	case <-ctx.Done():
		return difficulty.Result{}, context.Cause(ctx)
	}
	result, text, err := s.taken(p)
	switch {
	case err != nil:
		return difficulty.Result{}, err
	case text == nil: // it is kept
		return result, nil
	}
	if err := s.queue.Keep(ctx, p.key, text); err != nil {
		return difficulty.Result{}, &QueueError{err}
	}
	return result, nil
}

// QueueError means that the queue does not go on, which is no mistake of the program.
type QueueError struct{ error }

// Unwrap returns the cause.
func (e *QueueError) Unwrap() error { return e.error }
