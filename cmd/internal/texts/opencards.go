package texts

import (
	"strings"

	"fellowship/chapters"
)

// Assisted tells that the players of a round asked for open cards; it is empty where they did not.
func (t *Texts) Assisted(r *chapters.Record) (out []string) {
	if n := len(r.Assisted); n > 0 {
		out = append(out, t.N("helped.open", n))
	}
	return out
}

// Helped lists the help asked for in a round.
func (t *Texts) Helped(r *chapters.Record) []string {
	out := t.Assisted(r)
	if n := len(r.Hints); n > 0 {
		out = append(out, t.N("helped.hints", n))
	}
	return out
}

// OpenCards says which decisions keep the round winnable with open cards, of all
// there are, and of which that is not known.
func (t *Texts) OpenCards(v *chapters.View, wins, unknown []chapters.Decision, all int) string {
	const most = 12 // names that fit
	list := func(of []chapters.Decision) string {
		var names []string
		for _, d := range of {
			if d.Card.Valid() && d.To >= 0 {
				names = append(names, t.Code(d.Card)+" ("+t.Who(v, d.To)+")")
			} else {
				names = append(names, t.Answer(v, d))
			}
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
