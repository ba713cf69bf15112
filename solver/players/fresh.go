package players

import (
	"slices"

	"fellowship/chapters"
)

// fresh returns the options worth thinking about: in the draft of a long chapter
// the characters that are not completed yet, if there are any (L2). Completed
// ones may be taken again, but bring the chapter no further.
func fresh(v *chapters.View) []chapters.Decision {
	var out []chapters.Decision
	for _, d := range v.Ask.Options {
		if v.Ask.Kind != chapters.Draft || !slices.Contains(v.Round.Completed, d.Character) {
			out = append(out, d)
		}
	}
	if len(out) == 0 {
		return v.Ask.Options
	}
	return out
}
