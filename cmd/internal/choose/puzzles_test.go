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

// TestPuzzles checks that each puzzle stands once in its chapter, the easy ones first, with the person's stars, and which
// one is next.
func TestPuzzles(t *testing.T) {
	all, err := puzzle.All()
	require.NoError(t, err)
	second := puzzle.Filter(all, "2", 0)
	stars := map[string]int{second[0].ID: 3, second[1].ID: 1, second[4].ID: 2, "no such puzzle": 3}
	for _, p := range puzzle.Filter(all, "1", 0) {
		stars[p.ID] = 9 // a file may say anything
	}
	for _, lang := range characters.Languages {
		tx := texts.New(lang)
		book := Puzzles(tx, chapters.Default(), stars, menuNow)
		require.Len(t, book.Chapters, len(chapters.Default().Chapters))
		var ids []string
		for i, chapter := range book.Chapters {
			assert.Equal(t, chapters.Default().Chapters[i], chapter.Chapter)
			assert.Equal(t, i, book.Find(chapter.Chapter.ID))
			solved := 0
			ordered := puzzle.Filter(all, chapter.Chapter.ID, 0)
			for n, line := range chapter.Puzzles {
				assert.Equal(t, ordered[n].ID, line.ID)
				assert.Equal(t, n+1, line.Number)
				assert.Equal(t, tx.Chapter(chapter.Chapter)+": "+line.Length, line.Details)
				assert.LessOrEqual(t, ordered[n].TricksLeft, 6)
				assert.GreaterOrEqual(t, line.Level, chapter.Puzzles[max(n-1, 0)].Level, "the easy ones first")
				assert.Equal(t, min(stars[line.ID], puzzle.MostStars), line.Stars)
				if line.Stars > 0 {
					solved++
				}
				ids = append(ids, line.ID)
			}
			assert.Equal(t, solved, chapter.Solved)
		}
		assert.Len(t, ids, len(all))
		inOrder, err := AllPuzzles()
		require.NoError(t, err)
		for i := range inOrder {
			assert.Equal(t, ids[i], inOrder[i].ID, "line by line they come in the same order")
		}
		assert.Equal(t, 1, book.Next, "chapter 1 is solved")
		assert.Zero(t, book.Chapters[0].Next)
		assert.Equal(t, 2, book.Chapters[1].Next)
		assert.Equal(t, "**.", book.Chapters[1].Puzzles[4].StarsText())
		assert.Equal(t, "...", book.Chapters[1].Puzzles[2].StarsText())
		assert.Equal(t, puzzle.Today(all, menuNow).ID, book.Today.ID)
		assert.Equal(t, tx.T("lobby.puzzle.today"), book.Today.Name)
		assert.Equal(t, -1, book.Find("no such chapter"))
	}
	book := Puzzles(texts.New("en"), chapters.Default(), stars, menuNow)
	assert.Equal(t, "Puzzle 3, level 1", book.Chapters[1].Puzzles[2].Name)
	assert.Equal(t, "3 of 27", book.Chapters[1].Count)
	assert.Equal(t, "3/27", book.Chapters[1].Brief)
	assert.Equal(t, "27", book.Chapters[2].Count)
	first, err := puzzle.Find(all, "c01p4s2t7")
	require.NoError(t, err)
	assert.Equal(t, 3, first.TricksLeft, "one card of a longer hand is left over")
	assert.Regexp(t, `^3 of \d+ solved, 6 of \d+ stars$`, book.Chapters[1].Summary)
	assert.Regexp(t, `^25 of \d+ solved, 72 of \d+ stars$`, book.Summary, "no puzzle has more than three stars")
}

// TestPuzzlesOf checks which puzzles are played one after the other.
func TestPuzzlesOf(t *testing.T) {
	all, err := puzzle.All()
	require.NoError(t, err)
	for chapter, want := range map[string][]puzzle.Puzzle{
		"2":          puzzle.Filter(all, "2", 0),
		TodaysPuzzle: {*puzzle.Today(all, menuNow)},
		"":           nil,
		"no chapter": {},
	} {
		found, err := PuzzlesOf(chapter, menuNow)
		require.NoError(t, err)
		assert.Equal(t, want, found, chapter)
	}
}
