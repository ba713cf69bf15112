package puzzle_test

import (
	"context"
	"flag"
	"fmt"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/table"
	"fellowship/solver"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func all(t *testing.T) []puzzle.Puzzle {
	t.Helper()
	out, err := puzzle.All()
	require.NoError(t, err)
	return out
}

// every is how far the puzzles lie apart that are tried: `make soak` tries all.
var every = flag.Int("every", 5, "try one of so many puzzles")

func step() int {
	if testing.Short() {
		return 23
	}
	return *every
}

// There are puzzles of each chapter, with two to four players, and of each level.
func TestThereAreManyKinds(t *testing.T) {
	t.Parallel()
	list := all(t)
	assert.GreaterOrEqual(t, len(list), 400)
	kinds, names := map[string]int{}, map[string]bool{}
	for i := range list {
		p := &list[i]
		kinds["chapter "+p.Chapter]++
		kinds[fmt.Sprint("players ", p.Players)]++
		kinds[fmt.Sprint("level ", p.Level)]++
		assert.False(t, names[p.ID], p.ID)
		names[p.ID] = true
	}
	for _, c := range chapters.Default().Chapters {
		assert.Positive(t, kinds["chapter "+c.ID], "chapter %s", c.ID)
	}
	for size := 2; size <= 4; size++ {
		assert.GreaterOrEqual(t, kinds[fmt.Sprint("players ", size)], 100)
	}
	for level := 1; level <= puzzle.Levels; level++ {
		assert.GreaterOrEqual(t, kinds[fmt.Sprint("level ", level)], 40, "level %d", level)
	}
	assert.Len(t, kinds, len(chapters.Default().Chapters)+3+puzzle.Levels)
}

// Each puzzle can be won, and as many first decisions win as it says.
func TestEachHoldsToTheSolver(t *testing.T) {
	t.Parallel()
	list := all(t)
	for i := 0; i < len(list); i += step() {
		p := &list[i]
		g, err := chapters.Default().NewGame(p.Position)
		require.NoError(t, err, p.ID)
		for len(g.Options()) == 1 {
			require.NoError(t, g.Apply(g.Options()[0]))
		}
		r, err := solver.Solve(context.Background(), g, solver.Options{})
		require.NoError(t, err)
		assert.Equal(t, solver.Winnable, r.Verdict, p.ID)
		wins, loses, sure, err := puzzle.Judge(context.Background(), g)
		require.NoError(t, err)
		assert.True(t, sure, p.ID)
		assert.Equal(t, [2]int{p.First, p.Options}, [2]int{len(wins), len(wins) + len(loses)}, p.ID)
		assert.NotEmpty(t, loses, p.ID)
	}
}

// The puzzle of a day is the same for everybody, and never changes.
func TestToday(t *testing.T) {
	t.Parallel()
	day := time.Date(2026, 11, 23, 23, 59, 0, 0, time.UTC) // a Monday
	var levels []int
	names := map[string]bool{}
	for n := range 28 {
		p := puzzle.Today(all(t), day.AddDate(0, 0, n))
		assert.Equal(t, p, puzzle.Today(all(t), day.AddDate(0, 0, n).In(time.FixedZone("far", 12*60*60))))
		names[p.ID] = true
		if n < 7 {
			levels = append(levels, p.Level)
		}
	}
	assert.Equal(t, []int{1, 2, 2, 3, 3, 4, 5}, levels)
	assert.Len(t, names, 28)
}

// A puzzle is solved from all seats: what loses is refused, with what wins, and costs a
// star; what wins leads to a round that is won.
func TestSolving(t *testing.T) {
	t.Parallel()
	list := all(t)
	for i := 0; i < len(list); i += step() {
		p := &list[i]
		home, err := table.Unsaved(chapters.Default(), p.Record())
		require.NoError(t, err, p.ID)
		home.Pace(0, i%2 == 0)
		chair := play.Solve(home)
		refused := false
		for s := chair.Look(); s.Now != round.End; s = chair.Look() {
			v := s.View
			switch s.Now {
			case round.TrickEnd:
				chair.GoOn()
			case round.Turn:
				wins, loses, _, err := puzzle.Judge(context.Background(), home.Round().Reveal())
				require.NoError(t, err)
				require.Len(t, v.Ask.Options, len(wins)+len(loses), p.ID)
				if len(loses) > 0 && !refused {
					refused = true
					require.ErrorIs(t, chair.Decide(loses[0]), play.ErrLoses)
					require.ErrorIs(t, chair.Decide(loses[0]), play.ErrLoses)
					assert.Equal(t, wins, chair.Puzzle.Wins)
				}
				require.NoError(t, chair.Decide(wins[0]), p.ID)
			default:
				require.NoError(t, chair.Wait()(context.Background()))
			}
		}
		assert.Equal(t, chapters.Won, home.Round().Reveal().Result(), p.ID)
		assert.True(t, refused, p.ID)
		assert.Equal(t, 1, chair.Puzzle.Missed, p.ID)
		assert.Equal(t, 2, chair.Puzzle.Stars(), p.ID)
		require.NoError(t, home.Close())
	}
}
