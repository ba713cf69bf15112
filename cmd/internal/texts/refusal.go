package texts

import (
	"slices"

	"fellowship/chapters"
	"fellowship/tricks"
)

// Refusal says why an answer to the view's question is not legal, with the number of the rule.
func (r Round) Refusal(refused chapters.Refusal) string {
	rule := refused.Rule()
	switch {
	case refused.Kind == chapters.Draft:
		if text := r.refusedDraft(refused, rule); text != "" {
			return text
		}
	case rule == "T4":
		return r.texts.T("refused.follow", r.texts.Suit(r.view.Led), r.view.Seats[refused.Seat].Hand.OfSuit(r.view.Led))
	case rule == "T6":
		return r.texts.T("refused.lead")
	case refused.Kind == chapters.NameLeader:
		return r.texts.T("refused.name", r.NameAt(refused.Target))
	case refused.Card == tricks.NoCard:
	case rule == "K" || rule == "S9":
		return r.refusedAside(refused)
	case rule == "S6" && r.view.Seats[refused.Seat].Hand.Contains(refused.Card):
		return r.texts.T("refused.keep", r.NameAt(refused.Seat), refused.Card)
	}
	return refused.Reason()
}

// refusedDraft says why a character cannot be taken; it is "" if the reason is not known.
func (r Round) refusedDraft(refused chapters.Refusal, rule string) string {
	name := refused.Character
	if e := r.view.Chapter.Entry(refused.Character); e != nil {
		name = r.texts.Name(e.Character)
	}
	switch required := r.mustTake(); {
	case rule == "S3":
		return r.texts.T("refused.r1", name)
	case rule == "C15":
		return r.texts.T("refused.pyramid", name)
	case rule == "S4" && len(required) > 0:
		return r.texts.T("refused.draft", r.texts.All(required))
	case rule == "S4":
		return r.texts.T("refused.cast")
	}
	return ""
}

// refusedAside says why a card that a seat holds cannot be played from its hand: the card is
// covered (S9) or was put aside (K).
func (r Round) refusedAside(refused chapters.Refusal) string {
	seat := &r.view.Seats[refused.Seat]
	switch {
	case refused.Card == seat.Last:
		return r.texts.T("refused.last", refused.Card)
	case refused.Card == seat.First:
		return r.texts.T("refused.first", refused.Card)
	case refused.Card == seat.Tucked:
		return r.texts.T("refused.tucked", refused.Card)
	case r.view.Stage == chapters.StagePlay && seat.First != tricks.NoCard && len(r.view.History) == 0:
		return r.texts.T("refused.first.due", seat.First)
	}
	return r.texts.T("refused.covered", refused.Card)
}

// mustTake names the characters that still have to be taken (S4).
func (r Round) mustTake() []string {
	var names []string
	for _, entry := range r.view.Chapter.Roster {
		if entry.Starred && !slices.ContainsFunc(r.view.Seats, func(s chapters.SeatView) bool {
			return s.Character == entry.Character
		}) {
			names = append(names, r.texts.Name(entry.Character))
		}
	}
	return names
}
