package table

import (
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// upTo plays until a person's decision was made last that may be taken back.
func upTo(t *testing.T, chairs ...*Client) {
	t.Helper()
	for range 100 {
		require.True(t, someone(t, chairs...))
		chairs[0].t.mu.Lock()
		n := chairs[0].t.state.undoable()
		played := n > 0 && chairs[0].t.state.play.Record().Decisions[n-1].Kind == chapters.PlayCard
		chairs[0].t.mu.Unlock()
		if played {
			personsTurn(t, chairs...)
			return
		}
	}
	require.Fail(t, "nothing can be taken back")
}

func TestUndoByConsent(t *testing.T) {
	h, _ := opened(t)
	chairs := seated(t, h, Setup{Players: 4, First: Pick{Chapter: "1"}, Computers: []string{"", "", "", "greedy"}})
	align(t, chairs...)
	require.ErrorIs(t, chairs[0].Propose(t.Context(), seen(chairs[0]), Undo), ErrNotPlaying)
	begin(t, chairs...)
	personsTurn(t, chairs...)
	require.ErrorIs(t, chairs[0].Propose(t.Context(), seen(chairs[0]), Undo), ErrNoUndo)
	require.ErrorIs(t, chairs[0].Agree(t.Context(), seen(chairs[0]), true), ErrNothing)
	upTo(t, chairs...)
	before := chairs[0].Look()
	require.NoError(t, chairs[1].Propose(t.Context(), seen(chairs[1]), Undo))
	align(t, chairs...)
	p := chairs[2].TableView().Proposal
	require.NotNil(t, p)
	assert.Equal(t, tricks.Seat(1), p.Proposer)
	assert.NotEqual(t, tricks.NoCard, p.Card, "it names what goes back")
	assert.Equal(t, before.Decisions, p.Decision+p.More)
	require.ErrorIs(t, chairs[0].Propose(t.Context(), seen(chairs[0]), Stop), ErrProposed)

	require.NoError(t, chairs[0].Agree(t.Context(), seen(chairs[0]), false))
	align(t, chairs...)
	assert.Nil(t, chairs[2].TableView().Proposal, "one says no")

	require.NoError(t, chairs[1].Propose(t.Context(), seen(chairs[1]), Undo))
	for _, c := range []*Client{chairs[0], chairs[2]} {
		align(t, chairs...)
		now := c.Look()
		assert.Equal(t, before.Decisions, now.Decisions, "not all have agreed")
		require.NoError(t, c.Agree(t.Context(), seen(c), true))
	}
	align(t, chairs...)
	assert.Nil(t, chairs[0].TableView().Proposal)
	now := chairs[0].Look()
	assert.Equal(t, p.Decision-1, now.Decisions)
	playOn(t, 1, chairs...)
}

// TestNoUndoPastWhatIsRevealed: in chapter 5 the end of a trick turns up a card (C5),
// and after the last one all is known.
func TestNoUndoPastWhatIsRevealed(t *testing.T) {
	h, _ := opened(t)
	chairs := seated(t, h, Setup{Players: 3, First: Pick{Chapter: "5"}})
	begin(t, chairs...)
	for done := 0; done == 0; {
		require.True(t, someone(t, chairs...))
		v, _ := see(chairs[0])
		done = len(v.History)
	}
	require.ErrorIs(t, chairs[0].Propose(t.Context(), seen(chairs[0]), Undo), ErrNoUndo)
	playOn(t, 1, chairs...)
	require.ErrorIs(t, chairs[0].Propose(t.Context(), seen(chairs[0]), Undo), ErrNotPlaying)
}
