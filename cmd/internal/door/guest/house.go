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

// Sessions is where the visitors of all doors come together. Its fields are set before
// the first of them comes.
type Sessions struct {
	// NewScreen returns the program of a visit. The context ends with the visit, and the model's
	// commands with the context. It is called in the visit's own goroutine; a panic in it, or in
	// the model, ends that visit only.
	NewScreen func(context.Context, *Visitor) Screen
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
	proxyWarning, crowdedWarning sync.Once

	mu       sync.Mutex
	visitors map[Person]*Visitor
	running  sync.WaitGroup
	closed   bool
}

// Logger is who is told: Log, or nobody.
func (h *Sessions) Logger() *slog.Logger {
	if h.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return h.Log
}

// Serve runs the program of a visitor until they leave, the context ends, or
// something else ends it. If the same person is in already, this visit takes over
// and ends the other one.
func (h *Sessions) Serve(ctx context.Context, v *Visitor) (end EndReason) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	log := h.Logger().With("from", v.Address, "person", string(v.Person))
	v.cancel = cancel
	v.onPanic = func(place string, panicked any) {
		h.LogPanic(log, place, panicked)
		v.End(Broken)
	}
	defer func() {
		if r := recover(); r != nil { // what nobody else has caught
			v.onPanic("visit", r)
			end = Broken
		}
	}()
	if !h.enter(v) {
		return v.farewell(v.Out, Closing)
	}
	defer h.leave(v)
	began := time.Now()
	log.Info("visit began", "name", v.Name)
	end = h.runProgram(ctx, v)
	switch end {
	case Idle:
		h.Counters.Idle.Add(1)
	case Stuck:
		h.Counters.Stuck.Add(1)
	case Left, Lost, TakenOver, Closing, Broken:
	}
	log.Info("visit ended", "how", end.String(), "after", time.Since(began).Round(time.Second))
	return end
}

// enter lets a visitor in, unless the house is closed.
func (h *Sessions) enter(v *Visitor) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return false
	}
	if previous := h.visitors[v.Person]; previous != nil {
		previous.End(TakenOver)
	}
	if h.visitors == nil {
		h.visitors = map[Person]*Visitor{}
	}
	h.visitors[v.Person] = v
	h.running.Add(1)
	h.Counters.Visits.Add(1)
	h.Counters.Inside.Add(1)
	return true
}

func (h *Sessions) leave(v *Visitor) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.visitors[v.Person] == v {
		delete(h.visitors, v.Person)
	}
	h.Counters.Inside.Add(-1)
	h.running.Done()
}

// Close ends all visits: the people are told. Nobody is let in any more. It returns
// when all have gone, or with the context's error.
func (h *Sessions) Close(ctx context.Context) error {
	h.mu.Lock()
	h.closed = true
	for _, v := range h.visitors {
		v.End(Closing)
	}
	h.mu.Unlock()
	return Await(ctx, &h.running)
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

// Shutdown is how a door closes: stop closes its listener and waits for its connections.
// The house is closed too, everybody inside is told, and may go by themselves. Then,
// or at the end of the context, all connections that are left are dropped; the error
// is the context's if there still were visits.
func (h *Sessions) Shutdown(ctx context.Context, stop func(context.Context) error) error {
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
	h.DropConnections()
	cancel()
	<-stopped
	return err
}

// IsClosed reports whether Close was called.
func (h *Sessions) IsClosed() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.closed
}

// endReasonOf is how a visit ended whose context has ended.
func endReasonOf(ctx context.Context) EndReason {
	var e *endError
	if errors.As(context.Cause(ctx), &e) {
		return e.EndReason
	}
	return Lost
}
