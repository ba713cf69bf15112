package players

import (
	"math/rand/v2"
	"slices"

	"fellowship/chapters"
	"fellowship/tricks"
)

// completedChance is how often, one time in so many, completed characters are thought of
// as well.
const completedChance = 4

// uncompletedOptions returns the options worth thinking about: in the draft of a long chapter
// the characters that are not completed yet, if there are any (L2). Completed
// ones bring the chapter no further, but now and then they are needed: at three
// seats Elrond is completed only beside Samwise, or not at all (L5).
func uncompletedOptions(v *chapters.View, src rand.Source) []chapters.Decision {
	completed := func(d chapters.Decision) bool { return slices.Contains(v.Terms.Completed, d.Character) }
	all := v.Ask.Options
	if v.Ask.Kind != chapters.Draft || !slices.ContainsFunc(all, completed) {
		return all
	}
	out := slices.DeleteFunc(slices.Clone(all), completed)
	if len(out) == 0 || tricks.IntN(src, completedChance) == 0 {
		return all
	}
	return out
}
