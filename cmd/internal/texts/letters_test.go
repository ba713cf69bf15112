package texts

import (
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestProgressSpeaksGerman checks that how far a goal is names its card with the letter of
// the language, as the goal itself does.
func TestProgressSpeaksGerman(t *testing.T) {
	german := New("de")
	found := 0
	for _, deal := range []string{"c14bp4s1", "c14bp4s2", "c14bp4s3", "c14bp4s4", "c14bp4s5", "c14bp4s6"} {
		id, err := chapters.ParseDealID(deal)
		require.NoError(t, err)
		pos, err := chapters.Default().Deal(id)
		require.NoError(t, err)
		g, err := chapters.Default().NewGame(pos)
		require.NoError(t, err)
		for g.Stage() != chapters.StagePlay {
			require.NoError(t, g.Apply(g.Options()[0]))
		}
		v := g.View(0)
		for s := range v.Seats {
			for _, text := range german.Round(&v).Progress(tricks.Seat(s)) {
				if strings.HasPrefix(text, "W") && strings.Contains(text, "0 von 1") {
					found++
				}
				assert.NotRegexp(t, `^[MF][1-8] `, text)
			}
		}
	}
	assert.Positive(t, found, "no goal was about a card of the Forests")
}

// TestNoGoalOfItsOwn checks that a character without a goal is described in the same words in
// the chapter's file and on the board: "no goal of its own", not "of his own"; and that it is never told as met.
func TestNoGoalOfItsOwn(t *testing.T) {
	for _, lang := range []string{"en", "de"} {
		c := chapters.Default().Characters["gandalf-servant"]
		assert.True(t, strings.HasPrefix(c.GoalText.In(lang), New(lang).T("goal.none")), lang)
	}
	v := chapters.View{Seats: make([]chapters.SeatView, 1), Goals: []chapters.GoalStatus{{Status: characters.Sealed}}}
	for id, want := range map[string]characters.Status{
		"gandalf-servant": characters.Open,
		"gandalf":         characters.Sealed,
	} {
		v.Seats[0].Character = chapters.Default().Characters[id]
		assert.Equal(t, want, StatusOf(&v, 0), id)
	}
}
