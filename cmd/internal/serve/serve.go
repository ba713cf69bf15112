// Package serve is the server for friends who do not share a keyboard. It runs the doors (packages sshd and web), the
// tables (package table) in their store, and the visitors' screens (package room) in one process.
package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/door/sshd"
	"fellowship/cmd/internal/door/terminal"
	"fellowship/cmd/internal/door/web"
	"fellowship/cmd/internal/store/folder"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/visit/room"

	gossh "golang.org/x/crypto/ssh"
)

// Options configure a server.
type Options struct {
	// SSH is the address of the ssh door, such as 127.0.0.1:2222; empty for none. SSH or Web must be set.
	SSH string
	// Web is the address of the browser door; empty for none.
	Web string
	// Metrics is the address of the monitoring; empty for none.
	Metrics string
	// Dir is the folder of the host key, the secret of the browsers and the tables.
	Dir string
	// Host is the name of this machine in the lines for people; empty for its addresses.
	Host string
	// Keys is a file with the keys of the people who are let in; empty for everybody.
	Keys string
	// Guests lets people in who have no key.
	Guests bool
	// Origins are other hosts whose pages may connect, see [web.Options].
	Origins []string

	Library *chapters.Library
	Texts   *texts.Texts
	// Log receives who comes and goes, and errors; nil discards them.
	Log *slog.Logger
	// Thinkers is the number of computer players that think at the same time; 0 for one less than there are processors.
	Thinkers int
	// Connections is the highest number of connections; 0 for the default.
	Connections int
	// Tables is the highest number of tables; 0 for the default.
	Tables int
	// Proxies may set a visitor's address, see [guest.Sessions].
	Proxies []netip.Prefix
	// Keep is the time after which a table that nobody uses is deleted; 0 for the default.
	Keep time.Duration
	// Beat is the pace of computer players and of tricks; 0 for the default, less than 0 for none.
	Beat time.Duration

	// The options below are for tests.

	// Limits bound what visitors may send.
	Limits guest.Limits
	// TerminalLimits bound what is written to the terminal of a visitor.
	TerminalLimits terminal.Limits
	// Watch is the time between two searches for absent people.
	Watch time.Duration
	// Now is the clock.
	Now func() time.Time
	// Seed returns the seeds of deals.
	Seed func() uint64
}

// usualBeat is the shortest time that a computer player takes for a decision.
const usualBeat = 400 * time.Millisecond

// Server is a server that runs.
type Server struct {
	opts     Options
	sessions *guest.Sessions
	store    *folder.Store
	tables   *table.Service
	// leaving waits for visitors on screens who are leaving their tables.
	leaving sync.WaitGroup
	// decisions counts the decisions that people have made.
	decisions atomic.Int64

	// ssh is the listener of the ssh door, nil without one.
	ssh net.Listener
	// web is the listener of the browser door, nil without one.
	web net.Listener
	// metrics is the listener of the monitoring, nil without one.
	metrics net.Listener
	// doors are the open doors, in the order in which they are closed.
	doors []door
	// failed receives the error of a door that cannot go on.
	failed chan error
	// stopSweeping ends the deletion of old tables, and the search for absent people.
	stopSweeping context.CancelFunc
	// key is the host key, nil without ssh.
	key gossh.Signer
}

// door is a listener with its server.
type door struct {
	server interface {
		Serve(net.Listener) error
		Shutdown(context.Context) error
	}
	listener net.Listener
}

// gcPercent is the garbage that may pile up, in percent of the memory in use. A visitor uses little memory and makes
// much garbage: with a higher value most of the memory of a visit would be garbage.
const gcPercent = 35

// Start opens the folder of the tables and then the doors.
func Start(opts Options) (*Server, error) {
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	s := &Server{opts: opts, failed: make(chan error, 4), stopSweeping: func() {}}
	if err := s.start(); err != nil {
		closing, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		return nil, errors.Join(err, s.Close(closing))
	}
	return s, nil
}

// start checks the options, and starts the server. After an error the server must be closed.
func (s *Server) start() error {
	o := &s.opts
	if err := o.check(); err != nil {
		return err
	}
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return fmt.Errorf("the folder of the server: %w", disk.Classify(err))
	}
	// The addresses come first, so that a mistyped one is reported at once.
	s.sessions = &guest.Sessions{Log: o.Log, Connections: o.Connections, Proxies: o.Proxies, Limits: o.Limits}
	if err := s.listen(); err != nil {
		return err
	}
	store, err := folder.Open(folder.Options{Dir: filepath.Join(o.Dir, "tables"), Alone: true, Log: o.Log})
	if err != nil {
		return err
	}
	s.store = store
	s.tables = table.NewService(s.store, table.Options{
		Library:  o.Library,
		Thinkers: cmp.Or(o.Thinkers, runtime.GOMAXPROCS(0)-1),
		Beat:     max(cmp.Or(o.Beat, usualBeat), 0),
		Log:      o.Log,
		Now:      o.Now,
		Seed:     o.Seed,
		Tables:   o.Tables,
		Keep:     o.Keep,
	})
	rooms := &room.Options{
		Service:       s.tables,
		Sessions:      s.sessions,
		Library:       o.Library,
		HealthError:   s.store.Healthy,
		JoinLines:     s.Join,
		Beat:          o.Beat,
		Leaving:       &s.leaving,
		DecisionCount: &s.decisions,
	}
	programs := &terminal.Programs{
		Sessions: s.sessions,
		NewScreen: func(ctx context.Context, t *terminal.Terminal) terminal.Screen {
			return room.New(ctx, t, rooms)
		},
		Limits: o.TerminalLimits,
	}
	if err := s.buildDoors(programs); err != nil {
		return err
	}
	for _, d := range s.doors {
		go func() {
			if err := d.server.Serve(d.listener); err != nil && !errors.Is(err, http.ErrServerClosed) {
				s.failed <- err
			}
		}()
	}
	sweeping, stop := context.WithCancel(context.Background())
	s.stopSweeping = stop
	go s.sweep(sweeping)
	go s.tables.Watch(sweeping, o.Watch)
	return nil
}

// check reports options with which the server cannot start.
func (o *Options) check() error {
	switch {
	case o.SSH == "" && o.Web == "":
		return errors.New("--ssh or --web is required: no one could join otherwise")
	case o.SSH == "" && (o.Keys != "" || !o.Guests):
		return errors.New("--keys and --guests=false need --ssh: no one could join otherwise")
	}
	for _, option := range o.listenOptions() {
		if err := option.check(); err != nil {
			return err
		}
	}
	if o.Host != "" {
		if err := checkHost(o.Host); err != nil {
			return fmt.Errorf("--host: %w", err)
		}
	}
	for _, origin := range o.Origins {
		if u, err := url.Parse("https://" + origin); err != nil || origin == "" || u.Host != origin {
			return fmt.Errorf("--origin: %q is not a host name, "+
				"with its port if it has one, such as game.example.org", origin)
		}
	}
	if o.Dir == "" {
		return fmt.Errorf("the folder of the server: %w; name one with --data", disk.ErrNoHome)
	}
	return nil
}

// listen opens the addresses. Nobody is let in yet.
func (s *Server) listen() error {
	for i, listener := range []*net.Listener{&s.ssh, &s.web, &s.metrics} {
		option := s.opts.listenOptions()[i]
		option.listener = listener
		if err := option.listen(); err != nil {
			return err
		}
	}
	return nil
}

// buildDoors makes the doors of the addresses that are open. The programs are for visitors with a terminal.
func (s *Server) buildDoors(programs *terminal.Programs) error {
	o := &s.opts
	var known func(guest.Person) bool
	var err error
	if o.Keys != "" {
		known, err = sshd.Known(o.Keys, o.Log)
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("--keys %s: there is no such file", o.Keys)
		}
		if err != nil {
			return err
		}
	}
	if s.ssh != nil {
		if s.key, err = sshd.HostKey(o.Dir); err != nil {
			return err
		}
		server := sshd.New(sshd.Options{
			Programs: programs,
			HostKey:  s.key,
			Known:    known,
			Guests:   o.Guests,
			Texts:    o.Texts,
		})
		s.doors = append(s.doors, door{server, s.ssh})
	}
	if s.web != nil {
		secret, err := web.Secret(o.Dir)
		if err != nil {
			return err
		}
		options := web.Options{
			Sessions:  s.sessions,
			Tables:    s.tables,
			Library:   o.Library,
			Secret:    secret,
			Origins:   o.Origins,
			Join:      s.Join,
			Healthy:   s.store.Healthy,
			Beat:      o.Beat,
			Decisions: &s.decisions,
		}
		if known == nil && !o.Guests {
			known = guest.Person.HasKey
		}
		if known != nil {
			options.Admit = known
			options.Elsewhere = func() []string { return s.joinSSH("") }
		}
		s.doors = append(s.doors, door{web.New(options), s.web})
	}
	if s.metrics != nil {
		server := &http.Server{Handler: s.figures(), ReadHeaderTimeout: 10 * time.Second}
		s.doors = append(s.doors, door{server, s.metrics})
	}
	return nil
}

// sweep deletes the tables that nobody uses, once an hour.
func (s *Server) sweep(ctx context.Context) {
	for {
		if n, err := s.tables.Sweep(ctx); err != nil && ctx.Err() == nil {
			s.opts.Log.Warn("old tables could not be deleted", "error", err)
		} else if n > 0 {
			s.opts.Log.Info("old tables were deleted", "tables", n)
		}
		if table.Pause(ctx, time.Hour) != nil {
			return
		}
	}
}

// Failed returns a channel that receives the error of a door that cannot go on.
func (s *Server) Failed() <-chan error { return s.failed }

// Close closes the doors, which end all visits. Then it waits until all visitors have left their tables, or until the
// context ends, which is an error, and closes the store.
func (s *Server) Close(ctx context.Context) error {
	var errs []error
	s.stopSweeping()
	for _, d := range s.doors {
		errs = append(errs, d.server.Shutdown(ctx))
	}
	for _, l := range []net.Listener{s.ssh, s.web, s.metrics} {
		if l != nil {
			_ = l.Close() // if no door serves it yet
		}
	}
	if err := guest.Await(ctx, &s.leaving); err != nil {
		errs = append(errs, fmt.Errorf("a visitor has not left the table in time: %w", err))
	}
	if s.tables != nil {
		s.tables.Close()
	}
	if s.store != nil {
		errs = append(errs, s.store.Close())
	}
	return errors.Join(errs...)
}
