package store

import (
	"context"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// forgotten is after which time the server forgets who follows a table: the process
// was killed.
const forgotten = 30 * time.Second

// heartbeat is how often the server says that it is still there. After two that did
// not come somebody else is asked: the server of a cluster was killed.
const heartbeat = 2 * time.Second

// Follow hands the events of a table to a function, from the first on, in order and
// each once; it goes on with those that are written later, by whatever process, until
// it is stopped. The function is called by one goroutine at a time. Stop waits for it
// to return, and must not be called by it.
//
// A stream has to keep an account of all who follow, so a process follows a table
// once, for all who sit there.
func (s *Store) Follow(ctx context.Context, table string, take func(Event)) (stop func(), err error) {
	if !ValidTable(table) {
		return nil, ErrGone
	}
	var c jetstream.Consumer
	err = s.ask(ctx, func(ctx context.Context) (err error) {
		c, err = s.stream.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{
			FilterSubjects: []string{subject(table)}, InactiveThreshold: forgotten,
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	reading, err := c.Consume(func(m jetstream.Msg) {
		meta, err := m.Metadata()
		if err != nil {
			return // no event of a stream
		}
		take(Event{
			Mark: Mark{Number: numberOf(m.Headers().Get(jetstream.MsgIDHeader)), Seq: meta.Sequence.Stream},
			Time: meta.Timestamp, Data: m.Data(),
		})
	}, jetstream.PullMaxMessages(50), jetstream.PullHeartbeat(heartbeat))
	if err != nil {
		s.forget(c)
		return nil, s.problem(err)
	}
	return sync.OnceFunc(func() {
		reading.Stop()
		<-reading.Closed()
		s.forget(c)
	}), nil
}

// forget tells the server that nobody follows any more. It would notice later, too.
func (s *Store) forget(c jetstream.Consumer) {
	ctx, cancel := context.WithTimeout(context.Background(), oneTry)
	defer cancel()
	if info := c.CachedInfo(); info != nil {
		_ = s.stream.DeleteConsumer(ctx, info.Name)
	}
}
