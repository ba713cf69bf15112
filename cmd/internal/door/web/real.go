package web

import (
	"cmp"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/realtable"
	"fellowship/cmd/internal/table/words"
	"fellowship/tricks"
)

// A round of a real table is a text in the notation that package realtable reads. A tap on a card writes the card into
// the text, and the page is drawn from the text. Nothing else is kept, neither here nor in the form.

// realForm is a round of a real table as a form sends it.
type realForm struct {
	// Text is the round in the notation.
	Text string
	// Kind says how the cards are entered: as piles, as tricks, as hands, or as hands that were dealt before the setup
	// ("dealt"). It is empty for a text that was typed.
	Kind string
	// PlaceKey is the key of the place where the next card goes.
	PlaceKey string
	// Pyramid is the seat that no player holds in a round of two players (S9).
	Pyramid int

	// campaign is the campaign in which the round is to be counted; empty for none.
	campaign string
	// lines are the lines of Text.
	lines realtable.Taps

	chapter *chapters.Chapter
	layout  chapters.Layout
	players int

	// names are the IDs of the characters by seats.
	names []string
}

// realStep is a step of entering a round, as the field "do" of a form names it.
type realStep string

const (
	// stepGame asks which chapter was played, and by how many.
	stepGame realStep = "what"
	// stepSeats asks which character sat where.
	stepSeats realStep = "who"
	// stepGuide explains how the characters are set up.
	stepGuide realStep = "guide"
	// stepDraw draws the threat cards, and then is stepGuide.
	stepDraw realStep = "draw"
	// stepLay asks where each card lies.
	stepLay realStep = "lay"
	// stepUndo takes the last card back, and then is stepLay.
	stepUndo realStep = "undo"
	// stepMove adds an exchange, and then is stepLay.
	stepMove realStep = "move"
	// stepText asks for the round as lines of text.
	stepText realStep = "text"
	// stepCheck reads the round and shows what was understood.
	stepCheck realStep = "check"
	// stepResult shows the result of the round.
	stepResult realStep = "told"
	// stepCount counts the round in a campaign.
	stepCount realStep = "count"
)

// isCheck reports whether the step reads the whole round.
func (s realStep) isCheck() bool { return s == stepCheck || s == stepResult || s == stepCount }

// AsksGame reports whether the page asks which chapter was played. If neither this nor a method below is true, the
// page shows what was read.
func (s realStep) AsksGame() bool { return s == stepGame }

// AsksSeats reports whether the page asks which character sat where.
func (s realStep) AsksSeats() bool { return s == stepSeats }

// AsksGuide reports whether the page explains how the characters are set up.
func (s realStep) AsksGuide() bool { return s == stepGuide }

// AsksCards reports whether the page asks where each card lies.
func (s realStep) AsksCards() bool { return s == stepLay }

// AsksText reports whether the page asks for the round as text.
func (s realStep) AsksText() bool { return s == stepText }

// realPage is the page for entering a round of a real table, at one of its steps.
type realPage struct {
	sheet
	realForm
	Step realStep

	// Fields are the fields for the chapter and the number of players, or for the pyramid.
	Fields []choose.Field
	// Next are the rounds of campaigns that can be played at a real table.
	Next []tile

	// Seats are the fields of each seat.
	Seats [][]choose.Field
	// Kinds are the ways to enter the cards, see [realForm.Kind].
	Kinds []tile
	// Terms are the fields for what was drawn and for what earlier rounds have left.
	Terms []choose.Field

	// Cast are the characters with their goals.
	Cast []member
	// Order are the characters with a setup, in the order in which they perform it.
	Order []member

	// Places are the places where cards go.
	Places []heapPart
	// More are the places that are needed less often.
	More []heapsPart
	// Place is the name of the place that is selected.
	Place string
	// Held are the cards of the selected place whose order matters, for example in a trick that has begun.
	Held []*card
	// Also are the other things that can be put there.
	Also []words.Choice
	// Partner are the seats of an exchange.
	Partner []words.Choice
	// TrickOptions are the tricks before which an exchange can be made; empty if only the setup has exchanges.
	TrickOptions []words.Choice
	// Deck are the cards to tap.
	Deck []deckPart
	// Laid is the number of cards that have a place.
	Laid int
	// Total is the number of cards of the deck.
	Total int
	// Again reports whether a second tap on a card takes it back.
	Again bool

	// Faults are the mistakes in the round.
	Faults []string
	// Notes say what was worked out.
	Notes []string
	// Missing are the cards that have no place yet.
	Missing []*card
	// Asked are the answers to the question that decides between several possible rounds.
	Asked  []words.Choice
	Tricks []trickPart
	// Result is the answer: whether the round was won, or can be.
	Result string
	// Comment explains Result, or is the question for Asked.
	Comment string
	// Won reports whether Result is good news.
	Won bool
	// Look is the address of the replay; empty without one.
	Look string
	// WinPath is the address of a replay of a way to win; empty without one.
	WinPath string
	// File is the address of the round as a file; empty without one.
	File string
	// Campaigns are the campaigns in which the round can be counted as the next one.
	Campaigns []string
}

type (
	// trickPart is a trick that is over.
	trickPart struct {
		N     int
		Cards []playedPart
		// ID is the winner's character; empty if nobody won the trick.
		ID string
		// Winner is the winner's name.
		Winner string
	}
	// playedPart is a card of a trick.
	playedPart struct {
		*card
		// Best reports whether the card won the trick.
		Best bool
		// Lost reports whether the round was lost with this card.
		Lost bool
	}
)

// parseTaps reads the form. The result ok is false if the form does not say which chapter is played.
func (v *visitor) parseTaps() (taps realForm, ok bool) {
	_ = v.r.ParseForm() // what cannot be read was not chosen
	form := v.r.Form
	taps = realForm{
		Text: form.Get("text"), PlaceKey: form.Get("at"), Kind: form.Get("kind"),
		Pyramid: choose.ParseNumber(cmp.Or(form.Get("pyramid"), "2")),
	}
	if kinds := form["kind"]; len(kinds) > 1 {
		taps.Kind = kinds[len(kinds)-1] // the pressed button comes after the hidden field
	}
	taps.lines = realtable.ParseTaps(taps.Text)
	if game := form.Get("game"); game != "" && len(taps.lines) == 0 {
		chapter, variant, _ := strings.Cut(game, ":")
		head := strings.Fields(chapter + " " + variant + " " + cmp.Or(form.Get("players"), "4"))
		taps.lines = realtable.ParseTaps(strings.Join(head, " "))
	}
	if len(taps.lines) == 0 {
		return taps, false
	}
	if taps.chapter, taps.players, ok = realtable.Head(v.server.options.Library, taps.lines[0]); !ok {
		return taps, false
	}
	var err error
	if taps.layout, err = taps.chapter.Layout(taps.players); err != nil {
		return taps, false
	}
	n := tricks.SeatsFor(taps.players)
	if seats := form["seat"]; len(seats) == n {
		seatWords := make([][]string, n)
		for _, key := range []string{"number", "word"} {
			for i, word := range form[key][:min(len(form[key]), n)] {
				seatWords[i] = append(seatWords[i], strings.Fields(word)...)
			}
		}
		taps.lines.SetSeats(seats, seatWords)
	}
	for i := 1; i <= n && i < len(taps.lines); i++ {
		taps.names = append(taps.names, strings.Fields(taps.lines[i])[0])
	}
	if form.Has("terms") {
		for _, key := range terms {
			taps.lines.Line(key, "")
			if chosen := strings.Join(strings.Fields(strings.Join(form[key], " ")), " "); chosen != "" {
				taps.lines.Line(key, strings.TrimSuffix(key+" "+chosen, " yes"))
			}
		}
	}
	if taps.inHands() {
		taps.lines.Line("dealt", strings.TrimPrefix(taps.Kind, "hands"))
	}
	taps.Pyramid = max(0, min(taps.Pyramid, n-1))
	return taps, true
}

// inHands reports whether only hands are entered.
func (f *realForm) inHands() bool { return f.Kind == "hands" || f.Kind == "dealt" }

// terms are the keys of the lines about what was drawn for a round of the Road, and about earlier rounds of a long
// chapter.
var terms = []string{"pool", "gift", "rider", "completed", "done", "mithril"}

// real shows the step that a form asks for, the first one without a form.
func (v *visitor) real() {
	taps, ok := v.parseTaps()
	p := &realPage{sheet: v.newSheet("/", v.frame.Texts.T("lobby.entry")), realForm: taps}
	step, campaign, _ := strings.Cut(v.r.FormValue("do"), " ")
	p.Step = realStep(step)
	p.campaign = campaign
	if !ok && !p.Step.isCheck() && p.Step != stepText {
		p.Step = stepGame
	}
	if ok {
		p.Subtitle = v.frame.Texts.Chapter(taps.chapter)
	}
	if target := v.r.FormValue("to"); target != "" && ok {
		p.PlaceKey = target
		p.Step = stepLay
	}
	if p.Step == stepMove {
		p.PlaceKey = strings.Join(strings.Fields(v.r.FormValue("from")+">"+v.r.FormValue("partner")+" "+
			v.r.FormValue("trick")), " ")
		p.Step = stepLay
	}
	heaps := v.heaps(p, ok)
	if code := v.r.FormValue("tap"); code != "" && ok {
		p.Step = stepLay
		p.tap(heaps, code)
	}
	if led := v.r.FormValue("led"); led != "" && len(p.Text) < realtable.MostText {
		p.Text = strings.TrimRight(p.Text, "\r\n") + "\nled " + led + "\n"
		p.Step = stepCheck
		p.lines = realtable.ParseTaps(p.Text)
	}
	v.fillRealStep(p, heaps)
	if ok && (p.Kind != "" || !p.Step.isCheck()) {
		p.Text = p.lines.String()
	}
	if p.Step.isCheck() {
		v.check(p)
	}
	switch {
	case p.Step == stepLay:
		p.PreviousStep = string(stepSeats)
	case p.Step.isCheck() && p.Kind != "":
		p.PreviousStep = string(stepLay)
	case p.Step.isCheck():
		p.PreviousStep = string(stepText)
	}
	v.sendPage("real", p)
}

// fillRealStep fills the page with what its step asks for.
func (v *visitor) fillRealStep(p *realPage, heaps []*heapPart) {
	switch p.Step {
	case stepUndo:
		if h := findHeap(heaps, p.PlaceKey); h != nil {
			cards := p.lines.Cards(h.Key)
			p.put(h, cards[:max(len(cards)-1, 0)])
		}
		fallthrough
	case stepLay:
		v.askCards(p, heaps)
	case stepSeats:
		v.askSeats(p)
	case stepGuide, stepDraw:
		v.guide(p)
	case stepText:
		p.Kind = ""
	default:
		if !p.Step.isCheck() {
			v.askGame(p)
		}
	}
}
