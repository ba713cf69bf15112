package tui

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// progress says in one line how far a seat's goal has come.
func progress(t *texts.Texts, v *chapters.View, s tricks.Seat) string {
	return strings.Join(t.Progress(v, s), "  ")
}

// goalOf returns how a seat's own goal stands; ok is false before play.
func goalOf(v *chapters.View, s tricks.Seat) (st characters.Status, ok bool) {
	return goalIn(v, func(g chapters.GoalStatus) bool { return g.Seat == s && g.Rider == "" })
}

// riderGoalOf returns how the further goal of a seat's rider stands.
func riderGoalOf(v *chapters.View, s tricks.Seat) (st characters.Status, ok bool) {
	return goalIn(v, func(g chapters.GoalStatus) bool { return g.Seat == s && g.Rider != "" })
}

func goalIn(v *chapters.View, is func(chapters.GoalStatus) bool) (st characters.Status, ok bool) {
	if i := slices.IndexFunc(v.Goals, is); i >= 0 {
		return v.Goals[i].Status, true
	}
	return st, false
}

// changed are the goals that stand otherwise than before.
func changed(before, now []chapters.GoalStatus) (out []*chapters.GoalStatus) {
	for i := range min(len(before), len(now)) {
		if before[i].Status != now[i].Status {
			out = append(out, &now[i])
		}
	}
	return out
}
