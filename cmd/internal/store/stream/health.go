package stream

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"fellowship/cmd/internal/store"

	"github.com/nats-io/nats.go/jetstream"
)

// health remembers whether anything can be written, for every screen, which asks often.
type health struct {
	// silent says that the server does not answer for its stream, and full when it had no
	// room last, nil where it has some.
	silent atomic.Bool
	full   atomic.Pointer[time.Time]
	end    context.CancelFunc
}

const (
	// looking is how often the server is looked at, and fullFor how long it is told that
	// there was no room: a waiting writer tries again meanwhile.
	looking = time.Second
	fullFor = 3 * time.Second
)

// Healthy reports why nothing can be written now, nil if it can.
func (s *Store) Healthy() error {
	switch full := s.health.full.Load(); {
	case s.nc == nil || !s.nc.IsConnected() || s.health.silent.Load():
		return store.ErrWaiting
	case full != nil && time.Since(*full) < fullFor:
		return store.ErrFull
	}
	return nil
}

// wrote notes what came of writing an event.
func (h *health) wrote(err error) {
	switch {
	case err == nil:
		h.full.Store(nil)
	case errors.Is(err, store.ErrFull):
		now := time.Now()
		h.full.Store(&now)
	}
}

// watch looks at the server until the context ends: whether it answers, and whether it
// has a leader that the others hear.
func (s *Store) watch(ctx context.Context) {
	const never = 1<<64 - 1
	inspected := uint64(never) // how often the connection had been made when all was looked at
	heard := time.Now()        // when the server could write last
	var left time.Time         // when another server was asked for
	var busy atomic.Bool
	for ctx.Err() == nil {
		once, cancel := context.WithTimeout(ctx, oneTry)
		info, err := s.stream.Info(once)
		cancel()
		silent := ctx.Err() == nil && (err != nil || !most(info.Cluster))
		s.health.silent.Store(silent)
		switch now := time.Now(); {
		case !silent:
			heard = now
		case now.Sub(left) > election && (err == nil || now.Sub(heard) > election || !s.speaks(ctx)):
			left = now
			_ = s.nc.ForceReconnect() // another server may not be cut off, and one that is back is so sooner
		}
		if now := s.nc.Stats().Reconnects; err == nil && now != inspected && busy.CompareAndSwap(false, true) {
			inspected = now
			go func() {
				defer busy.Store(false)
				s.inspectAll(ctx)
			}()
		}
		_ = store.Pause(ctx, looking)
	}
}

// lately is how long ago a server may have been heard of that is there: they say so every
// second.
const lately = 4 * time.Second

// election is longer than a cluster takes to find another leader. A server that speaks may wait
// for that one too, and is not left before, nor is another: it may be the one that has stopped.
// A server that says itself that it is parted from the others is left at once.
const election = 10 * time.Second

// speaks reports whether the server answers at all: one that has stopped keeps its connections.
func (s *Store) speaks(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, oneTry/2)
	defer cancel()
	return s.nc.FlushWithContext(ctx) == nil
}

// most reports whether so many servers of a stream are there that they can write. One
// that was parted from the others goes on answering for itself.
func most(c *jetstream.ClusterInfo) bool {
	switch {
	case c == nil:
		return true
	case c.Leader == "":
		return false
	}
	there := 1
	for _, r := range c.Replicas {
		if !r.Offline && r.Active > 0 && r.Active < lately {
			there++
		}
	}
	return 2*there > 1+len(c.Replicas)
}
