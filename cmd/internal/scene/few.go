package scene

import (
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// Few is a seat's goal in few words.
func (t *Board) Few(v *chapters.View, c *characters.Character, at tricks.Seat) string {
	goal := t.GoalAt(v, c, at)
	for _, more := range []string{"win at least ", "win the ", "win ", "gewinne mindestens ", "gewinne "} {
		if rest, ok := strings.CutPrefix(goal, more); ok {
			return rest
		}
	}
	return goal
}

// Called is the shortest name of a character.
func (t *Board) Called(c *characters.Character) string { return t.ShortName(c) }
