package saves

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/table"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// played returns a game of a chapter, played to a wanted result or left in its draft.
func played(t *testing.T, chapter string, players int, when int, result chapters.Result, by ...string) Save {
	t.Helper()
	lib := chapters.Default()
	for seed := range uint64(2000) {
		pos, err := lib.Deal(chapters.DealID{Chapter: chapter, Players: players, Seed: seed})
		require.NoError(t, err)
		g, err := lib.NewGame(pos)
		require.NoError(t, err)
		for !g.IsOver() && result != chapters.Undecided {
			options := g.Options()
			require.NoError(t, g.Apply(options[(len(g.Decisions())*3+int(seed))%len(options)]))
		}
		if g.Result() == result {
			save := Save{
				Recorded: table.Recorded{Name: fmt.Sprint(chapter, when), Modified: time.Unix(int64(when), 0)},
				Game:     g, Result: result, Finished: g.IsOver(),
				Record: chapters.Record{Position: pos, PlayerNames: by, Decisions: g.Decisions()},
			}
			save.evaluateEnd()
			return save
		}
	}
	require.Fail(t, "no such game")
	return Save{}
}

// TestFirstFailure checks that the trick of the first failure is the one before which no goal had failed, and that a
// round that was won has none.
func TestFirstFailure(t *testing.T) {
	lib := chapters.Default()
	lost := played(t, "1", 4, 5, chapters.Lost)
	trick := firstFailure(lib, &lost.Record)
	require.Positive(t, trick)
	isFailed := func(decisions int) bool {
		part := lost.Record
		part.Decisions = part.Decisions[:decisions]
		g, err := part.Game(lib)
		require.NoError(t, err)
		return slices.ContainsFunc(g.Statuses(), func(s chapters.GoalStatus) bool {
			return s.Status == characters.Failed
		})
	}
	for n := range lost.Record.Decisions {
		part := lost.Record
		part.Decisions = part.Decisions[:n]
		g, err := part.Game(lib)
		require.NoError(t, err)
		if len(g.History()) < trick-1 {
			assert.False(t, isFailed(n), "after %d decisions", n)
		} else if len(g.History()) >= trick {
			assert.True(t, isFailed(n), "after %d decisions", n)
		}
	}
	won := played(t, "1", 4, 5, chapters.Won)
	assert.Zero(t, firstFailure(lib, &won.Record))
	won.evaluate()
	assert.Len(t, won.Cast, 4)
	assert.Contains(t, won.Cast, "frodo")
}

func TestStats(t *testing.T) {
	lib := chapters.Default()
	me := []string{"human:Anna", "greedy", "greedy", "greedy"}
	var scores Scores
	practice := played(t, "1", 4, 10, chapters.Won, me...)
	practice.Practice = true
	for _, g := range []Save{ // the last one first, as List has them
		practice,
		played(t, "1", 4, 9, chapters.Won, me...),
		played(t, "1", 4, 8, chapters.Won, me...),
		{Recorded: table.Recorded{Name: "damaged"}, Err: ErrDamaged},
		played(t, "1", 4, 7, chapters.Won, "greedy", "greedy", "greedy", "greedy"),
		played(t, "2", 1, 6, chapters.Undecided, "human", "human", "human", "human"),
		played(t, "1", 4, 5, chapters.Lost, me...),
		played(t, "1", 3, 4, chapters.Won, "human", "greedy", "greedy"),
		played(t, "10", 4, 2, chapters.Lost, me...),
	} {
		scores.Add(lib, &g)
	}
	s := scores.Stats(lib)
	assert.Equal(t, []ChapterStats{
		{Chapter: "1", Players: 3, Tally: Tally{Won: 1}, Tries: 1, Done: true, Unaided: true, Straight: true, First: true},
		{Chapter: "1", Players: 4, Tally: Tally{Won: 2, Lost: 1}, Tries: 2, Done: true, Unaided: true, Straight: true},
		{Chapter: "2", Players: 1, Tally: Tally{Open: 1}},
		{Chapter: "10", Players: 4, Tally: Tally{Lost: 1}},
	}, s.Chapters)
	assert.Equal(t, 2, s.WinsInRow)
	assert.Equal(t, 2, s.MostWinsInRow)
	total := 0
	for _, c := range s.Characters {
		total += c.Met + c.Failed
	}
	assert.Equal(t, 5, total, "one character of the person's in each finished game")
	assert.Equal(t, Stats{}, new(Scores).Stats(lib))
}

// TestLongChapter: a long chapter is won by as many games as it takes, not by the first won one (L2), and only then has
// stars.
func TestLongChapter(t *testing.T) {
	lib := chapters.Default()
	p := &Played{}
	var scores Scores
	won := played(t, "9", 4, 2, chapters.Won, "human", "greedy", "greedy", "greedy")
	scores.Add(lib, &won)
	p.Stats = scores.Stats(lib)
	assert.False(t, p.Won("9"))
	assert.Zero(t, p.Stars("9").Count())
	assert.Positive(t, p.RoundsLeft("9"))
	chapter, err := lib.Chapter("9")
	require.NoError(t, err)
	assert.NotEqual(t, chapter, p.Next([]*chapters.Chapter{chapter, lib.Chapters[0]}), "one game of it is won")

	c := p.Stats.Chapters[0]
	c.Done, c.Unaided, c.Straight, c.RoundsLeft = true, true, false, 0
	p.Stats.Chapters[0] = c
	assert.True(t, p.Won("9"))
	assert.Equal(t, "**..", p.Stars("9").Text())
	assert.Zero(t, p.RoundsLeft("9"))
}
