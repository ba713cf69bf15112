package terminal

import (
	"fmt"
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
		assert.Contains(t, x.output(), "Verbindung getrennt")
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
		assert.LessOrEqual(t, len(keysOf(all[x.terminal])), keysAtOnce)
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
			time.Sleep(escapeWait) // the clock of the bubble
			synctest.Wait()
		}
		got := keysOf(all[x.terminal])
		assert.Equal(t, strings.Repeat("h", 256)+strings.Repeat("ä€😀", 100)+strings.Repeat("up", 300)+"[a paste]esc",
			got)
		x.press("q")
		assert.Equal(t, guest.Left, x.left())
	})
}

// TestKeysInTwoPieces sends keys of several bytes in pieces, cut at every place, as a network may deliver them: the program
// gets the same keys as from one piece, however long the second piece takes within reason.
func TestKeysInTwoPieces(t *testing.T) {
	all := []string{
		"é", "ß", "€", "😀", "aéb", "ab€", "\x1b[A", "\x1b[D", "x\x1b[Dy", "\x1bOP", "\x1bOA", "\x1b[3~", "\x1b[15~", "\x1b[1;5C",
		"\x1b[Z", "\x1b[[A", "\x1b[<0;12;7M", "\x1b[<0;12;7m", "\x1b[M !!", "é\x1b[D€\x1b[C", "\x1b[D\x1b[D",
		"\x1b[200~ein Märchen\x1b[201~", "a\x1b[200~\x1b[A\x1b[201~b",
	}
	typed := func(pieces ...string) (messages string) {
		synctest.Test(t, func(t *testing.T) {
			p, diaries := keeping(nil)
			x := arrive(t, p, newTerminal())
			for _, piece := range pieces {
				x.press(piece)
				synctest.Wait()
				time.Sleep(escapeWait - time.Millisecond)
			}
			time.Sleep(time.Minute)
			for _, msg := range diaries[x.terminal].read() {
				switch msg := msg.(type) {
				case tea.KeyMsg, tea.MouseMsg:
					messages += fmt.Sprintf("%T %v|", msg, msg)
				}
			}
			x.press("q")
			assert.Equal(t, guest.Left, x.left())
		})
		return messages
	}
	for _, text := range all {
		whole := lettersApart(typed(text))
		require.NotEmpty(t, whole)
		for first := 1; first < len(text); first++ {
			assert.Equal(t, whole, lettersApart(typed(text[:first], text[first:])), "%q, %q", text[:first], text[first:])
			for second := first + 1; second < len(text); second += 3 {
				assert.Equal(t, whole, lettersApart(typed(text[:first], text[first:second], text[second:])), "%q, %q, %q",
					text[:first], text[first:second], text[second:])
			}
		}
	}
}

// lettersApart returns messages without the marks between them: how many letters are one message depends on the pieces.
func lettersApart(messages string) string {
	return strings.NewReplacer("tea.KeyMsg ", "", "|", "").Replace(messages)
}

// TestEscapeAlone checks that the key Escape counts after a moment, at once before another key, and when it is pressed
// twice; and that the beginning of a key whose end never comes is not kept for ever.
func TestEscapeAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, all := keeping(nil)
		x := arrive(t, p, newTerminal())
		x.press("\x1b")
		time.Sleep(escapeWait)
		synctest.Wait()
		assert.Equal(t, "esc", keysOf(all[x.terminal]))
		for _, key := range []string{"\x1b", "\x1b", "a", "\x1b", "é"} {
			x.press(key)
			synctest.Wait()
		}
		assert.Equal(t, "esc"+"escesca"+"escé", keysOf(all[x.terminal]))
		x.press("\xc3")
		time.Sleep(partWait)
		x.press("b")
		synctest.Wait()
		assert.True(t, strings.HasSuffix(keysOf(all[x.terminal]), "b"))
		x.press("\x1b[1;")
		time.Sleep(partWait)
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
