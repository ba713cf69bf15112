package home

import (
	"context"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestUndecidedNamesItsLimit checks that a search without a result says how long it took.
func TestUndecidedNamesItsLimit(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	pos, err := chapters.Default().Deal(chapters.DealID{Chapter: "10", Players: 4, Seed: 7})
	require.NoError(t, err)
	h := Home{Library: chapters.Default()}
	text := h.dealOf(texts.New("en"), func() chapters.Record { return chapters.Record{Position: pos} }).Solve(ctx)
	assert.Contains(t, text, "found no answer within 30 seconds")
	assert.NotContains(t, text, "fellowship solve")
}
