package tui

import (
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// step is which part of a decision is being chosen. An exchange has two parts,
// the partner and the card; R1 has two, the card and whether it wins (T7).
type step uint8

const (
	opening step = iota
	// whichCard asks for the card after the partner was chosen.
	whichCard
	// toWin asks whether R1 is to win the trick.
	toWin
)

// question turns what the game asks into a chooser.
type question struct {
	*texts.Texts
	v   *chapters.View
	ask *chapters.Ask
	// step is the part that is due, to the partner chosen in an earlier one.
	step step
	to   tricks.Seat
}

func (q *question) chooser() chooser {
	c := chooser{seat: tricks.NoSeat, inner: q.step != opening}
	switch partners := q.partners(); {
	case q.ask.Kind == chapters.Draft:
		q.draft(&c)
	case q.step == toWin:
		q.ring(&c)
	case q.ask.Kind == chapters.Exchange && q.step == opening && len(partners) > 1:
		q.partner(&c, partners)
	default:
		if q.step == opening && len(partners) > 0 {
			q.to = partners[0]
		}
		q.cards(&c)
	}
	c.start()
	return c
}

// subject says whose turn it is.
func (q *question) subject() string {
	s := q.ask.Seat
	switch {
	case q.v.Players == 1:
		return q.T("tui.turn.of", q.Who(q.v, s))
	case q.v.Seats[s].Rows != nil:
		return q.T("tui.turn.pyramid")
	}
	return q.T("tui.turn.you")
}

// draft lists the characters (S4), in the order of the chapter.
func (q *question) draft(c *chooser) {
	c.list = true
	switch s := q.ask.Seat; {
	case q.v.Players == 1:
		c.prompt = q.T("tui.ask.draft.seat", q.Seat(s))
	case q.v.Seats[s].Rows != nil:
		c.prompt = q.T("tui.ask.draft.pyramid", q.Seat(s))
	default:
		c.prompt = q.T("tui.ask.draft")
	}
	for _, entry := range q.v.Chapter.Roster {
		who := entry.Character
		it := item{
			label: q.Name(who), card: tricks.NoCard, digit: rune('1' + len(c.items)),
			note: q.GoalAt(q.v, who, q.ask.Seat),
		}
		it.must = entry.Starred
		it.label += q.Completed(q.v, who.ID)
		is := func(d chapters.Decision) bool { return d.Character == who.ID }
		if i := slices.IndexFunc(q.ask.Options, is); i >= 0 {
			it.ok, it.decision = true, q.ask.Options[i]
			it.detail = q.T("tui.detail.nosetup", it.note)
			if text := who.SetupText.In(q.Lang()); text != "" {
				it.detail = q.T("tui.detail.setup", it.note, text)
			}
		} else if i := slices.IndexFunc(q.ask.Refused, func(r chapters.Refusal) bool { return is(r.Decision) }); i >= 0 {
			it.detail = q.Refusal(q.v, q.ask.Refused[i])
		} else {
			continue // taken
		}
		c.items = append(c.items, it)
	}
}

// partners lists who an exchange is possible with; NoSeat last, for none (S10).
func (q *question) partners() []tricks.Seat {
	var out []tricks.Seat
	for _, d := range q.ask.Options {
		if !slices.Contains(out, d.To) {
			out = append(out, d.To)
		}
	}
	slices.Sort(out)
	if len(out) > 0 && out[0] == tricks.NoSeat {
		out = append(out[1:], tricks.NoSeat)
	}
	return out
}

func (q *question) partner(c *chooser, partners []tricks.Seat) {
	c.prompt = q.T("tui.ask", q.subject(), q.T("tui.ask.partner"))
	for _, to := range partners {
		it := item{card: tricks.NoCard, ok: true, opens: whichCard, decision: chapters.Decision{To: to}}
		if to == tricks.NoSeat {
			it.label, it.digit, it.detail = q.T("tui.noexchange"), '-', q.T("tui.detail.noexchange")
			it.opens = opening
			it.decision = q.ask.Options[slices.IndexFunc(q.ask.Options, func(d chapters.Decision) bool { return d.To == to })]
		} else {
			it.label, it.digit = to.String()+" "+q.Who(q.v, to), rune('0'+to)
			it.detail = q.T("tui.detail.partner", q.Who(q.v, to))
		}
		c.items = append(c.items, it)
	}
}

// cards lists the cards of the seat, those that may not be chosen with the
// reason.
func (q *question) cards(c *chooser) {
	c.seat = q.ask.Seat
	c.prompt = q.cardPrompt()
	at := &q.v.Seats[c.seat]
	for _, card := range at.Open.Cards() {
		is := func(d chapters.Decision) bool {
			return d.Card == card && (q.ask.Kind == chapters.PlayCard || d.To == q.to)
		}
		it := item{label: card.String(), card: card}
		if i := slices.IndexFunc(q.ask.Options, is); i >= 0 {
			it.ok, it.decision = true, q.ask.Options[i]
			it.detail = q.cardDetail(it.decision)
			if q.ask.Kind == chapters.PlayCard && card == tricks.OneRing {
				it.opens = toWin
			}
		} else if i := slices.IndexFunc(q.ask.Refused, func(r chapters.Refusal) bool { return is(r.Decision) }); i >= 0 {
			it.detail = q.Refusal(q.v, q.ask.Refused[i])
		} else {
			continue
		}
		c.items = append(c.items, it)
	}
}

// cardPrompt says what to do with a card, and what the rules want.
func (q *question) cardPrompt() string {
	return q.T("tui.ask", q.subject(), q.cardTask())
}

func (q *question) cardTask() string {
	s := q.ask.Seat
	switch q.ask.Kind {
	case chapters.Exchange:
		return q.T("tui.ask.pass", q.Who(q.v, q.to))
	case chapters.Return:
		return q.T("tui.ask.return", q.Who(q.v, q.to), q.received())
	case chapters.Give:
		return q.T("tui.ask.give", q.Who(q.v, q.to))
	}
	hand := q.v.Seats[s].Hand
	switch {
	case q.v.Led != tricks.NoSuit && hand.Of(q.v.Led) != 0:
		return q.T("tui.ask.follow", q.Suit(q.v.Led))
	case q.v.Led != tricks.NoSuit:
		return q.T("tui.ask.free", q.Suit(q.v.Led))
	case !q.v.RingsBroken && hand&^tricks.RingSet == 0:
		return q.T("tui.ask.onlyrings")
	case !q.v.RingsBroken && hand&tricks.RingSet != 0:
		return q.T("tui.ask.norings")
	}
	return q.T("tui.ask.lead")
}

// received is the card that waits for one in return.
func (q *question) received() tricks.Card {
	for _, e := range slices.Backward(q.v.Log) {
		if e.Kind == chapters.Passed {
			return e.Card
		}
	}
	return tricks.NoCard
}

// cardDetail says what choosing the card does.
func (q *question) cardDetail(d chapters.Decision) string {
	switch {
	case d.Kind == chapters.PlayCard && d.Card == tricks.OneRing:
		return q.T("tui.detail.ring")
	case d.Kind == chapters.PlayCard:
		return q.T("tui.detail.play", d.Card)
	case d.Kind == chapters.Return:
		return q.T("tui.detail.return", d.Card, q.Who(q.v, d.To))
	case d.Kind == chapters.Give:
		return q.T("tui.detail.give", d.Card, q.Who(q.v, d.To))
	}
	return q.T("tui.detail.pass", d.Card, q.Who(q.v, d.To))
}

// ring asks whether R1 is to win (T7).
func (q *question) ring(c *chooser) {
	c.prompt = q.T("tui.ask", q.subject(), q.T("tui.ask.ring"))
	for _, d := range q.ask.Options {
		if d.Card != tricks.OneRing {
			continue
		}
		it := item{card: tricks.NoCard, ok: true, decision: d, digit: '-', label: q.T("tui.ring.lose"), detail: q.T("tui.detail.ring.lose")}
		if d.ToWin {
			it.digit, it.label, it.detail = '!', q.T("tui.ring.win"), q.T("tui.detail.ring.win")
		}
		c.items = append(c.items, it)
	}
}
