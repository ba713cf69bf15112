package table

import (
	"sync"
	"testing"
	"time"

	"fellowship/cmd/internal/store"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// machine is a store on a machine whose system clock is set forward or back.
type machine struct {
	store.Store
	c       *clock
	mu      sync.Mutex
	by      time.Duration
	written map[uint64]time.Time // the events of the only table
}

func (m *machine) wall() time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.c.now().Add(m.by).Round(0)
}

func (m *machine) set(by time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.by = by
}

func (m *machine) Append(table string, after uint64, data []byte) error {
	now := m.wall()
	m.mu.Lock()
	m.written[after+1] = now
	m.mu.Unlock()
	return m.Store.Append(table, after, data)
}

func (m *machine) timed(e store.Event) store.Event {
	m.mu.Lock()
	defer m.mu.Unlock()
	e.Time = m.written[e.Number]
	return e
}

func (m *machine) Hold(table string, take func(store.Event)) (func(), error) {
	return m.Store.Hold(table, func(e store.Event) { take(m.timed(e)) })
}

func (m *machine) Read(table string) ([]store.Event, error) {
	events, err := m.Store.Read(table)
	for i, e := range events {
		events[i] = m.timed(e)
	}
	return events, err
}

// TestClockReset checks that setting the system clock back by an hour or forward by a day while people play makes
// no present person absent and hides no absent one.
func TestClockReset(t *testing.T) {
	for _, by := range []time.Duration{-time.Hour, 24 * time.Hour} {
		t.Run(by.String(), func(t *testing.T) {
			h, c := opened(t)
			m := &machine{Store: h.store, c: c, written: map[uint64]time.Time{}}
			h.store = m
			h.wallClock = m.wall
			clients := seated(t, h, Setup{Players: 2, First: Pick{Chapter: "1"}, Patience: 60})
			begin(t, clients...)
			for caughtUp(clients[0]).Player == tricks.NoSeat || caughtUp(clients[0]).Decisions < 3 {
				require.True(t, someone(t, clients...))
			}
			nobody := func(what string) {
				align(t, clients...)
				for _, client := range clients {
					for _, s := range client.TableView().Seats {
						assert.False(t, s.Replaceable || s.Away, what)
					}
				}
			}
			nobody("before")
			m.set(by)
			nobody("at once")
			require.True(t, someone(t, clients...))
			nobody("after a decision")

			clients[1].Leave()
			until(t, clients[0], func(p TableView) bool { return p.Seats[1].Away })
			assert.False(t, clients[0].TableView().Seats[1].Replaceable)
			c.pass(61 * time.Second)
			assert.True(t, clients[0].TableView().Seats[1].Replaceable, "the patience of the table is over")

			id := clients[0].TableView().Table
			clients[0].Leave() // and the table is opened again
			again, err := h.Enter(anybody(0), Ticket{Table: id})
			require.NoError(t, err)
			assert.True(t, again.TableView().Seats[1].Away)
			c.pass(61 * time.Second)
			assert.True(t, again.TableView().Seats[1].Replaceable, "at the latest after as long again")
			assert.False(t, again.TableView().Seats[0].Replaceable || again.TableView().Waited)
			again.Leave()
			deleted, err := h.Sweep(t.Context())
			require.NoError(t, err)
			assert.Zero(t, deleted)
			c.pass(23 * time.Hour)
			deleted, err = h.Sweep(t.Context())
			require.NoError(t, err)
			assert.Zero(t, deleted)
		})
	}
}

// TestWatch checks that waiting clients are woken exactly once for each change that comes only with time.
func TestWatch(t *testing.T) {
	h, c := opened(t)
	clients := seated(t, h, Setup{Players: 2, First: Pick{Chapter: "1"}, Patience: 60})
	go h.Watch(t.Context(), time.Millisecond)
	clients[1].Leave()
	until(t, clients[0], func(p TableView) bool { return p.Seats[1].Away })
	before := clients[0].TableView()
	require.False(t, before.Seats[1].Replaceable)
	c.pass(61 * time.Second)
	require.NoError(t, clients[0].Wait(t.Context(), before.Event))
	now := clients[0].TableView()
	assert.True(t, now.Seats[1].Replaceable)
	assert.Equal(t, before.Event+1, now.Event)
}
