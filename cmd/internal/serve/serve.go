// Package serve is the server on which friends meet who are not at one keyboard: the doors
// (packages sshd and web), the tables (package table) in their store, and the visitors' screens
// (package room), joined in one process.
package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
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
	"fellowship/cmd/internal/door/web"
	"fellowship/cmd/internal/store/folder"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/visit/room"

	gossh "golang.org/x/crypto/ssh"
)

// Options configure a server.
type Options struct {
	// SSH, Web and Metrics are addresses to listen at, such as 127.0.0.1:2222; empty for
	// a door that stays closed. One of SSH and Web has to be there.
	SSH, Web, Metrics string
	// Dir is the folder of the host key, the secret of the browsers and the tables.
	Dir string
	// Host is the name of this machine for people, empty for its addresses.
	Host string
	// Keys is a file with the keys of those who are let in; empty for everybody. Guests
	// lets people in who have no key.
	Keys   string
	Guests bool
	// Origins are other hosts whose pages may connect, see [web.Options].
	Origins []string
	Library *chapters.Library
	Texts   *texts.Texts
	Log     *slog.Logger
	// Thinkers is how many computer players think at a time; 0 for one less than there
	// are processors.
	Thinkers int
	// Connections and Tables are how many there may be, Proxies those whose word counts for the
	// address of a visitor, and Keep is after which time a table is deleted that nobody uses; what
	// is 0 is as usual.
	Connections, Tables int
	Proxies             []netip.Prefix
	Keep                time.Duration
	// Beat is the pace of computer players and of tricks; 0 for the usual one, less than 0 for
	// none. Limits, Watch, how often absent people are looked for, Now, the clock, and Seed,
	// the numbers of deals, are for tests.
	Beat   time.Duration
	Limits guest.Limits
	Watch  time.Duration
	Now    func() time.Time
	Seed   func() uint64
}

// usualBeat is how long a computer player takes at least.
const usualBeat = 400 * time.Millisecond

// Server is a server that runs.
type Server struct {
	opts      Options
	sessions  *guest.Sessions
	store     *folder.Store
	tables    *table.Service
	leaving   sync.WaitGroup
	decisions atomic.Int64
	// ssh, web and metrics are where people come in, nil for a door that is closed.
	ssh, web, metrics net.Listener
	// doors are closed one after the other.
	doors        []door
	failed       chan error
	stopSweeping context.CancelFunc
	key          gossh.Signer
}

// door is a listener with its server.
type door struct {
	server interface {
		Serve(net.Listener) error
		Shutdown(context.Context) error
	}
	listener net.Listener
}

// gcPercent is how much garbage may pile up, in percent of what is held. A visitor holds
// little and throws much away: with more the memory of a visit is mostly garbage.
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

func (s *Server) start() error {
	o := &s.opts
	switch {
	case o.SSH == "" && o.Web == "":
		return errors.New("nobody could come in: give --ssh or --web an address")
	case o.SSH == "" && (o.Keys != "" || !o.Guests):
		return errors.New("nobody could come in: keys are for ssh, so give --ssh an address")
	}
	for _, origin := range o.Origins {
		if u, err := url.Parse("https://" + origin); err != nil || origin == "" || u.Host != origin {
			return fmt.Errorf("--origin: %q is not the name of a host, with its port if it has one, such as game.example.org", origin)
		}
	}
	if o.Dir == "" {
		return fmt.Errorf("the folder of the server: %w; name one with --data", disk.ErrNoHome)
	}
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return fmt.Errorf("the folder of the server: %w", disk.Classify(err))
	}
	// The addresses are tried first: the host hears of a mistyped one at once.
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
		Library: o.Library, Thinkers: cmp.Or(o.Thinkers, runtime.GOMAXPROCS(0)-1),
		Beat: max(cmp.Or(o.Beat, usualBeat), 0), Log: o.Log, Now: o.Now, Seed: o.Seed, Tables: o.Tables, Keep: o.Keep,
	})
	rooms := &room.Options{
		Service: s.tables, Sessions: s.sessions, Library: o.Library, HealthError: s.store.Healthy, JoinLines: s.Join,
		Beat:    o.Beat,
		Leaving: &s.leaving, DecisionCount: &s.decisions,
	}
	s.sessions.NewScreen = func(ctx context.Context, v *guest.Visitor) guest.Screen { return room.New(ctx, v, rooms) }
	if err := s.buildDoors(); err != nil {
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

// listen opens the addresses, where nobody is let in yet.
func (s *Server) listen() error {
	for _, entry := range []struct {
		address  string
		listener *net.Listener
	}{{s.opts.SSH, &s.ssh}, {s.opts.Web, &s.web}, {s.opts.Metrics, &s.metrics}} {
		if entry.address == "" {
			continue
		}
		var err error
		if *entry.listener, err = net.Listen("tcp", entry.address); err != nil {
			return err
		}
	}
	return nil
}

// buildDoors makes the doors.
func (s *Server) buildDoors() error {
	o := &s.opts
	var known func(guest.Person) bool
	var err error
	if o.Keys != "" {
		if known, err = sshd.Known(o.Keys, o.Log); err != nil {
			return err
		}
	}
	if s.ssh != nil {
		if s.key, err = sshd.HostKey(o.Dir); err != nil {
			return err
		}
		so := sshd.Options{Sessions: s.sessions, HostKey: s.key, Known: known, Guests: o.Guests, Texts: o.Texts}
		s.doors = append(s.doors, door{sshd.New(so), s.ssh})
	}
	if s.web != nil {
		secret, err := web.Secret(o.Dir)
		if err != nil {
			return err
		}
		wo := web.Options{
			Sessions: s.sessions, Tables: s.tables, Library: o.Library, Secret: secret, Origins: o.Origins,
			Join: s.Join, Healthy: s.store.Healthy,
			Beat: o.Beat, Decisions: &s.decisions,
		}
		if known == nil && !o.Guests {
			known = guest.Person.HasKey
		}
		if known != nil {
			wo.Admit = known
			wo.Elsewhere = func() []string { return s.joinSSH("") }
		}
		s.doors = append(s.doors, door{web.New(wo), s.web})
	}
	if s.metrics != nil {
		s.doors = append(s.doors,
			door{&http.Server{Handler: s.figures(), ReadHeaderTimeout: 10 * time.Second}, s.metrics})
	}
	return nil
}

// sweep deletes from time to time the tables that nobody uses.
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

// Failed returns a channel on which a door says why it does not go on.
func (s *Server) Failed() <-chan error { return s.failed }

// Close closes the doors: everybody inside is told. Then it waits until all have left
// their tables, or the context ends, which is an error, and closes the store.
func (s *Server) Close(ctx context.Context) error {
	var errs []error
	s.stopSweeping()
	for _, d := range s.doors {
		errs = append(errs, d.server.Shutdown(ctx))
	}
	for _, l := range []net.Listener{s.ssh, s.web, s.metrics} {
		if l != nil {
			_ = l.Close() // one that nobody serves
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
