package stream

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"fellowship/characters/say"
	"fellowship/cmd/internal/store"

	"github.com/nats-io/nats.go/jetstream"
)

// inspectAll reads the head of each event of all tables: the host hears of damage before somebody
// comes to a table. It is done when the server begins, and when a server of NATS has come back.
func (s *Store) inspectAll(ctx context.Context) {
	there, err := s.stream.Info(ctx)
	if err != nil {
		return // it does not answer, and is looked at when it does
	}
	var mu sync.Mutex
	last, damaged := map[string]uint64{}, map[string]error{}
	end := make(chan struct{})
	over := sync.OnceFunc(func() { close(end) })
	quiet := time.AfterFunc(longestQuiet, over)
	defer quiet.Stop()
	stop, info, err := s.follow(ctx, s.stream, subject("*"), true, func(m jetstream.Msg, meta *jetstream.MsgMetadata) {
		mu.Lock()
		defer mu.Unlock()
		table := tableOf(m.Subject())
		number := numberOf(m.Headers().Get(jetstream.MsgIDHeader))
		if number != last[table]+1 && damaged[table] == nil {
			damaged[table] = missing(table, last[table]+1)
		}
		last[table] = number
		quiet.Reset(longestQuiet)
		if meta.NumPending == 0 || meta.Sequence.Stream >= there.State.LastSeq { // what cannot be read is pending for ever
			over()
		}
	})
	if err != nil {
		return
	}
	if info.NumPending > 0 {
		select {
		case <-end:
		case <-ctx.Done():
		}
	}
	stop()
	mu.Lock()
	defer mu.Unlock()
	for table, was := range s.shown.all() {
		if last[table] >= was.Number {
			continue
		}
		if _, err := s.last(ctx, table); errors.Is(err, store.ErrDamaged) {
			damaged[table] = err
		}
	}
	if ctx.Err() == nil {
		s.shown.inspected(damaged)
	}
}

// longestQuiet is how long the next event may take: a last one that cannot be read never comes.
const longestQuiet = 10 * time.Second

func tableOf(subject string) string {
	return strings.TrimSuffix(strings.TrimPrefix(subject, "table."), ".event")
}

// missing is the error of a table that has events behind one that is missing.
func missing(table string, number uint64) error {
	return say.Errorf("the table %s, event %d is missing: %w", table, number, store.ErrDamaged)
}
