package hunttest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"fellowship/chapters"
)

// planted plants a win into a round with full hands.
func planted(c *Case) {
	for !c.Plant(c.OwnRound(Full)) {
	}
}

// TestCasesComeAgain checks that a case depends only on the seed, its class and its number.
func TestCasesComeAgain(t *testing.T) {
	text := func(seed uint64, number int) string {
		c := newCase(seed, "planted", number)
		c.run(planted)
		require.Empty(t, c.found)
		return fmt.Sprint(c.World.Text(), c.Round.Start(), c.Won.Decisions())
	}
	first := text(1, 3)
	assert.Equal(t, first, text(1, 3))
	assert.NotEqual(t, first, text(2, 3))
	assert.NotEqual(t, first, text(1, 7))
}

// TestFindsAreWritten checks that the written files of a find can be read and played again.
func TestFindsAreWritten(t *testing.T) {
	into := *findsInto
	*findsInto = t.TempDir()
	t.Cleanup(func() { *findsInto = into })
	for number := range 20 {
		c := newCase(5, "planted", number)
		c.run(func(c *Case) {
			if c.OneOf(2) {
				planted(c)
			} else if bed, ok := c.ChapterRound(false); !ok || !c.Plant(bed) {
				return
			}
			c.Round = c.Later(c.IntN(len(c.Won.Decisions())))
			require.Fail(c, "nothing is wrong")
		})
		if c.Won == nil {
			continue
		}
		require.Len(t, c.found, 1)
		folder := c.write(t)
		found, err := os.ReadFile(filepath.Join(folder, "found.txt"))
		require.NoError(t, err)
		assert.Contains(t, string(found), "nothing is wrong")
		lib, err := chapters.Load(os.DirFS(folder))
		require.NoError(t, err, folder)
		won := readGame(t, lib, folder, "won.jsonl")
		assert.Equal(t, chapters.Won, won.Result())
		round := readGame(t, lib, folder, "round.jsonl")
		assert.Equal(t, c.Round.Decisions(), round.Decisions())
		if _, stated := currentPosition(c.Round); stated {
			at := readGame(t, lib, folder, "here.jsonl")
			assert.Equal(t, c.Round.State().State, at.State().State)
			assert.Len(t, at.Goals(), len(c.Round.Goals()))
		}
	}
}

func readGame(t *testing.T, lib *chapters.Library, folder, name string) (g *chapters.Game) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, name))
	require.NoError(t, err)
	for e := range lib.Read(name, strings.NewReader(string(text))) {
		require.NoError(t, e.Err, "%s", text)
		g, err = e.Record.Game(lib)
		require.NoError(t, err, "%s", text)
	}
	return g
}

// TestPanicsAreFinds checks that a panic is a find and does not end the hunt.
func TestPanicsAreFinds(t *testing.T) {
	c := newCase(1, "planted", 0)
	c.run(func(*Case) { panic("out of cards") })
	require.Len(t, c.found, 1)
	assert.Contains(t, c.found[0], "out of cards")
	report := newReport()
	report.add(c)
	assert.Equal(t, 1, report.Found)
	assert.Contains(t, formatTable([]Class{{Name: "planted"}}, map[string]*Report{"planted": report}), "planted  1")
}

// TestPlantedRounds checks that a planted round is won by its line, with the goals in its own files, and that few other
// rounds with the same hands are won.
func TestPlantedRounds(t *testing.T) {
	won, lost := 0, 0
	for number := range 40 {
		c := newCase(9, "planted", number)
		c.run(planted)
		require.Empty(t, c.found)
		lib, err := c.World.Library()
		require.NoError(t, err)
		g, err := lib.NewGame(c.Round.Start())
		require.NoError(t, err)
		for range 10 {
			end := g.Clone()
			newPlayer(c.Rand).finish(end)
			if end.Result() == chapters.Won {
				won++
			} else {
				lost++
			}
		}
		for _, d := range c.Won.Decisions() {
			require.NoError(t, g.Apply(d))
		}
		require.Equal(t, chapters.Won, g.Result())
	}
	t.Log(won, lost)
	assert.Less(t, won, lost/20, "they are won by chance too often")
}
