package texts

import (
	"errors"

	"fellowship/chapters"
	"fellowship/tricks"
)

// Refusal says why an answer to the view's question is not legal, with the
// number of the rule.
func (t *Texts) Refusal(v *chapters.View, r chapters.Refusal) string {
	rule := ruleOf(r.Err)
	switch {
	case r.Kind == chapters.Draft && rule == "S4":
		return t.T("refused.draft", t.Names(t.mustTake(v)))
	case rule == "T4":
		return t.T("refused.follow", t.Suit(v.Led), v.Seats[r.Seat].Hand.Of(v.Led))
	case rule == "T6":
		return t.T("refused.lead")
	case rule == "S9":
		return t.T("refused.covered", r.Card)
	case rule == "S6" && v.Seats[r.Seat].Hand.Has(r.Card):
		return t.T("refused.keep", t.Who(v, r.Seat), r.Card)
	}
	return r.Err.Error()
}

// mustTake lists the characters that still have to be taken (S4).
func (t *Texts) mustTake(v *chapters.View) []string {
	taken := map[string]bool{}
	for _, s := range v.Seats {
		if s.Character != nil {
			taken[s.Character.ID] = true
		}
	}
	var names []string
	for _, r := range v.Chapter.Roster {
		if r.Starred && !taken[r.Character.ID] {
			names = append(names, t.Name(r.Character))
		}
	}
	return names
}

// ruleOf returns the number of the rule an error of the game names, or "".
func ruleOf(err error) string {
	var illegal *tricks.IllegalError
	var rule *chapters.RuleError
	switch {
	case errors.As(err, &illegal):
		return illegal.Rule
	case errors.As(err, &rule):
		return rule.Rule
	}
	return ""
}
