package texts

import (
	"fellowship/chapters"
	"fellowship/tricks"
)

// Refusal says why an answer to the view's question is not legal, with the
// number of the rule.
func (t *Texts) Refusal(v *chapters.View, r chapters.Refusal) string {
	rule := r.Rule()
	switch {
	case r.Kind == chapters.Draft:
		if text := t.refusedDraft(v, r, rule); text != "" {
			return text
		}
	case rule == "T4":
		return t.T("refused.follow", t.Suit(v.Led), v.Seats[r.Seat].Hand.Of(v.Led))
	case rule == "T6":
		return t.T("refused.lead")
	case r.Kind == chapters.NameLeader:
		return t.T("refused.name", t.Who(v, r.To))
	case r.Card == tricks.NoCard:
	case rule == "K" || rule == "S9":
		return t.refusedAside(v, r)
	case rule == "S6" && v.Seats[r.Seat].Hand.Has(r.Card):
		return t.T("refused.keep", t.Who(v, r.Seat), r.Card)
	}
	return r.Why()
}

// refusedDraft says why a character cannot be taken; "" if that is nothing we
// know.
func (t *Texts) refusedDraft(v *chapters.View, r chapters.Refusal, rule string) string {
	name := r.Character
	for _, e := range v.Chapter.Roster {
		if e.Character.ID == r.Character {
			name = t.Name(e.Character)
		}
	}
	switch must := t.mustTake(v); {
	case rule == "S3":
		return t.T("refused.r1", name)
	case rule == "C15":
		return t.T("refused.pyramid", name)
	case rule == "S4" && len(must) > 0:
		return t.T("refused.draft", t.All(must))
	case rule == "S4":
		return t.T("refused.cast")
	}
	return ""
}

// refusedAside says why a card that is held is not in the hand: it is covered
// (S9), or it was put aside (K).
func (t *Texts) refusedAside(v *chapters.View, r chapters.Refusal) string {
	at := &v.Seats[r.Seat]
	switch {
	case r.Card == at.Last:
		return t.T("refused.last", r.Card)
	case r.Card == at.First:
		return t.T("refused.first", r.Card)
	case r.Card == at.Tucked:
		return t.T("refused.tucked", r.Card)
	case v.Stage == chapters.StagePlay && at.First != tricks.NoCard && len(v.History) == 0:
		return t.T("refused.first.due", at.First)
	}
	return t.T("refused.covered", r.Card)
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
