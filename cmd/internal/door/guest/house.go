package guest

import (
	"context"
	"errors"
	"log/slog"
	"net/netip"
	"sync"
	"time"

	"fellowship/cmd/internal/felt"

	tea "github.com/charmbracelet/bubbletea"
)

// Screen is what a visitor has before the eyes: a program that is drawn on a grid, in which nothing
// is obeyed.
type Screen interface {
	tea.Model
	Grid() *felt.Grid
}

// House is where the visitors of all doors come together. Its fields are set before
// the first of them comes.
type House struct {
	// Model returns the program of a visit. The context ends with the visit, and the model's
	// commands with the context. It is called in the visit's own goroutine; a panic in it, or in
	// the model, ends that visit only.
	Model func(context.Context, *Visitor) Screen
	// Log is told of people who come and go, and of failures; nil for nobody.
	Log *slog.Logger
	// Connections is how many connections there may be through all doors, [UsualConnections] if 0.
	Connections int
	// Proxies are those whose word counts for the address of a visitor. They have no
	// limits of an address themselves.
	Proxies []netip.Prefix
	// Limits bound what may come from one address, through a connection and from a visitor.
	Limits Limits
	// Counters count the events so far.
	Counters Counters

	gate gate
	// Two warnings are given once: that a proxy does not say where its visitors are, and that there
	// are as many connections as may be.
	silent, crowded sync.Once

	mu     sync.Mutex
	in     map[Person]*Visitor
	inside sync.WaitGroup
	closed bool
}

// Logger is who is told: Log, or nobody.
func (h *House) Logger() *slog.Logger {
	if h.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return h.Log
}

// Visit runs the program of a visitor until they leave, the context ends, or
// something else ends it. If the same person is in already, this visit takes over
// and ends the other one.
func (h *House) Visit(ctx context.Context, v *Visitor) (end Ending) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	log := h.Logger().With("from", v.From, "person", string(v.Person))
	v.end = cancel
	v.caught = func(place string, panicked any) {
		h.Caught(log, place, panicked)
		v.End(Broken)
	}
	defer func() {
		if r := recover(); r != nil { // what nobody else has caught
			v.caught("visit", r)
			end = Broken
		}
	}()
	if !h.enter(v) {
		return v.farewell(v.Out, Closing)
	}
	defer h.leave(v)
	began := time.Now()
	log.Info("visit began", "name", v.Name)
	end = h.run(ctx, v)
	switch end {
	case Idle:
		h.Counters.Idle.Add(1)
	case Stuck:
		h.Counters.Stuck.Add(1)
	case Left, Lost, Taken, Closing, Broken:
	}
	log.Info("visit ended", "how", end.String(), "after", time.Since(began).Round(time.Second))
	return end
}

// enter lets a visitor in, unless the house is closed.
func (h *House) enter(v *Visitor) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return false
	}
	if previous := h.in[v.Person]; previous != nil {
		previous.End(Taken)
	}
	if h.in == nil {
		h.in = map[Person]*Visitor{}
	}
	h.in[v.Person] = v
	h.inside.Add(1)
	h.Counters.Visits.Add(1)
	h.Counters.Inside.Add(1)
	return true
}

func (h *House) leave(v *Visitor) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.in[v.Person] == v {
		delete(h.in, v.Person)
	}
	h.Counters.Inside.Add(-1)
	h.inside.Done()
}

// Close ends all visits: the people are told. Nobody is let in any more. It returns
// when all have gone, or with the context's error.
func (h *House) Close(ctx context.Context) error {
	h.mu.Lock()
	h.closed = true
	for _, v := range h.in {
		v.End(Closing)
	}
	h.mu.Unlock()
	return Await(ctx, &h.inside)
}

// Await waits for a group, or returns the context's error.
func Await(ctx context.Context, group *sync.WaitGroup) error {
	done := make(chan struct{})
	go func() {
		group.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// linger is how long those who were told that the server closes may take to go.
const linger = 2 * time.Second

// Shut is how a door closes: stop closes its listener and waits for its connections.
// The house is closed too, everybody inside is told, and may go by themselves. Then,
// or at the end of the context, all connections that are left are dropped; the error
// is the context's if there still were visits.
func (h *House) Shut(ctx context.Context, stop func(context.Context) error) error {
	waiting, cancel := context.WithCancel(ctx)
	defer cancel()
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		_ = stop(waiting)
	}()
	err := h.Close(ctx)
	select {
	case <-stopped:
	case <-time.After(linger):
	case <-ctx.Done():
	}
	h.Drop()
	cancel()
	<-stopped
	return err
}

// Closed reports whether Close was called.
func (h *House) Closed() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.closed
}

// why is how a visit ended whose context has ended.
func why(ctx context.Context) Ending {
	var e *ended
	if errors.As(context.Cause(ctx), &e) {
		return e.Ending
	}
	return Lost
}
