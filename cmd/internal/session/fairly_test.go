package session_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTries holds that a try ends the same way every time, from whatever moment
// of the game it is asked for, changes nothing there, and ends with the context.
func TestTries(t *testing.T) {
	s := begin(t, "c01p3s5", 1)
	play, err := s.Tries()
	require.NoError(t, err)
	first, err := play(t.Context(), 1)
	require.NoError(t, err)
	assert.Zero(t, s.Decisions())
	finish(t, s, 1)
	later, err := s.Tries()
	require.NoError(t, err)
	again, err := later(t.Context(), 1)
	require.NoError(t, err)
	assert.Equal(t, first, again)

	stopped, stop := context.WithCancel(t.Context())
	stop()
	_, err = play(stopped, 1)
	assert.ErrorIs(t, err, context.Canceled)
}
