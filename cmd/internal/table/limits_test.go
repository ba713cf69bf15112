package table

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/store/folder"
	"fellowship/cmd/internal/store/storetest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLimits checks the limits of what people can make a server store.
func TestLimits(t *testing.T) {
	s, err := folder.Open(folder.Options{Dir: t.TempDir(), Alone: true})
	require.NoError(t, err)
	defer s.Close()
	c := &clock{}
	h := NewService(s, Options{Library: chapters.Default(), Now: c.now, Tables: 3})
	h.limits = limits{tablesPerPerson: 2, tablesPerAddress: 200, events: 30, people: 2, codes: 2}
	defer h.Close()
	setup := Setup{Players: 2, First: Pick{Chapter: "1"}}
	one, err := h.Create(anybody(0), setup)
	require.NoError(t, err)
	_, err = h.Create(anybody(0), setup)
	require.NoError(t, err)
	_, err = h.Create(anybody(0), setup)
	require.ErrorIs(t, err, ErrOwnTables)
	_, err = h.Create(anybody(1), setup)
	require.NoError(t, err)
	_, err = h.Create(anybody(2), setup)
	require.ErrorIs(t, err, ErrManyTables)
	anna, err := h.Enter(anybody(0), one)
	require.NoError(t, err)
	ben, err := h.Enter(anybody(1), one)
	require.NoError(t, err)
	_, err = h.Enter(anybody(2), one)
	require.ErrorIs(t, err, ErrFullHouse)
	_, err = anna.Invite(t.Context(), true)
	require.NoError(t, err)
	_, err = anna.Invite(t.Context(), true)
	require.ErrorIs(t, err, ErrTooLong)
	for range 40 {
		if err = ben.SayPhrase(t.Context(), "hello"); err != nil {
			break
		}
	}
	require.ErrorIs(t, err, ErrTooLong)
	anna.Leave()
	ben.Leave()
	c.pass(31 * 24 * time.Hour)
	n, err := h.Sweep(t.Context())
	require.NoError(t, err)
	assert.Equal(t, 3, n)
	_, err = h.Create(anybody(0), setup)
	require.NoError(t, err, "those that are gone do not count")
}

// TestTablesOfAnAddress checks that one address cannot fill the server with tables, even if several people
// create them at the same time. Deleted tables do not count.
func TestTablesOfAnAddress(t *testing.T) {
	s := kept(t, storetest.Dir(t))
	c := &clock{}
	h := NewService(s, Options{Library: chapters.Default(), Now: c.now})
	h.limits.tablesPerAddress = 20
	defer h.Close()
	setup := Setup{Players: 2, First: Pick{Chapter: "1"}}
	create := func(n int, from string) (Ticket, error) {
		return h.Create(Person{ID: fmt.Sprint("guest:", n), Name: "Anna", Network: from}, setup)
	}
	var all sync.WaitGroup
	var begun, refused atomic.Int64
	for n := range 60 {
		all.Go(func() {
			ticket, err := create(n, "192.0.2.1/32")
			if errors.Is(err, ErrAddress) {
				refused.Add(1)
				return
			}
			if assert.NoError(t, err) && begun.Add(1)%2 == 0 {
				client, err := h.Enter(Person{ID: fmt.Sprint("guest:", n), Name: "Anna"}, ticket)
				if assert.NoError(t, err) {
					assert.NoError(t, client.Close(t.Context()))
				}
			}
		})
	}
	all.Wait()
	assert.EqualValues(t, 20, begun.Load())
	assert.EqualValues(t, 40, refused.Load())
	_, err := create(99, "192.0.2.2/32")
	require.NoError(t, err, "another address")
	_, err = create(98, "")
	require.NoError(t, err, "one without limits")
	c.pass(25 * time.Hour)
	_, err = h.Sweep(t.Context())
	require.NoError(t, err)
	_, err = create(97, "192.0.2.1/32")
	require.NoError(t, err)
}

// countAtOnce runs something many times at once, and returns how often it succeeded. All errors have to match refused.
func countAtOnce(t *testing.T, times int, refused error, do func(n int) error) (succeeded int) {
	t.Helper()
	var all sync.WaitGroup
	var count atomic.Int64
	for n := range times {
		all.Go(func() {
			if err := do(n); err == nil {
				count.Add(1)
			} else {
				assert.ErrorIs(t, err, refused)
			}
		})
	}
	all.Wait()
	return int(count.Load())
}

// TestLimitsAtOnce checks that exactly as much is let through as a limit says if much more comes at the same time, and
// that what fails afterwards gives its place back.
func TestLimitsAtOnce(t *testing.T) {
	const times = 60
	s := kept(t, storetest.Dir(t))
	c := &clock{}
	h := NewService(s, Options{Library: chapters.Default(), Now: c.now, Tables: 12})
	h.limits = limits{tablesPerPerson: 7, tablesPerAddress: 200, events: 50_000, people: 30, codes: 9}
	h.arrivals.each, h.arrivals.most = 15, 1000
	defer h.Close()
	setup := Setup{Players: 2, First: Pick{Chapter: "1"}}

	host := anybody(0)
	ticket, err := h.Create(host, setup)
	require.NoError(t, err)
	assert.Equal(t, 6, countAtOnce(t, times, ErrOwnTables, func(int) error {
		_, err := h.Create(host, setup)
		return err
	}), "tables of a person")
	assert.Equal(t, 5, countAtOnce(t, times, ErrManyTables, func(n int) error {
		_, err := h.Create(Person{ID: fmt.Sprint("key:host ", n), Name: "Anna"}, setup)
		return err
	}), "tables of a server")

	anna, err := h.Enter(host, ticket)
	require.NoError(t, err)
	defer anna.Leave()
	codes := s.Codes.Count()
	assert.Equal(t, 8, countAtOnce(t, times, ErrTooLong, func(int) error {
		_, err := anna.Invite(t.Context(), false)
		return err
	}), "codes of a table")
	assert.Equal(t, codes+8, s.Codes.Count(), "a code that was refused is nowhere")

	var clients sync.Map
	enter := func(network string) func(n int) error {
		return func(n int) error {
			name := fmt.Sprint("Guest ", n, " ", len(network))
			client, err := h.Enter(Person{ID: "web:" + name, Name: name, Network: network}, ticket)
			if err == nil {
				clients.Store(name, client)
			}
			return err
		}
	}
	written := h.Arrivals().Written.Load()
	assert.Equal(t, 15, countAtOnce(t, times, ErrArrivals, enter("192.0.2.1/32")), "new people of an address")
	assert.Equal(t, written+15, h.Arrivals().Written.Load())
	anna.t.mu.Lock()
	assert.Len(t, anna.t.state.members, 16, "nobody is at the table who was refused")
	anna.t.mu.Unlock()
	assert.Equal(t, 14, countAtOnce(t, times, ErrFullHouse, enter("")), "people at a table")
	assert.Equal(t, written+15+14, h.Arrivals().Written.Load(), "whoever found no room does not count")
	assert.Equal(t, 15, countAtOnce(t, times, ErrArrivals, func(n int) error {
		_, err := h.ReturnCode(Person{ID: fmt.Sprint("web:return ", n), Name: "Anna", Network: "198.51.100.1/32"})
		return err
	}), "codes of people of an address")

	clients.Range(func(_, client any) bool {
		client.(*Client).Leave()
		return true
	})
}
