package serve

import (
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"fellowship/cmd/internal/table"

	"github.com/stretchr/testify/require"
)

// TestTogether checks what friends can do only together: one takes a decision back and the other agrees, they say
// phrases, and one decides about a friend who is away for long, and who later takes the seat over again.
func TestTogether(t *testing.T) {
	t.Parallel()
	var later atomic.Int64
	h := open(t, func(o *Options) {
		o.Now = func() time.Time { return time.Now().Add(time.Duration(later.Load())) }
	})
	all := meet(h, "anna", "ben")
	anna, ben := all[0], all[1]
	for _, f := range all {
		f.isReady()
	}
	proposed := false
	for range 20 {
		require.False(t, h.plays(8, all...))
		anna.press("u")
		now := anna.until("an answer", func(now string) bool {
			return strings.Contains(now, "Proposed") || strings.Contains(now, "no decision to take back") ||
				strings.Contains(now, table.ErrQuicker.Error()) // what ben did is still on its way
		})
		if proposed = strings.Contains(now, "Proposed"); proposed {
			break
		}
	}
	require.True(t, proposed)
	asked := ben.sees("Do you agree?")
	require.Regexp(t, `anna wants to take back (a decision of their own|what (anna|ben) decided last)`, asked)
	require.Contains(t, asked, " > Not now")
	ben.press("\r")
	ben.sees("p table")
	ben.press("p")
	ben.chooses("Answer the proposal")
	ben.chooses("I do not")
	require.NotContains(t, anna.sees("ben: (does not agree)"), "Proposed")
	anna.press("u")
	ben.chooses("I agree")
	ben.sees("p table")
	anna.press("p")
	anna.sees("Propose to take back the last decision")
	anna.press("\x1b")

	ben.press(",")
	ben.chooses("Let me think.")
	anna.sees("ben: Let me think.")

	ben.hang()
	anna.press("p")
	anna.sees("away")
	later.Store(int64(10 * time.Minute))
	require.Contains(t, anna.sees("You have waited a long time for ben"), " > Not now")
	anna.chooses("Let a computer fill in")
	anna.sees("p table")
	anna.press("p")
	anna.sees("is filling in")
	later.Store(0)
	ben.comes("")
	ben.chooses("Back to the table")
	ben.toRound()
	anna.until("ben again", func(now string) bool { return !strings.Contains(now, "is filling in") })
	anna.press("\x1b")
	require.True(t, h.plays(1000, all...))
}

var comeBack = regexp.MustCompile(`come back with: (\S+)`)

// TestGuest checks that somebody without a key comes back with the code that they got, to
// the same seat, and that a code that is none leads to the lobby.
func TestGuest(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	all := meet(h, "anna", "ben")
	gus := h.friend("gus")
	gus.key = nil
	gus.comes("aaa-aaa-aaa")
	gus.sees("Who are you?")
	gus.press("\r")
	gus.sees("this code is not known")
	gus.sees("> o Enter a code      aaa-aaa-aaa_")
	gus.press("\x15")
	gus.press("\r")
	gus.sees("Type the code you were given")
	gus.press("zzz\r")
	require.Contains(t, gus.sees("this code is not known"), "> o Enter a code      zzz", "it can be mended")
	gus.chooses("Open a table")
	gus.begins()
	gus.chooses("Go to the lobby")
	require.NotContains(t, gus.sees("Back to the table"), "zzz", "what was typed is done with")
	gus.chooses("Back to the table")
	own := returning(t, gus)
	gus.hang()
	gus.comes(own)
	gus.chooses("Back to the table")
	gus.sees("gus (you, host")
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, f := range all {
		require.NotContains(t, strings.Join(f.frames, "\n"), own)
	}
}
