package scene

import (
	"testing"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// lostRound is a round that Sam has lost in its first trick: Frodo wins H3 with H5.
const lostRound = `{players: 3, leader: 1, hands: [{character: sam, threat: 3, cards: H3 M1}, {character: frodo, cards: H5 R1},
	{character: merry, cards: H2 M3}], plays: ["1:H5", "2:H2", "0:H3", "1:R1!", "2:M3", "0:M1"]}`

// TestEndOfALostRound checks the page of a lost round: the trick of the loss with the card that broke it, the sentence
// about that, and how each goal ended. Without a known loss the page shows the last trick.
func TestEndOfALostRound(t *testing.T) {
	g := gameOf(t, lostRound)
	require.True(t, g.IsOver())
	for _, words := range languages {
		v := g.View(0)
		b := New(reader.WithoutWishes(words), &v, 0)
		b.ShowsResult = true
		goal := texts.AimOf(&v, 0)
		require.NotNil(t, goal)
		e := b.End(&Loss{Trick: 1, Goal: goal})
		assert.False(t, e.Won)
		assert.False(t, e.Open)
		assert.Equal(t, len(v.Seats), e.RevealedGoals)
		require.Len(t, e.Trick, 3)
		assert.Equal(t, cardOf(t, "H5"), e.Trick[0].Card)
		assert.Equal(t, 2, e.BreakingCard, "H3 was the card that Sam needed")
		assert.True(t, e.Breaks(2))
		assert.Equal(t, []string{words.T("result.lostcard", 1, "Frodo", "Sam", words.Code(cardOf(t, "H3")))}, e.More)
		assert.Equal(t, words.T("stage.trick", 1, v.Tricks), e.States[0])
		require.Len(t, e.Seats, 3)
		assert.Equal(t, "sam", e.Seats[0].ID)
		assert.Equal(t, b.endWord(characters.Failed), e.Seats[0].Verdict)
		for _, outcome := range e.Seats {
			assert.NotEmpty(t, outcome.Progress, outcome.ID)
		}

		last := b.End(nil)
		assert.Equal(t, tricks.OneRing, last.Trick[0].Card, "the last trick")
		assert.Empty(t, last.More)
	}
}

// TestEndOfAWonRound checks that a won round shows no trick, and starts with the nearest seat.
func TestEndOfAWonRound(t *testing.T) {
	v := gameOf(t, lostRound).View(0)
	v.Result = chapters.Won
	e := New(reader.WithoutWishes(languages[0]), &v, 1).End(nil)
	assert.True(t, e.Won)
	assert.Empty(t, e.Trick)
	assert.Equal(t, -1, e.BreakingCard)
	assert.Equal(t, []string{"frodo", "merry", "sam"}, []string{e.Seats[0].ID, e.Seats[1].ID, e.Seats[2].ID})
	v.Result = chapters.Undecided
	assert.True(t, New(reader.WithoutWishes(languages[0]), &v, 1).End(nil).Open)
}

// TestOutcome checks what is told of a result: won, lost, and stopped before its end (T11).
func TestOutcome(t *testing.T) {
	for _, words := range languages {
		v := gameOf(t, lostRound).View(0)
		b := New(reader.WithoutWishes(words), &v, 0)
		for _, result := range []chapters.Result{chapters.Won, chapters.Lost, chapters.Undecided} {
			v.Result = result
			text, more := b.Outcome(false)
			assert.Equal(t, words.T("result."+string(result)), text)
			assert.Empty(t, more)
		}
		_, more := b.Outcome(true)
		assert.Equal(t, texts.Sentence(words.T("result.early", len(v.History), v.Tricks)), more)
	}
}

// TestCertainResult checks what is told before the end of a round whose result is certain (T11).
func TestCertainResult(t *testing.T) {
	for _, words := range languages {
		v := gameOf(t, lostRound).View(0)
		b := New(reader.WithoutWishes(words), &v, 0)
		assert.Equal(t, words.T("settled.lost", "Sam"), b.CertainResult())
		v.Result = chapters.Won
		assert.Equal(t, words.T("settled.won"), b.CertainResult())
	}
}

// TestLossOf checks where a record was lost: after replaying it, the goal that failed first and its trick. A record that
// was won has no loss.
func TestLossOf(t *testing.T) {
	lost, won := 0, 0
	for _, step := range []int{1, 3, 5, 7} {
		g := dealt(t, "c01p4s1", chapters.PlayCard)
		finish(t, g, step)
		lib := chapters.Default()
		id, err := chapters.ParseDealID("c01p4s1")
		require.NoError(t, err)
		pos, err := lib.Deal(id)
		require.NoError(t, err)
		loss := LossOf(lib, &chapters.Record{Position: pos, Decisions: g.Decisions()})
		v := g.View(0)
		if v.Result == chapters.Won {
			won++
			assert.Nil(t, loss)
			continue
		}
		lost++
		require.NotNil(t, loss)
		assert.Equal(t, characters.Failed, loss.Goal.Status)
		assert.Positive(t, loss.Trick)
		assert.LessOrEqual(t, loss.Trick, v.Tricks)
	}
	assert.Positive(t, lost, "no round was lost; %d were won", won)
}

// TestTrackOf checks the tiles of a replayed round: one for each finished trick, and the change of a goal at the trick
// that made it.
func TestTrackOf(t *testing.T) {
	const hands = `{players: 3, leader: 1, hands: [{character: sam, threat: 3, cards: H3 M1},
		{character: frodo, cards: H5 R1}, {character: merry, cards: H2 M3}], plays: [`
	for _, words := range languages {
		var views []chapters.View
		for _, plays := range []string{``, `"1:H5", "2:H2", "0:H3"`, `"1:H5", "2:H2", "0:H3", "1:R1!", "2:M3", "0:M1"`} {
			views = append(views, gameOf(t, hands+plays+`]}`).View(0))
		}
		b := New(reader.WithoutWishes(words), &views[2], 0)
		track := b.TrackOf(views)
		require.Len(t, track, 2)
		assert.Equal(t, 1, track[0].Number)
		assert.Equal(t, "frodo", track[0].ID)
		assert.Equal(t, Lost, track[0].Status, "Sam's goal failed")
		assert.Equal(t, words.T("scene.lost"), track[0].StatusWord)
		assert.Empty(t, b.TrackOf(views[:1]), "at the beginning no trick is over")
	}
}
