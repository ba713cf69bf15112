package store

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var kills = flag.Int("kills", 5, "how often to kill a process that writes, at random moments, and servers of a cluster")

// addresses are free ones on this machine.
func addresses(t *testing.T, n int) (out []string) {
	t.Helper()
	var all []net.Listener
	for range n {
		l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
		require.NoError(t, err)
		all, out = append(all, l), append(out, l.Addr().String())
	}
	for _, l := range all {
		require.NoError(t, l.Close())
	}
	return out
}

// cluster is three servers, each with a folder of its own.
type cluster struct {
	t      *testing.T
	dirs   []string
	at     []string
	stores []*Store
}

func newCluster(t *testing.T) *cluster {
	t.Helper()
	c := &cluster{t: t, at: addresses(t, 3), stores: make([]*Store, 3)}
	for range c.at {
		c.dirs = append(c.dirs, t.TempDir())
	}
	var group sync.WaitGroup
	for n := range c.at {
		group.Go(func() { c.open(n) })
	}
	group.Wait()
	t.Cleanup(func() {
		for _, s := range c.stores {
			if s != nil {
				_ = s.Close()
			}
		}
	})
	for _, s := range c.stores {
		require.NotNil(t, s)
	}
	return c
}

// open opens the n-th.
func (c *cluster) open(n int) {
	s, err := Open(context.Background(), Options{Dir: c.dirs[n], Cluster: &Cluster{
		Name: fmt.Sprint("n", n), Listen: c.at[n], Routes: slices.Delete(slices.Clone(c.at), n, n+1), Secret: "between us",
	}})
	if assert.NoError(c.t, err) {
		c.stores[n] = s
	}
}

// leader is the server that leads the stream.
func (c *cluster) leader() int {
	for {
		for _, s := range c.stores {
			if s == nil {
				continue
			}
			info, err := s.stream.Info(c.t.Context())
			if err != nil || info.Cluster == nil || info.Cluster.Leader == "" {
				continue
			}
			var n int
			if _, err := fmt.Sscanf(info.Cluster.Leader, "n%d", &n); err == nil {
				return n
			}
		}
	}
}

// kill ends a server without a word to the others.
func (c *cluster) kill(n int) {
	s := c.stores[n]
	c.stores[n] = nil
	s.nc.Close()
	s.server.Shutdown()
	s.server.WaitForShutdown()
	require.NoError(c.t, s.folder.close())
}

// TestCluster lets one table be written through three servers, of which the leader is
// killed, and comes back. Everything that was acknowledged is there once.
func TestCluster(t *testing.T) {
	if testing.Short() {
		t.Skip("three servers take their time")
	}
	c := newCluster(t)
	at := write(t, c.stores[0], "table", Mark{}, "begin")
	_, err := c.stores[1].Append(t.Context(), "table", Mark{}, []byte("late"))
	require.ErrorIs(t, err, ErrQuicker)
	want := []string{"begin"}
	for round := range 1 + *kills/20 {
		for n, s := range c.stores {
			text := fmt.Sprintf("%d by %d", round, n)
			at = write(t, s, "table", at, text)
			want = append(want, text)
		}
		// One writes on while the leader is killed under it.
		lead := c.leader()
		other := c.stores[(lead+1)%3]
		written := make(chan struct{})
		var mu sync.Mutex
		var acked []string
		ctx, stop := context.WithCancel(t.Context())
		go func() {
			defer close(written)
			for n := 0; ctx.Err() == nil; n++ {
				text := fmt.Sprintf("%d: %d meanwhile", round, n)
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
		c.kill(lead)
		require.Eventually(t, count(20), 30*time.Second, time.Millisecond, "writes are back")
		t.Logf("no leader for about %v", time.Since(before))
		c.open(lead)
		require.Eventually(t, count(20), 30*time.Second, time.Millisecond)
		stop()
		<-written
		want = append(want, acked...)
	}
	for _, s := range c.stores {
		assert.Equal(t, want, data(t, s, "table"))
	}
	// A server that ends in order hands over what it leads.
	lead := c.leader()
	require.NoError(t, c.stores[lead].Close())
	c.stores[lead] = nil
	for n := range c.stores {
		if c.stores[n] != nil {
			at = write(t, c.stores[n], "table", at, "after")
		}
	}
	// Alone it is no cluster: nothing is written, and that is said.
	for n := range c.stores {
		if c.stores[n] != nil {
			c.kill(n)
			break
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	for _, s := range c.stores {
		if s != nil {
			_, err := s.Append(ctx, "table", at, []byte("nobody agrees"))
			require.True(t, errors.Is(err, ErrUnknown) || errors.Is(err, ErrWaiting), err)
		}
	}
}
