package memory_test

import (
	"bytes"
	"testing"

	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/store/memory"
	"fellowship/cmd/internal/store/storetest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestStore holds the store to its contract: events come back in their order and with their numbers, nothing is written
// over what somebody quicker wrote, and nobody can change what is kept.
func TestStore(t *testing.T) {
	s := &memory.Store{}
	_, err := s.Read("one")
	require.ErrorIs(t, err, store.ErrGone)
	n := storetest.Write(t, s, "one", 0, "a", "b")
	storetest.Write(t, s, "two", 0, "x")
	require.ErrorIs(t, s.Append("one", 1, storetest.Line("late")), store.ErrQuicker)
	require.ErrorIs(t, s.Append("one", n, make([]byte, store.MaxEvent+1)), store.ErrTooLarge)
	require.NoError(t, s.Append("one", n, bytes.Repeat([]byte("x"), store.MaxEvent)))
	data := storetest.Data(t, s, "one")
	require.Len(t, data, 3)
	assert.Equal(t, storetest.Lines("a", "b"), data[:2])
	assert.Equal(t, storetest.Lines("x"), storetest.Data(t, s, "two"))

	own := storetest.Line("mine")
	require.NoError(t, s.Append("two", 1, own))
	own[2] = '!'
	events, err := s.Read("two")
	require.NoError(t, err)
	assert.False(t, events[0].Time.IsZero())
	events[0] = store.Event{}
	assert.Equal(t, storetest.Lines("x", "mine"), storetest.Data(t, s, "two"))

	var held []string
	release, err := s.Hold("two", func(e store.Event) { held = append(held, string(e.Data)) })
	require.NoError(t, err)
	release()
	assert.Equal(t, storetest.Lines("x", "mine"), held)
	_, err = s.Hold("none", func(store.Event) { t.Error("there is no event") })
	require.ErrorIs(t, err, store.ErrGone)
	require.NoError(t, s.KeepFile("two"))
	require.NoError(t, s.Close())
}
