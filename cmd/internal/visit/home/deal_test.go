package home

import (
	"context"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestUndecidedNamesItsLimit holds that a search that has found nothing out says how long
// it looked.
func TestUndecidedNamesItsLimit(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	_, text, err := (&Home{Lib: chapters.Default()}).solveNamed(ctx, "c10p4s7", texts.New("en"))
	require.NoError(t, err)
	assert.Contains(t, text, "did not find out in 30 seconds")
	assert.NotContains(t, text, "fellowship solve")
}
