package choose

import (
	"testing"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPuzzles checks that each puzzle stands once in its level, in the order in which they are solved, with the
// person's stars, and which one is next.
func TestPuzzles(t *testing.T) {
	all, err := puzzle.All()
	require.NoError(t, err)
	hard := puzzle.Filter(all, "", 2)
	stars := map[string]int{hard[0].ID: 3, hard[1].ID: 1, hard[4].ID: 2, "no such puzzle": 3}
	for _, p := range puzzle.Filter(all, "", 1) {
		stars[p.ID] = 9 // a file may say anything
	}
	for _, lang := range characters.Languages {
		tx := texts.New(lang)
		book := Puzzles(tx, chapters.Default(), stars, menuNow)
		require.Len(t, book.Levels, puzzle.Levels)
		count := 0
		for _, level := range book.Levels {
			solved := 0
			for i, line := range level.Puzzles {
				assert.Equal(t, puzzle.Filter(all, "", level.Level)[i].ID, line.ID)
				assert.Equal(t, i+1, line.Number)
				assert.Contains(t, line.Details, tx.Chapter(line.Chapter))
				assert.LessOrEqual(t, puzzle.Filter(all, "", level.Level)[i].TricksLeft, 6)
				assert.Equal(t, min(stars[line.ID], puzzle.MostStars), line.Stars)
				if line.Stars > 0 {
					solved++
				}
			}
			assert.Equal(t, solved, level.Solved)
			count += len(level.Puzzles)
		}
		assert.Len(t, all, count)
		assert.Equal(t, 1, book.Next, "level 1 is solved")
		assert.Zero(t, book.Levels[0].Next)
		assert.Equal(t, 2, book.Levels[1].Next)
		assert.Equal(t, "**.", book.Levels[1].Puzzles[4].StarsText())
		assert.Equal(t, "...", book.Levels[1].Puzzles[2].StarsText())
		assert.Equal(t, puzzle.Today(all, menuNow).ID, book.Today.ID)
		assert.Equal(t, tx.T("lobby.puzzle.today"), book.Today.Name)
	}
	book := Puzzles(texts.New("en"), chapters.Default(), stars, menuNow)
	assert.Equal(t, "Puzzle 3, level 2", book.Levels[1].Puzzles[2].Name)
	first, err := puzzle.Find(all, "c01p4s2t7")
	require.NoError(t, err)
	assert.Equal(t, 3, first.TricksLeft, "one card of a longer hand is left over")
	assert.Regexp(t, `^3 of \d+ solved, 6 of \d+ stars$`, book.Levels[1].Summary)
}
