package stream

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"fellowship/tricks/say"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
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
	nats *Store
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
		w.nats, err = open(ctx, opts, func(context.Context, *Store) error { return nil })
		switch {
		case err == nil:
			sub, err := w.nats.nc.Subscribe(w.news(), w.hears)
			if err == nil {
				err = sub.SetPendingLimits(-1, -1)
			}
			if err != nil {
				return nil, errors.Join(err, w.nats.Close())
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
		kv, err := w.nats.js.KeyValue(ctx, w.names.offers())
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
	if w.results, err = w.nats.js.Stream(ctx, w.names.results()); err != nil {
		return err
	}
	consumer, err := w.nats.js.Consumer(ctx, w.units(), w.tag())
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
		case w.nats.nc.IsClosed():
			return nil, refused(w.nats.nc.LastError())
		case w.nats.forbidden() != nil:
			return nil, w.nats.forbidden()
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
	s := u.worker.nats
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
		case err == nil, wasLate(err) && u.isAnswered(ctx): // by us, or another one was quicker
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
	_ = u.worker.nats.nc.Publish(u.worker.failures(), []byte(why))
	u.Return()
}

// Return gives the unit back: somebody else takes it at once.
func (u *Unit) Return() {
	u.stop()
	_ = u.msg.Nak()
}

// Close leaves the queue.
func (w *Worker) Close() error {
	if w.nats.nc.IsConnected() {
		ctx, cancel := context.WithTimeout(context.Background(), oneTry)
		defer cancel()
		_ = w.nats.nc.FlushWithContext(ctx)
	}
	return w.nats.Close()
}
