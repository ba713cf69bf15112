package work

import (
	"context"
	"encoding/json"
	"errors"
	"sync"

	"fellowship/cmd/internal/store/stream"
	"fellowship/solver/difficulty"
	"fellowship/tricks/say"
)

// Queue is what the queue of all measurements is called.
const Queue = "difficulty"

// Shared lets other machines measure.
type Shared struct {
	queue *stream.Queue
	state difficulty.State
	bad   chan error // what came back is no result

	mu      sync.Mutex
	results map[difficulty.Unit]*difficulty.Result
	waiting map[difficulty.Unit]chan struct{}
}

// unitsAhead is how many units wait in the queue at a time: more than there are
// workers.
const unitsAhead = 4096

// Share opens the queue, and has a measurement use it. What others have measured before is
// known, and kept where the measurement is.
func Share(ctx context.Context, opts stream.Options, version string, state difficulty.State, what *difficulty.Options) (*Shared, error) {
	s := &Shared{
		state: state, bad: make(chan error, 1),
		results: map[difficulty.Unit]*difficulty.Result{}, waiting: map[difficulty.Unit]chan struct{}{},
	}
	id, err := json.Marshal(state)
	if err != nil {
		return nil, err
	}
	if s.queue, err = stream.Offer(ctx, opts, stream.Job{Queue: Queue, Version: version, ID: string(id)}); err != nil {
		return nil, say.Errorf("--nats: %w", err)
	}
	if err := s.begin(ctx, what); err != nil {
		return nil, errors.Join(err, s.queue.Close(false))
	}
	return s, nil
}

// Close ends the sharing. Where all is done, workers are told.
func (s *Shared) Close(done bool) error { return s.queue.Close(done) }

// begin takes the results that are there, and has units measured by the queue.
func (s *Shared) begin(ctx context.Context, what *difficulty.Options) error {
	if err := s.queue.Results(ctx, s.take); err != nil {
		return err
	}
	known := map[difficulty.Unit]bool{}
	for i := range what.Known {
		known[what.Known[i].Unit] = true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for unit, r := range s.results {
		if known[unit] {
			continue
		}
		if what.Keep != nil {
			if err := what.Keep(r); err != nil {
				return err
			}
		}
		what.Known = append(what.Known, *r)
	}
	what.Elsewhere, what.Workers = s.measure, unitsAhead
	return nil
}

// take takes a result that a worker has stored.
func (s *Shared) take(text []byte) {
	r, err := difficulty.ParseResult(text)
	if err != nil {
		select {
		case s.bad <- say.Errorf("a worker has sent what is no result: %w", err):
		default: // one is enough
		}
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.results[r.Unit] == nil {
		s.results[r.Unit] = &r
	}
	if there := s.waiting[r.Unit]; there != nil {
		close(there)
		delete(s.waiting, r.Unit)
	}
}

// measure has a unit measured.
func (s *Shared) measure(ctx context.Context, unit difficulty.Unit) (difficulty.Result, error) {
	text, err := json.Marshal(difficulty.Job{State: s.state, Unit: unit})
	if err != nil {
		return difficulty.Result{}, err
	}
	there := make(chan struct{})
	s.mu.Lock()
	if s.results[unit] == nil {
		s.waiting[unit] = there
	} else {
		close(there)
	}
	s.mu.Unlock()
	if err := s.queue.Put(ctx, text); err != nil {
		return difficulty.Result{}, &QueueError{err}
	}
	select {
	case <-there:
	case err := <-s.queue.Failed():
		if errors.Is(err, stream.ErrUnit) {
			return difficulty.Result{}, err
		}
		return difficulty.Result{}, &QueueError{err}
	case err := <-s.bad:
		return difficulty.Result{}, &QueueError{err}
	case <-ctx.Done():
		return difficulty.Result{}, context.Cause(ctx)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	r := *s.results[unit]
	delete(s.results, unit)
	return r, nil
}

// QueueError is that the queue does not go on, which is no mistake of the program.
type QueueError struct{ error }

// Unwrap returns the cause.
func (e *QueueError) Unwrap() error { return e.error }
