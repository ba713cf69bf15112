package serve

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestHelp checks that at a table that allows it a person gets a hint, and asks with open
// cards, and everybody is told: at once, and at the end with how often that was.
func TestHelp(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	all := meetFor(h, func(host *friend) {
		host.sets("Hints, and why", "yes")
		host.sets("Open cards: which choices", "yes")
	}, "anna", "ben")
	for _, f := range all {
		f.isReady()
	}
	require.False(t, h.plays(12, all...))
	who, other := h.turnOf(all[0], all[1])
	who.press("d")
	if now := who.sees("Hint: "); strings.Contains(now, "esc back") {
		who.press("\x1b") // there was much to say
	}
	other.sees(who.name + ": (has asked for a hint)")
	who.press("o")
	who.sees("Press o again to ask")
	who.press("o")
	who.until("what wins", func(now string) bool {
		return strings.Contains(now, "Open cards: ") || strings.Contains(now, "Undecided")
	})
	other.sees(who.name + ": (has asked for op")
	who.press("?")
	who.chooses("Keys")
	require.Contains(t, who.sees("p the table"), " hint")
	who.press("\x1b")
	who.press("\x1b")
	require.True(t, h.plays(1000, all...))
	for _, f := range all {
		require.Contains(t, f.sees(" 2 hints "), "the players asked for open cards once", "which counts as one of them")
	}
}

// TestWithoutHelp checks that there is none where the table does not allow it.
func TestWithoutHelp(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	all := meet(h, "anna", "ben")
	for _, f := range all {
		f.isReady()
	}
	require.False(t, h.plays(12, all...))
	who, _ := h.turnOf(all[0], all[1])
	who.press("d")
	who.sees("switched off at this table")
	who.press("?")
	who.chooses("Keys")
	require.NotContains(t, who.sees("p the table"), " hint")
}

// turnOf has two go on until one of them is to play, with no key on its way, and returns that one first.
func (h *house) turnOf(a, b *friend) (who, other *friend) {
	h.t.Helper()
	for {
		h.mu.Lock()
		var now string
		for now == "" {
			for _, f := range []*friend{a, b} {
				if f.whole() && acts(f.text) {
					now = f.text
					who = f
				}
			}
			if h.late {
				h.mu.Unlock()
				require.FailNow(h.t, "it is nobody's turn", "%s\n%s", a.text, b.text)
			}
			if now == "" {
				h.changed.Wait()
			}
		}
		h.mu.Unlock()
		plays := func(now string) bool {
			return strings.Contains(now, "enter play") || strings.Contains(now, "enter choose")
		}
		if plays(now) {
			now = who.settled()
			if !plays(now) {
				continue
			}
			if who == a {
				return a, b
			}
			return b, a
		}
		who.act(now)
	}
}
