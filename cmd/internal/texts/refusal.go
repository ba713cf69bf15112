package texts

import (
	"slices"

	"fellowship/chapters"
	"fellowship/tricks"
)

// Refusal says why an answer to the view's question is not legal, with the number of the rule.
func (r Round) Refusal(refused chapters.Refusal) string {
	return refusal{r.texts, r.view, refused}.text()
}

// refusal is one answer that is not legal.
type refusal struct {
	texts   *Texts
	view    *chapters.View
	refused chapters.Refusal
}

// text says why the answer is not legal.
func (r refusal) text() string {
	rule := r.refused.Rule()
	switch {
	case r.refused.Kind == chapters.Draft:
		if text := r.draft(rule); text != "" {
			return text
		}
	case rule == "T4":
		mustFollow := r.view.Seats[r.refused.Seat].Hand.OfSuit(r.view.Led)
		return r.texts.T("refused.follow", r.texts.Suit(r.view.Led), mustFollow)
	case rule == "T6":
		return r.texts.T("refused.lead")
	case r.refused.Kind == chapters.NameLeader:
		return r.texts.T("refused.name", r.texts.Round(r.view).NameAt(r.refused.Target))
	case r.refused.Card == tricks.NoCard:
	case rule == "K" || rule == "S9":
		return r.aside()
	case rule == "S6" && r.view.Seats[r.refused.Seat].Hand.Contains(r.refused.Card):
		return r.texts.T("refused.keep", r.texts.Round(r.view).NameAt(r.refused.Seat), r.refused.Card)
	}
	return r.refused.Reason()
}

// draft says why a character cannot be taken; it is "" if the reason is not known.
func (r refusal) draft(rule string) string {
	name := r.refused.Character
	if e := r.view.Chapter.Entry(r.refused.Character); e != nil {
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

// aside says why a card that a seat holds cannot be played from its hand: the card is
// covered (S9) or was put aside (K).
func (r refusal) aside() string {
	seat := &r.view.Seats[r.refused.Seat]
	switch {
	case r.refused.Card == seat.Last:
		return r.texts.T("refused.last", r.refused.Card)
	case r.refused.Card == seat.First:
		return r.texts.T("refused.first", r.refused.Card)
	case r.refused.Card == seat.Tucked:
		return r.texts.T("refused.tucked", r.refused.Card)
	case r.view.Stage == chapters.StagePlay && seat.First != tricks.NoCard && len(r.view.History) == 0:
		return r.texts.T("refused.first.due", seat.First)
	}
	return r.texts.T("refused.covered", r.refused.Card)
}

// mustTake names the characters that still have to be taken (S4).
func (r refusal) mustTake() []string {
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
