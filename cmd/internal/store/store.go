// Package store keeps the logs of tables, and queues of work for many machines
// ([Queue]). It is the only one that knows NATS.
//
// All logs are in one JetStream stream, TABLES, with a subject for each table. An
// event that was acknowledged is on disk. Each is written with the sequence that its
// writer took for the last of its table, so of two for the same moment exactly one
// is written, whichever process wrote it.
//
// The server of that stream runs inside this process, alone or as one of a cluster,
// or somewhere else, see [Options].
package store

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"fellowship/tricks/say"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/semaphore"
)

// streamName is the stream of all tables.
const streamName = "TABLES"

// Options says where the logs are kept. Either Dir or URL is set.
type Options struct {
	// Dir is the folder of the server that runs in this process. It is made with
	// mode 0700, and locked.
	Dir string
	// Cluster, if set, makes that server one of several.
	Cluster *Cluster
	// URL is that of servers which run elsewhere, such as nats://host:4222, and
	// Remote how to sign in there.
	URL    string
	Remote Remote
	// Listen, if set, is the address of that server for other machines, such as
	// 127.0.0.1:4222. Who knows Secret comes in.
	Listen, Secret string
	// MaxBytes is the room for all logs on disk, 0 for three quarters of what is
	// free.
	MaxBytes int64
	// Log takes what the server complains about; nil for nobody.
	Log *slog.Logger
}

// Store is the logs. Its methods are for many goroutines.
type Store struct {
	// People is what is known of people, by a key of the caller's, and Codes what codes
	// stand for: each is forgotten after 30 days. Common is what the servers of a cluster
	// of ours have in common, nil elsewhere. It is kept for good.
	People, Codes, Common *Bucket

	opts   Options
	log    *slog.Logger
	server *server.Server // nil if it runs elsewhere
	folder *folder        // nil without a server
	token  string         // what that asks for: of other programs it wants no visit
	nc     *nats.Conn
	js     jetstream.JetStream
	stream jetstream.Stream
	// writing bounds how many wait for the server at a time: the others wait here,
	// where nothing runs out.
	writing *semaphore.Weighted
	health  health

	mu      sync.Mutex
	failed  failure   // that the server cannot write
	revived time.Time // when the streams were opened again last
}

const (
	// mostWriting is how many events are on their way at a time.
	mostWriting = 64
	// retryWait is how long to wait before something is tried again.
	retryWait = 100 * time.Millisecond
	// oneTry is how long the server may take for one answer, before it is asked again:
	// a leader that was killed never answers. openTime is for being ready: a cluster has
	// to elect its leaders first.
	oneTry   = 2 * time.Second
	openTime = 60 * time.Second
	// ping is how often the server is asked whether it is there: a machine that has lost
	// its power does not close its connections.
	ping = 5 * time.Second
	// peopleLife is how long somebody is known who does not come back, and codeLife how
	// long a code can be used.
	peopleLife = 400 * 24 * time.Hour
	codeLife   = 30 * 24 * time.Hour
)

// Open opens the logs, and begins them where there are none. Its errors match
// [ErrDamaged] and the problems of package disk where that is the reason. The context
// bounds how long it waits for a server, 60 s without a deadline.
func Open(ctx context.Context, opts Options) (*Store, error) {
	return open(ctx, opts, func(ctx context.Context, s *Store) error { return s.prepare(ctx) })
}

// open connects to the server, and prepares what is kept there.
func open(ctx context.Context, opts Options, prepare func(context.Context, *Store) error) (*Store, error) {
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	s := &Store{opts: opts, log: opts.Log, failed: newFailure(), writing: semaphore.NewWeighted(mostWriting)}
	if err := s.open(ctx, prepare); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func (s *Store) open(ctx context.Context, prepare func(context.Context, *Store) error) error {
	ctx, cancel := context.WithTimeout(ctx, openTime)
	defer cancel()
	switch {
	case (s.opts.Dir == "") == (s.opts.URL == ""):
		return say.New("what is kept is either in a folder or at an address")
	case s.opts.URL != "" && s.opts.Cluster != nil:
		return say.New("a cluster is for a server in this process, not for the one at an address")
	}
	if err := s.connect(ctx); err != nil {
		return err
	}
	if err := prepare(ctx, s); err != nil {
		return err
	}
	return s.folder.begun()
}

// prepare finds the stream and the lists, or makes them.
func (s *Store) prepare(ctx context.Context) error {
	err := s.openStream(ctx)
	if err != nil {
		return err
	}
	if s.People, err = s.bucket(ctx, "people", peopleLife); err != nil {
		return err
	}
	if s.opts.Cluster != nil {
		if s.Common, err = s.bucket(ctx, "common", 0); err != nil {
			return err
		}
	}
	if s.Codes, err = s.bucket(ctx, "codes", codeLife); err == nil {
		var watching context.Context
		watching, s.health.end = context.WithCancel(context.Background())
		go s.watch(watching)
	}
	return err
}

// connect starts the server, if it runs here, and connects to it.
func (s *Store) connect(ctx context.Context) error {
	opts := []nats.Option{
		nats.Name("fellowship"), nats.MaxReconnects(-1), nats.ReconnectWait(retryWait), nats.Timeout(oneTry),
		nats.PingInterval(ping), nats.MaxPingsOutstanding(2),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { s.log.Debug("the connection", "error", err) }),
	}
	url := s.opts.URL
	if url == "" {
		if err := s.start(ctx); err != nil {
			return err
		}
		opts = append(opts, nats.InProcessServer(s.server), nats.Token(s.token))
	} else {
		remote, err := s.opts.Remote.options()
		if err != nil {
			return err
		}
		opts = append(opts, remote...)
	}
	var err error
	if s.nc, err = nats.Connect(url, opts...); err != nil {
		if url == "" {
			url = "this process"
		}
		return say.Errorf("the server at %s: %w", Redacted(url), err)
	}
	s.js, err = jetstream.New(s.nc)
	return err
}

// openStream finds the stream, or makes it where there was never one.
func (s *Store) openStream(ctx context.Context) error {
	var final error
	err := s.patiently(ctx, "the stream of tables", func(ctx context.Context) (err error) {
		if s.stream, err = s.js.Stream(ctx, streamName); !errors.Is(err, jetstream.ErrStreamNotFound) {
			return err
		}
		if final = s.folder.mayBegin(); final != nil {
			return nil //nolint:nilerr // waiting does not cure it
		}
		s.stream, err = s.js.CreateStream(ctx, jetstream.StreamConfig{
			Name: streamName, Description: "tables of Fellowship", Subjects: []string{subject("*")},
			Storage: jetstream.FileStorage, Replicas: s.replicas(), MaxConsumers: -1,
			MaxMsgSize: maxMessage, DenyDelete: true, Duplicates: 2 * time.Minute,
		})
		return err
	})
	if err == nil {
		err = final
	}
	if err != nil {
		return err
	}
	if lost := s.stream.CachedInfo().State.Lost; lost != nil {
		s.log.Error("some events of tables cannot be read any more; put a copy of the folder in its place", "events", len(lost.Msgs), "bytes", lost.Bytes)
	}
	return nil
}

// replicas is how many servers keep each event: three in a cluster. A stream that is there
// already stays as it is.
func (s *Store) replicas() int {
	if s.opts.Cluster != nil || s.server == nil && s.nc.ConnectedClusterName() != "" {
		return 3
	}
	return 1
}

// patiently tries something until it works: a cluster that has just begun, or lost
// its leader, says no for some seconds.
func (s *Store) patiently(ctx context.Context, what string, try func(context.Context) error) error {
	err := again(ctx, s.isFull, try)
	switch {
	case err == nil:
		return nil
	case s.isFull(err):
		return say.Errorf("%s: %w: %w", what, ErrFull, err)
	}
	return say.Errorf("%s: %w: %w", what, ErrWaiting, err)
}

// again tries something until it works, final says that waiting does not cure its error,
// or the context ends. Each try may take as long as the server may for one answer.
func again(ctx context.Context, final func(error) bool, try func(context.Context) error) error {
	for {
		once, cancel := context.WithTimeout(ctx, oneTry)
		err := try(once)
		cancel()
		if err == nil || final(err) || pause(ctx, retryWait) != nil {
			return err
		}
	}
}

// pause waits, and says when the context ends before.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
	return ctx.Err()
}

// Alone reports whether no other process writes to the logs: the server runs here,
// for this process only.
func (s *Store) Alone() bool {
	return s.server != nil && s.opts.Cluster == nil && s.opts.Listen == ""
}

// Stats is what there is in the logs.
type Stats struct {
	Tables, Events, Bytes uint64
}

// Stats counts what there is.
func (s *Store) Stats(ctx context.Context) (Stats, error) {
	info, err := s.stream.Info(ctx)
	if err != nil {
		return Stats{}, s.problem(err)
	}
	return Stats{Tables: info.State.NumSubjects, Events: info.State.Msgs, Bytes: info.State.Bytes}, nil
}

// Close ends the connection and the server, if that runs here. One of a cluster
// hands over first what it leads.
func (s *Store) Close() error {
	if s.health.end != nil {
		s.health.end()
	}
	if s.nc != nil {
		s.nc.Close()
	}
	if s.server != nil {
		if s.opts.Cluster != nil {
			s.server.LameDuckShutdown()
		}
		s.server.Shutdown()
		s.server.WaitForShutdown()
	}
	return s.folder.close()
}
