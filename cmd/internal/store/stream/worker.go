package stream

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"fellowship/characters/say"
	"fellowship/cmd/internal/store"

	"github.com/nats-io/nats.go"
)

// Worker is the end at which units are taken.
type Worker struct {
	names
	name Name
	nats *Store
	// patience is how long it waits for somebody who offers work.
	patience time.Duration
	tell     func(working bool, cause error)

	mu    sync.Mutex
	heard time.Time // when there was somebody who offers work
	last  *bool     // what was told last
	job   string    // the last one that there was
}

// Join joins those who work on the jobs of a queue. It waits for a server, and for
// somebody who offers work, as long as its patience lasts. Tell is told when it works, or why it
// waits, nil where nobody offers work.
//
// The error matches [ErrRefused], [ErrNobody] or [ErrVersion].
func Join(ctx context.Context, opts Options, queue, version string, patience time.Duration, tell func(working bool, cause error)) (*Worker, error) {
	w := &Worker{names: names{queue, version}, name: nameHere(opts.URL), patience: patience, tell: tell, heard: time.Now()}
	opts.inbox = inboxOf(w.name.User)
	for {
		var err error
		w.nats, err = open(ctx, opts, func(context.Context, *Store) error { return nil })
		switch {
		case err == nil:
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

// nameHere is the name of this process there. A user without a password is a secret.
func nameHere(address string) Name {
	first, _, _ := strings.Cut(address, ",")
	user := ""
	if u, err := url.Parse(first); err == nil {
		if _, known := u.User.Password(); known {
			user = u.User.Username()
		}
	}
	machine, _ := os.Hostname() // a machine without a name is one, too
	return Name{cmp.Or(word(user), Nobody), cmp.Or(word(machine), "machine"), rand.Text()[:8]}
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
	w.say(false, cause)
	return store.Pause(ctx, 3*retryWait)
}

// say tells whether it works, where that has changed.
func (w *Worker) say(working bool, cause error) {
	w.mu.Lock()
	again := w.last != nil && *w.last == working
	w.last = &working
	w.mu.Unlock()
	if !again {
		w.tell(working, cause)
	}
}

// ask asks whoever offers work. The error matches [ErrLeftOut] where that wants no more of it.
func (w *Worker) ask(ctx context.Context, what, unit string, data []byte) (*nats.Msg, error) {
	once, cancel := context.WithTimeout(ctx, oneTry)
	defer cancel()
	msg := &nats.Msg{Subject: w.said(w.name.subject(), what), Data: data, Header: nats.Header{headUnit: {unit}}}
	m, err := w.nats.nc.RequestMsgWithContext(once, msg)
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	w.heard, w.job = time.Now(), word(m.Header.Get(headJob))
	w.mu.Unlock()
	if m.Header.Get(headAnswer) != answerYes {
		return nil, ErrLeftOut
	}
	return m, nil
}

// whySilent finds out why nobody answers: all is done, or the work is for another version.
func (w *Worker) whySilent(ctx context.Context) error {
	w.mu.Lock()
	job := w.job
	w.mu.Unlock()
	if job != "" && w.isDone(ctx, job) {
		return ErrDone
	}
	once, cancel := context.WithTimeout(ctx, oneTry)
	defer cancel()
	m, err := w.nats.nc.RequestWithContext(once, w.asked(w.name.subject()), nil)
	switch {
	case err == nil && string(m.Data) != w.version:
		return say.Errorf("%w: the work is for version %s, this is version %s", ErrVersion, m.Data, w.version)
	case err == nil:
		return nil
	case errors.Is(err, nats.ErrNoResponders):
		err = nil
	}
	return w.wait(ctx, err)
}

// isDone reports whether a job was done while nobody was heard here.
func (w *Worker) isDone(ctx context.Context, job string) bool {
	once, cancel := context.WithTimeout(ctx, oneTry)
	defer cancel()
	m, err := w.nats.nc.RequestWithContext(once, "$JS.API.DIRECT.GET."+w.results()+"."+w.done(job), nil)
	return err == nil && string(m.Data) == doneText
}

// Unit is a unit that was taken.
type Unit struct {
	Data   []byte
	worker *Worker
	job    string
}

// Take waits for a unit and takes it. From then on the others know that it is being
// worked at. The error matches [ErrDone], [ErrNobody], [ErrVersion], [ErrRefused] or
// [ErrLeftOut], or is the context's.
func (w *Worker) Take(ctx context.Context) (*Unit, error) {
	for {
		m, err := w.ask(ctx, "take", "", nil)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case w.nats.nc.IsClosed():
			return nil, refused(w.nats.nc.LastError())
		case w.nats.forbidden() != nil:
			return nil, w.nats.forbidden()
		case errors.Is(err, ErrLeftOut):
			return nil, err
		case err != nil:
			err = w.whySilent(ctx)
		default:
			w.say(true, nil)
			if len(m.Data) > 0 {
				return &Unit{Data: m.Data, worker: w, job: word(m.Header.Get(headJob))}, nil
			}
			err = store.Pause(ctx, 3*retryWait)
		}
		if err != nil {
			return nil, err
		}
	}
}

// Done brings the result of the unit, nil where it could not be done. It waits for somebody who
// takes it as long as the worker's patience lasts.
func (u *Unit) Done(ctx context.Context, result []byte) error {
	ctx, cancel := context.WithTimeout(ctx, max(u.worker.patience, oneTry))
	defer cancel()
	for {
		_, err := u.worker.ask(ctx, "bring."+u.job, Key(u.Data), result)
		if err == nil || errors.Is(err, ErrLeftOut) {
			return err
		}
		if u.worker.isDone(ctx, u.job) {
			return nil // by somebody else
		}
		u.worker.say(false, nil)
		if store.Pause(ctx, retryWait) != nil {
			return say.Errorf("a result could not be stored: %w", err)
		}
	}
}

// Close leaves the queue.
func (w *Worker) Close() error { return w.nats.Close() }
