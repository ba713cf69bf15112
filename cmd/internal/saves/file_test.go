package saves

import (
	"testing"

	"fellowship/chapters"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDiscard holds that a game that could not be begun leaves nothing behind.
func TestDiscard(t *testing.T) {
	shelf := New(t.TempDir())
	file, err := shelf.Create("c01p4s7")
	require.NoError(t, err)
	require.NoError(t, file.Discard())
	assert.Empty(t, shelf.Names())
	again, err := shelf.Create("c01p4s7")
	require.NoError(t, err)
	assert.Equal(t, "c01p4s7-1", again.Name())
	require.NoError(t, again.Close())
}

// TestALongGame: what could not be read again is not written, and the game stays.
func TestALongGame(t *testing.T) {
	shelf := New(t.TempDir())
	file, err := shelf.Create("c01p4s7")
	require.NoError(t, err)
	defer file.Close()
	require.NoError(t, file.Append(make([]byte, chapters.MaxRecord-1)))
	require.ErrorIs(t, file.Append([]byte("{}\n")), ErrTooLong)
	assert.EqualValues(t, chapters.MaxRecord-1, file.Size())
	require.NoError(t, file.Append([]byte("\n")))
}
