package table

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/settings"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestNobodyIsWrittenDownForNothing checks that a server stores nothing about people who only look around,
// forgets after a day people who entered a table and never sat, and limits arrivals from one address and in
// total.
func TestNobodyIsWrittenDownForNothing(t *testing.T) {
	dir := t.TempDir()
	s := kept(t, dir)
	c := &clock{}
	h := NewService(s, Options{Library: chapters.Default(), Now: c.now})
	h.arrivals.each, h.arrivals.most = 5, 12
	defer h.Close()
	inGerman := func(set *settings.Settings) { set.Lang = "de" }
	from := func(n int) Person {
		return Person{ID: fmt.Sprint("web:", n), Name: fmt.Sprint("Guest ", n), Network: "192.0.2.1/32"}
	}
	for n := range 100 {
		_, err := h.Rename(from(n).ID, from(n).Name)
		require.NoError(t, err)
		require.NoError(t, h.ChangeSettings(from(n).ID, inGerman))
	}
	assert.NoDirExists(t, filepath.Join(dir, "people"))
	assert.NoDirExists(t, filepath.Join(dir, "newcomers"))

	ticket, err := h.Create(from(0), Setup{Players: 3, First: Pick{Chapter: "1"}})
	require.NoError(t, err)
	const host = 2 // the host, and the tables of the address
	assert.Equal(t, host, s.People.Count())
	var clients []*Client
	for n := 1; n < 5; n++ {
		client, err := h.Enter(from(n), ticket)
		require.NoError(t, err)
		clients = append(clients, client)
	}
	assert.Equal(t, host, s.People.Count())
	assert.Equal(t, 4, s.Newcomers.Count())
	require.NoError(t, h.ChangeSettings(from(1).ID, inGerman))
	require.NoError(t, clients[0].Sit(t.Context(), tricks.NoSeat))
	assert.Equal(t, host+1, s.People.Count())
	assert.Equal(t, 3, s.Newcomers.Count())
	sat, err := h.loadPerson(from(1).ID)
	require.NoError(t, err)
	assert.Equal(t, personRecord{"Guest 1", []visited{{Table: ticket.Table}}, sat.Settings}, sat)
	assert.Equal(t, settings.Settings{Lang: "de"}, h.Settings(from(1).ID))

	_, err = h.Enter(from(5), ticket)
	require.ErrorIs(t, err, ErrArrivals, "one too many of the address")
	_, err = h.Create(from(6), Setup{Players: 3, First: Pick{Chapter: "1"}})
	require.ErrorIs(t, err, ErrArrivals)
	_, err = h.ReturnCode(from(7))
	require.ErrorIs(t, err, ErrArrivals)
	_, err = h.ReturnCode(from(1))
	require.ErrorIs(t, err, ErrArrivals, "codes take room, too")
	again, err := h.Enter(from(2), ticket)
	require.NoError(t, err, "who is known may come")
	for n := range 8 {
		p := from(10 + n)
		p.Network = fmt.Sprintf("198.51.100.%d/32", n)
		_, err = h.ReturnCode(p)
		if n < 7 {
			require.NoError(t, err)
		}
	}
	require.ErrorIs(t, err, ErrArrivals, "too many in all")
	assert.EqualValues(t, 12, h.Arrivals().Written.Load())
	assert.EqualValues(t, 5, h.Arrivals().Refused.Load())
	c.pass(24 * time.Hour)
	_, err = h.ReturnCode(from(7))
	require.NoError(t, err)

	old := time.Now().Add(-25 * time.Hour)
	for _, folder := range []string{"people", "newcomers"} {
		all, err := filepath.Glob(filepath.Join(dir, folder, "*"))
		require.NoError(t, err)
		for _, path := range all {
			require.NoError(t, os.Chtimes(path, old, old))
		}
	}
	name, err := h.Name(from(2).ID)
	require.NoError(t, err)
	assert.Empty(t, name, "who never sat is forgotten")
	name, err = h.Name(from(1).ID)
	require.NoError(t, err)
	assert.Equal(t, "Guest 1", name)
	for _, client := range append(clients, again) {
		client.Leave()
	}
}
