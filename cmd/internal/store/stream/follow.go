package stream

import (
	"context"
	"sync"
	"time"

	"fellowship/cmd/internal/store"

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
func (s *Store) Follow(ctx context.Context, table string, take func(store.Event)) (stop func(), err error) {
	if !validTable(table) {
		return nil, store.ErrGone
	}
	stop, _, err = s.follow(ctx, s.stream, subject(table), false, func(m jetstream.Msg, meta *jetstream.MsgMetadata) {
		id := m.Headers().Get(jetstream.MsgIDHeader)
		mark := store.Mark{Number: numberOf(id), Seq: meta.Sequence.Stream}
		s.shown.note(shownMark{table, mark.Number, mark.Seq, id})
		take(store.Event{Mark: mark, Time: meta.Timestamp, Data: m.Data()})
	})
	return stop, err
}

// follow hands the messages of a subject to a function, or no more than their heads. The info
// is that from before the first.
func (s *Store) follow(ctx context.Context, stream jetstream.Stream, subject string, heads bool, take func(jetstream.Msg, *jetstream.MsgMetadata)) (stop func(), info *jetstream.ConsumerInfo, err error) {
	var c jetstream.Consumer
	err = s.ask(ctx, func(ctx context.Context) (err error) {
		c, err = stream.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{
			FilterSubjects: []string{subject}, InactiveThreshold: forgotten, HeadersOnly: heads,
		})
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	info = c.CachedInfo()
	reading, err := c.Consume(func(m jetstream.Msg) {
		meta, err := m.Metadata()
		if err != nil {
			return // no event of a stream
		}
		take(m, meta)
	}, jetstream.PullMaxMessages(50), jetstream.PullHeartbeat(heartbeat))
	if err != nil {
		s.forget(stream, c)
		return nil, nil, problem(err)
	}
	return sync.OnceFunc(func() {
		reading.Stop()
		<-reading.Closed()
		s.forget(stream, c)
	}), info, nil
}

// forget tells the server that nobody follows any more. It would notice later, too.
func (s *Store) forget(stream jetstream.Stream, c jetstream.Consumer) {
	ctx, cancel := context.WithTimeout(context.Background(), oneTry)
	defer cancel()
	if info := c.CachedInfo(); info != nil {
		_ = stream.DeleteConsumer(ctx, info.Name)
	}
}
