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
var decks = perLanguage(func(t *texts.Texts) map[tricks.Card]*card {
	deck := map[tricks.Card]*card{tricks.Closed: card{Name: t.T("web.closedcard")}.withPictures()}
	deck[tricks.NoCard] = &card{
		Face: `<span class="card-face none"></span>`,
		Mini: `<span class="small-card none"></span>`,
	}
	for c := range tricks.NoCard {
		if c.Valid() {
			deck[c] = card{
				Code: c.String(), Suit: suits[c.Suit()], Letter: t.Code(c)[:1],
				Rank: strconv.Itoa(c.Rank()), Name: t.Card(c),
			}.withPictures()
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

// withPictures is the card with its pictures.
func (c card) withPictures() *card {
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

// cardMarker marks the names of cards in texts.
var cardMarker = perLanguage(func(t *texts.Texts) *strings.Replacer {
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
	for i, part := range strings.Split(cardMarker(t).Replace(text), "\x00") {
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
	ID, Label, Note, CharacterID string
	// Goal is that of a character in few words, Full in full, and Marks draw it.
	Goal, Full string
	Marks      []mark
	// Do names the form's field, and Value its content: a decision, the next step of one, or one
	// that is refused.
	Do, Value string
	// Detail tells the effect of the button or, where Ok is false, why it cannot be chosen.
	Detail       string
	Ok, Required bool
	// Spoken is read out by a screen reader.
	Spoken string
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

// SpokenKey returns the key of the text that a screen reader reads for the sign, empty for none.
func (m cardMark) SpokenKey() string {
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
func chooser(t *texts.Texts, v *chapters.View, step scene.Step, partner tricks.Seat) scene.Chooser {
	q := scene.Question{Texts: t, View: v, Ask: v.Ask, Step: step, PartnerSeat: partner}
	return q.Chooser()
}

// choices are the answers as buttons.
func choices(t *texts.Texts, v *chapters.View, c *scene.Chooser) (out []choice) {
	for i := range c.Items {
		item := &c.Items[i]
		button := newChoice(t, v, item, v.Ask.Seat)
		button.ID = "a" + strconv.Itoa(i)
		button.Do = "decide"
		button.Value = item.Decision.String()
		if partner := item.Card == tricks.NoCard && item.NextStep != scene.Opening ||
			item.Decision.Kind == chapters.NameLeader; partner && item.Decision.Target >= 0 {
			button.Label = t.NameAt(v, item.Decision.Target) // which a terminal numbers
			if character := v.Seats[item.Decision.Target].Character; character != nil {
				button.CharacterID = character.ID
			}
		}
		if item.Card != tricks.NoCard {
			button.Face = cardOf(t, item.Card)
		}
		switch { // what a terminal says of what can be chosen names its keys
		case c.List:
			if item.ID == "" || !item.Ok {
				button.Note = item.Detail
			}
			button.Detail = ""
		case item.Ok:
			button.Detail = item.Effect
		}
		name := item.Label
		if button.Face != nil {
			button.ID = "c" + button.Face.Code
			name = button.Face.Name
		}
		if button.Face != nil {
			button.Spoken = name
		}
		switch {
		case !item.Ok:
			button.Do = "refused"
			button.Value = strconv.Itoa(i)
			button.Spoken = t.T("web.refused", name, item.Detail)
		case item.NextStep != scene.Opening:
			button.Do = "step"
			button.Value = strconv.Itoa(int(item.NextStep)) + " " + strconv.Itoa(int(item.Decision.Target))
		}
		out = append(out, button)
	}
	if c.Step != scene.Opening {
		out = append(out, choice{ID: "back", Label: t.T("web.change"), Do: "step", Value: firstStep, Ok: true})
	}
	return out
}

// newChoice begins a button; one that stands for a character has its goal at a seat, and its setup.
func newChoice(t *texts.Texts, v *chapters.View, item *scene.Item, seat tricks.Seat) choice {
	button := choice{
		Label: item.Label, Note: item.Note, CharacterID: item.ID, Detail: item.Detail, Ok: item.Ok,
		Required: item.IsRequired,
	}
	if v.Chapter == nil || item.ID == "" {
		return button
	}
	for i := range v.Chapter.Roster {
		if character := v.Chapter.Roster[i].Character; character.ID == item.ID {
			button.Goal = item.ShortNote
			button.Full = texts.Sentence(t.GoalAt(v, character, seat))
			button.Note = setupOf(t, v, character)
			if goal, ok := v.GoalFormula(character, seat); ok {
				standing := goal.Standing(len(v.Seats))
				button.Marks = marksOf(&standing, seat)
			}
		}
	}
	return button
}

// setupOf tells the setup of a character in a round, empty for none.
func setupOf(t *texts.Texts, v *chapters.View, character *characters.Character) string {
	text := t.SetupInRound(v, character)
	if text == "" {
		return ""
	}
	return t.T("tui.setup.full", text)
}

// firstStep is the value of the button back: the first step of an answer, with no partner.
const firstStep = "0 -1"

// findDecision finds the decision of a button among those that are legal.
func findDecision(ask *chapters.Ask, value string) (chapters.Decision, bool) {
	i := slices.IndexFunc(ask.Options, func(d chapters.Decision) bool { return d.String() == value })
	if i < 0 {
		return chapters.Decision{}, false
	}
	return ask.Options[i], true
}
