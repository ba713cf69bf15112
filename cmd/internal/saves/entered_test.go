package saves

import (
	"path/filepath"
	"testing"

	"fellowship/cmd/internal/disk"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestEntered keeps a round that is entered, replaces it, and removes it.
func TestEntered(t *testing.T) {
	f := New(filepath.Join(t.TempDir(), "games"))
	assert.Empty(t, f.Entered())
	require.NoError(t, f.KeepEntered(""))
	for _, text := range []string{"text=2+4", "text=3+4", ""} {
		require.NoError(t, f.KeepEntered(text))
		assert.Equal(t, text, f.Entered())
	}
	nowhere := New("")
	assert.Empty(t, nowhere.Entered())
	require.ErrorIs(t, nowhere.KeepEntered("text=2+4"), disk.ErrNoHome)
}
