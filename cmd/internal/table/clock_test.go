package table

import (
	"context"
	"sync"
	"testing"
	"time"

	"fellowship/cmd/internal/store"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// machine is a store on a machine whose clock somebody sets: forward by so much, or back.
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

func (m *machine) Append(ctx context.Context, table string, after store.Mark, data []byte) (store.Mark, error) {
	now := m.wall()
	m.mu.Lock()
	m.written[after.Number+1] = now
	m.mu.Unlock()
	return m.Store.Append(ctx, table, after, data)
}

func (m *machine) timed(e store.Event) store.Event {
	m.mu.Lock()
	defer m.mu.Unlock()
	e.Time = m.written[e.Number]
	return e
}

func (m *machine) Follow(ctx context.Context, table string, take func(store.Event)) (func(), error) {
	return m.Store.Follow(ctx, table, func(e store.Event) { take(m.timed(e)) })
}

func (m *machine) Last(ctx context.Context, table string) (store.Event, error) {
	e, err := m.Store.Last(ctx, table)
	return m.timed(e), err
}

// TestClockReset holds that a clock that is set back by an hour, or forward by a day, while
// people play makes nobody absent who is there, and hides nobody who is away.
func TestClockReset(t *testing.T) {
	for _, by := range []time.Duration{-time.Hour, 24 * time.Hour} {
		t.Run(by.String(), func(t *testing.T) {
			a, b, c := halls(t)
			m := &machine{Store: a.store, c: c, written: map[uint64]time.Time{}}
			for _, h := range []*Hall{a, b} {
				h.store, h.wall = m, m.wall
			}
			chairs := seated(t, a, b, Setup{Players: 2, First: Pick{Chapter: "1"}, Patience: 60})
			begin(t, chairs...)
			for chairs[0].Look().Player == tricks.NoSeat || chairs[0].Look().Decisions < 3 {
				require.True(t, someone(t, chairs...))
			}
			nobody := func(what string) {
				align(t, chairs...)
				for _, chair := range chairs {
					for _, s := range chair.Picture().Seats {
						assert.False(t, s.Missed || s.Away, what)
					}
				}
			}
			nobody("before")
			m.set(by)
			nobody("at once")
			require.True(t, someone(t, chairs...))
			nobody("after a decision")

			chairs[1].Leave()
			until(t, chairs[0], func(p Picture) bool { return p.Seats[1].Away })
			assert.False(t, chairs[0].Picture().Seats[1].Missed)
			c.pass(61 * time.Second)
			assert.True(t, chairs[0].Picture().Seats[1].Missed, "the patience of the table is over")

			id := chairs[0].Picture().Table
			chairs[0].Leave() // and the table is opened again
			again, err := b.Enter(t.Context(), anybody(0), Ticket{Table: id})
			require.NoError(t, err)
			assert.True(t, again.Picture().Seats[1].Away)
			c.pass(61 * time.Second)
			assert.True(t, again.Picture().Seats[1].Missed, "at the latest after as long again")
			assert.False(t, again.Picture().Seats[0].Missed || again.Picture().Waited)
			again.Leave()
			deleted, err := b.Sweep(t.Context())
			require.NoError(t, err)
			assert.Zero(t, deleted)
			c.pass(23 * time.Hour)
			deleted, err = b.Sweep(t.Context())
			require.NoError(t, err)
			assert.Zero(t, deleted)
		})
	}
}

// TestWatch holds that those who wait at a table hear of what time alone changes, once, and
// of nothing where it changes nothing.
func TestWatch(t *testing.T) {
	a, b, c := halls(t)
	chairs := seated(t, a, b, Setup{Players: 2, First: Pick{Chapter: "1"}, Patience: 60})
	go a.Watch(t.Context(), time.Millisecond)
	chairs[1].Leave()
	until(t, chairs[0], func(p Picture) bool { return p.Seats[1].Away })
	before := chairs[0].Picture()
	require.False(t, before.Seats[1].Missed)
	c.pass(61 * time.Second)
	require.NoError(t, chairs[0].Wait(t.Context(), before.Event))
	now := chairs[0].Picture()
	assert.True(t, now.Seats[1].Missed)
	assert.Equal(t, before.Event+1, now.Event)
}
