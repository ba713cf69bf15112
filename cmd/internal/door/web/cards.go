package web

import (
	"html/template"
	"slices"
	"strconv"
	"strings"
	"sync"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// card is a card as it is drawn, and as a screen reader reads it.
type card struct {
	// Code identifies the card on the page; empty for a card that is face down.
	Code string
	// Suit is the name of the suit in the styles; empty for a card that is face down.
	Suit string
	// Letter is the letter of the suit that is printed on the card.
	Letter string
	// Rank is the rank that is printed on the card.
	Rank string
	// Name is the card in words, with what there is to know about it here.
	Name string
	// IsOneRing reports whether it is the One Ring, which looks like no other card.
	IsOneRing bool
	// View is the symbol of the landscape on the card.
	View string
	// Face is the picture of the card.
	Face template.HTML
	// Mini is the small picture of the card.
	Mini template.HTML
}

// suits are the names of the suits in the styles. The last one is for B5, which has no suit.
var suits = [tricks.Suits + 1]string{"hills", "mountains", "forests", "shadows", "rings", "rivers", "balrog"}

// decks returns what draws each card in a language. A card is drawn once, when a page first has it.
var decks = perLanguage(func(t *texts.Texts) map[tricks.Card]func() *card {
	deck := map[tricks.Card]func() *card{
		tricks.Closed: sync.OnceValue(card{Name: t.T("web.closedcard")}.withPictures),
		tricks.NoCard: sync.OnceValue(func() *card {
			return &card{Face: `<span class="card-face none"></span>`, Mini: `<span class="small-card none"></span>`}
		}),
	}
	for c := range tricks.NoCard {
		if c.Valid() {
			deck[c] = sync.OnceValue(func() *card {
				return card{
					Code: c.String(), Suit: suits[c.Suit()], Letter: t.Code(c)[:1],
					Rank: strconv.Itoa(c.Rank()), Name: t.Card(c),
				}.withPictures()
			})
		}
	}
	return deck
})

// cardTemplate returns the template that draws cards.
var cardTemplate = sync.OnceValue(func() *template.Template {
	drawings := template.New("").Funcs(drawingFuncs)
	parseTemplates(drawings, templateText("card"))
	return drawings
})

// withPictures returns the card with its pictures.
func (c card) withPictures() *card {
	c.View = landscape + c.Suit
	c.IsOneRing = c.Code == tricks.OneRing.String()
	if c.IsOneRing {
		c.View = landscape + "one"
	}
	c.Face = drawTemplate(cardTemplate(), "face", c)
	c.Mini = drawTemplate(cardTemplate(), "mini", c)
	return &c
}

// cardOf returns a card as it is drawn, an empty place for [tricks.NoCard].
func cardOf(t *texts.Texts, c tricks.Card) *card { return decks(t)[c]() }

// cardMarker returns the replacer that puts the number of a card between zero bytes in the place of its name.
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
			out = append(out, cardOf(t, tricks.Card(c)).Mini) //nolint:gosec // cardMarker writes valid cards only
			continue
		}
		out = append(out, part)
	}
	return out
}

// choice is a possible answer to the current question, drawn as a button, or a card of the hand that is not an answer.
type choice struct {
	// Face is the card, nil for an answer in words.
	Face *card
	// ID identifies the button on the page.
	ID string
	// Label is the text on the button.
	Label string
	// Note says more about the answer in a list.
	Note string
	// CharacterID is the character that the answer stands for; empty for none.
	CharacterID string
	// Goal is the goal of the character in few words.
	Goal string
	// Full is the goal of the character in full.
	Full string
	// Marks are the signs that draw the goal.
	Marks []mark
	// Do is the name of the form field: for a decision, for the next step of an answer, or for a refused answer.
	Do string
	// Value is the content of that field.
	Value string
	// Detail describes the effect of the button or, if Ok is false, why it cannot be chosen.
	Detail string
	// Ok reports whether the answer can be chosen.
	Ok bool
	// Required reports whether the character must be in the round.
	Required bool
	// Pressed reports whether the person has chosen the answer, but has not confirmed it yet.
	Pressed bool
	// SetupText says what the character does in the setup; empty for nothing.
	SetupText string
	// Setup are the signs for what the character does in the setup.
	Setup []setupSign
	// Spoken is the text for a screen reader.
	Spoken string
	// Mark says what is special about a card of the hand.
	Mark cardMark
}

// cardMark says what is special about a card of the hand. It is also a class of the styles.
type cardMark string

const (
	// hintedCard is the card that a hint advises.
	hintedCard cardMark = "hinted"
	// chosenCard is the first part of a decision that has two.
	chosenCard cardMark = "chosen"
	// arrivedCard is a card that has just come into the hand.
	arrivedCard cardMark = "arrived"
	// passedCard is a card that was passed on.
	passedCard cardMark = "passed"
	// givenCard is a card that lies on the felt until the person confirms that it is passed on.
	givenCard cardMark = "given"
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
	case chosenCard, givenCard:
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
	case hintedCard, chosenCard, givenCard:
	}
	return ""
}

// chooser returns the current question with its answers.
func chooser(r reader.Reader, v *chapters.View, step scene.Step, partner tricks.Seat) scene.Chooser {
	q := scene.Question{Reader: r, View: v, Ask: v.Ask, Step: step, PartnerSeat: partner}
	return q.Chooser()
}

// choices returns the answers as buttons. The last one leads back, if this is not the first step of an answer.
func choices(t *texts.Texts, v *chapters.View, c *scene.Chooser) (out []choice) {
	for i := range c.Items {
		item := &c.Items[i]
		button := newChoice(t, v, item, v.Ask.Seat)
		button.ID = "a" + strconv.Itoa(i)
		button.Do = "decide"
		button.Value = item.Decision.String()
		namesPartner := item.Card == tricks.NoCard && item.NextStep != scene.Opening ||
			item.Decision.Kind == chapters.NameLeader
		if namesPartner && item.Decision.Target >= 0 {
			button.Label = t.Round(v).NameAt(item.Decision.Target) // without the number that a terminal needs
			if character := v.Seats[item.Decision.Target].Character; character != nil {
				button.CharacterID = character.ID
			}
		}
		if item.Card != tricks.NoCard {
			button.Face = cardOf(t, item.Card)
		}
		switch { // the details for a terminal name its keys: they are left out
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
		case isConfirmed(item):
			button.Do = "step"
		}
		out = append(out, button)
	}
	if c.Step != scene.Opening {
		out = append(out, choice{ID: "back", Label: t.T("web.change"), Do: "step", Value: firstStep, Ok: true})
	}
	return out
}

// goalCells is the width of the longest goal in few words that a plate and a tile have room for, in cells.
const goalCells = 26

// newChoice returns the button of an answer. A character comes with its goal at a seat, and with its setup.
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
			button.Goal = t.Round(v).GoalWithin(character, seat, goalCells)
			button.Full = texts.Sentence(t.Round(v).GoalAt(character, seat))
			button.SetupText = texts.Sentence(t.Round(v).SetupInRound(character))
			button.Note = setupOf(t, v, character)
			button.Setup = setupSigns(t.Round(v), character)
			if goal, ok := v.GoalFormula(character, seat); ok {
				standing := goal.Standing(len(v.Seats))
				button.Marks = marksOf(&standing, seat)
				if cells.Width(button.Goal) > texts.FewWords { // signs and long words have no room beside each other
					button.Marks = nil
				}
			}
		}
	}
	return button
}

// setupOf describes the setup of a character in a round; empty without one.
func setupOf(t *texts.Texts, v *chapters.View, character *characters.Character) string {
	text := t.Round(v).SetupInRound(character)
	if text == "" {
		return ""
	}
	return t.T("setup.full", text)
}

const (
	// firstStep is the value of the button that leads back: the first step of an answer, with no partner.
	firstStep = "0 -1"
	// takeBack is the value of the button that takes back what was chosen, but not confirmed yet.
	takeBack = "back"
)

// findDecision returns the legal decision that a button stands for.
func findDecision(ask *chapters.Ask, value string) (chapters.Decision, bool) {
	i := slices.IndexFunc(ask.Options, func(d chapters.Decision) bool { return d.String() == value })
	if i < 0 {
		return chapters.Decision{}, false
	}
	return ask.Options[i], true
}
