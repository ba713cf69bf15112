package texts

import (
	"fellowship/chapters"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// Why says in a line why a computer player played a card, which is named only
// where the view shows it. Made is the decision that it came to for that reason when
// it thought again.
func (t *Texts) Why(v *chapters.View, p tricks.Play, made chapters.Decision, r players.Reason) string {
	if made.Play() != p {
		return t.T("why.other", t.Who(v, p.Seat))
	}
	card := t.T("why.closed")
	for _, e := range v.Log {
		if e.Kind == chapters.Played && e.Seat == p.Seat && e.Card == p.Card {
			card = p.Move.String()
		}
	}
	return t.T("why", t.Who(v, p.Seat)+" "+card, t.Reason(r))
}

// Reason says in a few words why a computer player made a decision.
func (t *Texts) Reason(r players.Reason) string {
	switch {
	case r.Options == 1:
		return t.T("reason.only")
	case r.Worlds > 0 && r.Open > 0:
		return t.T("reason.worlds.open", r.Won, r.Worlds, r.Options, r.Open)
	case r.Worlds > 0:
		return t.T("reason.worlds", r.Won, r.Worlds, r.Options)
	case r.Imagined > 0:
		return t.N("reason.imagined", r.Imagined, r.Options)
	}
	return t.T("reason.chance", r.Options)
}
