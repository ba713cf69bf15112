package scene

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Step is which part of a decision is being chosen. An exchange has two parts,
// the partner and the card; R1 has two, the card and whether it wins (T7).
type Step uint8

// The parts of a decision.
const (
	Opening Step = iota
	// whichCard asks for the card after the partner was chosen.
	whichCard
	// ToWin asks whether R1 is to win the trick.
	ToWin
)

// Question turns what the game asks into a chooser.
type Question struct {
	*texts.Texts
	View *chapters.View
	Ask  *chapters.Ask
	// Step is the part that is due, To the partner chosen in an earlier one.
	Step        Step
	PartnerSeat tricks.Seat
}

// Chooser returns the question of the present step with its answers.
func (q *Question) Chooser() Chooser {
	c := Chooser{Seat: tricks.NoSeat, Step: q.Step}
	switch partners := q.partners(); {
	case q.Ask.Kind == chapters.Draft:
		q.fillDraft(&c)
	case q.Step == ToWin:
		q.fillRing(&c)
	case texts.HasWordAnswer(q.Ask.Kind):
		q.fillWords(&c)
	case q.PartnerQuestion(q.Ask.Kind) != "" && q.Step == Opening && len(partners) > 1:
		q.fillPartners(&c, partners)
	default:
		if q.Step == Opening && len(partners) > 0 {
			q.PartnerSeat = partners[0]
		}
		q.fillCards(&c)
	}
	c.Cursor = max(slices.IndexFunc(c.Items, func(item Item) bool { return item.Ok }), 0)
	if q.Step == ToWin { // the answer that keeps the goal alive, else the one that helps it
		seat := q.Ask.Seat
		for i := range c.Items {
			toWin := c.Items[i].Decision.ToWin
			if dooms := texts.DoomsOf(q.View); breaksGoal(dooms, seat, !toWin) ||
				helpsGoal(q.View, seat) == toWin && !breaksGoal(dooms, seat, toWin) {
				c.Cursor = i
			}
		}
	}
	return c
}

func (q *Question) subject() string {
	s := q.Ask.Seat
	switch {
	case q.View.Players == 1:
		return q.T("tui.turn.of", q.NameAt(q.View, s))
	case q.View.Seats[s].Rows != nil:
		return q.T("tui.turn.pyramid")
	}
	return q.T("tui.turn.you")
}

// fillDraft lists the characters (S4), in the order of the chapter.
func (q *Question) fillDraft(chooser *Chooser) {
	chooser.List = true
	switch s := q.Ask.Seat; {
	case q.View.Players == 1:
		chooser.Prompt = q.T("tui.ask.draft.seat", q.Seat(s))
	case q.View.Seats[s].Rows != nil:
		chooser.Prompt = q.T("tui.ask.draft.pyramid", q.Seat(s))
	default:
		chooser.Prompt = q.T("tui.ask.draft")
	}
	for _, entry := range q.View.Chapter.Roster {
		character := entry.Character
		item := Item{
			Label: q.ShortName(character), ID: character.ID, Card: tricks.NoCard,
			Note: q.GoalAt(q.View, character, q.Ask.Seat), ShortNote: q.GoalInFew(q.View, character, q.Ask.Seat),
		}
		if len(chooser.Items) < 9 {
			item.Digit = rune('1' + len(chooser.Items))
		}
		item.IsRequired = entry.Starred
		item.Label += q.Completed(q.View, character.ID)
		if !q.findDecision(&item, func(d chapters.Decision) bool { return d.Character == character.ID }) {
			continue // taken
		}
		if item.Ok {
			goal := q.GoalInFull(q.View, character, q.Ask.Seat)
			item.Detail = q.T("tui.detail.nosetup", goal)
			if text := q.SetupInRound(q.View, character); text != "" {
				item.Detail = q.T("tui.detail.setup", goal, text)
			}
			if name := q.Name(character); name != q.ShortName(character) {
				item.Detail = name + ". " + item.Detail
			}
		}
		chooser.Items = append(chooser.Items, item)
	}
}

// findDecision finds the decision that an item stands for, or why it is refused; there may be neither.
func (q *Question) findDecision(item *Item, matches func(chapters.Decision) bool) bool {
	if i := slices.IndexFunc(q.Ask.Options, matches); i >= 0 {
		item.Ok = true
		item.Decision = q.Ask.Options[i]
		return true
	}
	i := slices.IndexFunc(q.Ask.Refused, func(r chapters.Refusal) bool { return matches(r.Decision) })
	if i >= 0 {
		item.Detail = q.Refusal(q.View, q.Ask.Refused[i])
	}
	return i >= 0
}

// partners lists who an exchange is possible with, then the lost card; NoSeat
// last, for none (S10).
func (q *Question) partners() []tricks.Seat {
	var out []tricks.Seat
	for _, d := range q.Ask.Options {
		if !slices.Contains(out, d.Target) {
			out = append(out, d.Target)
		}
	}
	// both come behind seats
	slices.SortFunc(out, func(a, b tricks.Seat) int { return cmp.Compare(uint8(a), uint8(b)) })
	return out
}

func (q *Question) fillPartners(c *Chooser, partners []tricks.Seat) {
	c.Prompt = q.T("tui.ask", q.subject(), q.PartnerQuestion(q.Ask.Kind))
	for _, partner := range partners {
		item := Item{Card: tricks.NoCard, Ok: true, NextStep: whichCard, Decision: chapters.Decision{Target: partner}}
		switch partner {
		case tricks.NoSeat:
			item.Decision = q.Ask.Options[slices.IndexFunc(q.Ask.Options, func(d chapters.Decision) bool {
				return d.Target == partner
			})]
			item.Label = q.Answer(q.View, item.Decision)
			item.Digit = '-'
			item.NextStep = Opening
			item.Detail = q.Detail(q.View, item.Decision)
		case chapters.LostCard:
			item.Label = q.Partner(q.View, partner)
			item.Detail = q.T("tui.detail.lost")
		default:
			item.Label = q.Number(partner) + " " + q.NameAt(q.View, partner)
			item.Digit = rune('1' + partner)
			item.Detail = q.T("tui.detail.partner", q.NameAt(q.View, partner))
		}
		c.Items = append(c.Items, item)
	}
}

func (q *Question) fillWords(c *Chooser) {
	c.Prompt = q.T("tui.ask", q.subject(), q.Question(q.View, q.Ask))
	add := func(d chapters.Decision, digit rune) *Item {
		item := Item{Card: tricks.NoCard, Decision: d, Digit: digit, Label: q.Answer(q.View, d)}
		switch d.Kind {
		case chapters.Threat:
			item.Digit = rune('0' + d.Number)
		case chapters.NameLeader:
			item.Digit = rune('1' + d.Target)
			item.Label = q.Number(d.Target) + " " + item.Label
		default:
		}
		c.Items = append(c.Items, item)
		return &c.Items[len(c.Items)-1]
	}
	for i, d := range q.Ask.Options {
		item := add(d, rune('1'+i))
		item.Ok = true
		item.Detail = q.T("tui.detail.word", item.Label)
	}
	for _, r := range q.Ask.Refused {
		if r.Kind == chapters.NameLeader {
			add(r.Decision, 0).Detail = q.Refusal(q.View, r)
		}
	}
}

// fillCards lists the cards of the seat, those that may not be chosen with the
// reason.
func (q *Question) fillCards(chooser *Chooser) {
	chooser.Seat = q.Ask.Seat
	dooms := texts.DoomsOf(q.View)
	chooser.Prompt = q.T("tui.ask", q.subject(), q.Task(q.View, q.Ask, q.PartnerSeat))
	for _, card := range q.View.Seats[chooser.Seat].Open.Cards() {
		item := Item{Label: q.Code(card), Card: card}
		if !q.findDecision(&item, func(d chapters.Decision) bool {
			return d.Card == card && d.Target == q.PartnerSeat
		}) {
			continue
		}
		if item.Ok {
			item.Detail = q.Detail(q.View, item.Decision)
			if q.Ask.Kind == chapters.PlayCard && card == tricks.OneRing {
				item.NextStep = ToWin
				for _, answer := range q.ringAnswers(dooms) {
					item.AnswerDetails = append(item.AnswerDetails, answer.Detail)
				}
			}
			if q.Ask.Kind == chapters.PlayCard {
				item.Effect = q.SumForecast(q.View, chooser.Seat, item.Decision.Move)
				if item.NextStep != ToWin { // else the rest depends on the answer
					item.Effect = q.Outcome(dooms, chooser.Seat, item.Decision.Move)
				}
				if item.NextStep != Opening {
					item.Detail = strings.TrimSpace(item.Detail + " " + item.Effect)
				} else if item.Effect != "" { // that Enter plays the card is told anyway
					item.Detail = item.Effect
				}
			}
		}
		chooser.Items = append(chooser.Items, item)
	}
}

// fillRing asks whether R1 is to win (T7).
func (q *Question) fillRing(c *Chooser) {
	c.Prompt = q.T("tui.ask", q.subject(), q.T("tui.ask.ring"))
	opening := *q
	opening.Step = Opening
	c.Hand = opening.Chooser().Items
	c.Items = q.ringAnswers(texts.DoomsOf(q.View))
}

// ringAnswers are those to that question.
func (q *Question) ringAnswers(dooms *texts.Dooms) (out []Item) {
	for _, d := range q.Ask.Options {
		if d.Card != tricks.OneRing {
			continue
		}
		item := Item{
			Card: tricks.NoCard, Ok: true, Decision: d, Digit: '-', Label: q.T("tui.ring.lose"),
			Detail: q.T("tui.detail.ring.lose"), Effect: q.Outcome(dooms, q.Ask.Seat, d.Move),
		}
		if d.ToWin {
			item.Digit = '!'
			item.Label = q.T("tui.ring.win")
			item.Detail = q.T("tui.detail.ring.win")
			item.Detail = strings.Join(texts.NotEmpty(q.DoomWarning(dooms, q.Ask.Seat, d.Move), item.Detail,
				q.SumForecast(q.View, q.Ask.Seat, d.Move)), " ")
		} else {
			item.Detail = strings.TrimSpace(item.Detail + " " + item.Effect)
		}
		out = append(out, item)
	}
	return out
}

// breaksGoal reports whether R1, played to win or not (T7), would put a goal out of reach for good, as
// far as that can be seen on the table.
func breaksGoal(dooms *texts.Dooms, s tricks.Seat, toWin bool) bool {
	_, ok := dooms.Find(s, tricks.Move{Card: tricks.OneRing, ToWin: toWin})
	return ok
}

// helpsGoal reports whether winning R1 brings the goal of a seat nearer.
func helpsGoal(v *chapters.View, s tricks.Seat) bool {
	goal, ok := v.Standing(s)
	return ok && wantsRing(&goal, s)
}

// wantsRing reports whether one of the conditions that a goal needs asks for R1.
func wantsRing(g *characters.Standing, s tricks.Seat) bool {
	switch g.Op {
	case characters.Leaf:
		return g.Condition.Seat == s && g.Missing.Contains(tricks.OneRing)
	case characters.All:
		return slices.ContainsFunc(g.Parts, func(part characters.Standing) bool { return wantsRing(&part, s) })
	}
	return false
}

// Item is one answer to the question that is due.
type Item struct {
	Label string
	// ID is the character it stands for, empty if for something else.
	ID string
	// Card is the card it stands for, NoCard if for something else.
	Card tricks.Card
	// Digit jumps to it; 0 for none. Cards are reached by suit and rank.
	Digit rune
	// Note says more about it in a list, Few the same in few words; Must reports whether somebody has to take
	// it.
	Note, ShortNote string
	IsRequired      bool
	// Detail is said while the cursor is on it: why it may not be chosen, or
	// what choosing it does.
	Detail string
	// Effect is the part of Detail that tells what the play does to trick and goals, empty for no play.
	Effect string
	// AnswerDetails are the details of the answers to the question that it opens about itself.
	AnswerDetails []string
	// Ok reports whether it may be chosen. Then decision is what it means, unless it
	// opens a further question.
	Ok       bool
	Decision chapters.Decision
	NextStep Step
}

// Chooser is a question with its answers and a cursor.
type Chooser struct {
	Prompt string
	Items  []Item
	Cursor int
	// List reports whether the items stand below each other, with notes.
	List bool
	// Seat holds the cards that the items are, NoSeat if they are no cards.
	Seat tricks.Seat
	// Hand is the cards of the question before, where a further one is about the card that was chosen then,
	// R1.
	Hand []Item
	// Step is the part of the decision that it asks for. Esc leads back from all but Opening.
	Step Step
}

// Select sets the cursor on the item that leads to a decision, and reports whether there is one.
func (c *Chooser) Select(d *chapters.Decision) bool {
	i := slices.IndexFunc(c.Items, func(item Item) bool {
		return item.Ok &&
			(item.NextStep == Opening && item.Decision == *d ||
				item.NextStep == whichCard && item.Decision.Target == d.Target ||
				item.NextStep == ToWin && item.Card == d.Card)
	})
	if i >= 0 {
		c.Cursor = i
	}
	return i >= 0
}

// Selected returns the item under the cursor, nil if there are none.
func (c *Chooser) Selected() *Item {
	if c.Cursor < 0 || c.Cursor >= len(c.Items) {
		return nil
	}
	return &c.Items[c.Cursor]
}

// Move moves the cursor, round and round.
func (c *Chooser) Move(step int) {
	if n := len(c.Items); n > 0 {
		c.Cursor = (c.Cursor + step + n) % n
	}
}

// Jump moves the cursor to what a key names: a suit's letter leads to its next
// card, a digit to the card of the rank in this suit, or to the item of the
// number.
func (c *Chooser) Jump(r rune) {
	for i := 1; i <= len(c.Items); i++ {
		index := (c.Cursor + i) % len(c.Items)
		item := &c.Items[index]
		selected := c.Selected()
		hit := item.Digit == r && r != 0
		if item.Card != tricks.NoCard {
			if unicode.IsDigit(r) {
				hit = selected.Card != tricks.NoCard && item.Card.Suit() == selected.Card.Suit() &&
					item.Card.Rank() == int(r-'0')
			} else {
				letter := unicode.ToUpper(r) // of the language, or of documents
				hit = rune(item.Card.String()[0]) == letter || rune(item.Label[0]) == letter
			}
		}
		if hit {
			c.Cursor = index
			return
		}
	}
}
