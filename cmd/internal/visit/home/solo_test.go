package home

import (
	"testing"

	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/cmd/internal/play"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPuzzles: puzzles follow each other, beginning with the first that is not solved, and their stars are kept.
func TestPuzzles(t *testing.T) {
	all, err := puzzle.All()
	require.NoError(t, err)
	easy := puzzle.Filter(all, "", 1)[:3]
	stage := &scripted{t: t, rounds: []visitTo{then(play.Another), {leaves: true}}}
	h := atHome(t, stage)
	require.NoError(t, h.Saves.RecordSolved(easy[0].ID, 3))
	require.NoError(t, h.Puzzles(easy, ""))
	require.Len(t, stage.shown, 2)
	for i, shown := range stage.shown {
		assert.NotNil(t, shown.Options.Puzzle)
		assert.True(t, shown.Options.Unsaved)
		assert.NotEmpty(t, shown.Options.Note)
		assert.Nil(t, shown.Deal)
		assert.Equal(t, easy[i+1].Position().Hands, shown.began.Position.Hands)
	}
	stars, err := h.Stars()
	require.NoError(t, err)
	assert.Equal(t, 3, stars[easy[0].ID])
	assert.Positive(t, stars[easy[1].ID])
	assert.Zero(t, stars[easy[2].ID])
	assert.Empty(t, stage.said, "nothing was saved that could go on")
	assert.Empty(t, h.Saves.List().Names())
}

// TestFirstEvening: the small round begins again as often as the person wants, and leads to chapter 1, with the deal
// for beginners as long as there is no other game.
func TestFirstEvening(t *testing.T) {
	stage := &scripted{t: t, rounds: []visitTo{then(play.Again), then(play.NextChapter), {leaves: true}}}
	h := atHome(t, stage)
	require.NoError(t, h.Lesson())
	require.Len(t, stage.shown, 3)
	for _, shown := range stage.shown[:2] {
		assert.True(t, shown.Options.Lesson)
		assert.Empty(t, shown.Options.Advice.TryPrefix, "the stage knows what may be tried on it")
		assert.Equal(t, "fellowship play --lesson", shown.Options.Continue)
		assert.Equal(t, stage.shown[0].began, shown.began)
	}
	assert.Equal(t, "c01p4s7", stage.deals()[2])
	require.NoError(t, h.First())
	assert.Equal(t, "1", stage.shown[3].began.Chapter)
	assert.NotEqual(t, "c01p4s7", stage.deals()[3])
}

// TestChosenOnTheFirstEvening: a game that the person sets up on a page during the first evening is played.
func TestChosenOnTheFirstEvening(t *testing.T) {
	stage := &scripted{t: t}
	h := atHome(t, stage)
	chosen := func() error { return h.PlayNew(setUp(t, h, "c02p3s7", 1)) }
	stage.rounds = []visitTo{{leaves: true, wish: Wish{Next: play.Chosen, Chosen: chosen}}}
	require.NoError(t, h.Lesson())
	require.Len(t, stage.shown, 2)
	assert.Equal(t, "c02p3s7", stage.deals()[1])
}

// TestToday: the deal of the day is the same for everybody, continues as long as it is not over, and then begins anew.
// The person can stop the search for it.
func TestToday(t *testing.T) {
	stage := &scripted{t: t, rounds: []visitTo{{leaves: true}, then(play.Nothing), {leaves: true}}}
	h := atHome(t, stage)
	require.NoError(t, h.Today(1))
	require.NoError(t, h.Today(1))
	require.NoError(t, h.Today(0))
	require.Len(t, stage.shown, 3)
	deals := stage.deals()
	assert.Equal(t, []string{deals[0], deals[0], deals[0]}, deals)
	assert.Equal(t, stage.shown[0].Path, stage.shown[1].Path)
	assert.NotEqual(t, stage.shown[0].Path, stage.shown[2].Path)
	assert.NotContains(t, stage.shown[2].began.PlayerNames, "human")
	stage.workErr = play.ErrStopped
	require.ErrorIs(t, h.Today(1), play.ErrStopped)
	require.Len(t, stage.shown, 3)
}
