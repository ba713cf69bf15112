package difficulty

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"fellowship/chapters"
)

// Nothing is off with the chapters of the game.
func TestCheckFindsNothing(t *testing.T) {
	lib := chapters.Default()
	for _, c := range lib.Chapters {
		t.Run(c.ID, func(t *testing.T) {
			t.Parallel()
			found, err := Check(t.Context(), lib, c, func(int, int) {})
			require.NoError(t, err)
			for _, f := range found {
				assert.False(t, f.Sure, f.Text)
				t.Log(f.Text)
			}
		})
	}
}

// own loads a chapter of four and one character of one's own.
func own(t *testing.T, star, goal, threats, setup string) (*chapters.Library, *chapters.Chapter) {
	t.Helper()
	lib, err := chapters.Load(fstest.MapFS{
		"characters/rosie.yaml": {Data: []byte(`id: rosie
name: {en: Rosie, de: Rosie}
goal: ` + goal + `
goal_text: {en: a goal, de: ein Ziel}
setup: [` + setup + `]
setup_text: {en: "-", de: "-"}
fidelity: reconstructed
note: for a test
`)},
		"chapters/c90.yaml": {Data: []byte(`chapter: 90
title: {en: A Wedding, de: Eine Hochzeit}
length: short
characters: [frodo, "rosie` + star + `", merry, pippin, gandalf]
threats: ` + threats + `
fidelity: reconstructed
note: for a test
`)},
	})
	require.NoError(t, err)
	c, err := lib.Chapter("90")
	require.NoError(t, err)
	return lib, c
}

// A goal that nobody can meet is told by the name of its character, and the other
// characters are not blamed.
func TestCheckNamesAnImpossibleGoal(t *testing.T) {
	lib, c := own(t, "", "{all: [{tricks: {at_least: 5}}, {tricks: {at_most: 3}}]}", "[1]", "")
	found, err := Check(t.Context(), lib, c, func(int, int) {})
	require.NoError(t, err)
	require.Len(t, found, 1, "%v", found)
	assert.True(t, found[0].Sure)
	assert.True(t, strings.HasPrefix(found[0].Text, "nobody can complete Rosie (rosie)"), found[0].Text)
}

// A rider of a Road that nobody can meet is told by its name (L5).
func TestCheckNamesAnImpossibleRider(t *testing.T) {
	road, err := chapters.Default().Chapter(chapters.Road)
	require.NoError(t, err)
	text := strings.Replace(string(road.Source()), "riders: [", "riders: [hunter, ", 1)
	lib, err := chapters.Load(fstest.MapFS{
		"chapters/road.yaml": {Data: []byte(text)},
		"riders/hunter.yaml": {Data: []byte(`id: hunter
name: {en: The Hunter, de: Der Jäger}
goal: {all: [{tricks: {at_least: 1}}, {tricks: {exactly: 0}}]}
goal_text: {en: win a trick and none, de: gewinne einen Stich und keinen}
fidelity: reconstructed
note: for a test
`)},
	})
	require.NoError(t, err)
	own, err := lib.Chapter(chapters.Road)
	require.NoError(t, err)
	found, err := Check(t.Context(), lib, own, func(int, int) {})
	require.NoError(t, err)
	require.NotEmpty(t, found)
	var sure []string
	for _, f := range found {
		if f.Sure {
			sure = append(sure, f.Text)
		}
	}
	require.Len(t, sure, 1, "%v", found)
	assert.True(t, strings.HasPrefix(sure[0], "nobody can meet the rider The Hunter (hunter)"), sure[0])
}

func TestCheckStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c, err := chapters.Default().Chapter("2")
	require.NoError(t, err)
	_, err = Check(ctx, chapters.Default(), c, func(int, int) {})
	require.ErrorIs(t, err, context.Canceled)
}

// A threat nobody can meet is told, also where only the cards of the play can
// tell: who must win as many tricks as the threat says, and none of its cards.
func TestCheckNamesAnImpossibleThreat(t *testing.T) {
	lib, c := own(t, "", "{all: [{tricks: exactly_threat}, {tricks: {at_most: 3}}]}", "[1, 2, 5]", "draw_threat")
	found, err := Check(t.Context(), lib, c, func(int, int) {})
	require.NoError(t, err)
	require.Len(t, found, 1, "%v", found)
	assert.True(t, found[0].Sure)
	assert.True(t, strings.HasPrefix(found[0].Text, "threat 5 cannot be met by Rosie"), found[0].Text)
}

// Where that character must be taken, no round can be won, at any table, and only
// its own goal is to blame.
func TestCheckNamesAChapterThatIsNeverWon(t *testing.T) {
	lib, c := own(t, "*", "{all: [{tricks: {at_least: 5}}, {tricks: {at_most: 3}}]}", "[1]", "")
	found, err := Check(t.Context(), lib, c, func(int, int) {})
	require.NoError(t, err)
	require.Len(t, found, 5, "%v", found)
	assert.Contains(t, found[0].Text, "nobody can complete Rosie (rosie)")
	for i, table := range []string{"4 players", "3 players", "2 players", "1 player"} {
		assert.Equal(t, table+": never winnable, because Rosie must be taken (S4)", found[i+1].Text)
	}
}

// TestCheckTellsWhatItCannotJudge has two goals that the solver can judge one at a time, but not together: neither the
// characters nor the tables are called impossible.
func TestCheckTellsWhatItCannotJudge(t *testing.T) {
	var parts []string
	for tricks := range 10 {
		parts = append(parts, fmt.Sprintf("{tricks: {exactly: %d}}", tricks))
	}
	goal := "goal: {any: [" + strings.Join(parts, ", ") + "]}, goal_text: {en: any, de: alle}"
	lib, err := chapters.Load(fstest.MapFS{"chapters/c90.yaml": {Data: []byte(`chapter: 90
title: {en: A Wedding, de: Eine Hochzeit}
length: short
characters: [frodo, {character: "merry*", ` + goal + `}, {character: "pippin*", ` + goal + `}, bilbo]
fidelity: reconstructed
note: for a test
`)}})
	require.NoError(t, err)
	c, err := lib.Chapter("90")
	require.NoError(t, err)
	found, err := Check(t.Context(), lib, c, func(int, int) {})
	require.NoError(t, err)
	var subjects []string
	for _, f := range found {
		assert.False(t, f.Sure, f.Text)
		subject, _, ok := strings.Cut(f.Text, ": could not be judged, because the goals count more things")
		assert.True(t, ok, f.Text)
		subjects = append(subjects, subject)
	}
	assert.Contains(t, subjects, "4 players")
	assert.Contains(t, subjects, "the goal of Frodo (frodo) beside the others")
}
