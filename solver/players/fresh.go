package players

import (
	"math/rand/v2"
	"slices"

	"fellowship/chapters"
	"fellowship/tricks"
)

// completedOneIn limits how often completed characters are considered, too: in one draft decision
// out of this many.
const completedOneIn = 4

// uncompletedOptions returns the options to consider. In the draft of a long chapter these are the
// characters that are not completed yet, if there are any (L2): completed characters do not bring
// the chapter nearer to its end. Sometimes all options are considered, since completed characters may
// be needed: with three seats Elrond can be completed only beside Samwise, or not at all (L5).
func uncompletedOptions(v *chapters.View, src rand.Source) []chapters.Decision {
	completed := func(d chapters.Decision) bool { return slices.Contains(v.Terms.Completed, d.Character) }
	all := v.Ask.Options
	if v.Ask.Kind != chapters.Draft || !slices.ContainsFunc(all, completed) {
		return all
	}
	out := slices.DeleteFunc(slices.Clone(all), completed)
	if len(out) == 0 || tricks.IntN(src, completedOneIn) == 0 {
		return all
	}
	return out
}
