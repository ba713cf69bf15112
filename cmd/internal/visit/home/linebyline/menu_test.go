package linebyline

import (
	"strings"
	"testing"

	"fellowship/characters"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// menuTold returns what is printed while a person types lines at the menu.
func menuTold(t *testing.T, lang, typed string) (told string, saved int) {
	t.Helper()
	h, out := typing(t, typed)
	h.Person.Lang = lang
	require.NoError(t, Menu(t.Context(), h.Stage.(*Stage)))
	assert.NotContains(t, out.String(), "%!")
	assert.NotContains(t, out.String(), "plain.menu")
	return out.String(), len(h.Saves.List().Names())
}

// TestMenuOfANewPerson: the first line is the first evening, which Enter plays, and the end of the input leaves.
func TestMenuOfANewPerson(t *testing.T) {
	for lang, want := range map[string]string{"en": "  1  First evening: ", "de": "  1  Erster Abend: "} {
		told, _ := menuTold(t, lang, "")
		assert.Contains(t, told, want)
	}
	told, saved := menuTold(t, "en", "\nh6\n")
	assert.Contains(t, told, "\nPlay H6: ")
	assert.Contains(t, told, "Frodo plays H6.")
	assert.Zero(t, saved, "the first evening is not saved")
	assert.Equal(t, 2, strings.Count(told, "\nMenu:\n"), "the menu is there again")
	assert.NotContains(t, told, "  2  First evening: ", "it is no longer the first thing to do")
}

// TestMenuLeadsEverywhere: every line is chosen by its number, its letter or its beginning, and what is missing is asked
// for.
func TestMenuLeadsEverywhere(t *testing.T) {
	for typed, want := range map[string]string{
		"new\n2\n3\nquit\n":                     "Chapter 2: A Little Delay in the Shire.\n3 players.",
		"n\n\n\nquit\n":                         "Chapter 1: A Long-expected Party.\n4 players.",
		"new\n77\n":                             "77",
		"new\n1\n9\n":                           "That has to be a number from 1 to 4.",
		"puzzles\n1\nquit\n":                    "Puzzle, level ",
		"puzzles\n\nquit\n":                     "Puzzle, level ",
		"puzzles\n99\nquit\n":                   "Chapter 99 has no puzzles.",
		"rules\nT4\n":                           "T4",
		"?\n\n":                                 "T6",
		"stat\n":                                "rounds",
		"replays\n":                             "There is no game to resume.",
		"campaign\nshire\nquit\n":               "shire",
		"new\n\n\n1\nquit\ncontinue\nquit\n":    "The game goes on after",
		"new\n\n\nquit\nreplays\n1\nquit\n":     "Games to resume:",
		"campaign\n\n1\nquit\ncampaign\nquit\n": "The game goes on after",
		"something else\nquit\n":                "The menu has no entry something else.",
		"99\nleave\n":                           "The menu has no entry 99.",
	} {
		told, _ := menuTold(t, "en", typed)
		assert.Contains(t, told, want, typed)
	}
}

// TestMenuSpeaksEveryLanguage: what the menu asks is in the person's language.
func TestMenuSpeaksEveryLanguage(t *testing.T) {
	for _, lang := range characters.Languages {
		told, _ := menuTold(t, lang, "n\n2\n9\np\n9\n?\n\nl\nk\n\nquit\n")
		assert.Equal(t, lang == "de", strings.Contains(told, "Das muss eine Zahl von 1 bis 4 sein."), lang)
	}
}
