package web

import (
	"cmp"
	"net/http"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/realtable"
	"fellowship/cmd/internal/texts"
)

// A round of a real table is a text in the notation that package realtable reads. A tap on a card writes the card into
// the text, and the page is drawn from the text. The form has nothing else. At home it is kept, see real_kept.go.
//
// Each step of entering a round has a name, a value that says what the step does, and a part of the page that it shows.
// A file each has what a step shows: real_seats.go, real_guide.go, real_cards.go and real_result.go.

// realStep is a step of entering a round of a real table.
type realStep struct {
	// needs is the knowledge without which the page asks for the chapter instead.
	needs realKnowledge
	// place returns the key of the place that the step chooses for the next card; nil, or an empty key, if the place
	// stays.
	place func(*request) string
	// reads changes the round by what the form sends, nil for a step that only shows it.
	reads func(*realEntry)
	// fills fills the part of the page that the step shows.
	fills func(*realEntry)
	// previous returns the step to which the page leads back. It is nil if the page leads back to the menu.
	previous func(*realForm) string
}

// realKnowledge says how much of a round is known.
type realKnowledge int

const (
	knowsNothing realKnowledge = iota
	// knowsGame means that it is known which chapter was played, and by how many.
	knowsGame
	// knowsSeats means that it is also known which character sat where.
	knowsSeats
)

// The names of the steps that other steps lead to.
const (
	gameStep  = "what"
	seatsStep = "who"
	cardsStep = "lay"
	textStep  = "text"
	placeStep = "to"
	tapStep   = "tap"
	leadStep  = "led"
	countStep = "count"
	againStep = "again"
)

// realSteps are the steps by their names: values of the field "do" of a form, and names of its other buttons.
var realSteps = map[string]realStep{
	gameStep:  {needs: knowsNothing, fills: (*realEntry).fillGame},
	seatsStep: {needs: knowsGame, fills: (*realEntry).fillSeats},
	"guide":   {needs: knowsGame, fills: (*realEntry).fillGuide},
	"draw":    {needs: knowsGame, reads: (*realEntry).drawThreats, fills: (*realEntry).fillGuide},

	cardsStep: {needs: knowsSeats, fills: (*realEntry).fillCards, previous: toSeats},
	placeStep: {needs: knowsSeats, place: chosenPlace, fills: (*realEntry).fillCards, previous: toSeats},
	"move":    {needs: knowsSeats, place: chosenExchange, fills: (*realEntry).fillCards, previous: toSeats},
	tapStep: {
		needs: knowsSeats, place: chosenPlace, reads: (*realEntry).tap, fills: (*realEntry).fillCards,
		previous: toSeats,
	},
	"undo": {needs: knowsSeats, reads: (*realEntry).undo, fills: (*realEntry).fillCards, previous: toSeats},

	textStep: {needs: knowsNothing, fills: (*realEntry).fillText},
	leadStep: {
		needs: knowsNothing, reads: (*realEntry).addLead, fills: (*realEntry).fillCheck, previous: toEntry,
	},
	"check": {needs: knowsNothing, fills: (*realEntry).fillCheck, previous: toEntry},
	"told":  {needs: knowsNothing, fills: (*realEntry).fillResult, previous: toEntry},

	countStep: {needs: knowsNothing, fills: (*realEntry).fillCounted, previous: toEntry},
	againStep: {needs: knowsNothing, fills: (*realEntry).fillCountedAgain, previous: toEntry},
}

// toSeats leads back to the characters.
func toSeats(*realForm) string { return seatsStep }

// toEntry leads back to where the cards were entered.
func toEntry(f *realForm) string {
	if f.Kind != "" {
		return cardsStep
	}
	return textStep
}

// chosenPlace returns the key of the place whose button was pressed; empty if none was.
func chosenPlace(q *request) string { return q.value(placeStep) }

// chosenExchange returns the key of an exchange that is to be added.
func chosenExchange(q *request) string {
	exchange := q.value("from") + ">" + q.value("partner") + " " + q.value("trick")
	return strings.Join(strings.Fields(exchange), " ")
}

// realEntry is a round of a real table that is being entered: the form that was sent, and the page that answers.
type realEntry struct {
	request *request
	t       *texts.Texts
	lib     *chapters.Library
	form    *realForm
	// campaign is the campaign in which the round is to be counted; empty for none.
	campaign string
	// places are the places where cards go.
	places *realPlaces
	page   *realPage
	// status is the HTTP status of the answer.
	status int
	// isCounted reports whether a campaign has counted the round, so that nobody has to go on with it.
	isCounted bool
}

// enterRealRound shows the step that a form asks for, the first one without a form.
func enterRealRound(q *request) {
	t := q.frame.Texts
	form := newRealForm(q)
	e := &realEntry{
		request: q, t: t, lib: q.options.Library, form: form,
		page:   &realPage{sheet: q.newSheet("/", t.T("lobby.entry")), Form: form},
		status: http.StatusOK,
	}
	name := e.stepName()
	step := realSteps[name]
	if form.known >= knowsGame {
		e.page.Subtitle = t.Chapter(form.chapter)
	}
	if step.place != nil {
		form.PlaceKey = cmp.Or(step.place(q), form.PlaceKey)
	}
	e.places = newRealPlaces(t, e.lib, form)
	if step.reads != nil {
		step.reads(e)
	}
	step.fills(e)
	if form.known >= knowsGame && e.page.Found == nil {
		form.Text = form.lines.String()
	}
	if step.previous != nil {
		e.page.PreviousStep = step.previous(form)
	}
	if !e.isCounted {
		e.keep(name)
	}
	q.show(e.status, "real", e.page)
}

// stepName returns the name of the step that a form asks for, and the first one if that step needs more than is known.
// With the steps "count" and "again", it also notes the campaign. These steps change the campaign, so they need a form:
// an address shows only the result.
func (e *realEntry) stepName() string {
	q := e.request
	name, campaign, _ := strings.Cut(q.value("do"), " ")
	e.campaign = campaign
	knowsChapter := e.form.known >= knowsGame
	switch {
	case q.value(leadStep) != "" && len(e.form.Text) < realtable.MostText:
		name = leadStep
	case q.value(tapStep) != "" && knowsChapter:
		name = tapStep
	case q.value(placeStep) != "" && knowsChapter:
		name = placeStep
	case (name == countStep || name == againStep) && q.r.Method != http.MethodPost:
		name = "told"
	}
	step, ok := realSteps[name]
	if !ok || e.form.known < step.needs {
		return gameStep
	}
	return name
}

// realPage is the page for entering a round of a real table. One of its parts is shown.
type realPage struct {
	sheet
	// Form is the round, as the form on the page sends it on.
	Form *realForm
	// Game asks which chapter was played, and by how many.
	Game *realGamePart
	// Seats asks which character sat where.
	Seats *realSeatsPart
	// Guide explains how the characters are set up.
	Guide *realGuidePart
	// Cards asks where each card lies.
	Cards *realCardsPart
	// AsksText reports whether the page asks for the round as lines of text.
	AsksText bool
	// Reading shows what the lines say so far, nil for nothing.
	Reading *realReadingPart
	// Found shows what was read: mistakes, or the round with its result.
	Found *realFoundPart
}

// IsShared reports whether the page has something to send to others.
func (p *realPage) IsShared() bool { return p.Found != nil && p.Found.Shared != nil }

// fillText asks for the round as text, and shows what the text says so far.
func (e *realEntry) fillText() {
	e.form.Kind = ""
	e.page.AsksText = true
	e.page.Subtitle = "" // the text may name another chapter while it is typed
	text := e.form.Text
	if e.form.known >= knowsGame {
		text = e.form.lines.String()
	}
	got := readRealRound(e.lib, text)
	e.page.Reading = newRealReading(e.t, &got)
	if got.Chapter != nil {
		if e.page.Reading == nil {
			e.page.Reading = &realReadingPart{}
		}
		e.page.Reading.Chapter = e.t.Chapter(got.Chapter)
	}
}
