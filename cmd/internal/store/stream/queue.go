package stream

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"time"

	"fellowship/characters/say"
	"fellowship/cmd/internal/store"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Job is work that many machines do together: units, each of which somebody takes and
// answers with a result.
type Job struct {
	// Queue is the name of all jobs of a kind, in lower case letters.
	Queue string
	// Version is the version of the program. Workers of another one are refused.
	Version string
	// ID tells jobs apart. The same job has the same one, so that it goes on where it
	// was: results that are kept are not worked out again.
	ID string
}

// Desk is the side that offers the work to the workers that come. Each may refuse a worker with an
// error. A nil unit says that there is none now, and a nil result that the unit could not be done.
type Desk interface {
	Take(worker Name) (unit []byte, err error)
	Bring(worker Name, key string, result []byte) error
}

// Workers ask for units and bring results, and write nothing that is kept: that does only the
// one with the work, when it has looked at a result. So nobody's garbage is there for long, and
// a worker needs no right but to speak in its own name.
const (
	// kept is how long results are kept.
	kept = 60 * 24 * time.Hour
)

// Errors about a queue.
var (
	// ErrVersion means that the work that is offered is for another version.
	ErrVersion = say.New("another version of the program is needed")
	// ErrRefused means that the server does not know us.
	ErrRefused = say.New("it does not let us in: the secret, or the credentials, are not the right ones")
	// ErrNobody means that nobody has offered work for long.
	ErrNobody = say.New("nobody offers work")
	// ErrLeftOut means that the results of a worker were wrong.
	ErrLeftOut = say.New("the results of this machine were not right, and no more are taken from it")
	// ErrDone means that all work is done.
	ErrDone = say.New("all work is done")
)

// names makes the names of a queue's stream and subjects.
type names struct{ queue, version string }

func (n names) results() string { return strings.ToUpper(n.queue) + "_RESULTS" }
func (n names) tag() string     { return Key([]byte(n.version)) }
func (n names) result(id, k string) string {
	return n.queue + ".result." + n.tag() + "." + id + "." + k
}
func (n names) done(id string) string { return n.queue + ".done." + n.tag() + "." + id }

// said is the subject of a worker's messages, "*.*.*" for all of them.
func (n names) said(worker, what string) string {
	return n.queue + ".work." + worker + "." + n.tag() + "." + what
}

// version is asked for by workers of another one, too.
func (n names) asked(worker string) string { return n.queue + ".work." + worker + ".version" }

// Key is short for a text, such as a unit of the work.
func Key(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:12])
}

// Name is that of a worker: the user it has signed in as, its machine, and its process. The
// server holds the user to be true, if workers have rights to their own name only.
type Name struct{ User, Machine, Process string }

// Nobody is the user of those who have none.
const Nobody = "anybody"

func (n Name) subject() string { return n.User + "." + n.Machine + "." + n.Process }

// String is for people.
func (n Name) String() string {
	if n.User == Nobody {
		return n.Machine
	}
	return n.User + "/" + n.Machine
}

// nameOf reads the name in the subject of a worker's message.
func nameOf(subject string) (n Name, ok bool) {
	parts := strings.Split(subject, ".")
	if len(parts) < 5 {
		return n, false
	}
	n = Name{parts[2], parts[3], parts[4]}
	for _, part := range parts[2:5] {
		if part == "" || part != word(part) {
			return n, false
		}
	}
	return n, true
}

// word makes a part of a name of any text.
func word(text string) string {
	out := strings.Map(func(r rune) rune {
		if r == '-' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, text)
	return out[:min(len(out), 40)]
}

// The headers of messages.
const (
	headJob    = "Fellowship-Job"
	headUnit   = "Fellowship-Unit"
	headAnswer = "Fellowship-Answer"
	answerYes  = "yes"
	answerNo   = "left out"
)

// Queue is the end at which work is offered.
type Queue struct {
	names
	id     string
	nats   *Store
	stream jetstream.Stream
	subs   []*nats.Subscription
}

// Offer opens a queue. The options are those of [Open].
func Offer(ctx context.Context, opts Options, job Job) (*Queue, error) {
	q := &Queue{names: names{job.Queue, job.Version}, id: Key([]byte(job.ID))}
	var err error
	q.nats, err = open(ctx, opts, func(ctx context.Context, s *Store) error {
		if err := s.check(ctx); err != nil {
			return err
		}
		return s.patiently(ctx, "the queue", func(ctx context.Context) error { return q.prepare(ctx, s) })
	})
	if err != nil {
		return nil, refused(err)
	}
	err = q.nats.ask(ctx, func(ctx context.Context) error {
		return q.stream.Purge(ctx, jetstream.WithPurgeSubject(q.done(q.id)))
	})
	if err != nil {
		return nil, errors.Join(err, q.nats.Close())
	}
	return q, nil
}

// prepare makes the stream, if it is not there.
func (q *Queue) prepare(ctx context.Context, s *Store) (err error) {
	q.stream, err = s.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: q.results(), Description: "what was measured", Subjects: []string{q.queue + ".result.>", q.queue + ".done.>"},
		Storage: jetstream.FileStorage, Replicas: s.replicas(), MaxMsgSize: maxMessage, MaxAge: kept, MaxConsumers: -1, AllowDirect: true,
	})
	return err
}

// Kept hands the results that are kept to a function, with the keys of their units.
func (q *Queue) Kept(ctx context.Context, take func(key string, result []byte)) error {
	var c jetstream.Consumer
	err := q.nats.ask(ctx, func(ctx context.Context) (err error) {
		c, err = q.stream.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{
			FilterSubjects: []string{q.result(q.id, "*")}, InactiveThreshold: forgotten,
		})
		return err
	})
	if err != nil {
		return err
	}
	defer q.nats.forget(q.stream, c)
	for left := c.CachedInfo().NumPending; left > 0; {
		m, err := c.Next(jetstream.FetchMaxWait(patience))
		if err != nil {
			return problem(err)
		}
		take(m.Subject()[strings.LastIndexByte(m.Subject(), '.')+1:], m.Data())
		meta, err := m.Metadata()
		if err != nil {
			return err
		}
		left = meta.NumPending
	}
	return nil
}

// Keep keeps the result of a unit. It waits as long as the server does not answer, and where
// somebody has deleted the stream there is another one.
func (q *Queue) Keep(ctx context.Context, key string, result []byte) error {
	if err := q.nats.writing.Acquire(ctx, 1); err != nil {
		return err
	}
	defer q.nats.writing.Release(1)
	msg := &nats.Msg{Subject: q.result(q.id, key), Data: result}
	return q.nats.stubbornly(ctx, func(ctx context.Context) error {
		_, err := q.nats.js.PublishMsg(ctx, msg, jetstream.WithExpectLastSequencePerSubject(0))
		switch {
		case wasLate(err):
			return nil // it is kept
		case errors.Is(err, jetstream.ErrNoStreamResponse):
			return errors.Join(err, q.prepare(ctx, q.nats))
		}
		return err
	})
}

// Forget forgets the result of a unit that is kept, "*" for all of them.
func (q *Queue) Forget(ctx context.Context, key string) error {
	return q.nats.ask(ctx, func(ctx context.Context) error {
		return q.stream.Purge(ctx, jetstream.WithPurgeSubject(q.result(q.id, key)))
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

// Serve answers workers from now on.
func (q *Queue) Serve(desk Desk) error {
	const anybody = "*.*.*"
	for subject, answer := range map[string]func(Name, *nats.Msg) (*nats.Msg, error){
		q.asked(anybody): func(Name, *nats.Msg) (*nats.Msg, error) {
			return &nats.Msg{Data: []byte(q.version)}, nil
		},
		q.said(anybody, "take"): func(n Name, _ *nats.Msg) (*nats.Msg, error) {
			unit, err := desk.Take(n)
			return &nats.Msg{Data: unit}, err
		},
		q.said(anybody, "bring."+q.id): func(n Name, m *nats.Msg) (*nats.Msg, error) {
			return &nats.Msg{}, desk.Bring(n, m.Header.Get(headUnit), m.Data)
		},
	} {
		group := "" // all hear it
		if strings.HasSuffix(subject, ".take") {
			group = "desks"
		}
		sub, err := q.nats.nc.QueueSubscribe(subject, group, func(m *nats.Msg) { q.answer(m, answer) })
		if err != nil {
			return err
		}
		q.subs = append(q.subs, sub)
	}
	return problem(q.nats.nc.Flush())
}

// answer answers a worker: only where it hears answers, or it could have us speak to others.
func (q *Queue) answer(m *nats.Msg, how func(Name, *nats.Msg) (*nats.Msg, error)) {
	name, ok := nameOf(m.Subject)
	if !ok {
		return
	}
	out, err := how(name, m)
	if out == nil || !strings.HasPrefix(m.Reply, inboxOf(name.User)+".") {
		return
	}
	out.Subject, out.Header = m.Reply, nats.Header{headJob: {q.id}, headAnswer: {answerYes}}
	if err != nil {
		out.Data = nil
		out.Header.Set(headAnswer, answerNo)
	}
	_ = q.nats.nc.PublishMsg(out) // it asks again
}

// inboxOf is where the workers of a user hear answers.
func inboxOf(user string) string { return "_INBOX." + user }

// goodbye is how long it may take to tell the workers.
const goodbye = 5 * time.Second

// Close closes the queue. Where all work is done that is kept, and workers find it.
func (q *Queue) Close(done bool) error {
	for _, sub := range q.subs {
		_ = sub.Unsubscribe()
	}
	if done {
		ctx, cancel := context.WithTimeout(context.Background(), goodbye)
		defer cancel()
		_ = q.nats.ask(ctx, func(ctx context.Context) error {
			_, err := q.nats.js.Publish(ctx, q.done(q.id), []byte(doneText))
			return err
		})
	}
	return q.nats.Close()
}

// doneText stands for a job that is done.
const doneText = "done"
