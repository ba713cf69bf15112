package texts

import (
	"strings"

	"fellowship/chapters"
	"fellowship/tricks"
)

// OpenCards says which decisions keep the round winnable with open cards, of all
// there are, and of which that is not known.
func (t *Texts) OpenCards(v *chapters.View, wins, unknown []chapters.Decision, all int) string {
	const most = 12 // names that fit
	list := func(of []chapters.Decision) string {
		var names []string
		for _, d := range of {
			names = append(names, t.decision(v, d))
		}
		if len(names) > most {
			names = append(names[:most], "...")
		}
		return strings.Join(names, ", ")
	}
	switch {
	case len(wins) == all:
		return t.T("open.all")
	case len(wins) > 0 && len(unknown) > 0:
		return t.T("open.some", list(wins)) + " " + t.T("open.unknown", list(unknown))
	case len(wins) > 0:
		return t.T("open.some", list(wins))
	case len(unknown) > 0:
		return t.T("open.unknown", list(unknown))
	}
	return t.T("open.lost")
}

// decision names a decision: its card, its character or its answer.
func (t *Texts) decision(v *chapters.View, d chapters.Decision) string {
	switch {
	case d.Kind == chapters.PlayCard:
		return d.Move.String()
	case d.Kind == chapters.Draft:
		for i := range v.Chapter.Roster {
			if c := v.Chapter.Roster[i].Character; c.ID == d.Character {
				return t.ShortName(c)
			}
		}
	case d.Card.Valid() && d.To != tricks.NoSeat && int(d.To) < len(v.Seats) && d.To != d.Seat:
		return d.Card.String() + " (" + t.Who(v, d.To) + ")"
	case d.Card.Valid():
		return d.Card.String()
	case Worded(d.Kind):
		return t.Answer(v, d)
	}
	return d.String()
}
