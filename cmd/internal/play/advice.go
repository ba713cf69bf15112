package play

import (
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/deals/lesson"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Advice is what a newcomer is told, in all rounds of a visit: the page before a chapter, the coach of
// the first chapter, a tip where a thing comes up for the first time, and on the first evening what to
// try. Without one nothing is told.
type Advice struct {
	// Coach reports whether the coach speaks; the person can switch it. Quiet reports whether the person
	// wants no advice at all.
	Coach, Quiet bool
	// Tips reports whether tips are told, and Told names those that the person has had.
	Tips     bool
	SeenTips []string
	// TryPrefix begins the names of the texts about what to try, empty for none.
	TryPrefix string

	tip        string
	tried      map[string]bool
	introduced map[string]bool
}

// tips are when each comes up, as its text is called. The first that the person has not had is told.
var tips = []struct {
	name    string
	applies func(v *chapters.View) bool
}{
	{"exchange", func(v *chapters.View) bool { return v.Ask.Kind == chapters.Exchange }},
	{"threat", func(v *chapters.View) bool { return v.Ask.Kind == chapters.Threat || v.Seats[v.Ask.Seat].Threat > 0 }},
	{"rider", func(v *chapters.View) bool { return v.Seats[v.Ask.Seat].Rider != nil }},
	{"pyramid", func(v *chapters.View) bool { return v.Seats[v.Ask.Seat].Rows != nil }},
	{"ring", func(v *chapters.View) bool {
		return slices.ContainsFunc(v.Ask.Options, func(d chapters.Decision) bool {
			return d.Kind == chapters.PlayCard && d.Card == tricks.OneRing
		})
	}},
}

// NextTip is called for each decision that is due. It returns the name of a tip that is told with it for the
// first time, empty for none.
func (a *Advice) NextTip(v *chapters.View) string {
	if a == nil {
		return ""
	}
	a.tip = ""
	if !a.Tips || v.Ask == nil {
		return ""
	}
	for _, tip := range tips {
		if !slices.Contains(a.SeenTips, tip.name) && tip.applies(v) {
			a.SeenTips = append(slices.Clone(a.SeenTips), tip.name)
			a.tip = tip.name
			break
		}
	}
	return a.tip
}

// Line is the advice for the decision that is due, empty for none. Refused reports whether some card of the
// hand cannot be played.
func (a *Advice) Line(t *texts.Texts, v *chapters.View, refused bool) string {
	if a == nil || a.Quiet {
		return ""
	}
	if a.Coach && a.TryPrefix != "" {
		if try := lesson.Try(v, refused, a.tried); try != "" {
			return t.T(a.TryPrefix + try)
		}
	}
	switch {
	case a.tip != "":
		return t.T("tip." + a.tip)
	case a.Coach:
		return t.Coach(v)
	}
	return ""
}

// NoteTried notes what the person has tried.
func (a *Advice) NoteTried(name string) {
	if a == nil {
		return
	}
	if a.tried == nil {
		a.tried = map[string]bool{}
	}
	a.tried[name] = true
}

// NoteRefused notes that the person has tried a card that cannot be played.
func (a *Advice) NoteRefused(card tricks.Card) {
	if card.Valid() && card.Suit() == tricks.Rings {
		a.NoteTried(lesson.TryRing)
	} else {
		a.NoteTried(lesson.TryFollow)
	}
}

// Switch switches the coach off and on, and returns what it says to that. Called is how that is called.
func (a *Advice) Switch(t *texts.Texts, command string) string {
	a.Coach = !a.Coach
	if a.Coach {
		return t.T("coach.on")
	}
	return t.T("coach.off", command)
}

// NeedsIntro reports whether the page of a chapter is to be shown before a round: it is the first one of
// the chapter in this visit.
func (a *Advice) NeedsIntro(chapter string) bool {
	if a.introduced == nil {
		a.introduced = map[string]bool{}
	}
	shown := a.introduced[chapter]
	a.introduced[chapter] = true
	return !shown
}
