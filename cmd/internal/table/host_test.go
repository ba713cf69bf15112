package table

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestHostAndSeats(t *testing.T) {
	h, clock := opened(t)
	clients := seated(t, h, Setup{Players: 4, First: Pick{Chapter: "1"}})
	id := clients[0].TableView().Table
	_, err := h.Enter(anybody(4), Ticket{Table: id})
	require.ErrorIs(t, err, ErrStranger)
	require.ErrorIs(t, clients[1].Choose(t.Context(), Pick{Chapter: "2"}), ErrNotHost)
	require.ErrorIs(t, clients[1].Sit(t.Context(), 0), ErrTaken)
	require.ErrorIs(t, clients[1].Sit(t.Context(), 9), ErrTaken)
	require.Error(t, clients[0].Choose(t.Context(), Pick{Chapter: "99"}))
	align(t, clients...)
	require.NoError(t, clients[1].Ready(t.Context(), seen(clients[1]), true))
	align(t, clients...)
	require.NoError(t, clients[0].Choose(t.Context(), Pick{Chapter: "2"}))
	align(t, clients...)
	assert.False(t, clients[1].TableView().Seats[1].Ready, "another game: who was ready has to say so again")
	assert.Equal(t, "2", clients[1].TableView().Next.Chapter)

	require.NoError(t, clients[3].StandUp(t.Context()))
	require.ErrorIs(t, clients[3].StandUp(t.Context()), ErrNotSeated)
	align(t, clients...)
	require.NoError(t, clients[0].SeatComputer(t.Context(), 3, "greedy"))
	require.NoError(t, clients[2].Sit(t.Context(), 3), "a computer player makes room")
	require.NoError(t, clients[0].MakeHost(t.Context(), 1))
	align(t, clients...)
	assert.Equal(t, "Ben", clients[0].TableView().HostName)
	require.ErrorIs(t, clients[0].MakeHost(t.Context(), 1), ErrNotHost)
	align(t, clients...)
	require.NoError(t, clients[1].SeatComputer(t.Context(), 2, "random"))
	clients[1].Leave()
	until(t, clients[0], func(p TableView) bool { return p.Seats[1].Away })
	align(t, clients[0], clients[2])
	assert.True(t, clients[0].TableView().Host, "the table passes on")
	require.ErrorIs(t, clients[0].FreeSeat(t.Context(), 3), ErrPresent)
	require.NoError(t, clients[0].FreeSeat(t.Context(), 1))
	require.NoError(t, clients[0].SeatComputer(t.Context(), 1, "random"))
	begin(t, clients[0], clients[2])
	require.ErrorIs(t, clients[0].Sit(t.Context(), 1), ErrPlaying)
	require.ErrorIs(t, clients[0].Choose(t.Context(), Pick{Chapter: "1"}), ErrPlaying)
	require.ErrorIs(t, clients[0].Close(t.Context()), ErrPlaying)

	// Who wants to stand up during a round is held, and may be replaced at once.
	require.NoError(t, clients[2].StandUp(t.Context()))
	align(t, clients[0], clients[2])
	assert.True(t, clients[0].TableView().Seats[3].Leaving)
	require.NoError(t, clients[0].ReplaceAbsent(t.Context(), 3, Substitute))
	align(t, clients[0], clients[2])
	playOn(t, 1, clients[0])
	assert.Empty(t, clients[0].TableView().Seats[3].Name, "the seat is free now")
	require.NoError(t, clients[0].Close(t.Context()))
	require.ErrorIs(t, clients[0].Ready(t.Context(), seen(clients[0]), true), ErrGone)
	clock.pass(25 * time.Hour)
	n, err := h.Sweep(t.Context())
	require.NoError(t, err)
	assert.Equal(t, 1, n)
	_, _, err = h.Export(id)
	require.ErrorIs(t, err, ErrGone)
}

// TestHostComesBack checks that a host who was cut off is the host again when they are back, whoever acted as host
// meanwhile, unless the table was passed on since.
func TestHostComesBack(t *testing.T) {
	h, _ := opened(t)
	clients := seated(t, h, Setup{Players: 3, First: Pick{Chapter: "1"}})
	back := func(at int) {
		c, err := h.Enter(clients[at].person, Ticket{Table: clients[at].t.id})
		require.NoError(t, err)
		t.Cleanup(c.Leave)
		clients[at] = c
	}
	host := func(at int) {
		t.Helper()
		name := clients[2].TableView().Seats[at].Name
		until(t, clients[2], func(p TableView) bool { return p.HostName == name })
	}
	host(0)
	clients[0].Leave()
	host(1)
	clients[1].Leave()
	host(2)
	back(1)
	align(t, clients[1:]...)
	host(2)
	back(0)
	host(0)

	clients[0].Leave()
	host(1)
	align(t, clients[1:]...)
	require.NoError(t, clients[1].MakeHost(t.Context(), 2))
	back(0)
	align(t, clients...)
	host(2)
}
