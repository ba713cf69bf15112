package tui

import (
	"slices"
	"strings"

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
	case texts.Worded(q.ask.Kind):
		q.words(&c)
	case q.PartnerQuestion(q.ask.Kind) != "" && q.step == opening && len(partners) > 1:
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
		it := item{label: q.ShortName(who), card: tricks.NoCard, note: q.GoalAt(q.v, who, q.ask.Seat)}
		if len(c.items) < 9 {
			it.digit = rune('1' + len(c.items))
		}
		it.must = entry.Starred
		it.label += q.Completed(q.v, who.ID)
		is := func(d chapters.Decision) bool { return d.Character == who.ID }
		if i := slices.IndexFunc(q.ask.Options, is); i >= 0 {
			it.ok, it.decision = true, q.ask.Options[i]
			goal := q.GoalInFull(q.v, who, q.ask.Seat)
			it.detail = q.T("tui.detail.nosetup", goal)
			if text := who.SetupText.In(q.Lang()); text != "" {
				it.detail = q.T("tui.detail.setup", goal, text)
			}
			if name := q.Name(who); name != q.ShortName(who) {
				it.detail = name + ". " + it.detail
			}
		} else if i := slices.IndexFunc(q.ask.Refused, func(r chapters.Refusal) bool { return is(r.Decision) }); i >= 0 {
			it.detail = q.Refusal(q.v, q.ask.Refused[i])
		} else {
			continue // taken
		}
		c.items = append(c.items, it)
	}
}

// partners lists who an exchange is possible with, then the lost card; NoSeat
// last, for none (S10).
func (q *question) partners() []tricks.Seat {
	var out []tricks.Seat
	for _, d := range q.ask.Options {
		if !slices.Contains(out, d.To) {
			out = append(out, d.To)
		}
	}
	slices.SortFunc(out, func(a, b tricks.Seat) int { return place3(a) - place3(b) })
	return out
}

// place3 puts seats first, then the lost card, then nobody.
func place3(s tricks.Seat) int {
	switch s {
	case chapters.LostCard:
		return tricks.MaxSeats
	case tricks.NoSeat:
		return tricks.MaxSeats + 1
	}
	return int(s)
}

func (q *question) partner(c *chooser, partners []tricks.Seat) {
	c.prompt = q.T("tui.ask", q.subject(), q.PartnerQuestion(q.ask.Kind))
	for _, to := range partners {
		it := item{card: tricks.NoCard, ok: true, opens: whichCard, decision: chapters.Decision{To: to}}
		switch to {
		case tricks.NoSeat:
			it.decision = q.ask.Options[slices.IndexFunc(q.ask.Options, func(d chapters.Decision) bool { return d.To == to })]
			it.label, it.digit, it.opens = q.Answer(q.v, it.decision), '-', opening
			it.detail = q.Detail(q.v, it.decision)
		case chapters.LostCard:
			it.label, it.detail = q.Partner(q.v, to), q.T("tui.detail.lost")
		default:
			it.label, it.digit = q.Number(to)+" "+q.Who(q.v, to), rune('1'+to)
			it.detail = q.T("tui.detail.partner", q.Who(q.v, to))
		}
		c.items = append(c.items, it)
	}
}

// words lists answers that are no cards: a number, yes or no, a name.
func (q *question) words(c *chooser) {
	c.prompt = q.T("tui.ask", q.subject(), q.Question(q.v, q.ask))
	for i, d := range q.ask.Options {
		it := item{card: tricks.NoCard, ok: true, decision: d, digit: rune('1' + i), label: q.Answer(q.v, d)}
		if d.Kind == chapters.Threat {
			it.digit = rune('0' + d.Number)
		} else if d.Kind == chapters.NameLeader {
			it.digit = rune('1' + d.To)
			it.label = q.Number(d.To) + " " + it.label
		}
		it.detail = q.T("tui.detail.word", it.label)
		c.items = append(c.items, it)
	}
	for _, r := range q.ask.Refused {
		if r.Kind == chapters.NameLeader {
			it := item{card: tricks.NoCard, digit: rune('1' + r.To), label: q.Number(r.To) + " " + q.Answer(q.v, r.Decision)}
			it.detail = q.Refusal(q.v, r)
			c.items = append(c.items, it)
		}
	}
}

// cards lists the cards of the seat, those that may not be chosen with the
// reason.
func (q *question) cards(c *chooser) {
	c.seat = q.ask.Seat
	c.prompt = q.T("tui.ask", q.subject(), q.Task(q.v, q.ask, q.to))
	for _, card := range q.v.Seats[c.seat].Open.Cards() {
		is := func(d chapters.Decision) bool {
			return d.Card == card && d.To == q.to
		}
		it := item{label: q.Code(card), card: card}
		if i := slices.IndexFunc(q.ask.Options, is); i >= 0 {
			it.ok, it.decision = true, q.ask.Options[i]
			it.detail = q.Detail(q.v, it.decision)
			if q.ask.Kind == chapters.PlayCard && card == tricks.OneRing {
				it.opens = toWin
			}
			if q.ask.Kind == chapters.PlayCard {
				says := q.Outcome
				if it.opens == toWin { // that depends on the answer
					says = q.Sums
				}
				it.detail = strings.TrimSpace(it.detail + " " + says(q.v, c.seat, tricks.Move{Card: card}))
			}
		} else if i := slices.IndexFunc(q.ask.Refused, func(r chapters.Refusal) bool { return is(r.Decision) }); i >= 0 {
			it.detail = q.Refusal(q.v, q.ask.Refused[i])
		} else {
			continue
		}
		c.items = append(c.items, it)
	}
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
			it.detail = strings.TrimSpace(it.detail + " " + q.Sums(q.v, q.ask.Seat, d.Move))
		} else {
			it.detail = strings.TrimSpace(it.detail + " " + q.Outcome(q.v, q.ask.Seat, d.Move))
		}
		c.items = append(c.items, it)
	}
}
