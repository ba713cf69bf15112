package serve

import (
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"fellowship/cmd/internal/store"

	"github.com/stretchr/testify/require"
)

// TestNoRoom holds that people see why it does not go on when the server has no room,
// and that what somebody has decided meanwhile is made when there is room again.
func TestNoRoom(t *testing.T) {
	var told notes
	h := open(t, func(o *Options) { o.Room, o.Log = 1<<20, slog.New(slog.NewTextHandler(&told, nil)) })
	all := meet(h, "anna", "ben")
	for _, f := range all {
		f.isReady()
	}
	require.False(t, h.plays(12, all...))
	var at store.Mark
	var err error
	var stop func()
	for _, size := range []int{20_000, 20} {
		for err = nil; err == nil; {
			var next store.Mark
			if next, err = h.store.Append(t.Context(), "big", at, []byte(`"`+strings.Repeat("x", size)+`"`+"\n")); err == nil {
				at = next
			}
			if stop == nil { // who follows it keeps it open, as a table is that people sit at
				var bad error
				stop, bad = h.store.Follow(t.Context(), "big", func(store.Event) {})
				require.NoError(t, bad)
			}
		}
	}
	stop()
	require.ErrorIs(t, err, store.ErrFull)
	who, _ := h.turnOf(all[0], all[1])
	before := who.sees("enter take it")
	who.press("\r")
	if now := who.now(); strings.Contains(now, "enter take it") { // the One Ring asks more
		who.press("\r")
	}
	who.sees("The server's disk is full")
	who.sees("decision is kept until then")
	require.Error(t, h.store.Healthy())
	says := func(text string) func() bool { return func() bool { return strings.Contains(told.String(), text) } }
	require.Eventually(t, says("nothing that is decided can be written now"), longest, 5*time.Millisecond, "the host is told")
	require.NoError(t, h.store.Delete(t.Context(), "big"))
	now := who.until("the round goes on", func(now string) bool {
		return !strings.Contains(now, "disk is full") && !strings.Contains(now, "Saving your decision")
	})
	require.NotEqual(t, before, now)
	require.True(t, h.plays(1000, all...))
	require.Eventually(t, says("can be written again"), longest, 5*time.Millisecond)
}

// notes is a log for many goroutines.
type notes struct {
	mu   sync.Mutex
	text strings.Builder
}

func (n *notes) Write(p []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.text.Write(p)
}

func (n *notes) String() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.text.String()
}
