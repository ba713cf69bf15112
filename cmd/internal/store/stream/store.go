// Package stream keeps the logs of tables, and queues of work for many machines ([Queue]),
// on servers of NATS that somebody runs. It is the only one that knows NATS.
//
// All logs are in one JetStream stream, TABLES, with a subject for each table. Each event
// is written with the sequence that its writer took for the last of its table, so the
// server takes exactly one of two for the same moment.
package stream

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"fellowship/characters/say"
	"fellowship/cmd/internal/store"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/semaphore"
)

// streamName is the stream of all tables.
const streamName = "TABLES"

// Options says where the servers are.
type Options struct {
	// URL is theirs, such as nats://host:4222, several with commas between them. Remote is
	// how to sign in there.
	URL    string
	Remote Remote
	// Shown is a file of this machine in which is kept how far tables were shown, empty for
	// none.
	Shown string
	// Existing makes nothing that is not there: the error is [ErrNoTables] without tables.
	Existing bool
	// Log takes what the connection complains about; nil for nobody.
	Log *slog.Logger
	// inbox is where answers are heard, that of the client if it is empty.
	inbox string
}

// Store is the logs. Its methods are for many goroutines.
type Store struct {
	people, codes, common *bucket

	opts   Options
	log    *slog.Logger
	nc     *nats.Conn
	js     jetstream.JetStream
	stream jetstream.Stream
	// writing bounds how many wait for the server at a time: the others wait here,
	// where nothing runs out.
	writing *semaphore.Weighted
	health  health
	shown   *shown
	// settled is how long the servers of a cluster may take to know their last event.
	settled time.Duration
	// denied is the first thing that the user may not do there, nil if nothing was refused.
	denied atomic.Pointer[error]
}

const (
	// mostWriting is how many events are on their way at a time.
	mostWriting = 64
	// retryWait is how long to wait before something is tried again.
	retryWait = 100 * time.Millisecond
	// oneTry is how long the server may take for one answer, before it is asked again:
	// a leader that was killed never answers. openTime is for being ready: a cluster has
	// to elect its leaders first.
	oneTry = 2 * time.Second
	// settling is how long a server that leads anew may still read what came before.
	settling = 3 * time.Second
	openTime = 60 * time.Second
	// ping is how often the server is asked whether it is there: a machine that has lost
	// its power does not close its connections.
	ping = 5 * time.Second
)

// Open opens the logs, and begins them where there are none. The context bounds how long
// it waits for a server, 60 s without a deadline.
func Open(ctx context.Context, opts Options) (*Store, error) {
	return open(ctx, opts, func(ctx context.Context, s *Store) error { return s.prepare(ctx) })
}

// open connects to the server, and prepares what is kept there.
func open(ctx context.Context, opts Options, prepare func(context.Context, *Store) error) (*Store, error) {
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	s := &Store{opts: opts, log: opts.Log, writing: semaphore.NewWeighted(mostWriting), settled: settling}
	ctx, cancel := context.WithTimeout(ctx, openTime)
	defer cancel()
	var err error
	if s.shown, err = openShown(opts.Shown, opts.Log); err != nil {
		return nil, err
	}
	err = s.connect()
	if err == nil {
		err = prepare(ctx, s)
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// prepare finds the stream and the lists, or makes them.
func (s *Store) prepare(ctx context.Context) error {
	if err := s.check(ctx); err != nil {
		return err
	}
	if err := s.openStream(ctx); err != nil {
		return err
	}
	if s.opts.Existing {
		s.inspectAll(ctx)
		return nil
	}
	var err error
	if s.people, err = s.bucket(ctx, "people", store.PeopleLife); err != nil {
		return err
	}
	if s.common, err = s.bucket(ctx, "common", 0); err != nil {
		return err
	}
	if s.codes, err = s.bucket(ctx, "codes", store.CodeLife); err != nil {
		return err
	}
	var watching context.Context
	watching, s.health.end = context.WithCancel(context.Background())
	go s.watch(watching)
	return nil
}

// connect connects to the server.
func (s *Store) connect() error {
	remote, err := s.opts.Remote.options()
	if err != nil {
		return err
	}
	opts := append([]nats.Option{
		nats.Name("fellowship"), nats.MaxReconnects(-1), nats.ReconnectWait(retryWait), nats.Timeout(oneTry),
		nats.PingInterval(ping), nats.MaxPingsOutstanding(2),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			s.log.Debug("the connection", "error", err)
			if errors.Is(err, nats.ErrPermissionViolation) {
				s.denied.CompareAndSwap(nil, &err) // no answer comes: nobody else says so
			}
		}),
	}, remote...)
	if s.opts.inbox != "" {
		opts = append(opts, nats.CustomInboxPrefix(s.opts.inbox))
	}
	if s.nc, err = nats.Connect(s.opts.URL, opts...); err != nil {
		return say.Errorf("the server at %s: %w", Redacted(s.opts.URL), err)
	}
	s.js, err = jetstream.New(s.nc)
	return err
}

// check holds that the server can do what the tables need. Whether it waits for its disk
// before it acknowledges (sync_interval: always) it does not tell its users.
func (s *Store) check(ctx context.Context) error {
	err := s.patiently(ctx, "JetStream", func(ctx context.Context) error {
		_, err := s.js.AccountInfo(ctx)
		return err
	}, func(err error) bool {
		return errors.Is(err, jetstream.ErrJetStreamNotEnabled) || errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount)
	})
	switch {
	case err != nil:
		return say.Errorf("the server at %s: %w", Redacted(s.opts.URL), err)
	case s.nc.MaxPayload() < maxMessage:
		return say.Errorf("the server at %s takes messages of %d bytes at most; set its max_payload to %d or more", Redacted(s.opts.URL), s.nc.MaxPayload(), maxMessage)
	}
	return nil
}

// openStream finds the stream, or makes it where there was never one.
func (s *Store) openStream(ctx context.Context) error {
	err := s.patiently(ctx, "the stream of tables", func(ctx context.Context) (err error) {
		s.stream, err = s.js.Stream(ctx, streamName)
		switch {
		case !errors.Is(err, jetstream.ErrStreamNotFound):
			return err
		case s.opts.Existing:
			return say.Errorf("%w at %s", ErrNoTables, Redacted(s.opts.URL))
		}
		s.stream, err = s.js.CreateStream(ctx, jetstream.StreamConfig{
			Name: streamName, Description: "tables of Fellowship", Subjects: []string{subject("*")},
			Storage: jetstream.FileStorage, Replicas: s.replicas(), MaxConsumers: -1,
			MaxMsgSize: maxMessage, DenyDelete: true, Duplicates: 2 * time.Minute,
		})
		return err
	}, func(err error) bool { return errors.Is(err, ErrNoTables) })
	if err != nil {
		return err
	}
	info := s.stream.CachedInfo()
	if info.Config.Storage != jetstream.FileStorage {
		return say.Errorf("the stream %s keeps the tables in memory only, so a restart would lose them; it has to be made with file storage", streamName)
	}
	if n := info.Config.Replicas; n < s.replicas() {
		s.log.Warn("the cluster keeps fewer copies of the tables than it could", "stream", streamName, "replicas", n, "cure", "nats stream edit TABLES --replicas 3")
	}
	if lost := info.State.Lost; lost != nil {
		s.log.Error("some events of tables cannot be read any more; put a copy in their place", "events", len(lost.Msgs), "bytes", lost.Bytes)
	}
	return nil
}

// ErrNoTables means that no server has ever kept tables there.
var ErrNoTables = say.New("there are no tables")

// forbidden is the error about what the user may not do there, nil if nothing was refused.
func (s *Store) forbidden() error {
	if err := s.denied.Load(); err != nil {
		return say.Errorf("the user may not do what is needed there: %w", *err)
	}
	return nil
}

// replicas is how many servers keep each event: three in a cluster. A stream that is there
// already stays as it is.
func (s *Store) replicas() int {
	if s.nc.ConnectedClusterName() != "" {
		return 3
	}
	return 1
}

// patiently tries something until it works, or one of final says that waiting does not
// cure its error: a cluster that has just begun, or lost its leader, says no for some
// seconds.
func (s *Store) patiently(ctx context.Context, what string, try func(context.Context) error, final ...func(error) bool) error {
	isFinal := func(err error) bool {
		return s.forbidden() != nil || isFull(err) || slices.ContainsFunc(final, func(f func(error) bool) bool { return f(err) })
	}
	err := again(ctx, isFinal, try)
	switch {
	case err == nil:
		return nil
	case s.forbidden() != nil:
		return say.Errorf("%s: %w", what, s.forbidden())
	case isFull(err):
		return say.Errorf("%s: %w: %w", what, store.ErrFull, err)
	case isFinal(err):
		return say.Errorf("%s: %w", what, err)
	}
	return say.Errorf("%s: %w: %w", what, store.ErrWaiting, err)
}

// again tries something until it works, final says that waiting does not cure its error,
// or the context ends. Each try may take as long as the server may for one answer.
func again(ctx context.Context, final func(error) bool, try func(context.Context) error) error {
	for {
		once, cancel := context.WithTimeout(ctx, oneTry)
		err := try(once)
		cancel()
		if err == nil || final(err) || store.Pause(ctx, retryWait) != nil {
			return err
		}
	}
}

// People holds the records of people.
func (s *Store) People() store.Bucket { return s.people }

// Codes holds the targets of codes.
func (s *Store) Codes() store.Bucket { return s.codes }

// Common holds values for all programs that use these servers.
func (s *Store) Common() store.Bucket { return s.common }

// Stats counts what there is.
func (s *Store) Stats(ctx context.Context) (store.Stats, error) {
	info, err := s.stream.Info(ctx)
	if err != nil {
		return store.Stats{}, problem(err)
	}
	return store.Stats{Tables: info.State.NumSubjects, Bytes: info.State.Bytes, Damaged: s.shown.count()}, nil
}

// Tables returns the names of the tables.
func (s *Store) Tables(ctx context.Context) (out []string, err error) {
	err = s.ask(ctx, func(ctx context.Context) error {
		info, err := s.stream.Info(ctx, jetstream.WithSubjectFilter(subject("*")))
		if err != nil {
			return err
		}
		out = nil
		for subject := range info.State.Subjects {
			out = append(out, tableOf(subject))
		}
		slices.Sort(out)
		return nil
	})
	return out, err
}

// Close ends the connection.
func (s *Store) Close() error {
	if s.health.end != nil {
		s.health.end()
	}
	if s.nc != nil {
		s.nc.Close()
	}
	if s.shown == nil {
		return nil
	}
	s.shown.mu.Lock()
	defer s.shown.mu.Unlock()
	return s.shown.close()
}
