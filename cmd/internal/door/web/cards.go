package web

import (
	"html/template"
	"slices"
	"strconv"
	"strings"
	"sync"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// card is a card as it is drawn, and as it is read to somebody.
type card struct {
	// Code tells it apart on the page. Suit is the name of its suit in styles, empty for a
	// card that lies face down, and Letter and Rank stand printed on it.
	Code, Suit, Letter, Rank string
	// Name is the card in words, with what there is to know about it here.
	Name string
	// View is the landscape on it.
	View string
	// Face is its picture, and Mini a small one.
	Face, Mini template.HTML
}

// suits are the suits' names in styles, and that of B5, which has none.
var suits = [tricks.Suits + 1]string{"hills", "mountains", "forests", "shadows", "rings", "rivers", "balrog"}

// decks are all cards, which are drawn once.
var decks = inEach(func(t *texts.Texts) map[tricks.Card]*card {
	deck := map[tricks.Card]*card{tricks.Closed: card{Name: t.T("web.closedcard")}.drawn()}
	deck[tricks.NoCard] = &card{Face: `<span class="card-face none"></span>`, Mini: `<span class="small-card none"></span>`}
	for c := range tricks.NoCard {
		if c.Valid() {
			deck[c] = card{Code: c.String(), Suit: suits[c.Suit()], Letter: t.Code(c)[:1], Rank: strconv.Itoa(c.Rank()), Name: t.Card(c)}.drawn()
		}
	}
	return deck
})

// cardTemplate draws cards.
var cardTemplate = sync.OnceValue(func() *template.Template {
	drawings := template.New("").Funcs(drawingFuncs)
	parseTemplate(drawings, "card")
	return drawings
})

// drawn is the card with its pictures.
func (c card) drawn() *card {
	c.View = landscape + c.Suit
	if c.IsOneRing() {
		c.View = landscape + "one"
	}
	c.Face = drawTemplate(cardTemplate(), "face", c)
	c.Mini = drawTemplate(cardTemplate(), "mini", c)
	return &c
}

// IsOneRing reports whether it is the One Ring, which looks like no other card.
func (c card) IsOneRing() bool { return c.Code == tricks.OneRing.String() }

// cardOf is a card as it is drawn, an empty place for none.
func cardOf(t *texts.Texts, c tricks.Card) *card { return decks(t)[c] }

// marked marks the names of cards in texts.
var marked = inEach(func(t *texts.Texts) *strings.Replacer {
	var names []string
	for c := range tricks.NoCard {
		if c.Valid() {
			names = append(names, t.Card(c), "\x00"+strconv.Itoa(int(c))+"\x00")
		}
	}
	return strings.NewReplacer(names...)
})

// withCards returns the parts of a text, with each card that it names as a picture.
func withCards(t *texts.Texts, text string) (out []any) {
	for i, part := range strings.Split(marked(t).Replace(text), "\x00") {
		if c, err := strconv.Atoi(part); err == nil && i%2 == 1 {
			out = append(out, cardOf(t, tricks.Card(c)).Mini) //nolint:gosec // as is marked above
			continue
		}
		out = append(out, part)
	}
	return out
}

// choice is one answer to the question that is due, as a button, or a card of the hand that is none.
type choice struct {
	// Face is the card that it is, nil for a word.
	Face *card
	// ID tells the button apart, Label stands on it, Note tells more about it in a list. Who is the
	// character that it stands for.
	ID, Label, Note, Who string
	// Goal is that of a character in few words, Full in full, and Marks draw it.
	Goal, Full string
	Marks      []mark
	// Do names the form's field, and Value its content: a decision, the next step of one, or one
	// that is refused.
	Do, Value string
	// Detail tells the effect of the button or, where Ok is false, why it cannot be chosen.
	Detail   string
	Ok, Must bool
	// Says is read out by a screen reader.
	Says string
	// Mark says what is special about a card of the hand.
	Mark cardMark
}

// cardMark is what is special about a card of the hand. It is also a class of the styles.
type cardMark string

const (
	// hintedCard is the card that a hint advises.
	hintedCard cardMark = "hinted"
	// chosenCard is the first part of a decision that has two.
	chosenCard cardMark = "chosen"
	// arrivedCard has just come into the hand.
	arrivedCard cardMark = "arrived"
	// passedCard was passed on.
	passedCard cardMark = "passed"
)

// Sign returns the symbol that is drawn at the corner of the card, empty for none.
func (m cardMark) Sign() string {
	switch m {
	case hintedCard:
		return "i-bulb"
	case arrivedCard:
		return "i-in"
	case passedCard:
		return "i-out"
	case chosenCard:
	}
	return ""
}

// Says returns the key of the text that a screen reader reads for the sign, empty for none.
func (m cardMark) Says() string {
	switch m {
	case arrivedCard:
		return "web.came"
	case passedCard:
		return "web.went"
	case hintedCard, chosenCard:
	}
	return ""
}

// chooser is the question that is due, with its answers.
func chooser(t *texts.Texts, v *chapters.View, step scene.Step, to tricks.Seat) scene.Chooser {
	q := scene.Question{Texts: t, V: v, Ask: v.Ask, Step: step, To: to}
	return q.Chooser()
}

// choices are the answers as buttons.
func choices(t *texts.Texts, v *chapters.View, c *scene.Chooser) (out []choice) {
	for i := range c.Items {
		it := &c.Items[i]
		b := answer(t, v, it, v.Ask.Seat)
		b.ID = "a" + strconv.Itoa(i)
		b.Do = "decide"
		b.Value = it.Decision.String()
		if partner := it.Card == tricks.NoCard && it.Opens != scene.Opening || it.Decision.Kind == chapters.NameLeader; partner && it.Decision.To >= 0 {
			b.Label = t.Who(v, it.Decision.To) // which a terminal numbers
			if who := v.Seats[it.Decision.To].Character; who != nil {
				b.Who = who.ID
			}
		}
		if it.Card != tricks.NoCard {
			b.Face = cardOf(t, it.Card)
		}
		switch { // what a terminal says of what can be chosen names its keys
		case c.List:
			if it.ID == "" || !it.Ok {
				b.Note = it.Detail
			}
			b.Detail = ""
		case it.Ok:
			b.Detail = it.Effect
		}
		name := it.Label
		if b.Face != nil {
			b.ID = "c" + b.Face.Code
			name = b.Face.Name
		}
		if b.Face != nil {
			b.Says = name
		}
		switch {
		case !it.Ok:
			b.Do = "refused"
			b.Value = strconv.Itoa(i)
			b.Says = t.T("web.refused", name, it.Detail)
		case it.Opens != scene.Opening:
			b.Do = "step"
			b.Value = strconv.Itoa(int(it.Opens)) + " " + strconv.Itoa(int(it.Decision.To))
		}
		out = append(out, b)
	}
	if c.Step != scene.Opening {
		out = append(out, choice{ID: "back", Label: t.T("web.change"), Do: "step", Value: firstStep, Ok: true})
	}
	return out
}

// answer begins a button; one that stands for a character has its goal at a seat, and its setup.
func answer(t *texts.Texts, v *chapters.View, it *scene.Item, at tricks.Seat) choice {
	b := choice{Label: it.Label, Note: it.Note, Who: it.ID, Detail: it.Detail, Ok: it.Ok, Must: it.Must}
	if v.Chapter == nil || it.ID == "" {
		return b
	}
	for i := range v.Chapter.Roster {
		if who := v.Chapter.Roster[i].Character; who.ID == it.ID {
			b.Goal = it.Few
			b.Full = texts.Sentence(t.GoalAt(v, who, at))
			b.Note = setupOf(t, v, who)
			if goal, ok := v.Wants(who, at); ok {
				standing := goal.Standing(len(v.Seats))
				b.Marks = marksOf(&standing, at)
			}
		}
	}
	return b
}

// setupOf tells the setup of a character in a round, empty for none.
func setupOf(t *texts.Texts, v *chapters.View, who *characters.Character) string {
	text := t.SetupHere(v, who)
	if text == "" {
		return ""
	}
	return t.T("tui.setup.full", text)
}

// firstStep is the value of the button back: the first step of an answer, with no partner.
const firstStep = "0 -1"

// decided finds the decision of a button among those that are legal.
func decided(ask *chapters.Ask, value string) (chapters.Decision, bool) {
	i := slices.IndexFunc(ask.Options, func(d chapters.Decision) bool { return d.String() == value })
	if i < 0 {
		return chapters.Decision{}, false
	}
	return ask.Options[i], true
}
