package board

import (
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Progress says in one line how far a seat's goal has come.
func Progress(t *texts.Texts, v *chapters.View, s tricks.Seat) string {
	return strings.Join(t.Progress(v, s), "  ")
}

// RiderGoalOf returns how the further goal of a seat's rider stands; ok is false before
// play, and without one.
func RiderGoalOf(v *chapters.View, s tricks.Seat) (st characters.Status, ok bool) {
	for _, g := range v.Goals {
		if g.Seat == s && g.Rider != "" {
			return g.Status, true
		}
	}
	return st, false
}
