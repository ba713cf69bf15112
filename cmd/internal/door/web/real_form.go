package web

import (
	"cmp"
	"net/url"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/realtable"
	"fellowship/tricks"
)

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

	// lines are the lines of Text.
	lines realtable.Taps
	// known says which of the fields below are known.
	known realKnowledge

	chapter *chapters.Chapter
	layout  chapters.Layout
	players int
	// names are the IDs of the characters by seats.
	names []string
}

// newRealForm reads the form of a request.
func newRealForm(q *request) *realForm {
	_ = q.r.ParseForm() // what cannot be read of an address was not chosen
	form := q.r.Form
	f := &realForm{
		Text: form.Get("text"), PlaceKey: form.Get("at"), Kind: form.Get("kind"),
		Pyramid: choose.ParseNumber(cmp.Or(form.Get("pyramid"), "2")),
	}
	if kinds := form["kind"]; len(kinds) > 1 {
		f.Kind = kinds[len(kinds)-1] // the pressed button comes after the hidden field
	}
	f.lines = realtable.ParseTaps(f.Text)
	if !f.readGame(q.options.Library, form) {
		return f
	}
	f.known = knowsGame
	f.readSeats(form)
	f.readTerms(form)
	if f.inHands() {
		f.lines.Line("dealt", strings.TrimPrefix(f.Kind, "hands"))
	}
	f.Pyramid = max(0, min(f.Pyramid, tricks.SeatsFor(f.players)-1))
	if len(f.names) > 0 {
		f.known = knowsSeats
	}
	return f
}

// readGame reads which chapter is played, and by how many, from the first line or from the form. It reports false if
// neither says so.
func (f *realForm) readGame(lib *chapters.Library, form url.Values) (ok bool) {
	if game := form.Get("game"); game != "" && len(f.lines) == 0 {
		chapter, variant, _ := strings.Cut(game, ":")
		head := strings.Fields(chapter + " " + variant + " " + cmp.Or(form.Get("players"), "4"))
		f.lines = realtable.ParseTaps(strings.Join(head, " "))
	}
	if len(f.lines) == 0 {
		return false
	}
	if f.chapter, f.players, ok = realtable.Head(lib, f.lines[0]); !ok {
		return false
	}
	var err error
	f.layout, err = f.chapter.Layout(f.players)
	return err == nil
}

// readSeats writes the characters of the form into the lines, and reads the characters from the lines.
func (f *realForm) readSeats(form url.Values) {
	n := tricks.SeatsFor(f.players)
	if seats := form["seat"]; len(seats) == n {
		seatWords := make([][]string, n)
		for _, key := range []string{"number", "word"} {
			for i, word := range form[key][:min(len(form[key]), n)] {
				seatWords[i] = append(seatWords[i], strings.Fields(word)...)
			}
		}
		f.lines.SetSeats(seats, seatWords)
	}
	for i := 1; i <= n && i < len(f.lines); i++ {
		f.names = append(f.names, strings.Fields(f.lines[i])[0])
	}
}

// terms are the keys of the lines about what was drawn for a round of the Road, and about earlier rounds of a long
// chapter.
var terms = []string{"pool", "gift", "rider", "completed", "done", "mithril"}

// readTerms writes the terms of the form into the lines.
func (f *realForm) readTerms(form url.Values) {
	if !form.Has("terms") {
		return
	}
	for _, key := range terms {
		f.lines.Line(key, "")
		if chosen := strings.Join(strings.Fields(strings.Join(form[key], " ")), " "); chosen != "" {
			f.lines.Line(key, strings.TrimSuffix(key+" "+chosen, " yes"))
		}
	}
}

// inHands reports whether only hands are entered.
func (f *realForm) inHands() bool { return f.Kind == "hands" || f.Kind == "dealt" }
