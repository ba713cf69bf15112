package table

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAloneAtATable holds that a table at which nobody sat but its host goes after a day
// without use, and one of two people does not.
func TestAloneAtATable(t *testing.T) {
	h, c := opened(t)
	alone, err := h.Create(anybody(0), Setup{Players: 2, First: Pick{Chapter: "1"}})
	require.NoError(t, err)
	chairs := seated(t, h, Setup{Players: 2, First: Pick{Chapter: "1"}})
	for _, chair := range chairs {
		chair.Leave()
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
	assert.Equal(t, []string{chairs[0].TableView().Table}, all)
}
