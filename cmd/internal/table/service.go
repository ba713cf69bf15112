package table

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/build"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/store/folder"
	"fellowship/cmd/internal/turns"
)

// Service holds the tables that a process serves. Its methods may be called from several goroutines.
type Service struct {
	// store keeps the logs of the tables.
	store store.Store
	// serverFolder is the same store on a server, where it also keeps records of people and codes;
	// nil at home.
	serverFolder *folder.Store

	opts   Options
	limits limits
	// wallClock is the system clock; see age for how it differs from Options.Now.
	wallClock func() time.Time
	// boot is a random name of this run of the process. The names of all its sessions begin with it.
	boot string
	// turns limits how many computer players and solvers run at the same time.
	turns *turns.Queue
	// creating is held while a table is created, so that the limit of tables is checked exactly.
	creating sync.Mutex
	// ctx ends when the service is closed.
	ctx    context.Context
	cancel context.CancelFunc

	// sessions counts the sessions that were begun.
	sessions atomic.Int64
	arrivals Arrivals
	// settingsFollowers are told when people change their settings.
	settingsFollowers settings.Followers

	mu sync.Mutex
	// tables are the open tables by their IDs; mu guards it.
	tables map[string]*table
	// running counts the goroutines of the tables.
	running sync.WaitGroup
}

// NewService returns a service for the tables in a server's folder.
func NewService(serverFolder *folder.Store, opts Options) *Service {
	s := newService(serverFolder, opts)
	s.serverFolder = serverFolder
	return s
}

// newService returns a service for the tables of any store.
func newService(logs store.Store, opts Options) *Service {
	opts.Tables = cmp.Or(opts.Tables, UsualTables)
	opts.Keep = cmp.Or(opts.Keep, UsualKeep)
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	wall := opts.Now
	if wall == nil {
		wall = time.Now
		opts.Now = store.SteadyClock()
	}
	if opts.Seed == nil {
		opts.Seed = anySeed
	}
	s := &Service{
		store:     logs,
		opts:      opts,
		limits:    usualLimits,
		wallClock: wall,
		boot:      rand.Text()[:10],
		turns:     turns.New(opts.Thinkers),
		tables:    map[string]*table{},
	}
	s.arrivals.each = arrivalsEach
	s.arrivals.most = arrivalsMost
	s.ctx, s.cancel = context.WithCancel(context.Background())
	return s
}

// Close stops all thinking and closes the tables. Clients that still exist keep showing the last
// state, and refuse every action.
func (s *Service) Close() {
	s.cancel()
	s.mu.Lock()
	open := s.tables
	s.tables = map[string]*table{}
	s.mu.Unlock()
	for _, t := range open {
		<-t.ready
		if t.failed == nil {
			t.stop()
		}
	}
	s.running.Wait()
}

// OpenCount returns the number of tables that are open in this process.
func (s *Service) OpenCount() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.tables)
}

// Turns returns the queue of the turns for computer players and for questions, which all doors share.
func (s *Service) Turns() *turns.Queue { return s.turns }

// Asker returns the person as somebody who asks questions, see [turns.Queue.Ask].
func (p *Person) Asker() turns.Asker { return turns.Asker{Person: p.ID, Address: p.Network} }

// Ticket lets a person enter a table. A ticket with an invitation code lets strangers in.
type Ticket struct {
	// Table is the table's ID.
	Table string
	// Watch reports whether the invitation is only for watching.
	Watch bool
	// code is the invitation code; empty for a person who was at the table before.
	code string
}

// Create creates a table with an invitation to it, and seats its host in the first free seat.
func (s *Service) Create(host Person, setup Setup) (Ticket, error) {
	if err := setup.check(s.opts.Library); err != nil {
		return Ticket{}, err
	}
	s.creating.Lock()
	defer s.creating.Unlock()
	stats, err := s.serverFolder.Stats()
	if err != nil {
		return Ticket{}, err
	}
	if stats.Tables >= uint64(s.opts.Tables) {
		return Ticket{}, ErrManyTables
	}
	if err := s.checkTableLimits(host); err != nil {
		return Ticket{}, err
	}
	if host.Name, err = CleanName(host.Name); err != nil {
		return Ticket{}, err
	}
	giveBack, err := s.countArrival(host)
	if err != nil {
		return Ticket{}, err
	}
	ticket, err := s.found(host, setup)
	if err != nil {
		giveBack()
	}
	return ticket, err
}

// found writes the first event of a table, with an invitation to it, and remembers its host.
func (s *Service) found(host Person, setup Setup) (Ticket, error) {
	id := strings.ToLower(rand.Text())
	code, err := s.issue(inviteLength, codeTarget{Table: id})
	if err != nil {
		return Ticket{}, err
	}
	d := &draft{state: newState(s.opts.Library, id), number: 1}
	d.now = s.opts.Now()
	me := actor{host.ID}
	err = d.addEvents(
		event{Created: &created{me, setup, version, build.Version()}},
		event{Joined: &joined{actor: me, Name: host.Name}},
		event{Invited: &invited{actor: me, Code: code}},
	)
	if err == nil {
		err = d.addEvents(event{SatDown: &satDown{actor: me, Seat: d.freeSeat()}})
	}
	if err == nil {
		err = s.store.Append(id, 0, bytes.Join(d.lines, nil))
	}
	if err != nil {
		s.withdraw(code)
		return Ticket{}, err
	}
	err = s.remember(host, id, true, true)
	if err == nil && host.Network != "" {
		err = s.remember(Person{ID: address(host.Network), Network: host.Network}, id, true, true)
	}
	return Ticket{Table: id, code: code}, err
}

// newState returns the state of a table before the first event of its log.
func newState(lib *chapters.Library, id string) *state {
	return &state{lib: lib, id: id, talkCounts: map[string]int{}}
}

// acquire returns a table and opens it first if nobody uses it yet. Every call without an error needs a
// call of release.
// When it returns, the whole log has been replayed.
func (s *Service) acquire(id string) (*table, error) {
	s.mu.Lock()
	if err := s.ctx.Err(); err != nil {
		s.mu.Unlock()
		return nil, err
	}
	t := s.tables[id]
	if t == nil {
		t = &table{
			service: s,
			id:      id,
			log:     s.opts.Log.With("table", id),
			state:   newState(s.opts.Library, id),
			news:    make(chan struct{}),
			ready:   make(chan struct{}),
			beat:    s.opts.Beat,
			turns:   s.turns,
		}
		s.tables[id] = t
		// It opens in the background without s.mu, so that only callers of this table wait for it.
		s.running.Go(func() { s.open(t) })
	}
	t.users++
	s.mu.Unlock()
	<-t.ready
	if t.failed != nil {
		s.release(t)
		return nil, t.failed
	}
	return t, nil
}

// open replays the log of a table, locks it against other processes, and starts the computer players.
func (s *Service) open(t *table) {
	defer close(t.ready)
	var stop func()
	stop, t.failed = s.store.Hold(t.id, t.applyStored)
	if t.failed != nil {
		return
	}
	t.mu.Lock()
	t.failed = t.broken
	t.mu.Unlock()
	if t.failed != nil {
		stop()
		return
	}
	thinking, end := context.WithCancel(s.ctx)
	s.running.Go(func() { t.runComputers(thinking) })
	t.stop = func() {
		end()
		stop()
	}
}

// preview returns the view of a table for a person who was let in before, without entering it.
// The error is ErrGone or ErrStranger, or tells that the log is damaged.
func (s *Service) preview(id, tableID string) (TableView, error) {
	t, err := s.acquire(tableID)
	if err != nil {
		return TableView{}, err
	}
	defer s.release(t)
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.broken != nil:
		return TableView{}, t.broken
	case t.state.closed:
		return TableView{}, ErrGone
	case t.state.member(id) == nil:
		return TableView{}, ErrStranger
	}
	return t.state.tableView(id, t.changeCount(), s.opts.Now()), nil
}

// release ends one use of a table, see acquire. After the last one the table is closed.
func (s *Service) release(t *table) {
	<-t.ready
	s.mu.Lock()
	t.users--
	last := t.users == 0 && s.tables[t.id] == t
	if last {
		delete(s.tables, t.id)
	}
	s.mu.Unlock()
	if last && t.failed == nil {
		t.stop()
	}
}
