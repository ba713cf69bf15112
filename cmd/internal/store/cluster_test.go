package store

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
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
			require.Eventually(t, func() bool { return errors.Is(s.Healthy(), ErrWaiting) }, 20*time.Second, 10*time.Millisecond, "that is told")
		}
	}
}

// node is the folders and addresses of a cluster of which a child of the tests is one
// server that writes until it is killed: its number, then those.
const node = "FELLOWSHIP_TEST_NODE"

// nodeUntilKilled goes on with a table of its own, and says what was acknowledged.
func nodeUntilKilled(config string) {
	f := strings.Split(config, "|")
	n, _ := strconv.Atoi(f[0])
	dirs, at := f[1:4], f[4:7]
	s, err := Open(ctx(), Options{Dir: dirs[n], Cluster: &Cluster{
		Name: fmt.Sprint("n", n), Listen: at[n], Routes: slices.Delete(slices.Clone(at), n, n+1), Secret: "between us",
	}})
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	table := fmt.Sprint("t", n)
	last, _ := s.Last(ctx(), table)
	for mark := last.Mark; ; {
		text := fmt.Sprintf("%s-%d-%d", table, mark.Number+1, os.Getpid())
		next, err := s.Append(ctx(), table, mark, []byte(text))
		if err != nil {
			// Nobody knows whether it was written: the log does.
			fmt.Println("refused", err)
			last, _ = s.Last(ctx(), table)
			mark = last.Mark
			continue
		}
		mark = next
		fmt.Println("acknowledged", table, mark.Number, text)
	}
}

// TestKilledCluster kills one of three servers at a time, the leader among them. What
// was acknowledged is there once, and the others write on.
func TestKilledCluster(t *testing.T) {
	if *kills < 10 {
		t.Skip("three processes take their time; make soak does it")
	}
	c := cluster{t: t, at: addresses(t, 3), stores: make([]*Store, 3)}
	for range c.at {
		c.dirs = append(c.dirs, t.TempDir())
	}
	var mu sync.Mutex
	acked := map[string]bool{}
	counts := make([]int, 3)
	var readers sync.WaitGroup
	children := make([]*exec.Cmd, 3)
	start := func(n int) {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), node+"="+strings.Join(slices.Concat([]string{strconv.Itoa(n)}, c.dirs, c.at), "|"))
		out, err := cmd.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		children[n] = cmd
		readers.Go(func() {
			for in := bufio.NewScanner(out); in.Scan(); {
				mu.Lock()
				if strings.HasPrefix(in.Text(), "acknowledged") {
					acked[in.Text()] = true
					counts[n]++
				} else {
					t.Log(n, in.Text())
				}
				mu.Unlock()
			}
		})
	}
	end := func(n int) {
		_ = children[n].Process.Kill()
		_ = children[n].Wait()
	}
	goOn := func(servers ...int) {
		mu.Lock()
		from := slices.Clone(counts)
		mu.Unlock()
		require.Eventually(t, func() bool {
			mu.Lock()
			defer mu.Unlock()
			return !slices.ContainsFunc(servers, func(n int) bool { return counts[n] < from[n]+10 })
		}, time.Minute, 5*time.Millisecond)
	}
	for n := range 3 {
		start(n)
	}
	rng := rand.New(rand.NewPCG(4, 4))
	longest := time.Duration(0)
	for range *kills / 10 {
		goOn(0, 1, 2)
		n := rng.IntN(3)
		end(n)
		began := time.Now()
		goOn((n+1)%3, (n+2)%3)
		longest = max(longest, time.Since(began))
		t.Logf("the others wrote on %v after server %d was killed", time.Since(began).Round(time.Millisecond), n)
		start(n)
	}
	for n := range 3 {
		end(n)
	}
	readers.Wait()
	var group sync.WaitGroup
	for n := range 3 {
		group.Go(func() { c.open(n) })
	}
	group.Wait()
	there := map[string]bool{}
	for n := range 3 {
		table := fmt.Sprint("t", n)
		for i, text := range data(t, c.stores[n], table) {
			there[fmt.Sprintf("acknowledged %s %d %s", table, i+1, text)] = true
		}
	}
	for line := range acked {
		assert.True(t, there[line], line)
	}
	t.Logf("%d events were acknowledged, %d are there; the others wrote on after %v at most", len(acked), len(there), longest)
	for _, s := range c.stores {
		_ = s.Close()
	}
}

// TestElsewhere keeps the logs on a server that somebody else runs, who asks for a
// password.
func TestElsewhere(t *testing.T) {
	srv, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), Username: "anna", Password: "secret", NoLog: true, NoSigs: true,
	})
	require.NoError(t, err)
	srv.Start()
	defer srv.WaitForShutdown()
	defer srv.Shutdown()
	require.True(t, srv.ReadyForConnections(time.Minute))
	_, err = Open(t.Context(), Options{URL: srv.ClientURL()})
	require.Error(t, err, "without the password")
	url := "nats://anna:secret@" + srv.Addr().String()
	one, err := Open(t.Context(), Options{URL: url})
	require.NoError(t, err)
	defer one.Close()
	two, err := Open(t.Context(), Options{URL: url})
	require.NoError(t, err)
	defer two.Close()
	assert.False(t, one.Alone())
	at := write(t, one, "table", Mark{}, "a")
	_, err = two.Append(t.Context(), "table", Mark{}, []byte("late"))
	require.ErrorIs(t, err, ErrQuicker)
	write(t, two, "table", at, "b")
	assert.Equal(t, []string{"a", "b"}, data(t, one, "table"))
	require.NoError(t, one.Healthy())
}
