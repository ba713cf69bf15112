package store

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

	"fellowship/tricks/say"

	"github.com/nats-io/nats-server/v2/server"
)

// Cluster makes the server of this process one of several.
type Cluster struct {
	// Name is this server's, different from those of the others.
	Name string
	// Listen is the address for the other servers, such as 10.0.0.1:6222, and Routes
	// theirs. They need not all be there yet.
	Listen string
	Routes []string
	// Advertise is the address by which the servers tell each other of this one, if it is
	// not Listen: behind something that hands connections on.
	Advertise string
	// Secret is what the servers of the cluster know, and nobody else.
	Secret string
}

// clusterName is the name that the servers have in common.
const clusterName = "fellowship"

// start starts the server. Who knows its token may connect to it.
func (s *Store) start(ctx context.Context) error {
	var err error
	s.token = rand.Text()
	if s.folder, err = openFolder(s.opts.Dir); err != nil {
		return err
	}
	opts := &server.Options{
		ServerName: "fellowship", DontListen: true, JetStream: true, StoreDir: s.folder.streams(),
		SyncAlways: true, // acknowledged is on disk
		NoSigs:     true, NoLog: true, Authorization: s.token, MaxPayload: maxMessage + 1<<16,
		JetStreamMaxStore: s.opts.MaxBytes, JetStreamLimits: server.JSLimitOpts{DefaultMaxConsumers: -1},
		LameDuckDuration: time.Second, LameDuckGracePeriod: time.Millisecond,
	}
	if c := s.opts.Cluster; c != nil {
		if err := c.join(opts); err != nil {
			return err
		}
	}
	if s.opts.Listen != "" {
		if err := s.listen(opts); err != nil {
			return err
		}
	}
	srv, err := server.NewServer(opts)
	if err != nil {
		return say.Errorf("the server: %w", err)
	}
	s.server = srv
	srv.SetLoggerV2(complaints{s}, false, false, false)
	srv.Start()
	end, _ := ctx.Deadline()
	switch {
	case !srv.ReadyForConnections(time.Until(end)):
		return say.Errorf("the server does not start: %w", ErrWaiting)
	case !srv.JetStreamEnabled():
		return say.Errorf("the data folder %s: %w: its streams cannot be opened", s.opts.Dir, ErrDamaged)
	}
	return nil
}

// listen makes options those of a server for other machines.
func (s *Store) listen(opts *server.Options) error {
	host, number, err := address(s.opts.Listen)
	switch {
	case err != nil:
		return err
	case s.opts.Secret == "":
		return say.New("a server for other machines needs a secret: without one anybody could come in")
	}
	if number == 0 {
		number = server.RANDOM_PORT
	}
	// The server would try for long, and then end the program.
	l, err := net.Listen("tcp", s.opts.Listen)
	if err != nil {
		return err
	}
	s.token = s.opts.Secret
	opts.DontListen, opts.Host, opts.Port, opts.Authorization = false, host, number, s.token
	return l.Close()
}

// address takes an address apart.
func address(text string) (host string, port int, err error) {
	host, name, err := net.SplitHostPort(text)
	if err != nil {
		return "", 0, err
	}
	port, err = strconv.Atoi(name)
	if err != nil || port < 0 || port > 65535 {
		return "", 0, say.Errorf("%q is no port", name)
	}
	return host, port, nil
}

// join makes options those of a server of the cluster. With DontListen it would
// never open its routes, so it listens for clients, on this machine only.
func (c *Cluster) join(opts *server.Options) error {
	host, number, err := address(c.Listen)
	if err == nil && number == 0 {
		err = say.New("0 is no port that the others can know")
	}
	switch {
	case err != nil:
		return say.Errorf("the address for the other servers of the cluster: %w", err)
	case c.Secret == "":
		return say.New("a cluster needs a secret that its servers have in common: without one anybody could join it and read all hands")
	case c.Name == "" || strings.ContainsAny(c.Name, " \t\n"):
		return say.Errorf("each server of a cluster needs a name of its own, without spaces: %q", c.Name)
	}
	opts.DontListen, opts.Host, opts.Port = false, "127.0.0.1", server.RANDOM_PORT
	opts.ServerName = c.Name
	opts.Cluster = server.ClusterOpts{
		Name: clusterName, Host: host, Port: number, Username: clusterName, Password: c.Secret, Advertise: c.Advertise,
	}
	for _, r := range c.Routes {
		if _, _, err := net.SplitHostPort(r); err != nil {
			return say.Errorf("the address of another server of the cluster: %w", err)
		}
		opts.Routes = append(opts.Routes, &url.URL{Scheme: "nats", User: url.UserPassword(clusterName, c.Secret), Host: r})
	}
	return nil
}

// revive opens the streams again that the server has ended, or writes to no more,
// because the disk was full: as after a crash it reads what is there. It does so when
// there is room, and not all the time. The others of a cluster go on without this one.
func (s *Store) revive() error {
	const again = time.Second
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case !s.stuck():
		return nil
	case time.Since(s.revived) < again:
		return ErrFull
	}
	s.revived = time.Now()
	if err := s.folder.room(); err != nil {
		return err
	}
	s.log.Warn("the streams are opened again after the disk was full")
	if err := s.server.ShutdownJetStream(); err != nil {
		return err
	}
	s.failed = newFailure()
	return s.server.EnableJetStream(&server.JetStreamConfig{StoreDir: s.folder.streams(), MaxStore: s.opts.MaxBytes})
}

// stuck reports whether the server of this process takes nothing any more; s.mu is
// held.
func (s *Store) stuck() bool {
	return s.server != nil && s.opts.Cluster == nil && s.server.Running() && (!s.server.JetStreamEnabled() || s.failed.ctx.Err() != nil)
}

// isStuck is stuck for those who do not hold s.mu.
func (s *Store) isStuck() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stuck()
}

// failure ends its context when the server cannot write to a stream. It tells nobody
// who waits for it, but complains.
type failure struct {
	ctx context.Context
	end context.CancelFunc
}

func newFailure() failure {
	ctx, end := context.WithCancel(context.Background())
	return failure{ctx, end}
}

// untilFailure bounds a context by the time the server may take, and ends it when it
// cannot write.
func (s *Store) untilFailure(ctx context.Context) (context.Context, context.CancelFunc) {
	once, cancel := context.WithTimeout(ctx, oneTry)
	s.mu.Lock()
	failed := s.failed.ctx
	s.mu.Unlock()
	stop := context.AfterFunc(failed, cancel)
	return once, func() { stop(); cancel() }
}

// noRoom is what the server complains about when the disk is full.
const noRoom = "no space left"

// complaints passes on what the server says.
type complaints struct{ *Store }

func (c complaints) say(level slog.Level, format string, args []any) {
	if c.log.Enabled(context.Background(), level) {
		c.log.Log(context.Background(), level, fmt.Sprintf(format, args...), "from", "nats")
	}
}

// Noticef passes a notice on.
func (c complaints) Noticef(format string, v ...any) { c.say(slog.LevelDebug, format, v) }

// Warnf passes a warning on.
func (c complaints) Warnf(format string, v ...any) { c.say(slog.LevelWarn, format, v) }

// Fatalf passes on what the server takes for fatal. It does not end the program.
func (c complaints) Fatalf(format string, v ...any) { c.say(slog.LevelError, format, v) }

// Errorf passes an error on. Of a full disk nobody else is told.
func (c complaints) Errorf(format string, v ...any) {
	c.say(slog.LevelError, format, v)
	if strings.Contains(fmt.Sprintf(format, v...), noRoom) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.failed.end()
	}
}

// Debugf is silent: it is not asked for.
func (complaints) Debugf(string, ...any) {}

// Tracef is silent: it would show what is in the events.
func (complaints) Tracef(string, ...any) {}
