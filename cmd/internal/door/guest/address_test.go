package guest

import (
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var errWrong = errors.New("wrong")

// TestForwarded checks that only a proxy can say which address a visitor has, and that nothing counts that the visitor
// can write before that address.
func TestForwarded(t *testing.T) {
	house := &Sessions{Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128")}}
	for _, c := range []struct {
		headers []string
		want    string
	}{
		{nil, "10.0.0.1:5"},
		{[]string{"192.0.2.1"}, "192.0.2.1"},
		{[]string{"203.0.113.9, 192.0.2.1"}, "192.0.2.1"},
		{[]string{"203.0.113.9", "192.0.2.1, 10.9.9.9", "::1"}, "192.0.2.1"},
		{[]string{"192.0.2.1:443"}, "192.0.2.1"},
		{[]string{"[2001:db8::1]:443"}, "2001:db8::1"},
		{[]string{"::ffff:192.0.2.1"}, "192.0.2.1"},
		{[]string{"192.0.2.1, unknown"}, "10.0.0.1/32"},
		{[]string{"10.0.0.7"}, "10.0.0.1:5"},
		{[]string{",,, ,"}, "10.0.0.1/32"},
		{[]string{""}, "10.0.0.1/32"},
	} {
		assert.Equal(t, c.want, house.clientAddress("10.0.0.1:5", c.headers), c.headers)
	}
	assert.False(t, house.networkOf("10.0.0.1:5").IsValid(), "a proxy has no limits of its own")
	assert.True(t, house.networkOf(house.clientAddress("10.0.0.1:5", []string{"unknown"})).IsValid(),
		"who cannot be told apart has")
	assert.Equal(t, "192.0.2.1/32", house.networkOf("192.0.2.1:5").String())
	assert.Equal(t, "2001:db8::/64", house.networkOf("2001:db8::1").String())
}

// TestRequests checks that requests count for the address of their visitor, and that a request beyond the limit is
// refused.
func TestRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &Sessions{Limits: Limits{PerAddress: 3}, Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.1/32")}}
		var proxied []*Conn
		for range 50 {
			c := h.admit(caller{nil, "10.0.0.1:1"}, true)
			require.NotNil(t, c, "a proxy has as many as it likes")
			proxied = append(proxied, c)
		}
		var all []func()
		for i, c := range proxied {
			from, done, ok := c.Request([]string{"192.0.2.1"})
			assert.Equal(t, i < 3, ok, i)
			assert.Equal(t, "192.0.2.1", from)
			if ok {
				all = append(all, done)
			}
		}
		_, _, ok := proxied[9].Request([]string{"192.0.2.2"})
		assert.True(t, ok, "another visitor")
		for _, done := range all {
			done()
		}
		answered := 0
		for range 1000 {
			if _, done, ok := proxied[0].Request([]string{"192.0.2.1"}); ok {
				done()
				answered++
			}
		}
		assert.Equal(t, 16*3-3, answered)
		assert.EqualValues(t, 47+1000-answered, h.Counters.Requests.Load())

		var log strings.Builder
		h.Log = slog.New(slog.NewTextHandler(&log, nil))
		for _, c := range proxied { // of whose visitors nothing is said
			_, _, ok := c.Request(nil)
			assert.True(t, ok)
		}
		assert.Equal(t, 1, strings.Count(log.String(), "X-Forwarded-For"), log.String())

		for i := range 10 { // by themselves
			c := h.admit(caller{nil, "192.0.2.3:1"}, true)
			require.Equal(t, i < 3+mostSparePerAddress, c != nil)
			if c == nil {
				continue
			}
			from, _, ok := c.Request([]string{"203.0.113.1"})
			assert.Equal(t, "192.0.2.3:1", from, "nobody else's word counts")
			assert.Equal(t, i < 3, ok)
		}
		h.gate.mu.Lock()
		for c := range h.gate.conns {
			c.signIn.Stop()
		}
		h.gate.mu.Unlock()
	})
}

// TestWrongCodes checks that nobody finds a code by trying: one at a time, or many at once.
func TestWrongCodes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &Sessions{}
		wrong := func() error { return fmt.Errorf("code: %w", errWrong) }
		began := time.Now()
		for range 10 {
			require.ErrorIs(t, h.LimitGuesses(t.Context(), "192.0.2.1:1", errWrong, wrong), errWrong)
		}
		assert.Zero(t, time.Since(began), "mistyped")
		for range 60 {
			require.ErrorIs(t, h.LimitGuesses(t.Context(), "192.0.2.1:1", errWrong, wrong), errWrong)
		}
		assert.InDelta(t, 6, time.Since(began).Minutes(), 0.1)
		assert.EqualValues(t, 70, h.Counters.Wrong.Load())
		var all sync.WaitGroup
		atOnce := func(count int, try func() error) {
			for range count {
				all.Go(func() { _ = h.LimitGuesses(t.Context(), "192.0.2.1:1", errWrong, try) })
			}
			all.Wait()
		}
		atOnce(100, wrong)
		assert.EqualValues(t, 71, h.Counters.Wrong.Load(), "of many at once only those are tried that may be")
		assert.EqualValues(t, 99, h.Counters.Codes.Load())
		right := func() error { return nil }
		require.NoError(t, h.LimitGuesses(t.Context(), "192.0.2.2:1", errWrong, right), "another address")
		time.Sleep(20 * time.Minute)
		slowlyWrong := func() error {
			time.Sleep(10 * time.Millisecond)
			return wrong()
		}
		atOnce(100, slowlyWrong)
		assert.EqualValues(t, 71+10+1, h.Counters.Wrong.Load(), "also if each takes its time, and one waits")
		time.Sleep(20 * time.Minute)
		began = time.Now()
		for range 1000 {
			require.NoError(t, h.LimitGuesses(t.Context(), "192.0.2.1:1", errWrong, right))
		}
		assert.Zero(t, time.Since(began), "right ones do not count")
	})
}

// TestAddressAtOnce lets very much come from one address at the same time: exactly as many connections and requests are
// let in as there may be, and those that end make room for others.
func TestAddressAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const most = 20
		const proxy = "10.0.0.1:1"
		h := &Sessions{
			Connections: 2 * most, Limits: Limits{PerAddress: most, Burst: 10_000},
			Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.1/32")},
		}
		through := h.admit(caller{nil, proxy}, true)
		defer through.leave()
		for range 2 {
			var all sync.WaitGroup
			connections := make(chan *Conn, 500)
			requests := make(chan func(), 500)
			for range 500 {
				all.Go(func() {
					if c := h.admit(caller{nil, "192.0.2.1:1"}, false); c != nil {
						connections <- c
					}
				})
				all.Go(func() {
					if _, done, ok := through.Request([]string{"198.51.100.1"}); ok {
						requests <- done
					}
				})
			}
			all.Wait()
			assert.Len(t, connections, most)
			assert.Len(t, requests, most)
			close(connections)
			close(requests)
			for c := range connections {
				c.leave()
			}
			for done := range requests {
				done()
			}
		}
	})
}
