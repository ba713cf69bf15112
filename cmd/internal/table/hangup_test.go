package table

import (
	"context"
	"fmt"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/session"
	"fellowship/cmd/internal/store/natstest"
	"fellowship/cmd/internal/store/storetest"
	"fellowship/cmd/internal/store/stream"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestHangUp lets somebody decide while the server that keeps the tables is away, and
// hang up. The decision counts when it is back, and the person is away after it.
func TestHangUp(t *testing.T) {
	config := fmt.Sprintf("listen: %q\njetstream: {store_dir: %q}", natstest.Addresses(t, 1)[0], storetest.Dir(t))
	server := natstest.Run(t, config)
	s, err := stream.Open(t.Context(), stream.Options{URL: server.ClientURL()})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, s.Close()) })
	h := NewHall(s, Options{Library: chapters.Default()})
	t.Cleanup(h.Close)
	chairs := seated(t, h, h, Setup{Players: 2, First: Pick{Chapter: "1"}})
	begin(t, chairs...)
	align(t, chairs...)
	due, other := chairs[0], chairs[1]
	if other.Look().Now == session.Turn {
		due, other = other, due
	}
	require.Equal(t, session.Turn, due.Look().Now)
	view, saw := see(due)
	before := due.Look()

	server.Shutdown()
	server.WaitForShutdown()
	visit, hangUp := context.WithCancel(t.Context())
	decided, left := make(chan error, 1), make(chan struct{})
	go func() { decided <- due.Decide(visit, saw, view.Ask.Options[0]) }()
	require.Eventually(t, func() bool {
		idle := due.writing.TryLock()
		if idle {
			due.writing.Unlock()
		}
		return !idle
	}, time.Minute, time.Millisecond)
	hangUp()
	go func() {
		defer close(left)
		due.Leave()
	}()
	natstest.Run(t, config)
	require.NoError(t, <-decided)
	<-left
	until(t, other, func(p Picture) bool { return p.Seats[1-p.Me].Away })
	after := other.Look()
	require.Equal(t, before.Decisions+1, after.Decisions)
}
