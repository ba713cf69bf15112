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
	V   *chapters.View
	Ask *chapters.Ask
	// Step is the part that is due, To the partner chosen in an earlier one.
	Step Step
	To   tricks.Seat
}

// Chooser returns the question of the present step with its answers.
func (q *Question) Chooser() Chooser {
	c := Chooser{Seat: tricks.NoSeat, Step: q.Step}
	switch partners := q.partners(); {
	case q.Ask.Kind == chapters.Draft:
		q.draft(&c)
	case q.Step == ToWin:
		q.ring(&c)
	case texts.Worded(q.Ask.Kind):
		q.words(&c)
	case q.PartnerQuestion(q.Ask.Kind) != "" && q.Step == Opening && len(partners) > 1:
		q.partner(&c, partners)
	default:
		if q.Step == Opening && len(partners) > 0 {
			q.To = partners[0]
		}
		q.cards(&c)
	}
	c.Cursor = max(slices.IndexFunc(c.Items, func(it Item) bool { return it.Ok }), 0)
	if q.Step == ToWin { // the answer that keeps the goal alive, else the one that helps it
		seat := q.Ask.Seat
		for i := range c.Items {
			toWin := c.Items[i].Decision.ToWin
			if dooms := texts.DoomsOf(q.V); breaks(dooms, seat, !toWin) || helps(q.V, seat) == toWin && !breaks(dooms, seat, toWin) {
				c.Cursor = i
			}
		}
	}
	return c
}

func (q *Question) subject() string {
	s := q.Ask.Seat
	switch {
	case q.V.Players == 1:
		return q.T("tui.turn.of", q.Who(q.V, s))
	case q.V.Seats[s].Rows != nil:
		return q.T("tui.turn.pyramid")
	}
	return q.T("tui.turn.you")
}

// draft lists the characters (S4), in the order of the chapter.
func (q *Question) draft(c *Chooser) {
	c.List = true
	switch s := q.Ask.Seat; {
	case q.V.Players == 1:
		c.Prompt = q.T("tui.ask.draft.seat", q.Seat(s))
	case q.V.Seats[s].Rows != nil:
		c.Prompt = q.T("tui.ask.draft.pyramid", q.Seat(s))
	default:
		c.Prompt = q.T("tui.ask.draft")
	}
	for _, entry := range q.V.Chapter.Roster {
		who := entry.Character
		it := Item{Label: q.ShortName(who), ID: who.ID, Card: tricks.NoCard, Note: q.GoalAt(q.V, who, q.Ask.Seat), Few: q.GoalInFew(q.V, who, q.Ask.Seat)}
		if len(c.Items) < 9 {
			it.Digit = rune('1' + len(c.Items))
		}
		it.Must = entry.Starred
		it.Label += q.Completed(q.V, who.ID)
		if !q.answer(&it, func(d chapters.Decision) bool { return d.Character == who.ID }) {
			continue // taken
		}
		if it.Ok {
			goal := q.GoalInFull(q.V, who, q.Ask.Seat)
			it.Detail = q.T("tui.detail.nosetup", goal)
			if text := q.SetupHere(q.V, who); text != "" {
				it.Detail = q.T("tui.detail.setup", goal, text)
			}
			if name := q.Name(who); name != q.ShortName(who) {
				it.Detail = name + ". " + it.Detail
			}
		}
		c.Items = append(c.Items, it)
	}
}

// answer finds the decision that an item stands for, or why it is refused; there may be neither.
func (q *Question) answer(it *Item, is func(chapters.Decision) bool) bool {
	if i := slices.IndexFunc(q.Ask.Options, is); i >= 0 {
		it.Ok = true
		it.Decision = q.Ask.Options[i]
		return true
	}
	i := slices.IndexFunc(q.Ask.Refused, func(r chapters.Refusal) bool { return is(r.Decision) })
	if i >= 0 {
		it.Detail = q.Refusal(q.V, q.Ask.Refused[i])
	}
	return i >= 0
}

// partners lists who an exchange is possible with, then the lost card; NoSeat
// last, for none (S10).
func (q *Question) partners() []tricks.Seat {
	var out []tricks.Seat
	for _, d := range q.Ask.Options {
		if !slices.Contains(out, d.To) {
			out = append(out, d.To)
		}
	}
	slices.SortFunc(out, func(a, b tricks.Seat) int { return cmp.Compare(uint8(a), uint8(b)) }) // both come behind seats
	return out
}

func (q *Question) partner(c *Chooser, partners []tricks.Seat) {
	c.Prompt = q.T("tui.ask", q.subject(), q.PartnerQuestion(q.Ask.Kind))
	for _, to := range partners {
		it := Item{Card: tricks.NoCard, Ok: true, Opens: whichCard, Decision: chapters.Decision{To: to}}
		switch to {
		case tricks.NoSeat:
			it.Decision = q.Ask.Options[slices.IndexFunc(q.Ask.Options, func(d chapters.Decision) bool { return d.To == to })]
			it.Label = q.Answer(q.V, it.Decision)
			it.Digit = '-'
			it.Opens = Opening
			it.Detail = q.Detail(q.V, it.Decision)
		case chapters.LostCard:
			it.Label = q.Partner(q.V, to)
			it.Detail = q.T("tui.detail.lost")
		default:
			it.Label = q.Number(to) + " " + q.Who(q.V, to)
			it.Digit = rune('1' + to)
			it.Detail = q.T("tui.detail.partner", q.Who(q.V, to))
		}
		c.Items = append(c.Items, it)
	}
}

func (q *Question) words(c *Chooser) {
	c.Prompt = q.T("tui.ask", q.subject(), q.Question(q.V, q.Ask))
	add := func(d chapters.Decision, digit rune) *Item {
		it := Item{Card: tricks.NoCard, Decision: d, Digit: digit, Label: q.Answer(q.V, d)}
		switch d.Kind {
		case chapters.Threat:
			it.Digit = rune('0' + d.Number)
		case chapters.NameLeader:
			it.Digit = rune('1' + d.To)
			it.Label = q.Number(d.To) + " " + it.Label
		default:
		}
		c.Items = append(c.Items, it)
		return &c.Items[len(c.Items)-1]
	}
	for i, d := range q.Ask.Options {
		it := add(d, rune('1'+i))
		it.Ok = true
		it.Detail = q.T("tui.detail.word", it.Label)
	}
	for _, r := range q.Ask.Refused {
		if r.Kind == chapters.NameLeader {
			add(r.Decision, 0).Detail = q.Refusal(q.V, r)
		}
	}
}

// cards lists the cards of the seat, those that may not be chosen with the
// reason.
func (q *Question) cards(c *Chooser) {
	c.Seat = q.Ask.Seat
	dooms := texts.DoomsOf(q.V)
	c.Prompt = q.T("tui.ask", q.subject(), q.Task(q.V, q.Ask, q.To))
	for _, card := range q.V.Seats[c.Seat].Open.Cards() {
		it := Item{Label: q.Code(card), Card: card}
		if !q.answer(&it, func(d chapters.Decision) bool { return d.Card == card && d.To == q.To }) {
			continue
		}
		if it.Ok {
			it.Detail = q.Detail(q.V, it.Decision)
			if q.Ask.Kind == chapters.PlayCard && card == tricks.OneRing {
				it.Opens = ToWin
				for _, answer := range q.ringAnswers(dooms) {
					it.Further = append(it.Further, answer.Detail)
				}
			}
			if q.Ask.Kind == chapters.PlayCard {
				it.Effect = q.Sums(q.V, c.Seat, it.Decision.Move)
				if it.Opens != ToWin { // else the rest depends on the answer
					it.Effect = q.Outcome(dooms, c.Seat, it.Decision.Move)
				}
				if it.Opens != Opening {
					it.Detail = strings.TrimSpace(it.Detail + " " + it.Effect)
				} else if it.Effect != "" { // that Enter plays the card is told anyway
					it.Detail = it.Effect
				}
			}
		}
		c.Items = append(c.Items, it)
	}
}

// ring asks whether R1 is to win (T7).
func (q *Question) ring(c *Chooser) {
	c.Prompt = q.T("tui.ask", q.subject(), q.T("tui.ask.ring"))
	before := *q
	before.Step = Opening
	c.Hand = before.Chooser().Items
	c.Items = q.ringAnswers(texts.DoomsOf(q.V))
}

// ringAnswers are those to that question.
func (q *Question) ringAnswers(dooms *texts.Dooms) (out []Item) {
	for _, d := range q.Ask.Options {
		if d.Card != tricks.OneRing {
			continue
		}
		it := Item{Card: tricks.NoCard, Ok: true, Decision: d, Digit: '-', Label: q.T("tui.ring.lose"), Detail: q.T("tui.detail.ring.lose"), Effect: q.Outcome(dooms, q.Ask.Seat, d.Move)}
		if d.ToWin {
			it.Digit = '!'
			it.Label = q.T("tui.ring.win")
			it.Detail = q.T("tui.detail.ring.win")
			it.Detail = strings.Join(texts.NotEmpty(q.Doomed(dooms, q.Ask.Seat, d.Move), it.Detail, q.Sums(q.V, q.Ask.Seat, d.Move)), " ")
		} else {
			it.Detail = strings.TrimSpace(it.Detail + " " + it.Effect)
		}
		out = append(out, it)
	}
	return out
}

// breaks reports whether R1, played to win or not (T7), would put a goal out of reach for good, as
// far as that can be seen on the table.
func breaks(dooms *texts.Dooms, s tricks.Seat, toWin bool) bool {
	_, ok := dooms.Of(s, tricks.Move{Card: tricks.OneRing, ToWin: toWin})
	return ok
}

// helps reports whether winning R1 brings the goal of a seat nearer.
func helps(v *chapters.View, s tricks.Seat) bool {
	goal, ok := v.Standing(s)
	return ok && wantsRing(&goal, s)
}

// wantsRing reports whether one of the conditions that a goal needs asks for R1.
func wantsRing(g *characters.Standing, s tricks.Seat) bool {
	switch g.Op {
	case characters.Leaf:
		return g.Condition.Seat == s && g.Missing.Has(tricks.OneRing)
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
	Note, Few string
	Must      bool
	// Detail is said while the cursor is on it: why it may not be chosen, or
	// what choosing it does.
	Detail string
	// Effect is the part of Detail that tells what the play does to trick and goals, empty for no play.
	Effect string
	// Further are the details of the answers to the question that it opens about itself.
	Further []string
	// Ok reports whether it may be chosen. Then decision is what it means, unless it
	// opens a further question.
	Ok       bool
	Decision chapters.Decision
	Opens    Step
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

// Lead sets the cursor on the item that leads to a decision, and reports whether there is one.
func (c *Chooser) Lead(d *chapters.Decision) bool {
	i := slices.IndexFunc(c.Items, func(it Item) bool {
		return it.Ok && (it.Opens == Opening && it.Decision == *d || it.Opens == whichCard && it.Decision.To == d.To || it.Opens == ToWin && it.Card == d.Card)
	})
	if i >= 0 {
		c.Cursor = i
	}
	return i >= 0
}

// At returns the item under the cursor, nil if there are none.
func (c *Chooser) At() *Item {
	if c.Cursor < 0 || c.Cursor >= len(c.Items) {
		return nil
	}
	return &c.Items[c.Cursor]
}

// Move moves the cursor, round and round.
func (c *Chooser) Move(by int) {
	if n := len(c.Items); n > 0 {
		c.Cursor = (c.Cursor + by + n) % n
	}
}

// Jump moves the cursor to what a key names: a suit's letter leads to its next
// card, a digit to the card of the rank in this suit, or to the item of the
// number.
func (c *Chooser) Jump(r rune) {
	for i := 1; i <= len(c.Items); i++ {
		k := (c.Cursor + i) % len(c.Items)
		it := &c.Items[k]
		here := c.At()
		hit := it.Digit == r && r != 0
		if it.Card != tricks.NoCard {
			if unicode.IsDigit(r) {
				hit = here.Card != tricks.NoCard && it.Card.Suit() == here.Card.Suit() && it.Card.Rank() == int(r-'0')
			} else {
				letter := unicode.ToUpper(r) // of the language, or of documents
				hit = rune(it.Card.String()[0]) == letter || rune(it.Label[0]) == letter
			}
		}
		if hit {
			c.Cursor = k
			return
		}
	}
}
