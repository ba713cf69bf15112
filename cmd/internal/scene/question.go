package scene

import (
	"cmp"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Question turns what the game asks into a [Chooser].
type Question struct {
	// Reader is the person who is asked.
	Reader reader.Reader

	View *chapters.View
	Ask  *chapters.Ask
	// Step is the part of the decision to ask for.
	Step Step
	// PartnerSeat is the partner of an exchange, chosen in an earlier step.
	PartnerSeat tricks.Seat
}

// Chooser returns the question of the present step with its answers.
func (q *Question) Chooser() Chooser {
	if q.Step == whichCard && q.PartnerSeat == tricks.NoSeat {
		q.Step = Opening // Whoever exchanges with nobody passes no card.
	}
	c := Chooser{Seat: tricks.NoSeat, Step: q.Step}
	switch partners := q.partners(); {
	case q.Ask.Kind == chapters.Draft:
		q.fillDraft(&c)
	case q.Step == ToWin:
		q.fillRing(&c)
	case texts.HasWordAnswer(q.Ask.Kind):
		q.fillWords(&c)
	case q.Reader.Texts.PartnerQuestion(q.Ask.Kind) != "" && q.Step == Opening && len(partners) > 1:
		q.fillPartners(&c, partners)
	default:
		if q.Step == Opening && len(partners) > 0 {
			q.PartnerSeat = partners[0]
		}
		q.fillCards(&c)
	}
	c.Cursor = max(slices.IndexFunc(c.Items, func(item Item) bool { return item.Ok }), 0)
	if q.Step == ToWin {
		q.preselectRing(&c)
	}
	return c
}

// words returns the sentences about the round that asks.
func (q *Question) words() texts.Round { return q.Reader.Texts.Round(q.View) }

// preselectRing sets the cursor on the answer about R1 that keeps the seat's goal alive, or else on the
// one that helps it.
func (q *Question) preselectRing(c *Chooser) {
	seat := q.Ask.Seat
	for i := range c.Items {
		toWin := c.Items[i].Decision.ToWin
		dooms := texts.DoomsOf(q.View)
		helps := helpsGoal(q.View, seat) == toWin && !breaksGoal(dooms, seat, toWin)
		if breaksGoal(dooms, seat, !toWin) || helps {
			c.Cursor = i
		}
	}
}

// subject names the seat that decides: "you", the pyramid, or in solo the character.
func (q *Question) subject() string {
	s := q.Ask.Seat
	switch {
	case q.View.Players == 1:
		return q.Reader.Texts.T("turn.of", q.words().NameAt(s))
	case q.View.Seats[s].Rows != nil:
		return q.Reader.Texts.T("turn.pyramid")
	}
	return q.Reader.Texts.T("turn.you")
}

// fillDraft lists the characters (S4), in the order of the chapter.
func (q *Question) fillDraft(chooser *Chooser) {
	chooser.List = true
	switch s := q.Ask.Seat; {
	case q.View.Players == 1:
		chooser.Prompt = q.Reader.Texts.T("question.draft.seat", q.Reader.Texts.Seat(s))
	case q.View.Seats[s].Rows != nil:
		chooser.Prompt = q.Reader.Texts.T("question.draft.pyramid", q.Reader.Texts.Seat(s))
	default:
		chooser.Prompt = q.Reader.Texts.T("question.draft")
	}
	words := q.words()
	for _, entry := range q.View.Chapter.Roster {
		character := entry.Character
		item := Item{
			Label: q.Reader.Texts.ShortName(character), ID: character.ID, Card: tricks.NoCard,
			Note:      words.GoalAt(character, q.Ask.Seat),
			ShortNote: words.GoalInFew(character, q.Ask.Seat),
			Letters:   q.Reader.Texts.CharacterLetters(character), Setup: words.SetupInRound(character),
		}
		if len(chooser.Items) < 9 {
			item.Digit = rune('1' + len(chooser.Items))
		}
		item.IsRequired = entry.Starred
		item.Label += words.Completed(character.ID)
		if !q.findDecision(&item, func(d chapters.Decision) bool { return d.Character == character.ID }) {
			continue // Another seat has taken the character.
		}
		if item.Ok {
			goal := words.GoalInFull(character, q.Ask.Seat)
			item.Detail = q.Reader.Texts.T("detail.nosetup", goal)
			if text := words.SetupInRound(character); text != "" {
				item.Detail = q.Reader.Texts.T("detail.setup", goal, text)
			}
			if name := q.Reader.Texts.Name(character); name != q.Reader.Texts.ShortName(character) {
				item.Detail = name + ". " + item.Detail
			}
		}
		chooser.Items = append(chooser.Items, item)
	}
}

// findDecision fills in the decision that an item stands for, or why it is refused. It reports whether
// it has found either.
func (q *Question) findDecision(item *Item, matches func(chapters.Decision) bool) bool {
	if i := slices.IndexFunc(q.Ask.Options, matches); i >= 0 {
		item.Ok = true
		item.Decision = q.Ask.Options[i]
		return true
	}
	i := slices.IndexFunc(q.Ask.Refused, func(r chapters.Refusal) bool { return matches(r.Decision) })
	if i >= 0 {
		item.Detail = q.words().Refusal(q.Ask.Refused[i])
	}
	return i >= 0
}

// partners lists the seats with which an exchange is possible, then the lost card, and last NoSeat for
// no exchange (S10).
func (q *Question) partners() []tricks.Seat {
	var out []tricks.Seat
	for _, d := range q.Ask.Options {
		if !slices.Contains(out, d.Target) {
			out = append(out, d.Target)
		}
	}
	// As unsigned numbers LostCard and NoSeat come after all seats.
	slices.SortFunc(out, func(a, b tricks.Seat) int { return cmp.Compare(uint8(a), uint8(b)) })
	return out
}

// fillPartners asks for the partner of an exchange.
func (q *Question) fillPartners(c *Chooser, partners []tricks.Seat) {
	c.Prompt = q.Reader.Texts.T("question.of", q.subject(), q.Reader.Texts.PartnerQuestion(q.Ask.Kind))
	for _, partner := range partners {
		item := Item{Card: tricks.NoCard, Ok: true, NextStep: whichCard, Decision: chapters.Decision{Target: partner}}
		switch partner {
		case tricks.NoSeat:
			item.Decision = q.Ask.Options[slices.IndexFunc(q.Ask.Options, func(d chapters.Decision) bool {
				return d.Target == partner
			})]
			item.Label = q.words().Answer(item.Decision)
			item.Digit = '-'
			item.NextStep = Opening
			item.Detail = q.words().Detail(item.Decision)
		case chapters.LostCard:
			item.Label = q.words().Partner(partner)
			item.Detail = q.Reader.Texts.T("detail.lost")
		default:
			item.Label = q.Reader.Texts.Number(partner) + " " + q.words().NameAt(partner)
			item.Digit = rune('1' + partner)
			item.Detail = q.Reader.Texts.T("detail.partner", q.words().NameAt(partner))
		}
		c.Items = append(c.Items, item)
	}
}

// fillWords asks a question whose answers are words or numbers.
func (q *Question) fillWords(c *Chooser) {
	c.Prompt = q.Reader.Texts.T("question.of", q.subject(), q.words().Question(q.Ask))
	add := func(d chapters.Decision, digit rune) *Item {
		item := Item{Card: tricks.NoCard, Decision: d, Digit: digit, Label: q.words().Answer(d)}
		switch d.Kind {
		case chapters.Threat:
			item.Digit = rune('0' + d.Number)
		case chapters.NameLeader:
			item.Digit = rune('1' + d.Target)
			item.Label = q.Reader.Texts.Number(d.Target) + " " + item.Label
		default:
		}
		c.Items = append(c.Items, item)
		return &c.Items[len(c.Items)-1]
	}
	for i, d := range q.Ask.Options {
		item := add(d, rune('1'+i))
		item.Ok = true
		item.Detail = q.Reader.Texts.T("detail.word", item.Label)
	}
	for _, r := range q.Ask.Refused {
		if r.Kind == chapters.NameLeader {
			add(r.Decision, 0).Detail = q.words().Refusal(r)
		}
	}
}

// fillCards lists the cards of the seat. A card that may not be chosen carries the reason.
func (q *Question) fillCards(chooser *Chooser) {
	chooser.Seat = q.Ask.Seat
	words := q.words()
	forecast := words.Forecast(q.Ask.Seat)
	chooser.Prompt = q.Reader.Texts.T("question.of", q.subject(), words.Task(q.Ask, q.PartnerSeat))
	for _, card := range q.visibleCards(chooser.Seat) {
		item := Item{Label: q.Reader.Texts.Code(card), Card: card}
		if !q.findDecision(&item, func(d chapters.Decision) bool {
			return d.Card == card && d.Target == q.PartnerSeat
		}) {
			continue
		}
		if item.Ok {
			if target := item.Decision.Target; q.Ask.Kind != chapters.PlayCard && target >= 0 {
				chooser.Receiver = words.NameAt(target)
			}
			item.Detail = words.Detail(item.Decision)
			if q.Ask.Kind == chapters.PlayCard {
				q.addEffect(&item, forecast)
			}
		}
		chooser.Items = append(chooser.Items, item)
	}
}

// addEffect adds what playing a card does to the trick and the goals. R1 opens a further question, and
// part of its effect depends on the answer to that.
func (q *Question) addEffect(item *Item, forecast *texts.Forecast) {
	if item.Card == tricks.OneRing {
		item.NextStep = ToWin
		for _, answer := range q.ringAnswers(forecast) {
			item.AnswerDetails = append(item.AnswerDetails, answer.Detail)
		}
		item.Effect = forecast.Sum(item.Decision.Move)
		item.Detail = strings.TrimSpace(item.Detail + " " + item.Effect)
		return
	}
	item.Effect = forecast.Outcome(item.Decision.Move)
	if item.Effect != "" { // The effect replaces the general detail that Enter plays the card.
		item.Detail = item.Effect
	}
}

// fillRing asks whether R1 is to win (T7).
func (q *Question) fillRing(c *Chooser) {
	c.Prompt = q.Reader.Texts.T("question.of", q.subject(), q.Reader.Texts.T("question.ring"))
	opening := *q
	opening.Step = Opening
	c.Hand = opening.Chooser().Items
	c.Items = q.ringAnswers(q.words().Forecast(q.Ask.Seat))
}

// ringAnswers returns the two answers to the question whether R1 is to win (T7).
func (q *Question) ringAnswers(forecast *texts.Forecast) (out []Item) {
	for _, d := range q.Ask.Options {
		if d.Card != tricks.OneRing {
			continue
		}
		item := Item{
			Card: tricks.NoCard, Ok: true, Decision: d, Digit: '-', Label: q.Reader.Texts.T("ring.lose"),
			Detail: q.Reader.Texts.T("detail.ring.lose"), Effect: forecast.Outcome(d.Move),
		}
		if d.ToWin {
			item.Digit = '!'
			item.Label = q.Reader.Texts.T("ring.win")
			item.Detail = q.Reader.Texts.T("detail.ring.win")
			item.Detail = strings.Join(texts.NotEmpty(forecast.Doom(d.Move), item.Detail,
				forecast.Sum(d.Move)), " ")
		} else {
			item.Detail = strings.TrimSpace(item.Detail + " " + item.Effect)
		}
		out = append(out, item)
	}
	return out
}

// breaksGoal reports whether R1, played to win or not (T7), would certainly put a goal out of reach, as
// far as the visible cards show.
func breaksGoal(dooms *texts.Dooms, s tricks.Seat, toWin bool) bool {
	_, ok := dooms.Find(s, tricks.Move{Card: tricks.OneRing, ToWin: toWin})
	return ok
}

// helpsGoal reports whether winning R1 brings a seat closer to its goal.
func helpsGoal(v *chapters.View, s tricks.Seat) bool {
	goal, ok := v.Standing(s)
	return ok && wantsRing(&goal, s)
}

// wantsRing reports whether a condition that is necessary for a goal asks for R1.
func wantsRing(g *characters.Standing, s tricks.Seat) bool {
	switch g.Op {
	case characters.Leaf:
		return g.Condition.Seat == s && g.Missing.Contains(tricks.OneRing)
	case characters.All:
		return slices.ContainsFunc(g.Parts, func(part characters.Standing) bool { return wantsRing(&part, s) })
	}
	return false
}
