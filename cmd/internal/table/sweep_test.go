package table

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAloneAtATable checks that a table where only its host ever sat is deleted after a day without use, and a
// table of two people is not.
func TestAloneAtATable(t *testing.T) {
	h, c := opened(t)
	alone, err := h.Create(anybody(0), Setup{Players: 2, First: Pick{Chapter: "1"}})
	require.NoError(t, err)
	clients := seated(t, h, Setup{Players: 2, First: Pick{Chapter: "1"}})
	for _, client := range clients {
		client.Leave()
	}
	c.pass(23 * time.Hour)
	n, err := h.Sweep(t.Context())
	require.NoError(t, err)
	assert.Zero(t, n)
	c.pass(2 * time.Hour)
	for range 2 { // what was found is remembered
		_, err = h.Sweep(t.Context())
		require.NoError(t, err)
	}
	_, err = h.Enter(anybody(0), alone)
	require.ErrorIs(t, err, ErrGone)
	all, err := h.serverFolder.Tables()
	require.NoError(t, err)
	assert.Equal(t, []string{clients[0].TableView().Table}, all)
}
