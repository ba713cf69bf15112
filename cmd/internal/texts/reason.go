package texts

import (
	"strings"

	"fellowship/chapters"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// PlayReason says why a computer player played a card. It names the card only if the view shows it.
// made is the decision that the computer player reached for that reason when it thought again.
func (t *Texts) PlayReason(v *chapters.View, p tricks.Play, made chapters.Decision, r players.Reason) string {
	if made.Play() != p {
		return t.T("why.other", t.NameAt(v, p.Seat))
	}
	for _, e := range v.Log {
		if e.Kind == chapters.Played && e.Seat == p.Seat && e.Card == p.Card {
			return t.T("why", t.NameAt(v, p.Seat), t.reason(v, t.Move(p.Move), r))
		}
	}
	r.Second = nil // the second choice would reveal a card of a hidden hand
	return t.T("why", t.NameAt(v, p.Seat), t.reason(v, t.T("why.closed"), r))
}

// Hint names the decision that a strong player would make, and says why.
func (t *Texts) Hint(v *chapters.View, d chapters.Decision, r players.Reason) string {
	return t.T("hint", t.reason(v, t.quoted(v, d), r))
}

// reason says in one or two sentences why a computer player chose something: in how many of the
// imagined deals its two best choices win, and which card matters most for that.
func (t *Texts) reason(v *chapters.View, choice string, r players.Reason) string {
	switch {
	case r.Options == 1:
		return t.T("reason.only", choice)
	case r.Worlds == 0 && r.Imagined > 0:
		return t.N("reason.imagined", r.Imagined, r.Options, choice)
	case r.Worlds == 0:
		return t.T("reason.chance", r.Options, choice)
	case r.Won == 0 && (r.Second == nil || r.Second.Won == 0):
		return t.T("reason.none", choice, r.Worlds)
	}
	text := t.T("reason.some", choice, r.Won, r.Worlds)
	if r.Won == r.Worlds {
		text = t.T("reason.all", choice, r.Worlds)
	}
	if second := r.Second; second != nil {
		other := t.quoted(v, second.Decision)
		switch {
		case second.Won > r.Won:
			text = t.T("reason.better", choice, r.Won, other, second.Won, r.Worlds)
		case second.Won == r.Won:
			text = t.T("reason.both", text, other)
		case second.Won == 0:
			text = t.T("reason.neither", text, other)
		default:
			text = t.T("reason.two", text, other, second.Won)
		}
	}
	if k := r.Key; k != nil && !t.spoken {
		text = t.T("reason.key", text, k.Card, t.NameAt(v, k.Seat),
			k.HeldWins, k.HeldWorlds, k.OtherWins, k.OtherWorlds)
	}
	return text
}

// quoted names an answer, in quotes if it consists of words.
func (t *Texts) quoted(v *chapters.View, d chapters.Decision) string {
	choice := t.Choice(v, d)
	if d.Kind == chapters.PlayCard && d.ToWin {
		return t.T("reason.ring")
	}
	if HasWordAnswer(d.Kind) || IsDecline(d) {
		choice = t.T("reason.words", choice)
	}
	return choice
}

// Assisted says that the players of a round asked for open cards; it is empty if they did not.
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

// OpenCards says which decisions keep the round winnable with open cards, out of all that there
// are, and for which decisions this is unknown.
func (t *Texts) OpenCards(v *chapters.View, wins, unknown []chapters.Decision, all int) string {
	const most = 12 // as many names fit on a screen
	list := func(decisions []chapters.Decision) string {
		var names []string
		for _, d := range decisions {
			if d.Card.Valid() && d.Target >= 0 {
				names = append(names, t.Code(d.Card)+" ("+t.NameAt(v, d.Target)+")")
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
