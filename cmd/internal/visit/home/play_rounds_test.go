package home

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/saves"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRoundsFollow: after a round the same table has the same deal again, another deal of the chapter, or the next
// chapter, as the person wants, and at the end only the record is named.
func TestRoundsFollow(t *testing.T) {
	stage := &scripted{t: t, rounds: []visitTo{
		then(play.Again), then(play.Another), then(play.NextChapter), then(play.Nothing),
	}}
	h := atHome(t, stage)
	require.NoError(t, h.PlayNew(setUp(t, h, "c02p3s7", 1)))
	require.Len(t, stage.shown, 4)
	assert.Equal(t, []string{"c02p3s7", "c02p3s7"}, stage.deals()[:2])
	for i, chapter := range []string{"2", "2", "2", "3"} {
		shown := stage.shown[i]
		assert.Equal(t, chapter, shown.began.Chapter)
		assert.Empty(t, shown.began.Decisions, "a round begins before its first decision")
		assert.Equal(t, []string{"human", "random", "random"}, shown.began.PlayerNames)
		assert.Equal(t, stage.shown[0].Path, shown.Path, "at the same table")
		assert.Equal(t, "fellowship play", shown.Options.Continue)
		assert.True(t, shown.Options.Replayable)
		assert.Empty(t, shown.Campaign)
	}
	assert.NotEqual(t, "c02p3s7", stage.deals()[2])
	assert.Equal(t, "fellowship play --chapter 3 --players 3", stage.shown[0].Options.Next)
	assert.Equal(t, "fellowship play --chapter 4 --players 3", stage.shown[3].Options.Next)
	intros := []bool{}
	for _, shown := range stage.shown {
		intros = append(intros, shown.Options.Intro)
	}
	assert.Equal(t, []bool{true, false, false, true}, intros, "the page of a chapter comes once")
	assert.Equal(t, []string{"The record of this game: " + stage.shown[0].Path}, stage.said)
}

// TestLeftInTheMiddle: a round that was left is saved, and continues where it was, also by its name, which the command
// to go on then has.
func TestLeftInTheMiddle(t *testing.T) {
	stage := &scripted{t: t, rounds: []visitTo{{leaves: true}}}
	h := atHome(t, stage)
	h.Plain = true
	require.NoError(t, h.PlayNew(setUp(t, h, "c02p3s7", 1)))
	left := stage.shown[0]
	assert.True(t, left.Options.Intro)
	assert.Equal(t, "fellowship play --plain", left.Options.Continue)
	saved, skipped := h.Saves.List().Unfinished(h.Library)
	require.Empty(t, skipped)
	assert.Equal(t, "c02p3s7-1", saved.Name)

	require.NoError(t, h.ResumeNamed("c02p3s7-1", true))
	require.Len(t, stage.shown, 2)
	assert.Equal(t, left.began, stage.shown[1].began)
	assert.Equal(t, "fellowship play c02p3s7-1 --plain", stage.shown[1].Options.Continue)
}

// TestWasLeft: a stage says how a round continues only if the person has left it unfinished, and it is saved.
func TestWasLeft(t *testing.T) {
	stage := &scripted{t: t, rounds: []visitTo{then(play.Nothing), {leaves: true}}}
	h := atHome(t, stage)
	require.NoError(t, h.PlayNew(setUp(t, h, "c02p3s7", 0)))
	over := stage.shown[0].Round
	assert.False(t, over.WasLeft(play.Nothing, nil), "the round is over")
	require.NoError(t, h.PlayNew(setUp(t, h, "c02p3s8", 1)))
	left := stage.shown[1].Round
	assert.True(t, left.WasLeft(play.Nothing, nil))
	assert.True(t, left.WasLeft(play.Nothing, play.ErrExit))
	assert.False(t, left.WasLeft(play.Again, nil))
	assert.False(t, left.WasLeft(play.Nothing, context.Canceled), "the program is stopped")
	left.Options.Unsaved = true
	assert.False(t, left.WasLeft(play.Nothing, nil))
}

// TestLeftWithControlC: ctrl-C ends the game as an exit, and the record is named all the same; any other error is
// reported alone.
func TestLeftWithControlC(t *testing.T) {
	stage := &scripted{t: t, rounds: []visitTo{{leaves: true, err: play.ErrExit}, {leaves: true, err: context.Canceled}}}
	h := atHome(t, stage)
	require.ErrorIs(t, h.PlayNew(setUp(t, h, "c02p3s7", 1)), play.ErrExit)
	assert.Equal(t, []string{"The record of this game: " + stage.shown[0].Path}, stage.said)
	stage.said = nil
	require.ErrorIs(t, h.PlayNew(setUp(t, h, "c02p3s8", 1)), context.Canceled)
	assert.Empty(t, stage.said)
}

// TestChosenOnAPage: what a person sets up while a round goes on is played when the table is closed, so that it can be
// opened again.
func TestChosenOnAPage(t *testing.T) {
	stage := &scripted{t: t}
	h := atHome(t, stage)
	resume := func() error { return h.ResumeNamed("c02p3s7-1", true) }
	stage.rounds = []visitTo{{leaves: true, wish: Wish{Next: play.Chosen, Chosen: resume}}, then(play.Nothing)}
	require.NoError(t, h.PlayNew(setUp(t, h, "c02p3s7", 1)))
	assert.Equal(t, []string{"c02p3s7", "c02p3s7"}, stage.deals())
	assert.Len(t, stage.said, 1, "the game that was left for another one is not named")
}

// TestNoChapterAfterTheLast: the chapter after the last one cannot be played, and the table is closed.
func TestNoChapterAfterTheLast(t *testing.T) {
	stage := &scripted{t: t, rounds: []visitTo{then(play.NextChapter)}}
	h := atHome(t, stage)
	last := h.Library.Chapters[len(h.Library.Chapters)-1]
	deal := chapters.DealID{Chapter: last.ID, Variant: last.Letters()[0], Players: 4, Seed: 7}
	require.ErrorContains(t, h.PlayNew(h.Form(0).ForDeal(deal)), "there is no chapter after "+last.ID)
	assert.Empty(t, stage.shown[0].Options.Next)
	require.NoError(t, h.ResumeNamed(deal.String()+"-1", false), "nobody else has the table open")
}

// TestDamagedSave: a saved game that cannot be read is reported with its name and left as it is, and another game
// begins all the same.
func TestDamagedSave(t *testing.T) {
	stage := &scripted{t: t, rounds: []visitTo{{leaves: true}}}
	h := atHome(t, stage)
	require.NoError(t, h.PlayNew(setUp(t, h, "c02p3s7", 1)))
	path := stage.shown[0].Path
	require.NoError(t, os.WriteFile(path, []byte("Dear diary\n"), 0o600))
	err := h.ResumeNamed("c02p3s7-1", true)
	require.Error(t, err)
	assert.Contains(t, (&Person{Lang: "en"}).Texts().Problem(err), "c02p3s7-1")
	assert.False(t, say.IsInternal(err))
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "Dear diary\n", string(text))
	require.NoError(t, h.First())
	assert.Equal(t, "1", stage.shown[1].began.Chapter)
}

// TestUnsaved: a game whose folder cannot be written is not begun, and is an error of its own kind if it ends so.
func TestUnsaved(t *testing.T) {
	stage := &scripted{t: t}
	h := atHome(t, stage)
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	h.Saves = saves.New(filepath.Join(file, "games"))
	require.Error(t, h.PlayNew(setUp(t, h, "c02p3s7", 1)))
	assert.Empty(t, stage.shown)
	unsaved := &UnsavedError{Err: os.ErrPermission, Ended: play.ErrExit}
	require.ErrorIs(t, unsaved, os.ErrPermission)
	assert.Equal(t, os.ErrPermission.Error(), unsaved.Error())
}

// TestPractice: a lost round that is played on from where it was lost is practice, also when it is played again, and no
// statistics count it. Another deal after it counts.
func TestPractice(t *testing.T) {
	stage := &scripted{t: t, rounds: []visitTo{then(play.Nothing)}}
	h := atHome(t, stage)
	require.NoError(t, h.PlayNew(setUp(t, h, "c02p3s7", 1)))
	record := stage.shown[0].Record()
	record.Decisions = record.Decisions[:len(record.Decisions)-6]
	count := func() (n int) {
		for _, c := range h.Saves.List().Played(h.Library).Stats.Chapters {
			n += c.Finished()
		}
		return n
	}
	before := count()
	stage.rounds = append(stage.rounds, then(play.Again), then(play.Nothing))
	require.NoError(t, h.PlayOn(record))
	require.Len(t, stage.shown, 3)
	assert.Equal(t, before, count())
	stage.rounds = append(stage.rounds, then(play.NextChapter), then(play.Another), then(play.Nothing))
	require.NoError(t, h.PlayOn(record))
	assert.Equal(t, before+2, count())
}

// TestPlayOn: a round is played on from a position in a game of its own, and begins there again.
func TestPlayOn(t *testing.T) {
	stage := &scripted{t: t, rounds: []visitTo{then(play.Nothing)}}
	h := atHome(t, stage)
	require.NoError(t, h.PlayNew(setUp(t, h, "c02p3s7", 1)))
	record := stage.shown[0].Record()
	record.Decisions = record.Decisions[:len(record.Decisions)-6]
	stage.rounds = append(stage.rounds, then(play.Again), then(play.Another), then(play.Nothing))
	require.NoError(t, h.PlayOn(record))
	require.Len(t, stage.shown, 4)
	assert.Equal(t, record.Decisions, stage.shown[1].began.Decisions)
	assert.False(t, stage.shown[1].Options.Intro, "the round has begun")
	assert.Equal(t, record.Decisions, stage.shown[2].began.Decisions)
	assert.Empty(t, stage.shown[3].began.Decisions)
	assert.NotEqual(t, stage.shown[0].Path, stage.shown[1].Path)
}
