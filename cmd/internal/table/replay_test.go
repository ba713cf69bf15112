package table

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTurn checks that everybody can turn the pages of a finished round and nobody before it is over, and that a
// person who comes back sees the same page.
func TestTurn(t *testing.T) {
	h, _ := opened(t)
	clients := seated(t, h, Setup{Players: 3, First: Pick{Chapter: "1"}})
	require.ErrorIs(t, clients[0].TurnPage(t.Context(), 3), ErrNotPlaying)
	code, err := clients[0].Invite(t.Context(), true)
	require.NoError(t, err)
	begin(t, clients...)
	require.ErrorIs(t, clients[0].TurnPage(t.Context(), 3), ErrPlaying)
	playOn(t, 1, clients...)
	assert.Nil(t, clients[0].TableView().Replay)

	ticket, _, err := h.ResolveCode(code)
	require.NoError(t, err)
	eve, err := h.Enter(Person{ID: "eve", Name: "Eve"}, ticket)
	require.NoError(t, err)
	require.NoError(t, eve.TurnPage(t.Context(), 5))
	require.NoError(t, eve.TurnPage(t.Context(), 5))
	all := append(slices.Clone(clients), eve)
	align(t, all...)
	for _, c := range all {
		assert.Equal(t, &Replay{"Eve", 5}, c.TableView().Replay)
	}
	said := clients[0].TableView().Talk
	require.Len(t, said, 1, "everybody is told once")
	assert.True(t, said[0].Replays)
	require.NoError(t, clients[1].TurnPage(t.Context(), 100_000))
	align(t, all...)
	r := caughtUp(clients[0])
	there := &Replay{clients[1].TableView().Name, r.Decisions}
	assert.Equal(t, there, clients[0].TableView().Replay)

	eve.Leave()
	eve, err = h.Enter(Person{ID: "eve", Name: "Eve"}, Ticket{Table: ticket.Table})
	require.NoError(t, err)
	assert.Equal(t, there, eve.TableView().Replay)

	eve.t.mu.Lock()
	eve.t.state.pageTurns = mostTurns
	eve.t.mu.Unlock()
	require.ErrorIs(t, eve.TurnPage(t.Context(), 1), ErrTooMuch)
	begin(t, clients...)
	assert.Nil(t, clients[0].TableView().Replay, "it is about another round")
}
