package serve

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"fellowship/cmd/internal/sshd"
	"fellowship/cmd/internal/store/natstest"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// wire is the way from one server of a cluster to another, which can be cut.
type wire struct {
	net.Listener
	to    string
	mu    sync.Mutex
	cut   bool
	conns []net.Conn
	stall sync.RWMutex // held while nothing comes through
}

// stalling is an end of a wire, which waits while that is stalled.
type stalling struct {
	io.Writer
	*wire
}

func (s stalling) Write(data []byte) (int, error) {
	s.stall.RLock()
	defer s.stall.RUnlock()
	return s.Writer.Write(data)
}

func newWire(t *testing.T, to string) *wire {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	w := &wire{Listener: l, to: to}
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			go w.join(in)
		}
	}()
	t.Cleanup(func() { _ = l.Close(); w.set(true) })
	return w
}

// join lets two ends talk, unless the wire is cut.
func (w *wire) join(in net.Conn) {
	defer in.Close()
	out, err := net.Dial("tcp", w.to)
	if err != nil {
		return
	}
	defer out.Close()
	w.mu.Lock()
	if w.cut {
		w.mu.Unlock()
		return
	}
	w.conns = append(w.conns, in, out)
	w.mu.Unlock()
	go func() { _, _ = io.Copy(stalling{out, w}, in); _ = out.Close() }()
	_, _ = io.Copy(stalling{in, w}, out)
}

func (w *wire) set(cut bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cut = cut
	if cut {
		for _, c := range w.conns {
			_ = c.Close()
		}
		w.conns = nil
	}
}

// TestThreeServers lets three friends play, each at a server of their own. One server is
// parted from the others in the middle of the round: who is there sees that it waits, and
// what that one decides is kept. When it is healed all go on; nothing is lost or doubled.
// The servers have one host key.
func TestThreeServers(t *testing.T) {
	if testing.Short() {
		t.Skip("three servers take their time")
	}
	// The third server of NATS is reached, and reaches the others, only through wires.
	var wires []*wire
	nodes := natstest.Three(t, func(at []string) func(from, to int) string {
		return func(from, to int) string {
			if from != 2 && to != 2 {
				return at[to]
			}
			w := newWire(t, at[to])
			wires = append(wires, w)
			return w.Addr().String()
		}
	})
	var houses []*house
	var dirs []string
	var group sync.WaitGroup
	for n := range 3 {
		houses = append(houses, nil)
		dirs = append(dirs, t.TempDir())
		url, _, _ := strings.Cut(nodes.URL(n), ",")
		group.Go(func() {
			houses[n] = open(t, func(o *Options) { o.Dir, o.NATS.URL = dirs[n], url })
		})
	}
	group.Wait()
	for _, h := range houses {
		require.NotNil(t, h)
		assert.Equal(t, houses[0].Fingerprint(), h.Fingerprint())
	}
	friends := meetFor(houses[0], func(host *friend) {
		host.sets("Players", "3")
		host.sets("Chapter", "2 ")
	}, "anna")
	anna := friends[0]
	code := anna.code("play here")
	for n, name := range []string{"ben", "cleo"} {
		f := houses[n+1].friend(name)
		f.comes(code)
		f.sees("Who are you?")
		f.press("\r")
		f.sees(name + " (you)")
		friends = append(friends, f)
	}
	for _, f := range friends {
		f.isReady()
	}
	require.False(t, playTogether(t, 25, friends...))

	cleo := friends[2]
	for _, w := range wires {
		w.set(true)
	}
	cleo.sees("waiting for the server")
	// The others go on until it is cleo's turn, who makes what is due for her already.
	for waits := false; !waits; {
		var who *friend
		if !assert.Eventually(t, func() bool {
			for _, f := range friends[:2] {
				if now := f.now(); acts(now) {
					who = f
				} else if strings.Contains(now, "It is cleo's turn") {
					waits = true
				}
			}
			return who != nil || waits
		}, time.Minute, 5*time.Millisecond) {
			require.FailNow(t, "nobody can go on", screens(friends))
		}
		if who != nil {
			who.press("\r")
			waits = false
		}
	}
	if acts(cleo.now()) {
		cleo.press("\r")
	}
	for _, w := range wires {
		w.set(false)
	}
	cleo.until("the server again", func(now string) bool { return !strings.Contains(now, "waiting for the server") })
	require.True(t, playTogether(t, 1000, friends...))

	var records [][]byte
	for _, h := range houses {
		out, err := h.hall.Export(t.Context(), h.table())
		require.NoError(t, err)
		require.Len(t, out.Records, 1)
		records = append(records, out.Records[0])
	}
	assert.True(t, bytes.Equal(records[0], records[1]) && bytes.Equal(records[0], records[2]), "all have the same round")

	// A server that has a key of its own is told, and does not begin.
	houses[2].close()
	require.NoError(t, os.Remove(filepath.Join(dirs[2], sshd.HostKeyFile)))
	_, err := sshd.HostKey(dirs[2])
	require.NoError(t, err)
	_, err = Start(t.Context(), houses[2].opts)
	require.ErrorContains(t, err, "is not that of the other servers of the cluster")
	require.NoError(t, os.Remove(filepath.Join(dirs[2], sshd.HostKeyFile)))
	houses[2].start()
	assert.Equal(t, houses[0].Fingerprint(), houses[2].Fingerprint())
}

func (f *friend) now() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.whole() {
		return ""
	}
	return f.text
}

// playTogether is plays for friends at several servers.
func playTogether(t *testing.T, most int, friends ...*friend) (done bool) {
	t.Helper()
	for range most {
		var who *friend
		if !assert.Eventually(t, func() bool {
			ended := 0
			for _, f := range friends {
				switch now := f.now(); {
				case over(now):
					ended++
				case acts(now):
					who = f
				}
			}
			done = ended == len(friends)
			return done || who != nil
		}, time.Minute, time.Millisecond) {
			require.FailNow(t, "nobody can go on", screens(friends))
		}
		if done {
			return true
		}
		who.press("\r")
	}
	return false
}

// TestThreeMachines runs three servers of NATS with the configuration that docs/serving.md
// shows, and ours with the address that it shows. Each decision is kept three times, and the
// account for measuring does not see the tables.
func TestThreeMachines(t *testing.T) {
	if testing.Short() {
		t.Skip("three servers take their time")
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "serving.md"))
	require.NoError(t, err)
	config := regexp.MustCompile("(?s)```conf\n(.*?)```").FindStringSubmatch(string(text))
	command := regexp.MustCompile(`--nats (nats://tables\S+,\S+)`).FindStringSubmatch(string(text))
	require.NotNil(t, config)
	require.NotNil(t, command)
	at := natstest.Addresses(t, 6)
	here := strings.NewReplacer(
		"10.0.0.1:4222", at[0], "10.0.0.2:4222", at[1], "10.0.0.3:4222", at[2],
		"10.0.0.1:6222", at[3], "10.0.0.2:6222", at[4], "10.0.0.3:6222", at[5],
	)
	for n, turned := range []*strings.Replacer{
		strings.NewReplacer(), strings.NewReplacer("server_name: one", "server_name: two", "0.0.1", "0.0.2", "0.0.2", "0.0.1"),
		strings.NewReplacer("server_name: one", "server_name: three", "0.0.1", "0.0.3", "0.0.3", "0.0.1"),
	} {
		natstest.Run(t, strings.ReplaceAll(here.Replace(turned.Replace(config[1])), "/var/lib/nats", filepath.Join(t.TempDir(), fmt.Sprint(n))))
	}
	h := open(t, func(o *Options) { o.NATS.URL = here.Replace(command[1]) })
	all := meet(h, "anna", "ben")
	for _, f := range all {
		f.isReady()
	}
	require.False(t, h.plays(5, all...))
	kept := func(user string) (*jetstream.StreamInfo, error) {
		nc, err := nats.Connect("nats://"+user+"@"+at[0], nats.MaxReconnects(0))
		require.NoError(t, err)
		defer nc.Close()
		js, err := jetstream.New(nc)
		require.NoError(t, err)
		s, err := js.Stream(t.Context(), "TABLES")
		if err != nil {
			return nil, err
		}
		return s.Info(t.Context())
	}
	info, err := kept("tables:SECRET")
	require.NoError(t, err)
	assert.Equal(t, 3, info.Config.Replicas)
	assert.Len(t, info.Cluster.Replicas, 2)
	_, err = kept("measuring:WORK")
	require.ErrorIs(t, err, jetstream.ErrStreamNotFound)
}

// screens are what friends see, for a test that fails.
func screens(friends []*friend) string {
	var out strings.Builder
	for _, f := range friends {
		fmt.Fprintf(&out, "%s:\n%s\n", f.name, f.now())
	}
	return out.String()
}
