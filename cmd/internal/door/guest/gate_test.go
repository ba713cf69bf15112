package guest

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// street is a listener at which test connections arrive.
type street chan net.Conn

func (s street) Accept() (net.Conn, error) {
	c, ok := <-s
	if !ok {
		return nil, net.ErrClosed
	}
	return c, nil
}

func (s street) Close() error   { close(s); return nil }
func (s street) Addr() net.Addr { return &net.TCPAddr{} }

// caller is a connection from an address.
type caller struct {
	net.Conn
	from string
}

func (c caller) RemoteAddr() net.Addr {
	if a, err := net.ResolveTCPAddr("tcp", c.from); err == nil {
		return a
	}
	return &net.UnixAddr{Name: c.from}
}

// standing returns a gate, and a function that connects to it from an address and returns the visitor's end of the
// connection. A connection that was refused is closed.
func standing(t *testing.T, h *Sessions) (in chan net.Conn, call func(from string) net.Conn) {
	s := make(street)
	l := h.Listen(s, false)
	in = make(chan net.Conn, 10_000)
	go func() {
		defer close(in)
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			in <- c
		}
	}()
	t.Cleanup(func() {})
	return in, func(from string) net.Conn {
		if from == "" {
			_ = l.Close()
			return nil
		}
		ours, theirs := net.Pipe()
		s <- caller{theirs, from}
		synctest.Wait()
		return ours
	}
}

// isOpen reports whether the server still holds the other end.
func isOpen(c net.Conn) bool {
	_ = c.SetReadDeadline(time.Now().Add(time.Millisecond))
	_, err := c.Read(make([]byte, 1))
	return err != io.EOF //nolint:errorlint // a pipe's own
}

func TestGateCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		h := &Sessions{Connections: 20, Limits: Limits{PerAddress: 3}, Log: slog.New(slog.NewTextHandler(&log, nil))}
		in, call := standing(t, h)
		for i := range 1000 {
			c := call("192.0.2.1:" + fmt.Sprint(1000+i))
			assert.Equal(t, i < 3, isOpen(c), "connection %d", i)
		}
		for i := range 10 { // one network
			assert.Equal(t, i < 3, isOpen(call(fmt.Sprintf("[2001:db8:1:2:%x::1]:99", i))))
		}
		assert.True(t, isOpen(call("[2001:db8:1:3::1]:99")))
		assert.True(t, isOpen(call("[::ffff:192.0.2.2]:99")))
		assert.True(t, isOpen(call("192.0.2.2:98")))
		assert.True(t, isOpen(call("192.0.2.2:97")))
		assert.False(t, isOpen(call("192.0.2.2:96")), "the same address, written in two ways")
		for i := range 20 {
			call(fmt.Sprintf("198.51.100.%d:1", i))
		}
		assert.EqualValues(t, 20, h.Counters.Open.Load(), "all together")
		assert.False(t, isOpen(call("203.0.113.1:1")))

		first := <-in
		require.NoError(t, first.Close())
		require.ErrorIs(t, first.Close(), net.ErrClosed)
		assert.True(t, isOpen(call("192.0.2.1:1")), "one has gone, so there is room")

		h.DropConnections()
		h.DropConnections()
		assert.EqualValues(t, 0, h.Counters.Open.Load())
		assert.Positive(t, h.Counters.Refused.Load())
		assert.Equal(t, 1, strings.Count(log.String(), "--max-connections"), "it is said once")
		call("")
	})
}

// TestGateRate checks that an address cannot come and go as fast as it likes, and
// that addresses are forgotten.
func TestGateRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &Sessions{Connections: 50, Limits: Limits{PerAddress: 16, Burst: 5}}
		in, call := standing(t, h)
		let := func() (n int) {
			for range 20 {
				if isOpen(call("192.0.2.1:1")) {
					_ = (<-in).Close()
					n++
				}
			}
			return n
		}
		assert.Equal(t, 5, let())
		time.Sleep(2 * time.Second)
		assert.Equal(t, 4, let())
		for i := range 1000 {
			call(fmt.Sprintf("10.0.%d.%d:1", i/250, i%250))
			h.DropConnections()
			if i%100 == 99 {
				time.Sleep(time.Minute)
			}
		}
		assert.Less(t, len(h.gate.records), 310)
		call("")
	})
}

// TestSignInTime checks that a connection without a visit is dropped, however slowly
// it talks, and one with a visit is not.
func TestSignInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &Sessions{}
		in, call := standing(t, h)
		silent := call("192.0.2.1:1")
		slow := call("192.0.2.1:2")
		busy := call("192.0.2.1:3")
		<-in
		talking := <-in
		visiting, ok := (<-in).(*Conn)
		require.True(t, ok)
		visiting.BeginSession()
		go func() { _, _ = io.Copy(io.Discard, talking) }()
		for range 59 {
			time.Sleep(time.Second)
			_, err := slow.Write([]byte("S"))
			require.NoError(t, err)
		}
		assert.True(t, isOpen(silent))
		time.Sleep(2 * time.Second)
		assert.False(t, isOpen(silent))
		assert.False(t, isOpen(slow))
		time.Sleep(time.Hour)
		assert.True(t, isOpen(busy))
		visiting.EndSession()
		time.Sleep(2 * time.Minute)
		assert.False(t, isOpen(busy))
		visiting.EndSession()
		time.Sleep(2 * time.Minute)
		assert.EqualValues(t, 3, h.Counters.Silent.Load())
		call("")
	})
}

// TestReadingInTime checks that bytes are not read faster than the limit allows.
func TestReadingInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &Sessions{Limits: Limits{Bytes: 1000}}
		in, call := standing(t, h)
		c := call("192.0.2.1:1")
		server := <-in
		go func() {
			for {
				if _, err := c.Write(make([]byte, 100)); err != nil {
					return
				}
			}
		}()
		began := time.Now()
		n := 0
		for n < 25_000 {
			m, err := server.Read(make([]byte, 64_000))
			require.NoError(t, err)
			n += m
		}
		assert.InDelta(t, 21, time.Since(began).Seconds(), 1)
		closing := time.Now()
		time.AfterFunc(time.Millisecond, func() { _ = server.Close() })
		for {
			if _, err := server.Read(make([]byte, 64_000)); err != nil {
				break
			}
		}
		assert.Less(t, time.Since(closing), time.Second, "closing ends the wait")
		call("")
	})
}
