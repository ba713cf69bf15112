package stream

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"sync"
	"testing"
	"time"

	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/store/natstest"
	"fellowship/cmd/internal/store/storetest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var kills = flag.Int("kills", 5, "how often to kill a server of a cluster, in twentieths")

// TestCluster lets one table be written through three servers of NATS, of which the leader is
// killed, and comes back. Everything that was acknowledged is there once.
func TestCluster(t *testing.T) {
	if testing.Short() {
		t.Skip("three servers take their time")
	}
	c := natstest.Three(t, nil)
	var stores []*Store
	for n := range 3 {
		stores = append(stores, opened(t, c.URL(n)))
	}
	at := storetest.Write(t, stores[0], "table", store.Mark{}, "begin")
	_, err := stores[1].Append(t.Context(), "table", store.Mark{}, storetest.Line("late"))
	require.ErrorIs(t, err, store.ErrQuicker)
	want := storetest.Lines("begin")
	for round := range 1 + *kills/20 {
		for n, s := range stores {
			text := fmt.Sprintf("%d by %d", round, n)
			at = storetest.Write(t, s, "table", at, text)
			want = append(want, storetest.Lines(text)...)
		}
		// One writes on while the leader is killed under it.
		lead := c.Leader(t.Context(), streamName)
		other := stores[(lead+1)%3]
		written := make(chan struct{})
		var mu sync.Mutex
		var acked []string
		ctx, stop := context.WithCancel(t.Context())
		go func() {
			defer close(written)
			for n := 0; ctx.Err() == nil; n++ {
				text := string(storetest.Line(fmt.Sprintf("%d: %d meanwhile", round, n)))
				m, err := other.Append(t.Context(), "table", at, []byte(text))
				if !assert.NoError(t, err) {
					return
				}
				mu.Lock()
				at, acked = m, append(acked, text)
				mu.Unlock()
			}
		}()
		count := func(more int) func() bool {
			mu.Lock()
			defer mu.Unlock()
			from := len(acked)
			return func() bool {
				mu.Lock()
				defer mu.Unlock()
				return len(acked) >= from+more
			}
		}
		require.Eventually(t, count(20), 20*time.Second, time.Millisecond)
		before := time.Now()
		c.Kill(lead)
		require.Eventually(t, count(20), 30*time.Second, time.Millisecond, "writes are back")
		t.Logf("no leader for about %v", time.Since(before))
		c.Open(lead)
		require.Eventually(t, count(20), 30*time.Second, time.Millisecond)
		stop()
		<-written
		want = append(want, acked...)
	}
	for _, s := range stores {
		assert.Equal(t, want, storetest.Data(t, s, "table"))
	}
	// One server alone is no cluster: nothing is written, and that is said.
	c.Kill(0)
	c.Kill(1)
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	_, err = stores[2].Append(ctx, "table", at, storetest.Line("nobody agrees"))
	require.True(t, errors.Is(err, store.ErrUnknown) || errors.Is(err, store.ErrWaiting), err)
	require.Eventually(t, func() bool { return errors.Is(stores[2].Healthy(), store.ErrWaiting) }, 20*time.Second, 10*time.Millisecond, "that is told")
}

// TestElsewhere keeps the logs of two programs on a server that asks for a password.
func TestElsewhere(t *testing.T) {
	srv := natstest.Run(t, fmt.Sprintf("listen: 127.0.0.1:-1\njetstream: {store_dir: %q}\nauthorization: {user: anna, password: secret}", t.TempDir()))
	_, err := Open(t.Context(), Options{URL: srv.ClientURL()})
	require.Error(t, err, "without the password")
	url := "nats://anna:secret@" + srv.Addr().String()
	one, two := opened(t, url), opened(t, url)
	assert.NotNil(t, one.Common())
	at := storetest.Write(t, one, "table", store.Mark{}, "a")
	_, err = two.Append(t.Context(), "table", store.Mark{}, storetest.Line("late"))
	require.ErrorIs(t, err, store.ErrQuicker)
	storetest.Write(t, two, "table", at, "b")
	assert.Equal(t, storetest.Lines("a", "b"), storetest.Data(t, one, "table"))
	require.NoError(t, one.Healthy())
}
