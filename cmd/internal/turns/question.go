package turns

import (
	"context"
	"errors"
	"slices"
	"time"
)

// Alone is a question of somebody who shares the machine with nobody: its turns come at once.
var Alone *Question

// Question is a question that was admitted, see [Queue.Ask].
type Question struct {
	queue   *Queue
	class   Class
	address *share
	person  *share
	// err is why a turn was refused; the mu of the queue guards it.
	err error
	// keeps reports whether the question keeps its worker for the next turn; the mu of the queue guards it.
	keeps bool
}

// End gives the place of the question back.
func (x *Question) End() {
	if x == nil {
		return
	}
	x.queue.mu.Lock()
	defer x.queue.mu.Unlock()
	open := &x.queue.open[x.class]
	open.people.leave(x.person)
	open.addresses.leave(x.address)
	if x.keeps {
		x.queue.workersFor(x.class).next()
	}
}

// Err returns [ErrMany] if a turn of the question did not come in time, nil otherwise. Then an answer that was put
// together from several turns is not complete.
func (x *Question) Err() error {
	if x == nil {
		return nil
	}
	x.queue.mu.Lock()
	defer x.queue.mu.Unlock()
	return x.err
}

// Turn runs a computation when the turn of the question has come. The error is [ErrMany] if that took too long or the
// deadline of the context came first, or else the context's error. A question takes one turn at a time.
func (x *Question) Turn(ctx context.Context, do func() error) error {
	if x == nil {
		return do()
	}
	if err := x.begin(ctx); err != nil {
		return err
	}
	began := x.queue.now()
	defer func() { x.finish(x.queue.now().Sub(began)) }()
	return do()
}

// begin waits for a turn.
func (x *Question) begin(ctx context.Context) error {
	q := x.queue
	q.mu.Lock()
	w := q.workersFor(x.class)
	if x.keeps || w.free > 0 {
		if !x.keeps {
			w.free--
		}
		x.keeps = false
		q.mu.Unlock()
		return nil
	}
	waiting := &waiter{question: x, turn: make(chan struct{})}
	w.waiting = append(w.waiting, waiting)
	q.mu.Unlock()

	patience := time.NewTimer(q.limits[x.class].Wait)
	defer patience.Stop()
	var err error
	select {
	case <-waiting.turn:
		return nil
	case <-patience.C:
		err = ErrMany
	case <-ctx.Done():
		err = ctx.Err()
		if errors.Is(err, context.DeadlineExceeded) {
			err = ErrMany
		}
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.Index(w.waiting, waiting)
	if i < 0 {
		return nil // the turn came at the same time, and has to be used
	}
	w.waiting = slices.Delete(w.waiting, i, i+1)
	if errors.Is(err, ErrMany) {
		q.Refused.Add(1)
		x.err = err
	}
	return err
}

// finish ends a turn that took some time. If the question still comes before all others, it keeps the worker for its
// next turn, which follows at once. Without that, each of its short turns would wait for a long turn of somebody else.
func (x *Question) finish(took time.Duration) {
	x.queue.mu.Lock()
	defer x.queue.mu.Unlock()
	x.address.used += took
	x.person.used += took
	w := x.queue.workersFor(x.class)
	if i := w.first(); i < 0 || !w.waiting[i].question.precedes(x) {
		x.keeps = true
		return
	}
	w.next()
}

// workers run turns, each of them one at a time.
type workers struct {
	// free is the number of workers that run none, and that no question keeps. It is 0 while a turn waits.
	free int
	// waiting are the turns that wait, in the order in which they came.
	waiting []*waiter
}

// waiter is a turn that waits.
type waiter struct {
	question *Question
	// turn is closed when the turn has come.
	turn chan struct{}
}

// next gives the worker that has finished to the turn that comes next, if any waits; the mu of the queue is held.
func (w *workers) next() {
	first := w.first()
	if first < 0 {
		w.free++
		return
	}
	chosen := w.waiting[first]
	w.waiting = slices.Delete(w.waiting, first, first+1)
	close(chosen.turn)
}

// first returns the index of the turn that comes next, -1 if none waits.
func (w *workers) first() int {
	first := -1
	for i := range w.waiting {
		if first < 0 || w.waiting[i].question.precedes(w.waiting[first].question) {
			first = i
		}
	}
	return first
}

// precedes reports whether a question comes before another one that came earlier: its class is quicker, or else its
// address has used less time, or else its person at the same address has.
func (x *Question) precedes(other *Question) bool {
	switch {
	case x.class != other.class:
		return x.class < other.class
	case x.address != other.address:
		return x.address.used < other.address.used
	}
	return x.person.used < other.person.used
}
