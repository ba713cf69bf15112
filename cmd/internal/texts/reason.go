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
			card = t.Move(p.Move)
		}
	}
	return t.T("why", t.Who(v, p.Seat)+" "+card, t.Reason(v, r))
}

// Reason says in a sentence why a computer player made a decision: in how many of the
// deals that it imagined the round can still be won after its two best, and which card
// matters most for that.
func (t *Texts) Reason(v *chapters.View, r players.Reason) string {
	switch {
	case r.Options == 1:
		return t.T("reason.only")
	case r.Worlds == 0 && r.Imagined > 0:
		return t.N("reason.imagined", r.Imagined, r.Options)
	case r.Worlds == 0:
		return t.T("reason.chance", r.Options)
	}
	text := t.T("reason.best", t.Choice(v, r.Best.Decision), r.Best.Won, r.Worlds)
	if r.Second != nil {
		text = t.T("reason.two", text, t.Choice(v, r.Second.Decision), r.Second.Won)
	}
	if k := r.Key; k != nil {
		text += "; " + t.T("reason.key", k.Card, t.Who(v, k.Seat), k.Won, k.With, k.Else, k.Without)
	}
	return text
}

// Hint says what a strong player would do, and why.
func (t *Texts) Hint(v *chapters.View, d chapters.Decision, r players.Reason) string {
	return t.T("hint", t.Choice(v, d), t.Reason(v, r))
}
