package serve

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// moment is where somebody looks at a round, such as 12/67.
var moment = regexp.MustCompile(`(?m)^[ ▀█]{6}\d+/\d\d\b`)

// TestLookTogether lets everybody look through a round together, one who watches as well:
// whoever turns the page turns it for all. Who looks alone does not, and who was cut off
// finds the page again.
func TestLookTogether(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	all := meet(h, "anna", "ben")
	anna, ben := all[0], all[1]
	anna.chooses("More")
	anna.chooses("A code to watch")
	eve := h.friend("eve")
	eve.comes(anna.code("watch"))
	anna.press("\x1b")
	eve.sees("Who are you?")
	eve.press("\r")
	require.NotContains(t, eve.sees("You watch."), "my seat is kept")
	for _, f := range all {
		f.isReady()
	}
	require.True(t, h.plays(1000, anna, ben))
	eve.until("the end without a key", over)
	for _, frame := range eve.frames {
		require.NotContains(t, frame, "u undo", "who watches has no say")
	}
	ben.toTable()
	eve.toTable()
	if isResult(anna.settled()) {
		anna.press("j")
	} else {
		anna.chooses("Look through it together")
	}
	anna.sees("left right step")
	ben.sees("anna: (opens the last round")
	ben.chooses("Look through it together")
	eve.chooses("Look through it together")
	follows := func(from *friend, key string, others ...*friend) string {
		before := moment.FindString(from.sees("left right step"))
		from.press(key)
		at := moment.FindString(from.until("another page", func(now string) bool { // and not only what it is worth
			m := moment.FindString(now)
			return m != "" && m != before
		}))
		for _, f := range others {
			f.until(from.name+" turns to "+at, func(now string) bool {
				return strings.Contains(now, at) && strings.Contains(now, "together, "+from.name+" has turned")
			})
		}
		return at
	}
	follows(anna, "\x1b[B", ben, eve)
	follows(eve, "\x1b[C", anna, ben)
	at := follows(ben, "5", anna, eve)

	ben.hang()
	ben.comes("")
	ben.chooses("Back to the table")
	ben.chooses("Look through it together")
	ben.sees(at)
	at = follows(anna, "\x1b[4~", ben, eve) // end
	eve.press("q")
	eve.chooses("Look through the last round")
	now := eve.sees("left right step")
	require.NotContains(t, now, at)
	require.NotContains(t, now, "together")
	eve.press("\x1b[C")
	follows(ben, "\x1b[1~", anna)

	anna.press("q")
	anna.toTable()
	ben.press("q")
	anna.isReady()
	ben.isReady()
	for _, f := range []*friend{anna, ben, eve} {
		f.toRound() // the next round takes everybody along
	}
}
