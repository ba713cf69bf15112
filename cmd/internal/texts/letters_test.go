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
				if strings.HasPrefix(text, "W") && strings.HasSuffix(text, ": offen") {
					found++
				}
				assert.NotRegexp(t, `^[MF][1-8]\b`, text)
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

// TestCharacterLetters checks that each character has the same one or two letters wherever it sits, that these tell
// the characters of every table apart, and that nobody has the letter of the Rings.
func TestCharacterLetters(t *testing.T) {
	lib := chapters.Default()
	road, err := lib.Chapter(chapters.Road)
	require.NoError(t, err)
	for _, lang := range characters.Languages {
		said := New(lang)
		for _, id := range lib.DealIDs(3) {
			pos, err := lib.Deal(id)
			require.NoError(t, err, id)
			g, err := lib.NewGame(pos)
			require.NoError(t, err, id)
			v := g.View(0)
			checkLetters(t, said, v.Chapter.Roster)
		}
		checkLetters(t, said, road.Roster)
	}
	assert.Equal(t, "F", New("en").CharacterLetters(lib.Characters["frodo"]))
	assert.Equal(t, "Fa", New("en").CharacterLetters(lib.Characters["fatty"]))
	assert.Equal(t, "D", New("de").CharacterLetters(lib.Characters["fatty"]), "Dick")
	assert.Equal(t, "Q", New("en").CharacterLetters(&characters.Character{Name: characters.Text{{Lang: "en", Text: "qua"}}}))
}

// checkLetters checks the letters of the characters that can sit at one table. Of the two sides of a gold card only
// one does.
func checkLetters(t *testing.T, said *Texts, roster []chapters.RosterEntry) {
	t.Helper()
	known := chapters.Default().Characters
	owner := map[string]*characters.Character{}
	for _, e := range roster {
		c := e.Character
		letters := said.CharacterLetters(c)
		require.Regexp(t, `^[A-Z][a-z]?$`, letters, c.ID)
		require.NotEqual(t, said.Letter(tricks.Rings), letters, c.ID)
		require.Equal(t, said.CharacterLetters(known[c.ID]), letters, "%s in a chapter", c.ID)
		require.Equal(t, letters[0], strings.ToUpper(said.ShortName(c))[0], c.ID)
		other := owner[letters]
		if other != nil {
			isSameCard := c.Matches(other.ID) || other.Matches(c.ID)
			require.True(t, isSameCard, "%s and %s have the letters %s", c.ID, other.ID, letters)
		}
		owner[letters] = c
	}
}
