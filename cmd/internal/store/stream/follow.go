package stream

import (
	"context"
	"sync"
	"time"

	"fellowship/characters/say"
	"fellowship/cmd/internal/store"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// forgotten is after which time the server forgets who follows a table: the process
// was killed.
const forgotten = 30 * time.Second

// heartbeat is how often the server says that it is still there. After two that did
// not come somebody else is asked: the server of a cluster was killed.
const heartbeat = time.Second

// Follow hands the events of a table to a function. A stream has to keep an account of all who
// follow, so a process follows a table once, for all who sit there.
func (s *Store) Follow(ctx context.Context, table string, take func(store.Event)) (stop func(), err error) {
	last, err := s.Last(ctx, table)
	if err != nil {
		return nil, err
	}
	come := make(chan struct{})
	there := sync.OnceFunc(func() { close(come) })
	stop, _, err = s.follow(ctx, s.stream, subject(table), false, func(m jetstream.Msg, meta *jetstream.MsgMetadata) {
		id := m.Headers().Get(jetstream.MsgIDHeader)
		mark := store.Mark{Number: numberOf(id), Seq: meta.Sequence.Stream}
		s.shown.note(shownMark{table, mark.Number, mark.Seq, id})
		take(store.Event{Mark: mark, Time: meta.Timestamp, Data: m.Data()})
		if mark.Seq >= last.Seq {
			there()
		}
	})
	if err != nil {
		return nil, err
	}
	select {
	case <-come:
		return stop, nil
	case <-ctx.Done():
		stop()
		return nil, say.Errorf("%w: %w", store.ErrWaiting, ctx.Err())
	}
}

// following hands the messages of a subject to a function. The client's own way to go on after
// a fault waits up to ten seconds for one answer, and as long again before it asks once more:
// so a consumer that is lost is left here, and another one made.
type following struct {
	*Store
	stream  jetstream.Stream
	subject string
	heads   bool
	take    func(jetstream.Msg, *jetstream.MsgMetadata)

	mu   sync.Mutex // held while take is called
	now  jetstream.Consumer
	last uint64 // sequence that was taken
}

// follow hands the messages of a subject to a function, or no more than their heads. The info
// is that from before the first.
func (s *Store) follow(ctx context.Context, stream jetstream.Stream, subject string, heads bool, take func(jetstream.Msg, *jetstream.MsgMetadata)) (stop func(), info *jetstream.ConsumerInfo, err error) {
	f := &following{Store: s, stream: stream, subject: subject, heads: heads, take: take}
	c, err := f.consumer(ctx)
	if err != nil {
		return nil, nil, err
	}
	f.now = c
	going, end := context.WithCancel(context.WithoutCancel(ctx))
	var ended sync.WaitGroup
	ended.Go(func() { f.goOn(going, c) })
	return sync.OnceFunc(func() {
		end()
		ended.Wait()
	}), c.CachedInfo(), nil
}

// consumer makes a consumer of what was not taken yet.
func (f *following) consumer(ctx context.Context) (c jetstream.Consumer, err error) {
	f.mu.Lock()
	config := jetstream.OrderedConsumerConfig{FilterSubjects: []string{f.subject}, InactiveThreshold: forgotten, HeadersOnly: f.heads}
	if f.last > 0 {
		config.DeliverPolicy, config.OptStartSeq = jetstream.DeliverByStartSequencePolicy, f.last+1
	}
	f.mu.Unlock()
	err = f.ask(ctx, func(ctx context.Context) (err error) {
		c, err = f.stream.OrderedConsumer(ctx, config)
		return err
	})
	return c, err
}

// goOn reads until the context ends, from one consumer after the other.
func (f *following) goOn(ctx context.Context, c jetstream.Consumer) {
	parted := f.nc.StatusChanged(nats.RECONNECTING)
	defer f.nc.RemoveStatusListener(parted)
	for {
		f.read(ctx, c, parted)
		if ctx.Err() != nil {
			f.forget(f.stream, c)
			return
		}
		go f.forget(f.stream, c)
		for try, err := 0, store.ErrWaiting; err != nil; try++ {
			if store.Pause(ctx, retryWait) != nil {
				return
			}
			// The server may have it made where nobody is any more: then not for long. But
			// one with much to do needs longer.
			once, cancel := context.WithTimeout(ctx, 2*retryWait<<(try%4))
			c, err = f.consumer(once)
			cancel()
		}
		f.mu.Lock()
		f.now = c
		f.mu.Unlock()
	}
}

// read reads from a consumer until that is lost, the connection is, or the context ends. After
// a new connection the client asks for minutes for a consumer that may have gone with a server.
func (f *following) read(ctx context.Context, c jetstream.Consumer, parted <-chan nats.Status) {
	lost := make(chan struct{}, 1)
	reading, err := c.Consume(func(m jetstream.Msg) {
		meta, err := m.Metadata()
		if err != nil {
			return // no event of a stream
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.now == c && meta.Sequence.Stream > f.last {
			f.last = meta.Sequence.Stream
			f.take(m, meta)
		}
	}, jetstream.PullMaxMessages(50), jetstream.PullHeartbeat(heartbeat), jetstream.ConsumeErrHandler(func(jetstream.ConsumeContext, error) {
		select {
		case lost <- struct{}{}:
		default:
		}
	}))
	if err != nil {
		return
	}
	select {
	case <-lost:
	case <-parted:
	case <-ctx.Done():
	}
	f.mu.Lock()
	f.now = nil // what still comes of this one is not taken
	f.mu.Unlock()
	go reading.Stop()
}

// forget tells the server that nobody follows any more. It would notice later, too.
func (s *Store) forget(stream jetstream.Stream, c jetstream.Consumer) {
	ctx, cancel := context.WithTimeout(context.Background(), oneTry)
	defer cancel()
	if info := c.CachedInfo(); info != nil {
		_ = stream.DeleteConsumer(ctx, info.Name)
	}
}
