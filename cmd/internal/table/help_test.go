package table

import (
	"testing"

	"fellowship/cmd/internal/round"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// personsTurn waits until the computer players have played and a person's decision is due.
func personsTurn(t *testing.T, clients ...*Client) {
	t.Helper()
	until(t, clients[0], func(TableView) bool { return caughtUp(clients[0]).Player != tricks.NoSeat })
	align(t, clients...)
}

func TestHelp(t *testing.T) {
	h, _ := opened(t)
	without := seated(t, h, Setup{Players: 3, First: Pick{Chapter: "1"}, Computers: []string{"", "", "greedy"}})
	with := seated(t, h,
		Setup{
			Players: 3, First: Pick{Chapter: "1"}, Computers: []string{"", "", "greedy"}, Hints: true,
			OpenCards: true,
		})
	for _, clients := range [][]*Client{without, with} {
		begin(t, clients...)
		for v, _ := see(clients[0]); len(v.History) < 6; v, _ = see(clients[0]) {
			require.True(t, someone(t, clients...))
		}
	}
	_, err := without[0].OpenCards(t.Context(), seen(without[0]))
	require.ErrorIs(t, err, ErrForbidden)
	_, _, err = without[0].Hint(t.Context(), seen(without[0]))
	require.ErrorIs(t, err, ErrForbidden)
	_, err = without[0].ExplainCard(t.Context())
	require.ErrorIs(t, err, ErrForbidden)
	assert.Empty(t, without[0].TableView().Talk)

	explained, err := with[0].ExplainCard(t.Context())
	require.NoError(t, err)
	assert.Equal(t, tricks.Seat(2), explained.Play.Seat)
	assert.True(t, explained.Repeated)
	assert.Zero(t, explained.Heard, "greedy does not ask the solver")
	r := caughtUp(with[0])
	for ; r.Player == tricks.NoSeat; r = caughtUp(with[0]) {
		require.True(t, someone(t, with...))
	}
	align(t, with...)
	_, err = with[1-r.Player].OpenCards(t.Context(), seen(with[1-r.Player]))
	require.ErrorIs(t, err, round.ErrNotDue)
	opened, err := with[r.Player].OpenCards(t.Context(), seen(with[r.Player]))
	require.NoError(t, err)
	v, _ := see(with[r.Player])
	assert.Equal(t, len(v.Ask.Options), opened.OptionCount)
	align(t, with...)
	_, _, err = with[1-r.Player].Hint(t.Context(), seen(with[1-r.Player]))
	require.ErrorIs(t, err, round.ErrNotDue)
	_, _, err = with[r.Player].Hint(t.Context(), 1)
	require.ErrorIs(t, err, ErrQuicker)
	upTo(t, with...)
	require.NoError(t, with[0].Propose(t.Context(), seen(with[0]), Undo))
	align(t, with...)
	r = caughtUp(with[0])
	before := seen(with[r.Player])
	hint, reason, err := with[r.Player].Hint(t.Context(), before)
	require.NoError(t, err)
	assert.Equal(t, before, seen(with[r.Player]), "help moves nothing: a half chosen answer stays")
	v, _ = see(with[r.Player])
	assert.Contains(t, v.Ask.Options, hint)
	assert.Equal(t, len(v.Ask.Options), reason.Options)
	align(t, with...)
	said := with[1].TableView().Talk
	require.Len(t, said, 3, "everybody is told")
	assert.Equal(t, []Help{ExplainCard, OpenCards, Hint}, []Help{said[0].Help, said[1].Help, said[2].Help})
	assert.NotNil(t, with[1].TableView().Proposal, "who asks for help does not answer what is proposed")
	require.NoError(t, with[1].Agree(t.Context(), seen(with[1]), false))
	align(t, with...)
	playOn(t, 1, with...)
	record, err := with[0].Record()
	require.NoError(t, err)
	assert.Len(t, record.Assisted, 1)
	assert.Len(t, record.Hints, 1)
}
