package serve

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestServersAreLost kills the one of three servers of NATS that leads, stops it for 20 s, and cuts
// it off for 16 s, again and again, with people at three servers of ours who play at three
// tables, each with one at another server. The others go on, and when the lost one is back so do
// its people, soon. At the end all have the same tables, and each decision is there once.
func TestServersAreLost(t *testing.T) {
	if *kills == 1 {
		t.Skip("it takes minutes: make soak")
	}
	p := newSoak(t)
	for n := range min(*kills, 10) {
		for _, lose := range []struct {
			name string
			do   func(victim int) (back func())
		}{
			{"killed", func(victim int) func() {
				p.nodes.Kill(victim)
				return func() { p.nodes.Start(victim) }
			}},
			{"stopped for 20 s", func(victim int) func() {
				p.nodes.Signal(victim, syscall.SIGSTOP)
				gone := time.After(20 * time.Second)
				return func() { <-gone; p.nodes.Signal(victim, syscall.SIGCONT) }
			}},
			{"cut off for 16 s", func(victim int) func() {
				p.cut(victim, true)
				gone := time.After(16 * time.Second)
				return func() { <-gone; p.cut(victim, false) }
			}},
		} {
			victim := p.nodes.Leader(t.Context(), "TABLES")
			back := lose.do(victim)
			elsewhere := max(p.goesOn((victim+1)%3), p.goesOn((victim+2)%3))
			back()
			there := p.goesOn(victim)
			t.Logf("%d: n%d %s: elsewhere after %s, there %s after its return", n, victim, lose.name, elsewhere, there)
			assert.Less(t, elsewhere, 10*time.Second)
			assert.Less(t, there, 10*time.Second)
			for i := range 3 {
				p.goesOn(i)
			}
		}
	}
	p.end()
}

// soak is three servers of NATS, three of ours, and three tables of two.
type soak struct {
	t      *testing.T
	nodes  *processes
	wires  [3][]*wire // that lead from and to each
	houses []*house
	tables [3][]*friend
	stop   chan struct{}
	ended  sync.WaitGroup
}

func newSoak(t *testing.T) *soak {
	p := &soak{t: t, stop: make(chan struct{})}
	p.nodes = threeProcesses(t, func(at []string) func(from, to int) string {
		return func(from, to int) string {
			w := newWire(t, at[to])
			p.wires[from], p.wires[to] = append(p.wires[from], w), append(p.wires[to], w)
			return w.Addr().String()
		}
	})
	for n := range 3 {
		p.houses = append(p.houses, open(t, func(o *Options) { o.NATS.URL = p.nodes.URL(n) }))
		p.houses[n].timer.Stop()
	}
	names := [3][2]string{{"anna", "ben"}, {"cleo", "dora"}, {"emil", "fay"}}
	for n := range p.tables {
		host := meetAs(p.houses[n], 2, func(host *friend) { host.sets("Chapter", "2 ") }, names[n][0])[0]
		code := host.code("play here")
		guest := p.houses[(n+1)%3].friend(names[n][1])
		guest.comes(code)
		guest.sees("Who are you?")
		guest.press("\r")
		guest.sees(guest.name + " (you)")
		p.tables[n] = []*friend{host, guest}
		for _, f := range p.tables[n] {
			f.isReady()
		}
		for _, f := range p.tables[n] {
			p.ended.Go(func() { p.plays(f) })
		}
	}
	return p
}

// plays presses Enter wherever that means something, until the end, at people's pace.
func (p *soak) plays(f *friend) {
	for pace := time.NewTicker(200 * time.Millisecond); ; {
		select {
		case <-p.stop:
			return
		case <-pace.C:
		}
		if goesOn(f.now()) {
			_, err := io.WriteString(f.keys, "\r")
			assert.NoError(p.t, err)
		}
	}
}

// goesOn returns how long it takes until people at a server of ours have made two more
// decisions, of which only one can have been on its way.
func (p *soak) goesOn(n int) time.Duration {
	began := time.Now()
	from := p.houses[n].decided.Load()
	for p.houses[n].decided.Load() < from+2 {
		if time.Since(began) > time.Minute {
			for _, f := range slices.Concat(p.tables[:]...) {
				p.t.Logf("%s sees\n%s", f.name, f.text)
			}
			require.FailNow(p.t, "people do not go on", "at server %d", n)
		}
		time.Sleep(10 * time.Millisecond)
	}
	return time.Since(began)
}

// cut holds all that goes from and to a server of NATS.
func (p *soak) cut(n int, cut bool) {
	for _, w := range p.wires[n] {
		if cut {
			w.stall.Lock()
		} else {
			w.stall.Unlock()
		}
	}
}

// end ends the playing, and compares what all have.
func (p *soak) end() {
	t := p.t
	close(p.stop)
	p.ended.Wait()
	made := 0
	all, err := p.houses[0].store.Tables(t.Context())
	require.NoError(t, err)
	require.Len(t, all, len(p.tables))
	for _, table := range all {
		first, err := p.houses[0].hall.Export(t.Context(), table)
		require.NoError(t, err)
		for _, h := range p.houses[1:] {
			same, err := h.hall.Export(t.Context(), table)
			require.NoError(t, err)
			require.Equal(t, first, same)
		}
		for _, record := range first.Records {
			once := map[string]bool{}
			for line := range bytes.Lines(record) {
				made++
				if bytes.HasPrefix(line, []byte(`{"play"`)) {
					assert.False(t, once[string(line)], "%s was played twice", line)
					once[string(line)] = true
				}
			}
		}
	}
	decided := 0
	for _, h := range p.houses {
		decided += int(h.decided.Load())
	}
	assert.GreaterOrEqual(t, made, decided, "what somebody was told to have decided is there")
	t.Log(decided, "decisions were told of as made,", made, "lines are there")
	p.agree()
}

// agree holds that both at a table come to see the same trick of the same round: one of them
// may have to go on from the trick before.
func (p *soak) agree() {
	number := regexp.MustCompile(`trick (\d+) of \d+`)
	at := func(f *friend) string {
		now := f.now()
		if m := number.FindStringSubmatch(now); m != nil {
			return fmt.Sprintf("%2s", m[1])
		} else if over(now) {
			return "over"
		}
		return "before" // the first trick
	}
	for _, friends := range p.tables {
		require.Eventually(p.t, func() bool {
			one, two := at(friends[0]), at(friends[1])
			for _, f := range friends {
				if one != two && at(f) != "over" && at(f) == min(one, two) {
					_, err := io.WriteString(f.keys, "\r")
					assert.NoError(p.t, err)
				}
			}
			return one == two
		}, 30*time.Second, 300*time.Millisecond, "both see the same\n%s\n%s", friends[0].text, friends[1].text)
	}
}
