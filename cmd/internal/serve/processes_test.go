package serve

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fellowship/cmd/internal/store/natstest"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"
)

// natsChild is the configuration with which a child of the tests is a server.
const natsChild = "FELLOWSHIP_TEST_NATS"

// natsMain is for TestMain: it is a server where [processes] has begun the process, and else returns.
func natsMain() {
	file := os.Getenv(natsChild)
	if file == "" {
		return
	}
	opts, err := server.ProcessConfigFile(file)
	if err == nil {
		opts.NoLog = true
		var srv *server.Server
		if srv, err = server.NewServer(opts); err == nil {
			srv.Start()
			srv.WaitForShutdown()
		}
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// processes is three servers that keep everything together, each a process of its own, so that
// it can be killed and stopped.
type processes struct {
	t       testing.TB
	files   []string
	clients []string
	running []*exec.Cmd
}

// threeProcesses starts three servers, who reach each other as via says.
func threeProcesses(t testing.TB, via func(addresses []string) func(from, to int) string) *processes {
	t.Helper()
	all := natstest.Addresses(t, 6)
	p := &processes{t: t, clients: all[3:], running: make([]*exec.Cmd, 3)}
	way := via(all[:3])
	for n := range 3 {
		var routes []string
		for i := range 3 {
			if i != n {
				routes = append(routes, "nats://"+way(n, i))
			}
		}
		file := filepath.Join(t.TempDir(), "nats.conf")
		require.NoError(t, os.WriteFile(file, []byte(fmt.Sprintf(
			"server_name: n%d\nlisten: %q\njetstream: {store_dir: %q, sync_interval: always}\ncluster: {name: fellowship, listen: %q, routes: [%s], no_advertise: true, advertise: \"127.0.0.1:1\"}\n",
			n, p.clients[n], t.TempDir(), all[n], strings.Join(routes, ", "))), 0o600))
		p.files = append(p.files, file)
		p.Start(n)
	}
	t.Cleanup(func() {
		for n := range p.running {
			p.Kill(n)
		}
	})
	return p
}

// Start starts the n-th server.
func (p *processes) Start(n int) {
	p.t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), natsChild+"="+p.files[n])
	cmd.Stderr = os.Stderr
	require.NoError(p.t, cmd.Start())
	p.running[n] = cmd
}

// Kill kills the n-th server, if it runs.
func (p *processes) Kill(n int) {
	if cmd := p.running[n]; cmd != nil {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		p.running[n] = nil
	}
}

// Signal sends the n-th server a signal.
func (p *processes) Signal(n int, s os.Signal) {
	p.t.Helper()
	require.NoError(p.t, p.running[n].Process.Signal(s))
}

// URL is the address of the n-th server, behind which those of the others stand.
func (p *processes) URL(n int) string {
	return "nats://" + strings.Join([]string{p.clients[n], p.clients[(n+1)%3], p.clients[(n+2)%3]}, ",nats://")
}

// Leader returns which server leads a stream, as soon as one does.
func (p *processes) Leader(ctx context.Context, stream string) int {
	p.t.Helper()
	nc, err := nats.Connect(p.URL(0))
	require.NoError(p.t, err)
	defer nc.Close()
	js, err := jetstream.New(nc)
	require.NoError(p.t, err)
	for err = errors.New("not asked"); ctx.Err() == nil; {
		once, cancel := context.WithTimeout(ctx, time.Second)
		var s jetstream.Stream
		s, err = js.Stream(once, stream)
		cancel()
		if err != nil || s.CachedInfo().Cluster == nil {
			continue
		}
		var n int
		if _, err := fmt.Sscanf(s.CachedInfo().Cluster.Leader, "n%d", &n); err == nil {
			return n
		}
	}
	require.NoError(p.t, err)
	return 0
}
