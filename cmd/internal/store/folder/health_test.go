package folder

import (
	"testing"
	"testing/synctest"
	"time"

	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/store"

	"github.com/stretchr/testify/require"
)

// TestSlowDisk checks that a disk is reported that does not answer while an event is written.
func TestSlowDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var h health
		done := h.beginWrite()
		require.NoError(t, h.status())
		time.Sleep(longestWrite + 1) // of a clock that nobody waits for
		require.ErrorIs(t, h.status(), store.ErrWaiting)
		done()
		require.NoError(t, h.status())
	})
}

// TestRoomAgain checks that the search for room runs in the background.
func TestRoomAgain(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := health{dir: dir}
		h.noteResult(disk.ErrFull)
		require.ErrorIs(t, h.status(), disk.ErrFull)
		time.Sleep(probeAgain)
		require.ErrorIs(t, h.status(), disk.ErrFull, "what is known is told at once")
		synctest.Wait()
		require.NoError(t, h.status())
	})
}
