package stream

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"sync"
	"time"

	"fellowship/cmd/internal/store"
	"fellowship/tricks/say"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Job is work that many machines do together: units, each of which somebody takes and
// answers with a result.
type Job struct {
	// Queue is what all jobs of a kind are called, in lower case letters.
	Queue string
	// Version is that of the program. Workers of another one are refused.
	Version string
	// ID tells jobs apart. The same job has the same one, so that it goes on where it
	// was: results that are there are not worked out again.
	ID string
}

// A queue is two streams and a list. Units holds the units that are left, a subject
// each; one that was acknowledged is gone. Results holds a result each, for good: the
// first that came. The list says who offers work now, as long as they say so.
//
// A worker acknowledges a unit when its result is stored. One that says nothing for
// ackWait is taken for dead, and its unit is given to another one.
const (
	ackWait = 6 * time.Second
	// offered is how long an offer is known that is not repeated.
	offered = 30 * time.Second
	// kept is how long units and results are kept.
	kept = 60 * 24 * time.Hour
	// idle is how long a worker waits for a unit before it looks who is there.
	idle = 5 * time.Second
)

// What can be wrong with a queue.
var (
	// ErrVersion is that the work that is offered is for another version.
	ErrVersion = say.New("another version of the program is needed")
	// ErrRefused is that the server does not know us.
	ErrRefused = say.New("it does not let us in: the secret, or the credentials, are not the right ones")
	// ErrNobody is that nobody has offered work for long.
	ErrNobody = say.New("nobody offers work")
	// ErrUnit is that a unit cannot be done.
	ErrUnit = say.New("a unit of the work cannot be done")
	// ErrDone is that all work is done.
	ErrDone = say.New("all work is done")
)

// names are what the streams, subjects and keys of a queue are called.
type names struct{ queue, version string }

func (n names) units() string    { return strings.ToUpper(n.queue) + "_UNITS" }
func (n names) results() string  { return strings.ToUpper(n.queue) + "_RESULTS" }
func (n names) offers() string   { return n.queue + "_offers" }
func (n names) tag() string      { return shortHash([]byte(n.version)) }
func (n names) news() string     { return n.queue + ".news." + n.tag() }
func (n names) failures() string { return n.queue + ".failed." + n.tag() }
func (n names) unit(id, key string) string {
	return n.queue + ".unit." + n.tag() + "." + id + "." + key
}

func (n names) result(id, key string) string {
	return n.queue + ".result." + n.tag() + "." + id + "." + key
}

// resultOf returns the subject for the result of the unit of a subject.
func (n names) resultOf(unit string) string {
	return n.queue + ".result" + strings.TrimPrefix(unit, n.queue+".unit")
}

func shortHash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:12])
}

// Queue is the end at which work is offered.
type Queue struct {
	names
	id      string
	nats    *Store
	results jetstream.Stream
	offers  *bucket
	failed  chan error
	stop    context.CancelFunc
	stopped chan struct{}
}

// Offer opens a queue, and says that there is work. The options are those of [Open].
func Offer(ctx context.Context, opts Options, job Job) (*Queue, error) {
	q := &Queue{names: names{job.Queue, job.Version}, id: shortHash([]byte(job.ID)), stopped: make(chan struct{}), failed: make(chan error, 1)}
	var err error
	if q.nats, err = open(ctx, opts, q.prepare); err != nil {
		return nil, refused(err)
	}
	_, err = q.nats.nc.Subscribe(q.failures(), func(m *nats.Msg) {
		q.fail(say.Errorf("%w: %s", ErrUnit, m.Data))
	})
	if err == nil {
		err = q.offer(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, q.nats.Close())
	}
	going, stop := context.WithCancel(context.WithoutCancel(ctx))
	q.stop = stop
	go q.repeat(going)
	return q, nil
}

func (q *Queue) prepare(ctx context.Context, s *Store) error {
	if err := s.check(ctx); err != nil {
		return err
	}
	err := s.patiently(ctx, "the queue", func(ctx context.Context) error {
		units, err := s.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
			Name: q.units(), Description: "what is left to do", Subjects: []string{q.queue + ".unit.>"},
			Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage, Replicas: s.replicas(),
			MaxMsgSize: maxMessage, MaxAge: kept, MaxConsumers: -1,
		})
		if err != nil {
			return err
		}
		if q.results, err = s.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
			Name: q.names.results(), Description: "what came of it", Subjects: []string{q.queue + ".result.>"},
			Storage: jetstream.FileStorage, Replicas: s.replicas(), MaxMsgSize: maxMessage, MaxAge: kept, MaxConsumers: -1,
		}); err != nil {
			return err
		}
		_, err = units.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
			Durable: q.tag(), FilterSubject: q.unit("*", "*"), AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait,
			MaxDeliver: -1, MaxAckPending: -1, MaxWaiting: 1 << 14, InactiveThreshold: kept,
		})
		return err
	})
	if err != nil {
		return err
	}
	q.offers, err = s.bucket(ctx, q.names.offers(), offered)
	return err
}

// key is that of the job in the list of offers.
func (q *Queue) key() string { return q.tag() + "-" + q.id }

// offer says that there is work, or says so again.
func (q *Queue) offer(ctx context.Context) error {
	return q.offers.ask(ctx, func(ctx context.Context) error {
		_, err := q.offers.kv.Put(ctx, q.key(), []byte(q.version))
		return err
	})
}

// repeat says so from time to time.
func (q *Queue) repeat(ctx context.Context) {
	defer close(q.stopped)
	for pause(ctx, offered/3) == nil {
		err := q.offer(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case errors.Is(err, store.ErrFull):
			q.fail(err) // no result can be stored either
		case err != nil:
			q.nats.log.Warn("workers may not notice that there is work", "error", err)
		}
	}
}

// Failed returns a channel with why the work does not go on. The error matches [ErrUnit]
// or [store.ErrFull].
func (q *Queue) Failed() <-chan error { return q.failed }

func (q *Queue) fail(err error) {
	select {
	case q.failed <- err:
	default: // one is enough
	}
}

// Put offers a unit, unless it is there already. It waits as long as the server does not
// answer.
func (q *Queue) Put(ctx context.Context, unit []byte) error {
	if err := q.nats.writing.Acquire(ctx, 1); err != nil {
		return err
	}
	defer q.nats.writing.Release(1)
	msg := &nats.Msg{Subject: q.unit(q.id, shortHash(unit)), Data: unit}
	return q.nats.stubbornly(ctx, func(ctx context.Context) error {
		_, err := q.nats.js.PublishMsg(ctx, msg, jetstream.WithExpectLastSequencePerSubject(0))
		if wasLate(err) {
			return nil
		}
		return err
	})
}

// stubbornly asks the server for something until it answers.
func (s *Store) stubbornly(ctx context.Context, try func(context.Context) error) error {
	for {
		err := s.ask(ctx, try)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case !errors.Is(err, store.ErrWaiting):
			return err
		}
	}
}

// Results hands the results to a function: those that are there before it returns, and
// then those that come, each once, by one goroutine at a time. It does so until the
// queue is closed.
func (q *Queue) Results(ctx context.Context, take func(result []byte)) error {
	there := make(chan struct{})
	all := sync.OnceFunc(func() { close(there) })
	_, info, err := q.nats.follow(ctx, q.results, q.result(q.id, "*"), false, func(m jetstream.Msg, meta *jetstream.MsgMetadata) {
		take(m.Data())
		if meta.NumPending == 0 {
			all()
		}
	})
	if err != nil {
		return err
	}
	if info.NumPending == 0 {
		all()
	}
	select {
	case <-there:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// list reads a list of offers: by keys, the version for which work is offered, or
// [newsDone]. An offer that ends meanwhile is left out.
func list(ctx context.Context, offers jetstream.KeyValue) (map[string]string, error) {
	keys, err := offers.ListKeys(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = keys.Stop() }()
	all := map[string]string{}
	for key := range keys.Keys() {
		switch e, err := offers.Get(ctx, key); {
		case err == nil:
			all[key] = string(e.Value())
		case !errors.Is(err, jetstream.ErrKeyNotFound):
			return nil, err
		}
	}
	return all, nil
}

// goodbye is how long it may take to tell the workers.
const goodbye = 5 * time.Second

// Close tells the workers, whether all work is done or it only stops for now, and closes
// the queue.
func (q *Queue) Close(done bool) error {
	q.stop()
	<-q.stopped
	ctx, cancel := context.WithTimeout(context.Background(), goodbye)
	defer cancel()
	news := newsStopped
	if done {
		news = newsDone
		_, _ = q.offers.kv.Put(ctx, q.key(), []byte(newsDone)) // for workers that do not hear it
	} else {
		_ = q.offers.kv.Purge(ctx, q.key()) // it is forgotten soon anyway
	}
	_ = q.nats.nc.Publish(q.news(), []byte(news))
	_ = q.nats.nc.FlushWithContext(ctx)
	return q.nats.Close()
}

// What a queue says, and what stands in the list for a job that is done.
const (
	newsDone    = "done"
	newsStopped = "stopped"
)
