package store

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

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
	// Secret is what the servers of the cluster know, and nobody else.
	Secret string
	// TLS, if set, is for the connections between them.
	TLS *tls.Config
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
	srv, err := server.NewServer(opts)
	if err != nil {
		return fmt.Errorf("the server of tables: %w", err)
	}
	s.server = srv
	srv.SetLoggerV2(complaints{s.log}, false, false, false)
	srv.Start()
	left := openTime
	if end, ok := ctx.Deadline(); ok {
		left = time.Until(end)
	}
	switch {
	case !srv.ReadyForConnections(left):
		return fmt.Errorf("the server of tables does not start: %w", ErrWaiting)
	case !srv.JetStreamEnabled():
		return fmt.Errorf("the folder of tables %s: %w: its streams cannot be opened", s.opts.Dir, ErrDamaged)
	}
	return nil
}

// join makes options those of a server of the cluster. With DontListen it would
// never open its routes, so it listens for clients, on this machine only.
func (c *Cluster) join(opts *server.Options) error {
	host, port, err := net.SplitHostPort(c.Listen)
	if err != nil {
		return fmt.Errorf("the address for the other servers of the cluster: %w", err)
	}
	number, err := strconv.Atoi(port)
	switch {
	case err != nil || number < 1 || number > 65535:
		return fmt.Errorf("the address for the other servers of the cluster: %q is no port", port)
	case c.Secret == "":
		return errors.New("a cluster needs a secret that its servers have in common: without one anybody could join it and read all hands")
	case c.Name == "" || strings.ContainsAny(c.Name, " \t\n"):
		return fmt.Errorf("each server of a cluster needs a name of its own, without spaces: %q", c.Name)
	}
	opts.DontListen, opts.Host, opts.Port = false, "127.0.0.1", server.RANDOM_PORT
	opts.ServerName = c.Name
	opts.Cluster = server.ClusterOpts{
		Name: clusterName, Host: host, Port: number, Username: clusterName, Password: c.Secret, TLSConfig: c.TLS,
	}
	if c.TLS != nil {
		opts.Cluster.TLSTimeout = oneTry.Seconds()
	}
	for _, r := range c.Routes {
		if _, _, err := net.SplitHostPort(r); err != nil {
			return fmt.Errorf("the address of another server of the cluster: %w", err)
		}
		opts.Routes = append(opts.Routes, &url.URL{Scheme: "nats", User: url.UserPassword(clusterName, c.Secret), Host: r})
	}
	return nil
}

// revive starts the streams again that the server has ended because the disk was
// full. It tries that now and then only.
func (s *Store) revive() error {
	const again = 2 * time.Second
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.server == nil || s.server.JetStreamEnabled():
		return nil
	case time.Since(s.revived) < again:
		return ErrFull
	}
	s.revived = time.Now()
	return s.server.EnableJetStream(&server.JetStreamConfig{
		StoreDir: s.folder.streams(), MaxStore: s.opts.MaxBytes, SyncAlways: true, Strict: true,
	})
}

// complaints passes on what the server says.
type complaints struct{ *slog.Logger }

func (c complaints) say(level slog.Level, format string, args []any) {
	if c.Enabled(context.Background(), level) {
		c.Log(context.Background(), level, fmt.Sprintf(format, args...), "from", "nats")
	}
}

// Noticef passes a notice on.
func (c complaints) Noticef(format string, v ...any) { c.say(slog.LevelDebug, format, v) }

// Warnf passes a warning on.
func (c complaints) Warnf(format string, v ...any) { c.say(slog.LevelWarn, format, v) }

// Fatalf passes on what the server takes for fatal. It does not end the program.
func (c complaints) Fatalf(format string, v ...any) { c.say(slog.LevelError, format, v) }

// Errorf passes an error on.
func (c complaints) Errorf(format string, v ...any) { c.say(slog.LevelError, format, v) }

// Debugf is silent: it is not asked for.
func (complaints) Debugf(string, ...any) {}

// Tracef is silent: it would show what is in the events.
func (complaints) Tracef(string, ...any) {}
