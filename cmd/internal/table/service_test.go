package table

import (
	"context"
	"runtime"
	"testing"
	"time"

	"fellowship/chapters"

	"github.com/stretchr/testify/require"
)

// TestGoroutinesEnd checks that no goroutine remains of tables that were left, or of people who did not wait
// for an answer.
func TestGoroutinesEnd(t *testing.T) {
	h, _ := opened(t)
	clients := seated(t, h, Setup{Players: 2, First: Pick{Chapter: "1"}})
	for _, c := range clients {
		c.Leave()
	}
	require.Eventually(t, func() bool { return h.OpenCount() == 0 }, time.Minute, time.Millisecond)
	before := runtime.NumGoroutine()
	for range 20 {
		clients := seated(t, h,
			Setup{Players: 4, First: Pick{Chapter: "3"}, Computers: []string{"", "", "fair", "fair"}})
		begin(t, clients...)
		someone(t, clients...)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_ = clients[0].Decide(ctx, seen(clients[0]), chapters.Decision{})
		err := clients[0].Wait(ctx, 1<<40)
		require.ErrorIs(t, err, context.Canceled)
		for _, c := range clients {
			c.Leave()
		}
	}
	require.Eventually(t, func() bool {
		return h.OpenCount() == 0 && runtime.NumGoroutine() <= before+3
	}, time.Minute, 10*time.Millisecond)
}
