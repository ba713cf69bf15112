package texts

import (
	"slices"

	"fellowship/chapters"
)

// Completed is the mark behind a character that earlier rounds of a long chapter
// have completed (L2), empty for all others.
func (t *Texts) Completed(v *chapters.View, id string) string {
	if slices.Contains(v.Round.Completed, id) {
		return t.T("campaign.mark")
	}
	return ""
}
