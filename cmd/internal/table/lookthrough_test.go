package table

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTurn lets everybody turn the pages of a round that is over, and nobody before, and
// holds that who comes back finds it where it was.
func TestTurn(t *testing.T) {
	h, _ := opened(t)
	chairs := seated(t, h, Setup{Players: 3, First: Pick{Chapter: "1"}})
	require.ErrorIs(t, chairs[0].Turn(t.Context(), 3), ErrNotPlaying)
	code, err := chairs[0].Invite(t.Context(), true)
	require.NoError(t, err)
	begin(t, chairs...)
	require.ErrorIs(t, chairs[0].Turn(t.Context(), 3), ErrPlaying)
	playOn(t, 1, chairs...)
	assert.Nil(t, chairs[0].Picture().LookThrough)

	ticket, _, err := h.Leads(code)
	require.NoError(t, err)
	eve, err := h.Enter(Person{ID: "eve", Name: "Eve"}, ticket)
	require.NoError(t, err)
	require.NoError(t, eve.Turn(t.Context(), 5))
	require.NoError(t, eve.Turn(t.Context(), 5))
	all := append(slices.Clone(chairs), eve)
	align(t, all...)
	for _, c := range all {
		assert.Equal(t, &LookThrough{"Eve", 5}, c.Picture().LookThrough)
	}
	said := chairs[0].Picture().Said
	require.Len(t, said, 1, "everybody is told once")
	assert.True(t, said[0].Looks)
	require.NoError(t, chairs[1].Turn(t.Context(), 100_000))
	align(t, all...)
	r := chairs[0].Look()
	there := &LookThrough{chairs[1].Picture().Name, r.Decisions}
	assert.Equal(t, there, chairs[0].Picture().LookThrough)

	eve.Leave()
	eve, err = h.Enter(Person{ID: "eve", Name: "Eve"}, Ticket{Table: ticket.Table})
	require.NoError(t, err)
	assert.Equal(t, there, eve.Picture().LookThrough)

	eve.t.mu.Lock()
	eve.t.state.turns = mostTurns
	eve.t.mu.Unlock()
	require.ErrorIs(t, eve.Turn(t.Context(), 1), ErrTooMuch)
	begin(t, chairs...)
	assert.Nil(t, chairs[0].Picture().LookThrough, "it is about another round")
}
