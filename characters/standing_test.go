package characters_test

import (
	"encoding/json"
	"testing"

	"fellowship/characters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestStandingsAreRead: programs that play read how a goal stands as JSON (docs/bots.md). A goal of several
// parts has them behind the word that joins them, as in its file, each with a status; a condition has its
// numbers, without limits that there are not.
func TestStandingsAreRead(t *testing.T) {
	cards, err := tricks.ParseSet("H12")
	require.NoError(t, err)
	goal := characters.Formula{Op: characters.All, Parts: []characters.Formula{
		{Condition: characters.Condition{Kind: characters.Tricks, Seat: 1, Lo: 2, Hi: 3}},
		{Op: characters.Any, Parts: []characters.Formula{
			{Condition: characters.Condition{
				Kind: characters.Cards, Seat: 1, ExtraSeats: tricks.Seat(2).Bit(), Cards: cards, Lo: 1, Hi: characters.NoLimit,
			}},
			{Condition: characters.Condition{Kind: characters.TricksInARow, Seat: 2, N: 2, Lo: 1, Hi: characters.NoLimit}},
		}},
	}}
	text, err := json.Marshal(goal.Standing(3))
	require.NoError(t, err)
	assert.JSONEq(t, `{"status": "open", "all": [
		{"condition": "tricks", "seat": 1, "have": 0, "least": 2, "most": 3, "off": 2, "status": "open"},
		{"status": "open", "any": [
			{"condition": "cards", "seat": 1, "with": [2], "of": "H12", "have": 0, "least": 1, "off": 1, "status": "open"},
			{"condition": "tricks_in_a_row", "seat": 2, "n": 2, "have": 0, "least": 2, "most": 2, "off": 2,
				"status": "open"}
		]}
	]}`, string(text))

	text, err = json.Marshal(characters.Formula{Op: characters.All}.Standing(3))
	require.NoError(t, err)
	assert.JSONEq(t, `{"all": [], "status": "open"}`, string(text), "a list is there, also without parts")

	known := characters.Standing{Possible: 4, Missing: cards, Numbers: characters.Numbers{Counted: 1, Least: 2, Most: 3}}
	text, err = json.Marshal(known)
	require.NoError(t, err)
	var read struct {
		Have, Least, Most, Possible int
		Missing                     string
	}
	require.NoError(t, json.Unmarshal(text, &read))
	assert.Equal(t, []int{1, 2, 3, 4}, []int{read.Have, read.Least, read.Most, read.Possible})
	assert.Equal(t, "H12", read.Missing)
}

// TestJSONNames: in JSON a character and a gift are their ids, and conditions and statuses the words of files.
func TestJSONNames(t *testing.T) {
	text, err := json.Marshal([]any{
		&characters.Character{ID: "sam"}, &characters.Gift{ID: "sting"}, characters.TricksInARow, characters.Sealed,
		map[characters.ConditionKind]characters.Status{characters.Cards: characters.Waived},
	})
	require.NoError(t, err)
	assert.JSONEq(t, `["sam", "sting", "tricks_in_a_row", "sealed", {"cards": "waived"}]`, string(text))
}
