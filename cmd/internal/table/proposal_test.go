package table

import (
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// upTo plays until the last decision is a person's and may be taken back.
func upTo(t *testing.T, clients ...*Client) {
	t.Helper()
	for range 100 {
		require.True(t, someone(t, clients...))
		clients[0].t.mu.Lock()
		n := clients[0].t.state.undoable()
		played := n > 0 && clients[0].t.state.play.Record().Decisions[n-1].Kind == chapters.PlayCard
		clients[0].t.mu.Unlock()
		if played {
			personsTurn(t, clients...)
			return
		}
	}
	require.Fail(t, "nothing can be taken back")
}

func TestUndoByConsent(t *testing.T) {
	h, _ := opened(t)
	clients := seated(t, h, Setup{Players: 4, First: Pick{Chapter: "1"}, Computers: []string{"", "", "", "greedy"}})
	align(t, clients...)
	require.ErrorIs(t, clients[0].Propose(t.Context(), seen(clients[0]), Undo), ErrNotPlaying)
	begin(t, clients...)
	personsTurn(t, clients...)
	require.ErrorIs(t, clients[0].Propose(t.Context(), seen(clients[0]), Undo), ErrNoUndo)
	require.ErrorIs(t, clients[0].Agree(t.Context(), seen(clients[0]), true), ErrNothing)
	upTo(t, clients...)
	before := caughtUp(clients[0])
	require.NoError(t, clients[1].Propose(t.Context(), seen(clients[1]), Undo))
	align(t, clients...)
	p := clients[2].TableView().Proposal
	require.NotNil(t, p)
	assert.Equal(t, tricks.Seat(1), p.Proposer)
	assert.NotEqual(t, tricks.NoCard, p.Card, "it names what goes back")
	assert.Equal(t, before.Decisions, p.Decision+p.More)
	require.ErrorIs(t, clients[0].Propose(t.Context(), seen(clients[0]), Stop), ErrProposed)

	require.NoError(t, clients[0].Agree(t.Context(), seen(clients[0]), false))
	align(t, clients...)
	assert.Nil(t, clients[2].TableView().Proposal, "one says no")

	require.NoError(t, clients[1].Propose(t.Context(), seen(clients[1]), Undo))
	for _, c := range []*Client{clients[0], clients[2]} {
		align(t, clients...)
		now := caughtUp(c)
		assert.Equal(t, before.Decisions, now.Decisions, "not all have agreed")
		require.NoError(t, c.Agree(t.Context(), seen(c), true))
	}
	align(t, clients...)
	assert.Nil(t, clients[0].TableView().Proposal)
	now := caughtUp(clients[0])
	assert.Equal(t, p.Decision-1, now.Decisions)
	playOn(t, 1, clients...)
}

// TestNoUndoPastWhatIsRevealed plays chapter 5, in which the end of a trick turns up a card (C5). After the
// last trick all cards are known.
func TestNoUndoPastWhatIsRevealed(t *testing.T) {
	h, _ := opened(t)
	clients := seated(t, h, Setup{Players: 3, First: Pick{Chapter: "5"}})
	begin(t, clients...)
	for done := 0; done == 0; {
		require.True(t, someone(t, clients...))
		v, _ := see(clients[0])
		done = len(v.History)
	}
	require.ErrorIs(t, clients[0].Propose(t.Context(), seen(clients[0]), Undo), ErrNoUndo)
	playOn(t, 1, clients...)
	require.ErrorIs(t, clients[0].Propose(t.Context(), seen(clients[0]), Undo), ErrNotPlaying)
}
