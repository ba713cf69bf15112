package serve

import (
	"testing"

	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestReplaysOfAVisitor holds that a visitor finds the rounds that are over in the replays and
// in the statistics, as at home, and those that go on nowhere: they would show all cards.
func TestReplaysOfAVisitor(t *testing.T) {
	h := open(t, nil)
	all := meet(h, "anna", "ben")
	anna := all[0]
	en := texts.New("en")
	for _, f := range all {
		f.isReady()
	}
	require.False(t, h.plays(3, all...))
	leaves := func() {
		anna.press("q")
		anna.atOnce("y")
		anna.sees(en.T("serve.lobby.new"))
	}
	leaves()
	for _, sheet := range []string{"lobby.saved", "lobby.stats"} {
		anna.chooses(en.T(sheet))
		anna.sees(en.T("lobby.stats.none"))
		anna.press("\x1b")
		anna.sees(en.T("serve.lobby.new"))
	}

	anna.press("\x1b[H\r") // back to the table
	require.True(t, h.plays(1000, all...))
	anna.press("\r")
	anna.chooses(en.T("serve.tolobby"))
	anna.chooses(en.T("lobby.stats"))
	assert.Regexp(t, `(?m)^ *2 .+ 2 +[01] of 1 `, anna.sees(en.T("stats.legend")), "a round of two people")
	anna.press("\x1b")
	anna.chooses(en.T("lobby.saved"))
	anna.sees(en.T("lobby.saved.ended"))
	anna.press("\r")
	anna.sees("c02p2s")
	anna.press("\r")
	anna.sees("left right step")
	anna.press("q")
	anna.sees("c02p2s")
}
