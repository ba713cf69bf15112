package play

import (
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/deals/lesson"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Advice helps a newcomer through all rounds of a session: the page that introduces a chapter, the coach of
// chapter 1, a tip when something comes up for the first time, and on the first evening a card for each play
// and suggestions of what to try. Some methods accept a nil Advice, which gives none.
type Advice struct {
	// Coach reports whether the coach is on. The person can switch it.
	Coach bool
	// Tips reports whether this game gives tips to a reader who wants them.
	Tips bool
	// TryPrefix is the prefix of the text keys of what to try on the first evening, empty for all other rounds. On the
	// first evening the person's wish for tips does not count.
	TryPrefix string

	// tip is the tip for the current decision, empty for none.
	tip string
	// seen names the tips that were given in this session. Those of earlier sessions are the reader's.
	seen map[string]bool
	// tried has what the person has tried, by the names of the suggestions.
	tried map[string]bool
	// introduced has the chapters whose page was shown.
	introduced map[string]bool
}

// tips lists the tips and when they apply. The first one that the person has not seen is given.
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

// NextTip chooses the tip for a decision. It must be called once for each decision, and returns the name of a
// tip that is now seen for the first time, empty for none.
func (a *Advice) NextTip(r reader.Reader, v *chapters.View) string {
	if a == nil {
		return ""
	}
	a.tip = ""
	if !a.Tips || !r.WantsTips() || v.Ask == nil {
		return ""
	}
	for _, tip := range tips {
		if !a.seen[tip.name] && !r.HasSeenTip(tip.name) && tip.applies(v) {
			if a.seen == nil {
				a.seen = map[string]bool{}
			}
			a.seen[tip.name] = true
			a.tip = tip.name
			break
		}
	}
	return a.tip
}

// Line returns the advice for the current decision, empty for none and for a reader who wants no tips.
func (a *Advice) Line(r reader.Reader, v *chapters.View) string {
	if a == nil {
		return ""
	}
	t := r.Texts
	if a.Coach && a.TryPrefix != "" {
		if try := lesson.Try(v, a.tried); try != "" {
			return t.T(a.TryPrefix + try)
		}
		if suggested := lesson.Suggest(v); suggested != nil {
			return t.Round(v).Guide(*suggested)
		}
	}
	switch {
	case a.TryPrefix == "" && !r.WantsTips():
		return ""
	case a.tip != "":
		return t.T("tip." + a.tip)
	case a.Coach:
		return t.Round(v).Coach()
	}
	return ""
}

// Suggested returns the decision that the coach of the first evening means, for a front end to choose beforehand. It
// is nil if the coach means none.
func (a *Advice) Suggested(v *chapters.View) *chapters.Decision {
	if a == nil || !a.Coach || a.TryPrefix == "" {
		return nil
	}
	return lesson.Suggest(v)
}

// NoteTried records that the person has tried something.
func (a *Advice) NoteTried(name string) {
	if a == nil {
		return
	}
	if a.tried == nil {
		a.tried = map[string]bool{}
	}
	a.tried[name] = true
}

// Switch turns the coach on or off, and returns the text to show. The text names command as the way to turn
// the coach on again.
func (a *Advice) Switch(t *texts.Texts, command string) string {
	a.Coach = !a.Coach
	if a.Coach {
		return t.T("coach.on")
	}
	return t.T("coach.off", command)
}

// NeedsIntro reports whether the page that introduces a chapter is to be shown, which it is before the first
// round of the chapter in a session. It counts the page as shown.
func (a *Advice) NeedsIntro(chapter string) bool {
	if a.introduced == nil {
		a.introduced = map[string]bool{}
	}
	shown := a.introduced[chapter]
	a.introduced[chapter] = true
	return !shown
}
