package table

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestHostAndSeats(t *testing.T) {
	h, clock := opened(t)
	chairs := seated(t, h, Setup{Players: 4, First: Pick{Chapter: "1"}})
	id := chairs[0].TableView().Table
	_, err := h.Enter(anybody(4), Ticket{Table: id})
	require.ErrorIs(t, err, ErrStranger)
	require.ErrorIs(t, chairs[1].Choose(t.Context(), Pick{Chapter: "2"}), ErrNotHost)
	require.ErrorIs(t, chairs[1].Sit(t.Context(), 0), ErrTaken)
	require.ErrorIs(t, chairs[1].Sit(t.Context(), 9), ErrTaken)
	require.Error(t, chairs[0].Choose(t.Context(), Pick{Chapter: "99"}))
	align(t, chairs...)
	require.NoError(t, chairs[1].Ready(t.Context(), seen(chairs[1]), true))
	align(t, chairs...)
	require.NoError(t, chairs[0].Choose(t.Context(), Pick{Chapter: "2"}))
	align(t, chairs...)
	assert.False(t, chairs[1].TableView().Seats[1].Ready, "another game: who was ready has to say so again")
	assert.Equal(t, "2", chairs[1].TableView().Next.Chapter)

	require.NoError(t, chairs[3].Stand(t.Context()))
	require.ErrorIs(t, chairs[3].Stand(t.Context()), ErrNotSeated)
	align(t, chairs...)
	require.NoError(t, chairs[0].Computer(t.Context(), 3, "greedy"))
	require.NoError(t, chairs[2].Sit(t.Context(), 3), "a computer player makes room")
	require.NoError(t, chairs[0].PassOn(t.Context(), 1))
	align(t, chairs...)
	assert.Equal(t, "Ben", chairs[0].TableView().HostName)
	require.ErrorIs(t, chairs[0].PassOn(t.Context(), 1), ErrNotHost)
	align(t, chairs...)
	require.NoError(t, chairs[1].Computer(t.Context(), 2, "random"))
	chairs[1].Leave()
	until(t, chairs[0], func(p TableView) bool { return p.Seats[1].Away })
	align(t, chairs[0], chairs[2])
	assert.True(t, chairs[0].TableView().Host, "the table passes on")
	require.ErrorIs(t, chairs[0].Free(t.Context(), 3), ErrPresent)
	require.NoError(t, chairs[0].Free(t.Context(), 1))
	require.NoError(t, chairs[0].Computer(t.Context(), 1, "random"))
	begin(t, chairs[0], chairs[2])
	require.ErrorIs(t, chairs[0].Sit(t.Context(), 1), ErrPlaying)
	require.ErrorIs(t, chairs[0].Choose(t.Context(), Pick{Chapter: "1"}), ErrPlaying)
	require.ErrorIs(t, chairs[0].Close(t.Context()), ErrPlaying)

	// Who wants to stand up during a round is held, and may be replaced at once.
	require.NoError(t, chairs[2].Stand(t.Context()))
	align(t, chairs[0], chairs[2])
	assert.True(t, chairs[0].TableView().Seats[3].Leaving)
	require.NoError(t, chairs[0].ReplaceAbsent(t.Context(), 3, Substitute))
	align(t, chairs[0], chairs[2])
	playOn(t, 1, chairs[0])
	assert.Empty(t, chairs[0].TableView().Seats[3].Name, "the seat is free now")
	require.NoError(t, chairs[0].Close(t.Context()))
	require.ErrorIs(t, chairs[0].Ready(t.Context(), seen(chairs[0]), true), ErrGone)
	clock.pass(25 * time.Hour)
	n, err := h.Sweep(t.Context())
	require.NoError(t, err)
	assert.Equal(t, 1, n)
	_, _, err = h.Export(id)
	require.ErrorIs(t, err, ErrGone)
}

// Who was cut off is the host again when they are back, whoever was it meanwhile, unless
// the table was passed on since.
func TestHostComesBack(t *testing.T) {
	h, _ := opened(t)
	chairs := seated(t, h, Setup{Players: 3, First: Pick{Chapter: "1"}})
	back := func(at int) {
		c, err := h.Enter(chairs[at].person, Ticket{Table: chairs[at].t.id})
		require.NoError(t, err)
		t.Cleanup(c.Leave)
		chairs[at] = c
	}
	host := func(at int) {
		t.Helper()
		name := chairs[2].TableView().Seats[at].Name
		until(t, chairs[2], func(p TableView) bool { return p.HostName == name })
	}
	host(0)
	chairs[0].Leave()
	host(1)
	chairs[1].Leave()
	host(2)
	back(1)
	align(t, chairs[1:]...)
	host(2)
	back(0)
	host(0)

	chairs[0].Leave()
	host(1)
	align(t, chairs[1:]...)
	require.NoError(t, chairs[1].PassOn(t.Context(), 2))
	back(0)
	align(t, chairs...)
	host(2)
}
