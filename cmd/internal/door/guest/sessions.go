package guest

import (
	"context"
	"log/slog"
	"net/netip"
	"sync"
	"time"
)

// Sessions holds the visitors of all doors. Its exported fields must be set before the first visitor comes.
type Sessions struct {
	// Log receives who comes and goes, and errors; nil discards them.
	Log *slog.Logger
	// Connections is the highest number of connections through all doors, [UsualConnections] if 0.
	Connections int
	// Proxies may set a visitor's address by X-Forwarded-For. The limits per address do not apply to them.
	Proxies []netip.Prefix
	// Limits bound what one address, one connection and one visitor may send.
	Limits Limits
	// Counters count the events so far.
	Counters Counters

	gate gate
	// proxyWarning warns once that a proxy does not send its visitors' addresses.
	proxyWarning sync.Once
	// crowdedWarning warns once that there are too many connections.
	crowdedWarning sync.Once

	mu       sync.Mutex
	visitors map[Person]*Visitor
	running  sync.WaitGroup
	closed   bool
}

// Logger returns Log, or a logger that discards everything if Log is nil.
func (s *Sessions) Logger() *slog.Logger {
	if s.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return s.Log
}

// Serve runs a visitor's session, which is the function run, and returns why it has ended. The context of run ends when
// the context of Serve does, or something else ends the session. If the same person has a session already, the new
// session takes over and ends the old one. A panic in run ends only the session.
//
// After run, Serve calls farewell with the reason. After [Sessions.Close] it only calls farewell.
func (s *Sessions) Serve(
	ctx context.Context, v *Visitor, run func(context.Context) EndReason, farewell func(EndReason),
) (end EndReason) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	log := s.Logger().With("from", v.Address, "person", string(v.Person))
	v.cancel = cancel
	v.onPanic = func(place string, panicked any) {
		s.LogPanic(log, place, panicked)
		v.End(Broken)
	}
	defer func() {
		if r := recover(); r != nil { // a panic outside of the program
			v.onPanic("visit", r)
			end = Broken
		}
	}()
	if !s.enter(v) {
		farewell(Closing)
		return Closing
	}
	defer s.leave(v)
	began := time.Now()
	log.Info("visit began", "name", v.Name)
	end = run(ctx)
	v.End(end) // for goroutines that wait for the context
	farewell(end)
	switch end {
	case Idle:
		s.Counters.Idle.Add(1)
	case Stuck:
		s.Counters.Stuck.Add(1)
	case Left, Lost, TakenOver, Closing, Broken:
	}
	log.Info("visit ended", "how", end.String(), "after", time.Since(began).Round(time.Second))
	return end
}

// enter adds a visitor, and reports whether it did. It adds nobody after Close.
func (s *Sessions) enter(v *Visitor) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	if previous := s.visitors[v.Person]; previous != nil {
		previous.End(TakenOver)
	}
	if s.visitors == nil {
		s.visitors = map[Person]*Visitor{}
	}
	s.visitors[v.Person] = v
	s.running.Add(1)
	s.Counters.Visits.Add(1)
	s.Counters.Inside.Add(1)
	return true
}

// leave removes a visitor.
func (s *Sessions) leave(v *Visitor) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.visitors[v.Person] == v {
		delete(s.visitors, v.Person)
	}
	s.Counters.Inside.Add(-1)
	s.running.Done()
}

// Close ends all sessions and lets nobody in any more. It returns when all visitors have left, or
// with the context's error.
func (s *Sessions) Close(ctx context.Context) error {
	s.mu.Lock()
	s.closed = true
	for _, v := range s.visitors {
		v.End(Closing)
	}
	s.mu.Unlock()
	return Await(ctx, &s.running)
}

// Await waits for a group. It returns the context's error if the context ends first.
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

// linger is how long visitors may take to leave after they were told that the server closes.
const linger = 2 * time.Second

// Shutdown closes a door. The function stop closes the door's listener and waits for its connections. Shutdown also
// calls Close, and gives the visitors a moment to leave by themselves. Then, or at the end of the context, it drops all
// connections that are left. The error is the context's if there still were sessions.
func (s *Sessions) Shutdown(ctx context.Context, stop func(context.Context) error) error {
	waiting, cancel := context.WithCancel(ctx)
	defer cancel()
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		_ = stop(waiting)
	}()
	err := s.Close(ctx)
	select {
	case <-stopped:
	case <-time.After(linger):
	case <-ctx.Done():
	}
	s.DropConnections()
	cancel()
	<-stopped
	return err
}

// IsClosed reports whether Close was called.
func (s *Sessions) IsClosed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}
