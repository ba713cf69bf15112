package texts

import "fellowship/chapters"

// Round says what happens in one round, as one seat sees it: it names the seats by their characters,
// asks for decisions, tells events and goals, and explains what plays do. A Round costs nothing to
// make and does not change.
type Round struct {
	texts *Texts
	// view is the round as the seat sees it, at the moment that the sentences are about.
	view *chapters.View
}

// Round returns the sentences about the round of a view.
func (t *Texts) Round(v *chapters.View) Round { return Round{t, v} }
