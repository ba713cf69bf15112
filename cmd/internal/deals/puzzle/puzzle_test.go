package puzzle_test

import (
	"context"
	"flag"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/texts"
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
var every = flag.Int("every", 8, "try one of so many puzzles")

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
	kinds := map[string]int{}
	names := map[string]bool{}
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

// TestListed checks what the list says of each puzzle, without reading it, against the puzzle itself.
func TestListed(t *testing.T) {
	t.Parallel()
	lib := chapters.Default()
	list := all(t)
	for i := range list {
		p := &list[i]
		pos := p.Position()
		assert.Equal(t, []any{pos.ID, pos.Chapter, pos.Players}, []any{p.ID, p.Chapter, p.Players})
		assert.Equal(t, tricksLeft(t, lib, pos), p.TricksLeft, p.ID)
	}
}

// Each puzzle can be won, and as many first decisions win as it says.
func TestEachHoldsToTheSolver(t *testing.T) {
	t.Parallel()
	list := all(t)
	tried, choices := 0, 0
	defer func() { t.Logf("%d of %d puzzles were tried, with %d choices", tried, len(list), choices) }()
	for i := 0; i < len(list); i += step() {
		p := &list[i]
		tried++
		g, err := chapters.Default().NewGame(p.Position())
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
		choices += len(wins) + len(loses)
		assert.NotEmpty(t, wins, p.ID)
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

// TestSolving: a puzzle is solved from all seats. What loses is refused, with what it costs, and costs a star, as the
// answer does; what wins leads to a round that is won, and the result is kept by then, with the idea.
func TestSolving(t *testing.T) {
	t.Parallel()
	list := all(t)
	lib := chapters.Default()
	for i := 0; i < len(list); i += step() {
		p := &list[i]
		kept := map[string]int{}
		course := play.NewPuzzleRun(list[i:i+1], nil, func(name string, stars int) error {
			kept[name] = stars
			if i == 0 {
				return disk.ErrFull
			}
			return nil
		})
		home, facts, err := play.Begin(lib, course, texts.New(characters.Languages[i%2]))
		require.NoError(t, err, p.ID)
		home.Pace(0, i%2 == 0)
		chair := &play.Client{Client: home.Client, Puzzle: facts.Puzzle}
		refused := false
		for s := chair.Look(); s.Now != round.End; s = chair.Look() {
			v := s.View
			switch s.Now {
			case round.TrickEnd:
				chair.GoOn()
			case round.Turn:
				before := home.Round().Reveal()
				wins, loses, _, err := puzzle.Judge(context.Background(), before)
				require.NoError(t, err)
				require.Len(t, v.Ask.Options, len(wins)+len(loses), p.ID)
				if len(loses) > 0 && !refused {
					refused = true
					require.ErrorIs(t, chair.Decide(loses[0]), play.ErrLosingMove)
					require.ErrorIs(t, chair.Decide(loses[0]), play.ErrLosingMove)
					assert.NotContains(t, chair.Puzzle.LossText(texts.New("en"), &v), "%!")
					assert.Equal(t, before.Decisions(), home.Round().Reveal().Decisions())
				}
				assert.Empty(t, kept)
				require.NoError(t, chair.Decide(wins[0]), p.ID)
			default:
				require.NoError(t, chair.Wait(context.Background(), s.Event))
			}
		}
		assert.Equal(t, chapters.Won, home.Round().Reveal().Result(), p.ID)
		assert.True(t, refused, p.ID)
		assert.Equal(t, 1, chair.Puzzle.Missed, p.ID)
		assert.Equal(t, map[string]int{p.ID: 2}, kept)
		assert.Regexp(t, `The idea: |Die Idee: `, facts.ResultText(), p.ID)
		assert.NotContains(t, facts.ResultText(), "%!")
		assert.Equal(t, i == 0, strings.Contains(facts.ResultText(), "The disk is full."))
		require.NoError(t, home.Close())
	}
}

// TestCosts holds that what a wrong decision costs cannot be had any more however the round goes on, and that it can
// if any goal of several is left out.
func TestCosts(t *testing.T) {
	t.Parallel()
	list := all(t)
	told := map[int]int{}
	for i := 0; i < len(list); i += step() {
		g, err := chapters.Default().NewGame(list[i].Position())
		require.NoError(t, err)
		for len(g.Options()) == 1 {
			require.NoError(t, g.Apply(g.Options()[0]))
		}
		_, loses, _, err := puzzle.Judge(t.Context(), g)
		require.NoError(t, err)
		require.NoError(t, g.Apply(loses[0]))
		cost, err := puzzle.CostOf(t.Context(), g)
		require.NoError(t, err)
		can := func(goals puzzle.Cost) bool {
			r, err := solver.Solve(t.Context(), g, solver.Options{Excused: ^uint64(goals)})
			require.NoError(t, err)
			require.NotEqual(t, solver.Unknown, r.Verdict)
			return r.Verdict == solver.Winnable
		}
		assert.False(t, can(cost), list[i].ID)
		for one := puzzle.Cost(1); one <= cost; one <<= 1 {
			if cost&one != 0 {
				assert.True(t, can(cost&^one), list[i].ID)
			}
		}
		told[bits.OnesCount64(uint64(cost))]++
	}
	t.Log(told)
	assert.Positive(t, told[1], "one goal")
}

// TestCourse holds that puzzles begin with four players and chapters change, and that the next one is not solved yet,
// and as hard.
func TestCourse(t *testing.T) {
	t.Parallel()
	list := all(t)
	for level := 1; level <= puzzle.Levels; level++ {
		of := puzzle.Filter(list, "", level)
		assert.True(t, slices.IsSortedFunc(of, func(a, b puzzle.Puzzle) int { return b.Players - a.Players }))
		for i := range 5 {
			assert.Equal(t, 4, of[i].Players)
			assert.NotEqual(t, of[i].Chapter, of[i+1].Chapter)
		}
	}
	levels := map[string]int{}
	for i := range list {
		levels[list[i].ID] = list[i].Level
	}
	assert.Equal(t, 1, levels["c13p4s57t8"], "a choice of two")
	assert.Equal(t, 3, levels["c16p4s22t7"])

	one, err := puzzle.Find(list, "c16p4s22t7")
	require.NoError(t, err)
	stars := map[string]int{}
	of := puzzle.Filter(list, "", one.Level)
	for i := range of[:len(of)-1] {
		stars[of[i].ID] = 1
	}
	course := play.NewPuzzleRun([]puzzle.Puzzle{*one}, stars, nil)
	course.Next()
	home, _, err := play.Begin(chapters.Default(), course, texts.New("en"))
	require.NoError(t, err)
	assert.Equal(t, of[len(of)-1].ID, home.Round().Reveal().Start().ID, "the only one of the level that is left")
	require.NoError(t, home.Close())
}
