package terminal

import (
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fellowship/cmd/internal/door/guest"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestIdle checks that a session ends when nothing is typed, whatever else happens.
func TestIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _ := keeping(nil)
		began := time.Now()
		x := arrive(t, p, newTerminalOf(guest.Visitor{Lang: "de"}))
		time.Sleep(110 * time.Minute)
		x.press("a")
		time.Sleep(110 * time.Minute)
		x.terminal.Resize(100, 30)
		assert.Equal(t, guest.Idle, x.left())
		assert.InDelta(t, 230, time.Since(began).Minutes(), 0.1)
		assert.Contains(t, x.output(), "aufgelegt")
		assert.EqualValues(t, 1, p.Sessions.Counters.Idle.Load())
	})
}

// TestKeyFlood checks that only a limited number of keys reaches the program, that the rest does not pile up, and that
// the program goes on afterwards.
func TestKeyFlood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, all := keeping(nil)
		x := arrive(t, p, newTerminal())
		for range 10_000 {
			x.press(strings.Repeat("x", 100))
		}
		synctest.Wait()
		assert.LessOrEqual(t, len(keysOf(all[x.terminal])), 4100)
		assert.Greater(t, p.Sessions.Counters.Dropped.Load(), int64(990_000))
		time.Sleep(10 * time.Second)
		x.press("q")
		assert.Equal(t, guest.Left, x.left())
	})
}

// TestKeysArrive checks that keys arrive as they were typed: also many at once, characters of several bytes, and keys
// that send an escape sequence.
func TestKeysArrive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, all := keeping(nil)
		x := arrive(t, p, newTerminal())
		for _, text := range []string{
			strings.Repeat("h", 256), strings.Repeat("ä€😀", 100), strings.Repeat("\x1b[A", 300),
			"\x1b[200~a paste\x1b[201~", "\x1b",
		} {
			x.press(text)
			synctest.Wait()
		}
		got := keysOf(all[x.terminal])
		assert.Equal(t, strings.Repeat("h", 256)+strings.Repeat("ä€😀", 100)+strings.Repeat("up", 300)+"[a paste]esc",
			got)
		x.press("q")
		assert.Equal(t, guest.Left, x.left())
	})
}

// TestPasteWithoutEnd checks that the program gets an end even for a paste that never ends. Otherwise bubbletea would
// keep the paste, and search it for its end, for ever.
func TestPasteWithoutEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, all := keeping(nil)
		x := arrive(t, p, newTerminal())
		x.press("\x1b[200~")
		for range 60 {
			x.press(strings.Repeat("y", 100))
			time.Sleep(time.Second)
		}
		pasted := keysOf(all[x.terminal])
		assert.Equal(t, "["+strings.Repeat("y", longestPaste)+"]", pasted)
		x.press("\x1b[20")
		x.press("1~")
		synctest.Wait()
		x.press("q")
		assert.Equal(t, guest.Left, x.left(), "after its end keys are keys")
	})
}

// TestRandomInput checks that no bytes, in whatever pieces they come, break a program or keep it from receiving what is
// typed afterwards.
func TestRandomInput(t *testing.T) {
	parts := []string{
		"\x1b", "[", "200~", "\x1b[200~", "\x1b[201~", "201~", "\x1b[M", "\x1b[<0;1;1M", "\x1b[<", ";", "a", " ", "ä",
		"\xc3", "\x00", "\r", "\x7f",
		strings.Repeat("h", 300), strings.Repeat("\xff", 200), strings.Repeat("\x1b[200~", 50),
		strings.Repeat("0", 257),
	}
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 1))
		synctest.Test(t, func(t *testing.T) {
			p, all := keeping(nil)
			tty := newTerminal()
			all[tty] = &diary{}
			x := arrive(t, p, tty)
			for range 200 {
				var piece strings.Builder
				for range 1 + rng.IntN(6) {
					piece.WriteString(parts[rng.IntN(len(parts))])
				}
				x.press(piece.String())
				if rng.IntN(3) == 0 {
					time.Sleep(time.Second)
				}
			}
			time.Sleep(10 * time.Second)
			for _, msg := range all[tty].read() {
				if k, ok := msg.(tea.KeyMsg); ok {
					require.LessOrEqual(t, len(k.Runes), longestPaste+longestRead, "seed %d", seed)
				}
			}
			x.press("\x1b[201~")
			synctest.Wait()
			x.press("q")
			require.Equal(t, guest.Left, x.left(), "seed %d", seed)
		})
	}
}
