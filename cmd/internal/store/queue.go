package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"sync"
	"time"

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
	store   *Store
	results jetstream.Stream
	offers  *Bucket
	failed  chan error
	began   time.Time
	stop    context.CancelFunc
	stopped chan struct{}
}

// Offer opens a queue, and says that there is work. The options are those of [Open].
func Offer(ctx context.Context, opts Options, job Job) (*Queue, error) {
	q := &Queue{began: time.Now(), names: names{job.Queue, job.Version}, id: shortHash([]byte(job.ID)), stopped: make(chan struct{}), failed: make(chan error, 1)}
	var err error
	if q.store, err = open(ctx, opts, q.prepare); err != nil {
		return nil, refused(err)
	}
	_, err = q.store.nc.Subscribe(q.failures(), func(m *nats.Msg) {
		q.fail(say.Errorf("%w: %s", ErrUnit, m.Data))
	})
	if err == nil {
		err = q.offer(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, q.store.Close())
	}
	going, stop := context.WithCancel(context.WithoutCancel(ctx))
	q.stop = stop
	go q.repeat(going)
	return q, nil
}

func (q *Queue) prepare(ctx context.Context, s *Store) error {
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
		case errors.Is(err, ErrFull):
			q.fail(err) // no result can be stored either
		case err != nil:
			q.store.log.Warn("workers may not notice that there is work", "error", err)
		}
	}
}

// Address is where other machines reach the server of this process, empty if it
// listens for none.
func (q *Queue) Address() string {
	if q.store.opts.Listen == "" {
		return ""
	}
	return q.store.server.Addr().String()
}

// Failed returns a channel with why the work does not go on. The error matches [ErrUnit]
// or [ErrFull].
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
	if err := q.store.writing.Acquire(ctx, 1); err != nil {
		return err
	}
	defer q.store.writing.Release(1)
	msg := &nats.Msg{Subject: q.unit(q.id, shortHash(unit)), Data: unit}
	return q.store.stubbornly(ctx, func(ctx context.Context) error {
		_, err := q.store.js.PublishMsg(ctx, msg, jetstream.WithExpectLastSequencePerSubject(0))
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
		case !errors.Is(err, ErrWaiting):
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
	_, info, err := q.store.follow(ctx, q.results, q.result(q.id, "*"), func(m jetstream.Msg, meta *jetstream.MsgMetadata) {
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

// Others counts the other jobs that are offered by this queue now.
func (q *Queue) Others(ctx context.Context) (n int, err error) {
	ctx, cancel := context.WithTimeout(ctx, oneTry)
	defer cancel()
	all, err := list(ctx, q.offers.kv)
	for key, value := range all {
		if key != q.key() && value != newsDone {
			n++
		}
	}
	return n, err
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

// goodbye is how long workers may take to leave when all is done, and cutOff how long one
// takes to come back that was cut off when the server began.
const (
	goodbye = 5 * time.Second
	cutOff  = 3 * time.Second
)

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
	_ = q.store.nc.Publish(q.news(), []byte(news))
	_ = q.store.nc.FlushWithContext(ctx)
	for done && q.store.server != nil && (q.store.server.NumClients() > 1 || time.Since(q.began) < cutOff) && pause(ctx, retryWait/4) == nil {
		continue // they leave by themselves
	}
	return q.store.Close()
}

// What a queue says, and what stands in the list for a job that is done.
const (
	newsDone    = "done"
	newsStopped = "stopped"
)

// News is what a worker hears.
type News int

// The kinds of news.
const (
	Waiting News = iota // nobody is there yet, or any more
	Working             // there is work, or there will be
	Stopped             // whoever offers the work has stopped
)

// Worker is the end at which units are taken.
type Worker struct {
	names
	store *Store
	// patience is how long it waits for somebody who offers work.
	patience time.Duration
	tell     func(News, error)
	over     context.Context // ends when all is done
	end      func()          // ends it

	mu       sync.Mutex
	heard    time.Time // when there was work, or somebody who offers it
	looked   time.Time // when it looked who is there
	last     News
	worked   bool // there was work
	consumer jetstream.Consumer
	results  jetstream.Stream
	offers   jetstream.KeyValue
}

// Join joins those who work on the jobs of a queue. It waits for a server, and for
// somebody who offers work, as long as its patience lasts. Tell is called with news.
//
// The error matches [ErrRefused], [ErrNobody] or [ErrVersion].
func Join(ctx context.Context, opts Options, queue, version string, patience time.Duration, tell func(News, error)) (*Worker, error) {
	w := &Worker{names: names{queue, version}, patience: patience, tell: tell, heard: time.Now(), last: -1}
	w.over, w.end = context.WithCancel(context.Background())
	for {
		var err error
		w.store, err = open(ctx, opts, func(context.Context, *Store) error { return nil })
		switch {
		case err == nil:
			sub, err := w.store.nc.Subscribe(w.news(), w.hears)
			if err == nil {
				err = sub.SetPendingLimits(-1, -1)
			}
			if err != nil {
				return nil, errors.Join(err, w.store.Close())
			}
			return w, nil
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case !notThere(err):
			return nil, refused(err)
		}
		if err := w.wait(ctx, err); err != nil {
			return nil, err
		}
	}
}

// notThere reports whether an error says that nobody answers, yet.
func notThere(err error) bool {
	var net interface{ Timeout() bool } // also one of package net that is no time-out
	return errors.Is(err, nats.ErrNoServers) || errors.Is(err, nats.ErrTimeout) || errors.As(err, &net)
}

func refused(err error) error {
	if errors.Is(err, nats.ErrAuthorization) || errors.Is(err, nats.ErrAuthExpired) || errors.Is(err, nats.ErrAuthRevoked) {
		return ErrRefused
	}
	return err
}

// wait waits a moment for somebody who offers work.
func (w *Worker) wait(ctx context.Context, cause error) error {
	w.mu.Lock()
	since := time.Since(w.heard)
	w.mu.Unlock()
	if since > w.patience {
		if cause == nil {
			return ErrNobody
		}
		return say.Errorf("%w: %w", ErrNobody, cause)
	}
	w.say(Waiting, cause)
	return pause(ctx, 3*retryWait)
}

// say passes news on, once.
func (w *Worker) say(news News, err error) {
	w.mu.Lock()
	again := w.last == news || news == Waiting && w.last == Stopped
	if !again {
		w.last = news
	}
	w.mu.Unlock()
	if !again {
		w.tell(news, err)
	}
}

// hears takes what is told at the other end.
func (w *Worker) hears(m *nats.Msg) {
	switch string(m.Data) {
	case newsStopped:
		w.say(Stopped, nil)
	case newsDone:
		// Somebody else may offer other work. If that cannot be told now it is seen later.
		ctx, cancel := context.WithTimeout(context.Background(), oneTry)
		defer cancel()
		if n, _, _, err := w.who(ctx); err == nil && n == 0 {
			w.end()
		}
	}
}

// who counts those who offer work for this version, and the jobs that were done just now,
// and returns another version for which somebody offers work.
func (w *Worker) who(ctx context.Context) (n, done int, other string, err error) {
	offers, err := w.listed(ctx)
	if err != nil {
		return 0, 0, "", err
	}
	all, err := list(ctx, offers)
	for key, value := range all {
		ours := strings.HasPrefix(key, w.tag()+"-")
		switch {
		case ours && value == newsDone:
			done++
		case ours:
			n++
		case value != newsDone:
			other = value
		}
	}
	return n, done, other, err
}

// listed finds the list of offers, which whoever offers work first has made.
func (w *Worker) listed(ctx context.Context) (jetstream.KeyValue, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.offers == nil {
		kv, err := w.store.js.KeyValue(ctx, w.names.offers())
		if err != nil {
			return nil, err
		}
		w.offers = kv
	}
	return w.offers, nil
}

// find finds the streams.
func (w *Worker) find(ctx context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.consumer != nil {
		return nil
	}
	var err error
	if w.results, err = w.store.js.Stream(ctx, w.names.results()); err != nil {
		return err
	}
	consumer, err := w.store.js.Consumer(ctx, w.units(), w.tag())
	if err == nil {
		w.consumer = consumer
	}
	return err
}

// look looks who is there, if nobody has done so just now.
func (w *Worker) look(ctx context.Context) error {
	w.mu.Lock()
	soon := time.Since(w.looked) < 2*retryWait
	w.looked = time.Now()
	w.mu.Unlock()
	if soon {
		return pause(ctx, retryWait)
	}
	once, cancel := context.WithTimeout(ctx, oneTry)
	defer cancel()
	n, done, other, err := w.who(once)
	w.mu.Lock()
	over := n == 0 && done > 0 && w.worked
	w.mu.Unlock()
	if over { // it was cut off when that was said
		w.end()
		return nil
	}
	if n == 0 && other != "" {
		return say.Errorf("%w: the work is for version %s, this is version %s", ErrVersion, other, w.version)
	}
	if n > 0 {
		err = w.find(once)
	}
	if n == 0 || err != nil {
		return w.wait(ctx, err)
	}
	w.there()
	return nil
}

// there notes that there is work, or somebody who offers it.
func (w *Worker) there() {
	w.mu.Lock()
	w.heard, w.worked = time.Now(), true
	w.mu.Unlock()
	w.say(Working, nil)
}

// Unit is a unit that was taken. It ends with [Unit.Done] or [Unit.Return].
type Unit struct {
	Data   []byte
	worker *Worker
	msg    jetstream.Msg
	stop   context.CancelFunc
}

// Take waits for a unit and takes it. From then on the others know that it is being
// worked at. The error matches [ErrDone], [ErrNobody], [ErrVersion] or [ErrRefused], or
// is the context's.
func (w *Worker) Take(ctx context.Context) (*Unit, error) {
	for {
		switch {
		case w.over.Err() != nil:
			return nil, ErrDone
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case w.store.nc.IsClosed():
			return nil, refused(w.store.nc.LastError())
		}
		w.mu.Lock()
		consumer := w.consumer
		w.mu.Unlock()
		if consumer != nil {
			if unit, err := w.next(ctx, consumer); unit != nil || ctx.Err() != nil {
				return unit, err
			}
		}
		if w.over.Err() != nil {
			return nil, ErrDone
		}
		if err := w.look(ctx); err != nil {
			return nil, err
		}
	}
}

// next takes the next unit, if one comes soon.
func (w *Worker) next(ctx context.Context, consumer jetstream.Consumer) (*Unit, error) {
	soon, cancel := context.WithTimeout(ctx, idle)
	defer cancel()
	defer context.AfterFunc(w.over, cancel)()
	batch, err := consumer.Fetch(1, jetstream.FetchContext(soon))
	if err != nil {
		return nil, ctx.Err()
	}
	for msg := range batch.Messages() {
		unit := w.taken(msg)
		w.there()
		if unit.isAnswered(ctx) {
			unit.acknowledge()
			continue
		}
		return unit, nil
	}
	if batch.Error() != nil && soon.Err() == nil {
		_ = pause(ctx, retryWait)
	}
	return nil, ctx.Err()
}

// taken lets the others know that a unit is being worked at, until it ends.
func (w *Worker) taken(msg jetstream.Msg) *Unit {
	ctx, stop := context.WithCancel(context.Background())
	go func() {
		for pause(ctx, ackWait/3) == nil {
			_ = msg.InProgress() // without it another one does the same
		}
	}()
	return &Unit{Data: msg.Data(), worker: w, msg: msg, stop: stop}
}

// isAnswered reports whether there is a result.
func (u *Unit) isAnswered(ctx context.Context) bool {
	once, cancel := context.WithTimeout(ctx, oneTry)
	defer cancel()
	_, err := u.worker.results.GetLastMsgForSubject(once, u.worker.resultOf(u.msg.Subject()))
	return err == nil
}

// Done stores the result of the unit, if there is none yet. It waits for a server that
// does not answer as long as the worker's patience lasts.
func (u *Unit) Done(ctx context.Context, result []byte) error {
	s := u.worker.store
	defer u.stop()
	ctx, cancel := context.WithTimeout(ctx, max(u.worker.patience, oneTry))
	defer cancel()
	msg := &nats.Msg{Subject: u.worker.resultOf(u.msg.Subject()), Data: result}
	for {
		err := s.stubbornly(ctx, func(ctx context.Context) error {
			_, err := s.js.PublishMsg(ctx, msg, jetstream.WithExpectLastSequencePerSubject(0))
			return err
		})
		switch {
		case err == nil:
			u.acknowledge()
			return nil
		case wasLate(err) && u.isAnswered(ctx): // by us, or another one was quicker
			u.acknowledge()
			return nil
		case !wasLate(err):
			return say.Errorf("a result could not be stored: %w", err)
		}
		if err := pause(ctx, retryWait); err != nil {
			return err
		}
	}
}

// acknowledge removes the unit from the queue. If that fails whoever takes it next
// finds the result.
func (u *Unit) acknowledge() {
	u.stop()
	ctx, cancel := context.WithTimeout(context.Background(), oneTry)
	defer cancel()
	_ = u.msg.DoubleAck(ctx)
}

// Fail gives the unit back, and tells whoever offers the work that it cannot be done.
func (u *Unit) Fail(why string) {
	_ = u.worker.store.nc.Publish(u.worker.failures(), []byte(why))
	u.Return()
}

// Return gives the unit back: somebody else takes it at once.
func (u *Unit) Return() {
	u.stop()
	_ = u.msg.Nak()
}

// Close leaves the queue.
func (w *Worker) Close() error {
	if w.store.nc.IsConnected() {
		ctx, cancel := context.WithTimeout(context.Background(), oneTry)
		defer cancel()
		_ = w.store.nc.FlushWithContext(ctx)
	}
	return w.store.Close()
}
