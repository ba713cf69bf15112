package table

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestNamedDealsAndAgain(t *testing.T) {
	h, _ := opened(t)
	_, err := h.Create(anybody(0), Setup{Players: 3, First: Pick{Deal: "c02p4s7"}})
	require.Error(t, err)
	_, err = h.Create(anybody(0), Setup{Players: 3, First: Pick{Chapter: "14"}})
	require.Error(t, err)
	_, err = h.Create(anybody(0), Setup{Players: 3, First: Pick{Again: true}})
	require.Error(t, err)
	_, err = h.Create(anybody(0), Setup{Players: 1, First: Pick{Chapter: "1"}, Computers: []string{"fair"}})
	require.ErrorIs(t, err, ErrAlone)
	clients := seated(t, h, Setup{Players: 3, First: Pick{Deal: "c02p3s7"}})
	before := clients[1].TableView()
	assert.Equal(t, NamedDeal, before.Next.Deal, "it is named, and not told")
	begin(t, clients...)
	for _, p := range []TableView{before, clients[0].TableView(), clients[1].TableView()} {
		assert.NotContains(t, allIn(p), "c02p3s7")
	}
	playOn(t, 1, clients...)
	first := clients[0].TableView().Last
	assert.Equal(t, "c02p3s7", first.Deal)
	assert.Equal(t, Pick{Chapter: "2", Again: true}, clients[0].TableView().Next, "after a loss the same deal")
	begin(t, clients...)
	playOn(t, 2, clients...)
	second := clients[0].TableView().Last
	assert.Equal(t, first.Deal, second.Deal)
	require.NoError(t, clients[0].Choose(t.Context(), Pick{Chapter: "2"}))
	begin(t, clients...)
	playOn(t, 3, clients...)
	assert.NotEqual(t, first.Deal, clients[0].TableView().Last.Deal)
}
