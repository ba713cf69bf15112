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
