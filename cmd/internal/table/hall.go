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
	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/store/folder"

	"golang.org/x/sync/semaphore"
)

// Options says how a process plays.
type Options struct {
	Library *chapters.Library
	// Thinkers is how many computer players think at a time, 1 if 0. Each waits for its
	// turn.
	Thinkers int
	// Beat is how long a computer player takes at least for a decision.
	Beat time.Duration
	// Tables is how many there may be, [UsualTables] if 0, and Keep after which time one is deleted
	// that nobody uses, [UsualKeep] if 0.
	Tables int
	Keep   time.Duration
	// Log takes what goes wrong; nil for nobody. It is told of no hand and no code.
	Log *slog.Logger
	// Now is the clock, nil for one that goes on as that of the system did at the beginning.
	Now func() time.Time
	// Seed returns the number of a deal and that of its computer players, nil for numbers
	// that nobody can guess. A record has room for 63 bits.
	Seed func() uint64
}

// UsualTables is how many tables there may be, and UsualKeep after which time a table is deleted that
// nobody uses, where nobody says otherwise. KeepAlone is that for a table at which nobody but its
// host ever sat.
const (
	UsualTables = 10_000
	UsualKeep   = 30 * 24 * time.Hour
	KeepAlone   = 24 * time.Hour
)

// limits bound what people can make a server keep.
type limits struct {
	// tablesPerPerson is how many tables a person has begun and not closed, and address how many were
	// begun from one address.
	tablesPerPerson, tablesPerAddress int
	// events is how many a table has, people how many were let in, and codes how many
	// invitations.
	events, people, codes int
}

// usualLimits are the limits; tests have others.
var usualLimits = limits{tablesPerPerson: 50, tablesPerAddress: 200, events: 50_000, people: 40, codes: 20}

// Service is the tables that a process serves. Its methods are for many goroutines.
type Service struct {
	// store has the logs of the tables, and kept is the folder of a server, which has them and
	// its people; nil at home.
	store        store.Store
	serverFolder *folder.Store
	opts         Options
	limits       limits
	// wallClock is the clock of the system, see age.
	wallClock func() time.Time
	// boot names this run of the process; sessions counts the chairs that were taken.
	boot string
	// thinkQueue is whose turn it is to think, and asks who of those is next who ask about something outside a round.
	thinkQueue, askQueue *semaphore.Weighted
	// creating is held while a table is begun: they are counted one after the other.
	creating sync.Mutex
	ctx      context.Context
	cancel   context.CancelFunc

	sessions atomic.Int64
	arrivals Arrivals

	mu      sync.Mutex
	tables  map[string]*table
	running sync.WaitGroup
}

// NewService returns the tables of a server's folder.
func NewService(kept *folder.Store, opts Options) *Service {
	h := newService(kept, opts)
	h.serverFolder = kept
	return h
}

// newService returns the tables of a store.
func newService(s store.Store, opts Options) *Service {
	opts.Tables, opts.Keep = cmp.Or(opts.Tables, UsualTables), cmp.Or(opts.Keep, UsualKeep)
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
	h := &Service{
		store: s, opts: opts, limits: usualLimits, wallClock: wall, boot: rand.Text()[:10],
		thinkQueue: semaphore.NewWeighted(int64(max(1, opts.Thinkers))),
		askQueue:   semaphore.NewWeighted(1),
		tables:     map[string]*table{},
	}
	h.arrivals.each = arrivalsEach
	h.arrivals.most = arrivalsMost
	h.ctx, h.cancel = context.WithCancel(context.Background())
	return h
}

// Close ends all thinking, and lets go of the tables. Chairs that are still taken show
// what they have shown, and take nothing any more.
func (h *Service) Close() {
	h.cancel()
	h.mu.Lock()
	open := h.tables
	h.tables = map[string]*table{}
	h.mu.Unlock()
	for _, t := range open {
		<-t.ready
		if t.failed == nil {
			t.stop()
		}
	}
	h.running.Wait()
}

// OpenCount counts the tables that are open in this process.
func (h *Service) OpenCount() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.tables)
}

// Ticket lets somebody come to a table. That of a code lets strangers in.
type Ticket struct {
	Table string
	// Watch reports whether the code is for watching.
	Watch bool
	// code is the code typed, empty for somebody who says that he was there before.
	code string
}

// Create makes a table with an invitation to it, and lets its host sit in the first
// free seat.
func (h *Service) Create(host Person, setup Setup) (Ticket, error) {
	if err := setup.check(h.opts.Library); err != nil {
		return Ticket{}, err
	}
	h.creating.Lock()
	defer h.creating.Unlock()
	stats, err := h.serverFolder.Stats()
	if err != nil {
		return Ticket{}, err
	}
	if stats.Tables >= uint64(h.opts.Tables) {
		return Ticket{}, ErrManyTables
	}
	if err := h.checkTableLimits(host); err != nil {
		return Ticket{}, err
	}
	if host.Name, err = CleanName(host.Name); err != nil {
		return Ticket{}, err
	}
	if err := h.countArrival(host); err != nil {
		return Ticket{}, err
	}
	id := strings.ToLower(rand.Text())
	code, err := h.issue(inviteLength, codeTarget{Table: id})
	if err != nil {
		return Ticket{}, err
	}
	d := &draft{state: newState(h.opts.Library, id), number: 1}
	d.now = h.opts.Now()
	me := actor{host.ID}
	err = d.addEvents(
		event{Created: &created{me, setup, version, build.Version()}},
		event{Joined: &joined{actor: me, Name: host.Name}}, event{Invited: &invited{actor: me, Code: code}},
	)
	if err == nil {
		err = d.addEvents(event{SatDown: &satDown{actor: me, Seat: d.freeSeat()}})
	}
	if err == nil {
		err = h.store.Append(id, 0, bytes.Join(d.lines, nil))
	}
	if err != nil {
		return Ticket{}, err
	}
	err = h.remember(host, id, true, true)
	if err == nil && host.Network != "" {
		err = h.remember(Person{ID: address(host.Network), Network: host.Network}, id, true, true)
	}
	return Ticket{Table: id, code: code}, err
}

// newState is a table before its log.
func newState(lib *chapters.Library, id string) *state {
	return &state{lib: lib, id: id, talkCounts: map[string]int{}}
}

// acquire opens a table, or the one that is open already, until close is called. When it
// returns the table has come to where its log was then.
func (h *Service) acquire(id string) (*table, error) {
	h.mu.Lock()
	if err := h.ctx.Err(); err != nil {
		h.mu.Unlock()
		return nil, err
	}
	t := h.tables[id]
	if t == nil {
		t = &table{
			hall: h, id: id, log: h.opts.Log.With("table", id), state: newState(h.opts.Library, id),
			news: make(chan struct{}), ready: make(chan struct{}), beat: h.opts.Beat,
		}
		h.tables[id] = t
		h.running.Go(func() { h.follow(t) }) // others may wait for it, too
	}
	t.users++
	h.mu.Unlock()
	<-t.ready
	if t.failed != nil {
		h.release(t)
		return nil, t.failed
	}
	return t, nil
}

// follow reads the log of a table, holds it, and sets the computer players thinking.
func (h *Service) follow(t *table) {
	defer close(t.ready)
	var stop func()
	stop, t.failed = h.store.Hold(t.id, t.replayEvent)
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
	thinking, end := context.WithCancel(h.ctx)
	h.running.Go(func() { t.runComputers(thinking) })
	t.stop = func() { end(); stop() }
}

// preview returns a table as a person sees it who is let in there, without going there.
// The error is ErrGone, or ErrStranger.
func (h *Service) preview(id, tableID string) (TableView, error) {
	t, err := h.acquire(tableID)
	if err != nil {
		return TableView{}, err
	}
	defer h.release(t)
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
	return t.state.tableView(id, t.changeCount(), h.opts.Now()), nil
}

// release ends one use of a table. The last one closes it.
func (h *Service) release(t *table) {
	<-t.ready
	h.mu.Lock()
	t.users--
	last := t.users == 0 && h.tables[t.id] == t
	if last {
		delete(h.tables, t.id)
	}
	h.mu.Unlock()
	if last && t.failed == nil {
		t.stop()
	}
}
