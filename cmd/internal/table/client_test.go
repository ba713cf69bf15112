package table

import (
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSecondSignIn checks that a person is at a table only once: the newer session supersedes the older one.
func TestSecondSignIn(t *testing.T) {
	h, _ := opened(t)
	clients := seated(t, h, Setup{Players: 2, First: Pick{Chapter: "2"}})
	id := clients[0].TableView().Table
	again, err := h.Enter(anybody(0), Ticket{Table: id})
	require.NoError(t, err)
	require.ErrorIs(t, clients[0].Wait(t.Context(), clients[0].TableView().Event), ErrElsewhere)
	require.ErrorIs(t, clients[0].Ready(t.Context(), seen(clients[0]), true), ErrElsewhere)
	begin(t, again, clients[1])
	require.ErrorIs(t, clients[0].Decide(t.Context(), seen(clients[0]), chapters.Decision{}), ErrElsewhere)
	clients[0].Leave()
	align(t, again, clients[1])
	assert.False(t, again.TableView().Seats[0].Away, "the old session was not the person")
	require.NoError(t, again.Wait(t.Context(), 0), "the new one goes on")
	playOn(t, 1, again, clients[1])
}

// TestWatchersAndNames checks who is let in.
func TestWatchersAndNames(t *testing.T) {
	h, _ := opened(t)
	clients := seated(t, h, Setup{Players: 2, First: Pick{Chapter: "1"}})
	codes := clients[0].TableView().Codes
	require.Len(t, codes, 1)
	ticket, _, err := h.ResolveCode(strings.ToUpper(codes[0].Code) + " ")
	require.NoError(t, err)
	for _, name := range []string{"Anna", "ANNA", "Аnnа", "A nna", "Ánna"} { // Cyrillic letters in one of them
		_, err = h.Enter(Person{ID: "other", Name: name}, ticket)
		require.ErrorIs(t, err, ErrLookAlike, name)
	}
	for _, name := range []string{
		"", "\x1b[2J", "a:b", strings.Repeat("w", 21), "漢字漢字漢字漢字漢字漢", "-x", "🂡",
		"Be\u200dn",
	} {
		_, err = h.Enter(Person{ID: "other", Name: name}, ticket)
		require.ErrorIs(t, err, ErrName, name)
	}
	_, _, err = h.ResolveCode("nonsense")
	require.ErrorIs(t, err, ErrCode)
	_, _, err = h.ResolveCode("../../../..")
	require.ErrorIs(t, err, ErrCode)
	code, err := h.ReturnCode(anybody(0))
	require.NoError(t, err)
	_, p, err := h.ResolveCode(codes[0].Code)
	require.NoError(t, err)
	assert.Empty(t, p, "an invitation leads to nobody")
	none, p, err := h.ResolveCode(ShowCode(code))
	require.NoError(t, err)
	assert.Empty(t, none, "that is no invitation")
	assert.Equal(t, anybody(0), p)
	tables, err := h.loadPerson(p.ID)
	require.NoError(t, err)
	assert.Equal(t, []visited{{Table: ticket.Table, Begun: true}}, tables.Tables)
	third, err := h.Enter(anybody(2), ticket)
	require.NoError(t, err)
	require.ErrorIs(t, third.Sit(t.Context(), tricks.NoSeat), ErrTaken)
	assert.Empty(t, third.TableView().Codes, "who does not sit invites nobody")
	_, err = third.Invite(t.Context(), false)
	require.ErrorIs(t, err, ErrNotSeated)
	align(t, clients...)
	assert.Equal(t, []string{"Cleo"}, clients[0].TableView().Watching)
}
