package sshd

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	gossh "golang.org/x/crypto/ssh"
)

// settles waits until there are no more goroutines than before.
func settles(t *testing.T, before int) {
	t.Helper()
	again := time.NewTicker(5 * time.Millisecond)
	late := time.After(time.Minute)
	defer again.Stop()
	for runtime.NumGoroutine() > before {
		select {
		case <-again.C:
		case <-late:
			stacks := make([]byte, 1<<20)
			t.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before,
				stacks[:runtime.Stack(stacks, true)])
		}
	}
}

// TestConnectionsThatSignInNever checks that a thousand of them, silent, with garbage
// or in the middle of a handshake, are few at a time, are dropped, leave nothing
// behind, and keep no visitor out who comes from elsewhere.
func TestConnectionsThatSignInNever(t *testing.T) {
	s := serve(t, func(o *Options) {
		o.Programs.Sessions.Limits = guest.Limits{PerAddress: 50, Burst: 100_000, SignIn: 5 * time.Second}
	})
	before := runtime.NumGoroutine()
	openings := [][]byte{
		nil,
		[]byte("S"),
		[]byte("SSH-2.0-half\r\n"),
		append([]byte("SSH-2.0-more\r\n"), 0, 0, 1, 0xfc, 6, 20, 1, 2, 3),
		[]byte("GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
		bytes.Repeat([]byte("garbage\n"), 1000),
		bytes.Repeat([]byte{0xff}, 4000),
		[]byte("SSH-2.0-x\r\n\xff\xff\xff\xff"),
		[]byte("SSH-1.5-old\r\n"),
		[]byte(strings.Repeat("S", 300) + "\r\n"),
	}
	var most int64
	var conns []net.Conn
	for i := range 1000 {
		c, err := net.Dial("tcp", s.addr)
		require.NoError(t, err)
		_, _ = c.Write(openings[i%len(openings)])
		conns = append(conns, c)
		most = max(most, s.house.Counters.Open.Load())
	}
	if runtime.GOOS == "linux" { // where all of 127.0.0.0/8 is this machine
		d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)}}
		c, err := d.Dial("tcp", s.addr)
		require.NoError(t, err)
		conn, chans, reqs, err := gossh.NewClientConn(c, s.addr, config("anna", unasked))
		require.NoError(t, err)
		x := begin(t, gossh.NewClient(conn, chans, reqs), "", nil)
		x.until("person")
		x.press("q")
		assert.Equal(t, 0, x.left())
	}
	for _, c := range conns {
		_, _ = io.Copy(io.Discard, c) // until the server closes it
		_ = c.Close()
	}
	assert.LessOrEqual(t, most, int64(51))
	assert.Greater(t, s.house.Counters.Refused.Load(), int64(500))
	settles(t, before)
	assert.EqualValues(t, 0, s.house.Counters.Open.Load())
	assert.EqualValues(t, 0, s.house.Counters.Inside.Load())
}

// TestSessionsThatEndBadly checks that sessions that are cut, in whatever state, leave
// nothing behind.
func TestSessionsThatEndBadly(t *testing.T) {
	s := serve(t, func(o *Options) {
		o.Programs.Sessions.Limits = guest.Limits{Burst: 100_000, PerAddress: 1000, SignIn: time.Minute}
	})
	before := runtime.NumGoroutine()
	signer := newKey()
	for i := range 100 {
		raw, err := net.Dial("tcp", s.addr)
		require.NoError(t, err)
		conf := config("anna", unasked)
		if i%2 == 0 {
			conf.Auth = []gossh.AuthMethod{gossh.PublicKeys(signer)} // taking over each time
		}
		conn, chans, reqs, err := gossh.NewClientConn(raw, s.addr, conf)
		require.NoError(t, err)
		c := gossh.NewClient(conn, chans, reqs)
		if i%5 > 0 {
			sess, err := c.NewSession()
			require.NoError(t, err)
			if i%5 > 1 {
				require.NoError(t, sess.RequestPty("xterm", 24, 80, nil))
				for range 50 { // nobody takes them
					require.NoError(t, sess.WindowChange(30, 90))
				}
			}
			if i%5 > 2 {
				require.NoError(t, sess.Shell())
			}
		}
		if tcp, ok := raw.(*net.TCPConn); ok && i%3 == 0 {
			_ = tcp.SetLinger(0) // a reset
		}
		_ = raw.Close()
	}
	settles(t, before)
	assert.EqualValues(t, 0, s.house.Counters.Open.Load())
}

// TestFloods checks that keys, sizes, variables, channels and data that nobody reads do
// not pile up, however many come, and that the session goes on afterwards.
func TestFloods(t *testing.T) {
	s := serve(t, func(o *Options) { o.Programs.Sessions.Limits.Bytes = 1 << 30 })
	c, err := s.dial("anna", unasked)
	require.NoError(t, err)
	ch, reqs, err := c.OpenChannel("session", nil)
	require.NoError(t, err)
	ended := make(chan bool)
	go func() {
		defer close(ended)
		for r := range reqs {
			assert.Equal(t, "exit-status", r.Type)
		}
	}()
	for i := range 2000 {
		_, err := ch.SendRequest("env", false,
			gossh.Marshal(struct{ Name, Value string }{fmt.Sprint("LC_", i), strings.Repeat("x", 1000)}))
		require.NoError(t, err)
	}
	ok, err := ch.SendRequest("pty-req", true, gossh.Marshal(struct {
		Term       string
		W, H, X, Y uint32
		Modes      string
	}{"xterm", 80, 24, 0, 0, ""}))
	require.NoError(t, err)
	require.True(t, ok)
	ok, err = ch.SendRequest("shell", true, nil)
	require.NoError(t, err)
	require.True(t, ok)
	go func() { _, _ = io.Copy(io.Discard, ch) }()
	const much = 3 << 20 // more than the 2 MB that a client may send before it is read
	for range much >> 15 {
		_, err := ch.Stderr().Write(make([]byte, 1<<15))
		require.NoError(t, err)
		_, err = ch.Write(bytes.Repeat([]byte("x"), 1<<15))
		require.NoError(t, err)
	}
	for range 300 {
		_, _, err := c.OpenChannel("session", nil)
		require.Error(t, err)
		_, err = ch.SendRequest("window-change", false, gossh.Marshal(struct{ W, H, X, Y uint32 }{80, 24, 0, 0}))
		require.NoError(t, err)
	}
	assert.Greater(t, s.house.Counters.Dropped.Load(), int64(much/2))
	again := time.NewTicker(20 * time.Millisecond) // until there is room for a key again
	defer again.Stop()
	for {
		select {
		case <-again.C:
			_, _ = ch.Write([]byte("q"))
			continue
		case <-ended:
		}
		break
	}
	_ = c.Close()
}

// TestStuck checks that a terminal that takes nothing is hung up on, and that nobody
// else notices.
func TestStuck(t *testing.T) {
	s := serve(t, func(o *Options) { o.Programs.Limits.Patience = 500 * time.Millisecond })
	a, err := s.dial("anna", unasked)
	require.NoError(t, err)
	other := begin(t, a, "", nil)
	other.until("person")
	c, err := s.dial("ben", unasked)
	require.NoError(t, err)
	sess, err := c.NewSession()
	require.NoError(t, err)
	require.NoError(t, sess.RequestPty("xterm", 200, 500, nil))
	keys, err := sess.StdinPipe()
	require.NoError(t, err)
	_, err = sess.StdoutPipe() // which nobody reads
	require.NoError(t, err)
	require.NoError(t, sess.Shell())
	_, err = io.WriteString(keys, "B")
	require.NoError(t, err)
	gone := make(chan error)
	go func() { gone <- c.Wait() }()
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for n := 1; ; n++ {
		select {
		case <-again.C:
			_, _ = io.WriteString(keys, "a") // another large screen
			other.press("b")
			other.until(fmt.Sprintf("%d keys.", n))
			continue
		case err = <-gone:
		}
		break
	}
	require.Error(t, err)
	require.Error(t, sess.Wait())
	for s.house.Counters.Inside.Load() > 1 { // the visit ends after its connection
		<-again.C
	}
	assert.EqualValues(t, 1, s.house.Counters.Stuck.Load())
	other.press("q")
	assert.Equal(t, 0, other.left())
}

// wire is a connection in memory with some room in each direction, under a fake
// clock.
type wire struct {
	in, out *strand
	from    string
}

type strand struct {
	mu     sync.Mutex
	cond   *sync.Cond
	data   []byte
	closed bool
	// cut reports whether what is written arrives nowhere.
	cut bool
}

func wires() (client, server *wire) {
	a, b := &strand{}, &strand{}
	a.cond, b.cond = sync.NewCond(&a.mu), sync.NewCond(&b.mu)
	return &wire{a, b, "192.0.2.1:2"}, &wire{b, a, "192.0.2.1:1"}
}

func (w *wire) Read(p []byte) (int, error) {
	s := w.in
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.data) == 0 && !s.closed {
		s.cond.Wait()
	}
	if len(s.data) == 0 {
		return 0, io.EOF
	}
	n := copy(p, s.data)
	s.data = s.data[n:]
	s.cond.Broadcast()
	return n, nil
}

func (w *wire) Write(p []byte) (n int, err error) {
	s := w.out
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cut {
		return len(p), nil
	}
	for len(p) > 0 {
		const room = 1 << 15
		for len(s.data) >= room && !s.closed {
			s.cond.Wait()
		}
		if s.closed {
			return n, io.ErrClosedPipe
		}
		m := min(len(p), room-len(s.data))
		s.data = append(s.data, p[:m]...)
		p, n = p[m:], n+m
		s.cond.Broadcast()
	}
	return n, nil
}

func (w *wire) Close() error {
	for _, s := range []*strand{w.in, w.out} {
		s.mu.Lock()
		s.closed = true
		s.cond.Broadcast()
		s.mu.Unlock()
	}
	return nil
}

// pull pulls the cable: neither side hears anything more of the other.
func (w *wire) pull() {
	for _, s := range []*strand{w.in, w.out} {
		s.mu.Lock()
		s.cut = true
		s.mu.Unlock()
	}
}

func (w *wire) LocalAddr() net.Addr { return &net.TCPAddr{} }

func (w *wire) RemoteAddr() net.Addr {
	a, _ := net.ResolveTCPAddr("tcp", w.from)
	return a
}

func (*wire) SetDeadline(time.Time) error      { return nil }
func (*wire) SetReadDeadline(time.Time) error  { return nil }
func (*wire) SetWriteDeadline(time.Time) error { return nil }

// lane is a listener for wires.
type lane chan net.Conn

func (l lane) Accept() (net.Conn, error) {
	if c, ok := <-l; ok {
		return c, nil
	}
	return nil, net.ErrClosed
}

func (l lane) Close() error {
	defer func() { _ = recover() }() // closed twice
	close(l)
	return nil
}

func (l lane) Addr() net.Addr { return &net.TCPAddr{} }

// TestClocks checks the time limits of people and connections with a clock of its own.
func TestClocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		house := &guest.Sessions{}
		srv := New(Options{Programs: cards(house), HostKey: hostKey(), Guests: true, Texts: texts.New("en")})
		l := make(lane)
		served := make(chan error)
		go func() { served <- srv.Serve(l) }()
		dial := func() (*wire, *gossh.Client) {
			client, server := wires()
			l <- server
			conn, chans, reqs, err := gossh.NewClientConn(client, "x", config("anna", unasked))
			require.NoError(t, err)
			return client, gossh.NewClient(conn, chans, reqs)
		}

		// Silent before the handshake, and after it.
		silent, server := wires()
		l <- server
		began := time.Now()
		_, _ = io.Copy(io.Discard, silent)
		assert.Equal(t, time.Minute, time.Since(began))
		_, idle := dial()
		began = time.Now()
		require.Error(t, idle.Wait())
		assert.Equal(t, time.Minute, time.Since(began))
		_, idle = dial()
		sess, err := idle.NewSession()
		require.NoError(t, err)
		require.NoError(t, sess.RequestPty("xterm", 24, 80, nil))
		began = time.Now()
		require.Error(t, idle.Wait())
		assert.Equal(t, time.Minute, time.Since(began))
		assert.EqualValues(t, 3, house.Counters.Silent.Load())

		_, c := dial()
		other := begin(t, c, "", nil)

		// Nothing typed, though the connection is alive.
		began = time.Now()
		alive := time.AfterFunc(time.Hour, func() { _, _, _ = other.c.SendRequest("keepalive@openssh.com", true, nil) })
		assert.Equal(t, 0, other.left())
		alive.Stop()
		assert.InDelta(t, 2, time.Since(began).Hours(), 0.01)
		other.until("You typed nothing")

		// Nobody there any more, and no word of that.
		cable, c := dial()
		begin(t, c, "", nil).until("person")
		began = time.Now()
		over := house.Counters.Inside.Load() == 0
		cable.pull()
		for ; !over; over = house.Counters.Inside.Load() == 0 {
			time.Sleep(time.Second)
		}
		assert.LessOrEqual(t, time.Since(began), 45*time.Second)
		require.NoError(t, c.Close())

		require.NoError(t, srv.Shutdown(t.Context()))
		require.NoError(t, <-served)
	})
}
