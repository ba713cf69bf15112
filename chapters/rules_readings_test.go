package chapters_test

import (
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Some rules can be read in two ways. These tests check how the program reads them, and the keys of chapters that
// change it.

// flipped is the library with a line of a chapter's file changed.
func flipped(t testing.TB, file, old, now string) *chapters.Library {
	t.Helper()
	source, err := fs.ReadFile(os.DirFS("data"), "chapters/"+file)
	require.NoError(t, err)
	require.Contains(t, string(source), old)
	own := fstest.MapFS{"chapters/" + file: {Data: []byte(strings.Replace(string(source), old, now, 1))}}
	lib, err := chapters.Load(own)
	require.NoError(t, err)
	return lib
}

// TestC14MithrilCoversTheBridge: Mithril covers all tricks that fall short on the Bridge, and is then used up (K:
// mithril). Without the key waivable it cannot do that.
func TestC14MithrilCoversTheBridge(t *testing.T) {
	t.Parallel()
	ended := func(lib *chapters.Library, balrog string) *chapters.Game {
		const order = "0:R2 1:M1 2:M2 0:R3 1:H1 2:H2 0:R4 1:M3 2:M4 0:R5 1:H3 2:H4"
		g := endingWith(t, lib, "chapter: 14, event: bridge, sides: {balrog: "+balrog+"}",
			[]string{"frodo", "pippin", "-"}, order)
		plays(t, g, order)
		return g
	}
	const enough, short = "S1 S1 S1 S1 S1 S1 S1 S1", "S1 S1 S8 S8 S1 S1 S8 S7"
	g := ended(chapters.Default(), short)
	told := 0
	for _, e := range g.View(tricks.NoSeat).Log {
		if e.Kind == chapters.FellShort {
			told++
		}
	}
	assert.Equal(t, 1, told, "of two tricks")
	assert.True(t, campaign.OutcomeOf(1, g, "2026-11-22").Waived, "it is used up")
	assert.False(t, campaign.OutcomeOf(1, ended(chapters.Default(), enough), "2026-11-22").Waived)

	flip := flipped(t, "c14.yaml", ", waivable: true", "")
	assert.Equal(t, chapters.Lost, ended(flip, short).Result())
	assert.Equal(t, chapters.Won, ended(flip, enough).Result())
}

// TestS6OptionalExchanges: a file may allow that exchanges in the Road are declined. Without that the record of such a
// round is refused.
func TestS6OptionalExchanges(t *testing.T) {
	t.Parallel()
	lib := flipped(t, "road.yaml", "optional_lost: true\n", "optional_lost: true\noptional_exchanges: true\n")
	g, err := lib.NewGame(arrange(t, "roadp4s1").hand(0, "R1").cast("frodo", "bill", "gandalf", "celeborn").pos)
	require.NoError(t, err)
	does(t, g, "exchange 1:-")
	r := chapters.Record{Position: g.Start(), Decisions: g.Decisions()}
	_, err = r.Game(chapters.Default())
	require.ErrorContains(t, err, "(S6)")
}

// TestC18TheDealtRing: a position after the setup does not tell which seat R1 was dealt to (S7). Either it names the
// leader, or the game reports that it has guessed.
func TestC18TheDealtRing(t *testing.T) {
	t.Parallel()
	g := arrange(t, "c182p4s1").hand(1, "R1").hand(0, "H1").cast("meriadoc", "peregrin", "legolas-greenleaf",
		"gimli-gloin").game()
	for asked(g) != "exchange 1" {
		apply(t, g, g.Options()[0])
	}
	does(t, g, "exchange 1>0:R1", "return 0>1:H1")
	toPlay(t, g)
	assert.False(t, g.State().LeaderGuessed)
	pos, err := g.FirstTrick()
	require.NoError(t, err)
	h := gameOf(t, pos)
	assert.Equal(t, []any{tricks.Seat(1), false}, []any{h.State().Leader, h.State().LeaderGuessed},
		"the position says it")
	pos.Leader = tricks.NoSeat
	h = gameOf(t, pos)
	assert.Equal(t, []any{tricks.Seat(0), true}, []any{h.State().Leader, h.State().LeaderGuessed})
}
