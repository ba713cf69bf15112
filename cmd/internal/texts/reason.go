package texts

import (
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/pages/page"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// HeardReason says how sure a computer player was of a card that it has played. It names no other card,
// and the card itself only if the view shows it (S11).
func (r Round) HeardReason(p tricks.Play, heard players.Heard) string {
	card := r.texts.T("why.closed")
	for _, e := range r.view.Log {
		if e.Kind == chapters.Played && e.Seat == p.Seat && e.Card == p.Card {
			card = r.texts.Move(p.Move)
		}
	}
	sure := r.texts.T("heard.some", heard.Won, heard.Worlds)
	switch {
	case heard.Worlds == 0:
		sure = r.texts.T("heard.uncounted")
	case heard.Won == 0:
		sure = r.texts.T("heard.none", heard.Worlds)
	case heard.Won == heard.Worlds:
		sure = r.texts.T("heard.all", heard.Worlds)
	}
	return r.texts.T("why", r.NameAt(p.Seat), card+". "+sure)
}

// NotRepeated says that a computer player no longer comes to a card that it has played.
func (r Round) NotRepeated(s tricks.Seat) string { return r.texts.T("why.other", r.NameAt(s)) }

// WholeReason says in full why a computer player made a decision. It names cards of that player's hand, so
// the view must show all cards. The page lists every choice that the player weighed.
func (r Round) WholeReason(made chapters.Decision, reason players.Reason) (p page.Page) {
	p.Text(0, r.texts.T("why", r.NameAt(made.Seat), r.reason(r.quoted(made), reason)))
	if r.texts.spoken && reason.Key != nil { // a spoken reason leaves the key card out
		p.Text(0, Sentence(r.keyCard(reason.Key)))
	}
	if len(reason.Ranked) < 2 {
		return p
	}
	p.Gap()
	p.Head(r.texts.T("why.weighed", reason.Worlds))
	for _, judged := range reason.Ranked {
		p.Text(2, r.texts.T("why.choice", r.quoted(judged.Decision), judged.Won))
	}
	if more := reason.Options - len(reason.Ranked); more > 0 {
		p.Text(2, r.texts.N("why.more", more))
	}
	return p
}

// Hint names the decision that a strong player would make, and says why in terms of cards and goals. If there is
// nothing to say about them, it says why in numbers, as [Round.HintNumbers] does.
func (r Round) Hint(d chapters.Decision, reason players.Reason) string {
	if purpose := r.Purpose(d); purpose != "" && reason.Options > 1 {
		return r.texts.T("hint.purpose", r.quoted(d), purpose)
	}
	return r.HintNumbers(d, reason)
}

// HintNumbers names the decision that a strong player would make, and says in how many of the imagined deals it won.
func (r Round) HintNumbers(d chapters.Decision, reason players.Reason) string {
	return r.texts.T("hint", r.reason(r.quoted(d), reason))
}

// reason says in one or two sentences why a computer player chose something: in how many of the
// imagined deals its two best choices win, and which card matters most for that.
func (r Round) reason(choice string, reason players.Reason) string {
	switch {
	case reason.Options == 1:
		return r.texts.T("reason.only", choice)
	case reason.Worlds == 0 && reason.Imagined > 0:
		return r.texts.N("reason.imagined", reason.Imagined, reason.Options, choice)
	case reason.Worlds == 0:
		return r.texts.T("reason.chance", reason.Options, choice)
	case reason.Won == 0 && (reason.Second == nil || reason.Second.Won == 0):
		return r.texts.T("reason.none", choice, reason.Worlds)
	}
	text := r.texts.T("reason.some", choice, reason.Won, reason.Worlds)
	if reason.Won == reason.Worlds {
		text = r.texts.T("reason.all", choice, reason.Worlds)
	}
	if second := reason.Second; second != nil {
		other := r.quoted(second.Decision)
		switch {
		case second.Won > reason.Won:
			text = r.texts.T("reason.better", choice, reason.Won, other, second.Won, reason.Worlds)
		case second.Won == reason.Won:
			text = r.texts.T("reason.both", text, other)
		case second.Won == 0:
			text = r.texts.T("reason.neither", text, other)
		default:
			text = r.texts.T("reason.two", text, other, second.Won)
		}
	}
	if k := reason.Key; k != nil && !r.texts.spoken {
		text += ". " + r.keyCard(k)
	}
	return text
}

// keyCard says what it matters who holds a key card.
func (r Round) keyCard(k *players.KeyCard) string {
	return r.texts.T("reason.key", k.Card, r.NameAt(k.Seat), k.HeldWins, k.HeldWorlds, k.OtherWins, k.OtherWorlds)
}

// quoted names an answer, in quotes if it consists of words.
func (r Round) quoted(d chapters.Decision) string {
	choice := r.Choice(d)
	if d.Kind == chapters.PlayCard && d.ToWin {
		return r.texts.T("reason.ring")
	}
	if HasWordAnswer(d.Kind) || IsDecline(d) {
		choice = r.texts.T("reason.words", choice)
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
func (r Round) OpenCards(wins, unknown []chapters.Decision, all int) string {
	const most = 12 // as many names fit on a screen
	list := func(decisions []chapters.Decision) string {
		var names []string
		for _, d := range decisions {
			if d.Card.Valid() && d.Target >= 0 {
				names = append(names, r.texts.Code(d.Card)+" ("+r.NameAt(d.Target)+")")
			} else {
				names = append(names, r.Answer(d))
			}
		}
		if len(names) > most {
			names = append(names[:most], "...")
		}
		return strings.Join(names, ", ")
	}
	switch {
	case len(wins) == all:
		return r.texts.T("open.all")
	case len(wins) > 0 && len(unknown) > 0:
		return r.texts.T("open.some", list(wins)) + " " + r.texts.T("open.unknown", list(unknown))
	case len(wins) > 0:
		return r.texts.T("open.some", list(wins))
	case len(unknown) > 0:
		return r.texts.T("open.unknown", list(unknown))
	}
	return r.texts.T("open.lost")
}
