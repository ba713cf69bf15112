package table

import (
	"testing"

	"fellowship/chapters"
	"fellowship/chapters/campaign"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCampaign plays the chapters in their order, with a choice after a loss, and checks that another process has the
// same book.
func TestCampaign(t *testing.T) {
	h, _ := opened(t)
	clients := seated(t, h, Setup{Players: 2, Campaign: true})
	require.Error(t, clients[0].Choose(t.Context(), Pick{Deal: "c01p2s1"}), "a campaign's deals have no names")
	for round := 1; round <= 3; round++ {
		begin(t, clients...)
		assert.Nil(t, clients[0].Book().Playing, "the round's number would tell all cards")
		playOn(t, round, clients...)
		require.Equal(t, round+1, clients[1].Book().RoundNumber())
	}
	id := clients[0].TableView().Table
	rounds, text, err := h.Export(id)
	require.NoError(t, err)
	require.Len(t, rounds, 3)
	book, err := campaign.Read(chapters.Default(), "book", text)
	require.NoError(t, err)
	want, err := book.YAML()
	require.NoError(t, err)
	for _, c := range clients {
		got, err := c.Book().YAML()
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got))
	}
	// The book goes on at another table, in a long chapter that asks for an event.
	more := seated(t, h,
		Setup{Players: 2, Campaign: true, Book: string(text), First: Pick{Chapter: "14", Variant: "d"}})
	begin(t, more...)
	playOn(t, 1, more...)
	if p := more[0].TableView(); p.Last.Won {
		assert.NotEmpty(t, more[0].Book().ProgressOf("14", 2).Completed)
	}
	err = more[0].Ready(t.Context(), seen(more[0]), true)
	require.NoError(t, err)
	align(t, more...)
	err = more[1].Ready(t.Context(), seen(more[1]), true)
	require.ErrorIs(t, err, campaign.ErrVariant, "the event has to be chosen")
	require.NoError(t, more[0].Choose(t.Context(), Pick{Chapter: "14", Variant: "l"}))
	begin(t, more...)
}
