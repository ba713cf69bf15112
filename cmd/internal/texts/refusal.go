package texts

import (
	"slices"

	"fellowship/chapters"
	"fellowship/tricks"
)

// Refusal says why an answer to the view's question is not legal, with the number of the rule.
func (t *Texts) Refusal(v *chapters.View, r chapters.Refusal) string {
	rule := r.Rule()
	switch {
	case r.Kind == chapters.Draft:
		if text := t.refusedDraft(v, r, rule); text != "" {
			return text
		}
	case rule == "T4":
		return t.T("refused.follow", t.Suit(v.Led), v.Seats[r.Seat].Hand.OfSuit(v.Led))
	case rule == "T6":
		return t.T("refused.lead")
	case r.Kind == chapters.NameLeader:
		return t.T("refused.name", t.NameAt(v, r.Target))
	case r.Card == tricks.NoCard:
	case rule == "K" || rule == "S9":
		return t.refusedAside(v, r)
	case rule == "S6" && v.Seats[r.Seat].Hand.Contains(r.Card):
		return t.T("refused.keep", t.NameAt(v, r.Seat), r.Card)
	}
	return r.Reason()
}

// refusedDraft says why a character cannot be taken; it is "" if the reason is not known.
func (t *Texts) refusedDraft(v *chapters.View, r chapters.Refusal, rule string) string {
	name := r.Character
	if e := v.Chapter.Entry(r.Character); e != nil {
		name = t.Name(e.Character)
	}
	switch required := t.mustTake(v); {
	case rule == "S3":
		return t.T("refused.r1", name)
	case rule == "C15":
		return t.T("refused.pyramid", name)
	case rule == "S4" && len(required) > 0:
		return t.T("refused.draft", t.All(required))
	case rule == "S4":
		return t.T("refused.cast")
	}
	return ""
}

// refusedAside says why a card that a seat holds cannot be played from its hand: the card is
// covered (S9) or was put aside (K).
func (t *Texts) refusedAside(v *chapters.View, r chapters.Refusal) string {
	seat := &v.Seats[r.Seat]
	switch {
	case r.Card == seat.Last:
		return t.T("refused.last", r.Card)
	case r.Card == seat.First:
		return t.T("refused.first", r.Card)
	case r.Card == seat.Tucked:
		return t.T("refused.tucked", r.Card)
	case v.Stage == chapters.StagePlay && seat.First != tricks.NoCard && len(v.History) == 0:
		return t.T("refused.first.due", seat.First)
	}
	return t.T("refused.covered", r.Card)
}

// mustTake names the characters that still have to be taken (S4).
func (t *Texts) mustTake(v *chapters.View) []string {
	var names []string
	for _, r := range v.Chapter.Roster {
		if r.Starred && !slices.ContainsFunc(v.Seats, func(s chapters.SeatView) bool {
			return s.Character == r.Character
		}) {
			names = append(names, t.Name(r.Character))
		}
	}
	return names
}
