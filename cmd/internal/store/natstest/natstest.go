// Package natstest runs servers of NATS in the process of a test: one, or three that keep
// everything together. The program itself links none.
package natstest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/require"
)

// Run starts a server from the text of its configuration, and ends it with the test.
func Run(t testing.TB, config string) *server.Server {
	t.Helper()
	srv := start(t, config)
	t.Cleanup(func() { end(srv) })
	return srv
}

func start(t testing.TB, config string) *server.Server {
	t.Helper()
	file := filepath.Join(t.TempDir(), "nats.conf")
	require.NoError(t, os.WriteFile(file, []byte(config), 0o600))
	opts, err := server.ProcessConfigFile(file)
	require.NoError(t, err)
	opts.NoSigs, opts.NoLog = true, true
	return run(t, opts)
}

func run(t testing.TB, opts *server.Options) *server.Server {
	t.Helper()
	srv, err := server.NewServer(opts)
	require.NoError(t, err)
	srv.Start()
	require.True(t, srv.ReadyForConnections(time.Minute), "the server of NATS begins")
	return srv
}

func end(srv *server.Server) {
	srv.Shutdown()
	srv.WaitForShutdown()
}

// One starts a server with JetStream, and returns its address. More is added to its
// configuration.
func One(t testing.TB, more ...string) string {
	t.Helper()
	return Run(t, fmt.Sprintf("listen: 127.0.0.1:-1\njetstream: {store_dir: %q, sync_interval: always}\n%s\n", t.TempDir(), strings.Join(more, "\n"))).ClientURL()
}

// Cluster is three servers on this machine, each with a folder of its own.
type Cluster struct {
	t       testing.TB
	dirs    []string
	at      []string // addresses for each other
	via     func(from, to int) string
	clients []string // and for clients
	servers []*server.Server
}

// Three starts three servers that keep everything together. They reach each other as via
// says, which is given the addresses, directly if it is nil. The address that they tell each
// other leads nowhere: else one could reach another past via.
func Three(t testing.TB, via func(addresses []string) func(from, to int) string) *Cluster {
	t.Helper()
	all := Addresses(t, 6)
	c := &Cluster{t: t, at: all[:3], clients: all[3:], servers: make([]*server.Server, 3)}
	if via == nil {
		via = func(addresses []string) func(int, int) string {
			return func(_, to int) string { return addresses[to] }
		}
	}
	c.via = via(c.at)
	for range c.at {
		c.dirs = append(c.dirs, t.TempDir())
	}
	for n := range c.at {
		c.Open(n)
	}
	t.Cleanup(func() {
		for n := range c.servers {
			c.Kill(n)
		}
	})
	return c
}

// Open starts the n-th server.
func (c *Cluster) Open(n int) {
	c.t.Helper()
	var routes []string
	for i := range c.at {
		if i != n {
			routes = append(routes, "nats://"+c.via(n, i))
		}
	}
	c.servers[n] = start(c.t, fmt.Sprintf(
		"server_name: n%d\nlisten: %q\njetstream: {store_dir: %q, sync_interval: always}\ncluster: {name: fellowship, listen: %q, routes: [%s], no_advertise: true, advertise: \"127.0.0.1:1\"}\n",
		n, c.clients[n], c.dirs[n], c.at[n], strings.Join(routes, ", ")))
}

// Kill ends the n-th server, if it runs.
func (c *Cluster) Kill(n int) {
	if c.servers[n] != nil {
		end(c.servers[n])
		c.servers[n] = nil
	}
}

// URL is the address of the n-th server, behind which those of the others stand.
func (c *Cluster) URL(n int) string {
	return "nats://" + strings.Join([]string{c.clients[n], c.clients[(n+1)%3], c.clients[(n+2)%3]}, ",nats://")
}

// Leader returns which server leads a stream, as soon as one does.
func (c *Cluster) Leader(ctx context.Context, stream string) int {
	for ctx.Err() == nil {
		for n, srv := range c.servers {
			if srv != nil && srv.JetStreamIsStreamLeader("$G", stream) {
				return n
			}
		}
	}
	require.NoError(c.t, ctx.Err())
	return 0
}

// Addresses are free ones on this machine, and none that the system gives to others meanwhile.
func Addresses(t testing.TB, n int) (out []string) {
	t.Helper()
	var all []net.Listener
	const first, behind = 12_000, 32_000
	for tries := 0; len(out) < n; tries++ {
		require.Less(t, tries, behind, "no port is free")
		at := fmt.Sprintf("127.0.0.1:%d", first+rand.IntN(behind-first))
		if l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", at); err == nil {
			all, out = append(all, l), append(out, at)
		}
	}
	for _, l := range all {
		require.NoError(t, l.Close())
	}
	return out
}
