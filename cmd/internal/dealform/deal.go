package dealform

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// deal is the content of a form, read line by line from the top: each line settles the meaning of
// those below it.
type deal struct {
	*Form
	// whole is the chapter, chapter the same with its event or group; both nil
	// without one. kind names the kind of variant to choose, event or group.
	whole, chapter *chapters.Chapter
	kind           string
	// layout is how many cards go where, if that is known.
	layout chapters.Layout
	known  bool
	seats  []seat
	// asDealt says that the deal is described before anybody has chosen.
	asDealt bool
	pos     chapters.Position
	// at is where each card was found.
	at map[tricks.Card]Key
	Report
}

// Problem describes a mistake in a line, or a part that is still missing. Hard says that
// no position can be made of it.
type Problem struct {
	Text string
	Hard bool
}

// Report lists the problems of a form.
type Report struct {
	// Problems holds the problem of each line that has one.
	Problems map[Key]Problem
	// Missing is the cards of the deck that stand nowhere.
	Missing tricks.Set
}

// Ready reports whether a position can be made of the form.
func (r *Report) Ready() bool {
	return !slices.ContainsFunc(slices.Collect(maps.Values(r.Problems)), func(p Problem) bool { return p.Hard })
}

// hard adds a problem of a line that keeps the form from being ready.
func (d *deal) hard(k Key, key string, args ...any) { d.wrong(k, d.T(key, args...)) }

func (d *deal) wrong(k Key, text string) {
	switch p := d.Problems[k]; {
	case !p.Hard:
		d.Problems[k] = Problem{text, true}
	case !strings.Contains(p.Text, text):
		d.Problems[k] = Problem{p.Text + " " + text, true}
	}
}

// unclear says that a name stands for nobody, or for several.
func (d *deal) unclear(name string, ids []string) string {
	if len(ids) == 0 {
		return d.T("entry.unknown", name)
	}
	return d.T("entry.which", d.Names(ids))
}

// read reads the form, once for each change: a screen asks for each line several times. Text that
// cannot be read is a problem of its line; the loader says what the position as a whole lacks.
func (f *Form) read() *deal {
	if f.now == nil {
		f.now = f.readLines()
	}
	return f.now
}

func (f *Form) readLines() *deal {
	d := &deal{Form: f, at: map[tricks.Card]Key{}, Report: Report{Problems: map[Key]Problem{}}}
	d.pos = chapters.Position{Players: 4, Stage: chapters.StagePlay, Leader: tricks.NoSeat, Pyramid: tricks.NoSeat}
	d.layout = chapters.Layout{Deck: tricks.Deck, Lost: -1}
	d.readChapter()
	for s := range tricks.SeatsFor(d.pos.Players) {
		d.seats = append(d.seats, d.seat(s))
	}
	d.asDealt = d.isAsDealt()
	d.readTable()
	for s := range d.seats {
		d.readSeat(s)
	}
	d.Missing = d.layout.Deck
	for c := range d.at {
		d.Missing &^= c.Bit()
	}
	if len(d.at) == 0 && d.Ready() {
		d.hard(Seat(0), "entry.empty")
	}
	return d
}

// readChapter reads the lines above the cards.
func (d *deal) readChapter() {
	if n, err := strconv.Atoi(strings.TrimSpace(d.values[Players])); err == nil && n >= 1 && n <= 4 {
		d.pos.Players = n
	} else {
		d.hard(Players, "entry.players")
	}
	id := strings.ToLower(strings.TrimSpace(d.values[Chapter]))
	if n := strings.TrimLeft(id, "0"); n != "" {
		id = n
	}
	c, err := d.lib.Chapter(id)
	if err != nil {
		if id != "" && id != "-" {
			d.hard(Chapter, "entry.nochapter", id)
		}
		return
	}
	d.whole, d.chapter, d.kind, d.pos.Chapter = c, c, c.VariantKind(), c.ID
	switch v := c.Variant(strings.TrimSpace(d.values[Variant])); {
	case d.kind == "":
	case v == nil:
		d.hard(Variant, "entry.hint.variant", d.variants())
	case d.kind == "event":
		d.pos.Event = v.ID
	default:
		d.pos.Group = v.ID
	}
	if c.Pool != nil {
		d.readRoad()
	}
	if part, err := c.For(d.pos.Terms, d.pos.Players); err == nil {
		d.chapter = part
	}
	if lay, err := d.chapter.Layout(d.pos.Players); err == nil {
		d.layout, d.known = lay, true
	}
}

// readRoad reads what was drawn for a round of the Road before the cards were dealt
// (L5): its characters, gift and rider.
func (d *deal) readRoad() {
	for _, name := range strings.Split(d.values[Pool], ",") {
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		switch ids := d.find(name); {
		case len(ids) != 1:
			d.wrong(Pool, d.unclear(name, ids))
		case slices.Contains(d.pos.Pool, ids[0]):
			d.hard(Pool, "entry.samecharacter", d.ShortName(d.lib.Characters[ids[0]]))
		default:
			d.pos.Pool = append(d.pos.Pool, ids[0])
		}
	}
	slices.SortFunc(d.pos.Pool, func(a, b string) int { // in the order of the chapter
		at := func(id string) int {
			return slices.IndexFunc(d.whole.Roster, func(e chapters.RosterEntry) bool { return e.Character.ID == id })
		}
		return at(a) - at(b)
	})
	word := func(k Key) string {
		fields := strings.Fields(strings.ToLower(d.values[k]))
		if len(fields) == 0 || fields[0] == "-" {
			return ""
		}
		return fields[0]
	}
	d.pos.Gift, d.pos.Rider = word(Gift), word(Rider)
}

// checkRoad adds the problems of the lines of the Road, which there are only as long as no seat has
// a character.
func (d *deal) checkRoad() {
	if len(d.pos.Pool) == 0 {
		d.hard(Pool, "entry.hint.pool")
	}
	if v := d.pos.Gift; v != "" && d.lib.Gifts[v] == nil {
		d.hard(Gift, "entry.unknown", v)
	}
	if v := d.pos.Rider; v != "" && d.lib.Riders[v] == nil {
		d.hard(Rider, "entry.unknown", v)
	}
	if fields := strings.Fields(d.values[Rider]); len(fields) == 2 {
		if n, err := strconv.Atoi(fields[1]); err == nil && n >= 0 && n < len(d.seats) {
			d.pos.RiderSeats = []tricks.Seat{tricks.Seat(n)}
		}
	}
}

// isAsDealt reports whether the form describes a deal before anybody has chosen: no
// seat has a character, or only those that were dealt (C16): then the cards come
// in stages, or, alone, without a threat number, which Sam has after the setup.
func (d *deal) isAsDealt() bool {
	some := func(f func(at *seat) bool) bool {
		return slices.ContainsFunc(d.seats, func(at seat) bool { return f(&at) })
	}
	switch {
	case !d.cast():
		return true
	case d.chapter == nil || !d.chapter.CastByLot:
		return false
	case d.pos.Players > 1:
		return some(func(at *seat) bool { return at.staged != nil })
	}
	return !some(func(at *seat) bool { return at.hand.Threat != 0 })
}

// cast reports whether any seat has a character.
func (d *deal) cast() bool {
	return slices.ContainsFunc(d.seats, func(at seat) bool { return at.hand.Character != "" })
}

// side reports whether there is a side deck yet: the barrow's cards are taken in
// setup (C6), the others are turned up during play.
func (d *deal) side() bool {
	return d.chapter != nil && d.chapter.Side != nil && (d.chapter.Side.IsTurnedUp() || d.asDealt)
}

// staged reports whether characters come before the cards, which are dealt in
// stages (C16).
func (d *deal) staged() bool { return d.chapter != nil && d.chapter.Staged > 0 && d.pos.Players > 1 }

// keys lists the lines there are.
func (d *deal) keys() []Key {
	keys := []Key{Chapter}
	add := func(is bool, k ...Key) {
		if is {
			keys = append(keys, k...)
		}
	}
	add(d.kind != "", Variant)
	add(true, Players)
	add(d.whole != nil && d.whole.Pool != nil && d.asDealt, Pool, Gift, Rider)
	add(d.layout.Lost != 0, Lost)
	for s := range d.seats {
		add(true, Seat(s))
	}
	add(d.pos.Players == 1, Pile)
	add(d.side(), Side)
	add(d.chapter != nil && len(d.chapter.Threats) > 0 && d.asDealt, Threats)
	return keys
}

// readTable reads the lines of cards that are in no hand.
func (d *deal) readTable() {
	keys := d.keys()
	if d.chapter != nil && d.asDealt {
		d.pos.Stage = chapters.StageDraft
	}
	for _, k := range keys {
		switch k {
		case Pool:
			d.checkRoad()
		case Lost:
			d.pos.Lost = d.table(k, tricks.ParseCards, true)
			if n := len(d.pos.Lost); d.layout.Lost > 0 && n != d.layout.Lost && d.asDealt {
				d.hard(k, "entry.count", n, d.layout.Lost)
			}
		case Pile:
			d.pos.Pile = d.table(k, tricks.ParseCards, true)
		case Side:
			parse := tricks.ParseCards
			if d.chapter.Side.Effect == chapters.LeastSum {
				parse = tricks.ParseSequence
			}
			d.pos.Sides = map[string][]tricks.Card{d.chapter.Side.Name: d.table(k, parse, !d.chapter.Side.IsTurnedUp())}
		case Threats:
			for _, word := range strings.FieldsFunc(d.values[k], func(r rune) bool { return !unicode.IsDigit(r) }) {
				n, err := strconv.Atoi(word)
				if err != nil || n < 1 || n > 99 {
					d.hard(k, "entry.hint.threats")
				}
				d.pos.Threats = append(d.pos.Threats, n)
			}
		}
	}
}

// table reads a line of cards. Those of the deck stand nowhere else.
func (d *deal) table(k Key, parse func(string) ([]tricks.Card, error), ofDeck bool) []tricks.Card {
	cards, problem := d.cards(d.inDeck(k), parse)
	if problem != "" {
		d.wrong(k, problem)
	}
	if ofDeck {
		d.take(k, cards)
	}
	return cards
}

// take notes where cards stand: each only once, and in this deck. The first that is
// wrong is told.
func (d *deal) take(k Key, cards []tricks.Card) {
	told := false
	for _, c := range cards {
		at, taken := d.at[c]
		wrong := taken || d.known && !d.layout.Deck.Has(c)
		switch {
		case told:
		case taken && at == k:
			d.hard(k, "entry.twice", c)
		case taken:
			d.hard(k, "entry.double", c, d.label(at))
		case wrong:
			d.hard(k, "entry.notindeck", c)
		}
		told = told || wrong
		d.at[c] = k
	}
}

// readSeat puts a seat into the position.
func (d *deal) readSeat(s int) {
	at, k := &d.seats[s], Seat(s)
	for _, problem := range at.problems {
		d.wrong(k, problem)
	}
	d.take(k, at.all)
	c := d.character(at.hand.Character)
	switch n := len(at.all); {
	case d.Problems[k].Hard:
	case d.cast() && c == nil && d.chapter != nil:
		d.hard(k, "entry.nocharacter")
	case s == 0 && !d.cast() && d.chapter != nil && d.chapter.CastByLot:
		d.hard(k, "entry.castbylot")
	case n == 0:
		d.Problems[k] = Problem{Text: d.T("entry.nocards")}
	case c == nil && d.known && d.pos.Players > 1 && n != d.layout.Hand && !d.staged():
		d.hard(k, "entry.count", n, d.layout.Hand)
	case c == nil || d.asDealt:
	case c.Has(characters.Threat) && at.hand.Threat == 0 && at.hand.Range == [2]int{}:
		d.hard(k, "entry.needsthreat", d.ShortName(c))
	case !c.Has(characters.Threat) && at.hand.Threat != 0:
		d.hard(k, "entry.nothreat", d.ShortName(c))
	}
	if at.hand.Rows != nil {
		d.pos.Pyramid = tricks.Seat(s)
	}
	d.pos.Hands = append(d.pos.Hands, at.hand)
	if d.pos.Stage == chapters.StageDraft && d.staged() {
		for len(d.pos.Staged) < max(2, len(at.staged)) {
			d.pos.Staged = append(d.pos.Staged, make([]tricks.Set, len(d.seats)))
		}
		for i, cards := range at.staged {
			d.pos.Staged[i][s] = tricks.SetOf(cards...)
		}
	}
}

// character returns a character as the chapter plays it, nil for none.
func (d *deal) character(id string) *characters.Character {
	if d.chapter != nil {
		if e := d.chapter.Entry(id); e != nil {
			return e.Character
		}
	}
	return d.lib.Characters[id]
}

// load makes the document of the position, and reads it as any other: what it lacks
// is a problem of the line that the loader means, unless that has one already.
func (d *deal) load() {
	pos, err := d.document()
	if err == nil {
		d.pos = pos // with what the chapter fixes
		return
	}
	var one *strictyaml.Error
	if errors.As(err, &one) {
		err = say.Errorf("%s", one.Msg)
	}
	k, found := d.meant(err.Error())
	if d.Problems[k].Hard || !found && !d.Ready() {
		return // what is said of the whole would only repeat it
	}
	text := d.Tell(err)
	if s := k.seat(); s >= 0 {
		text = strings.TrimPrefix(text, d.Sprintf("seat %d", s)+": ")
	}
	d.wrong(k, texts.Sentence(d.fromOne(text)))
}

func (d *deal) document() (pos chapters.Position, err error) {
	doc, err := d.pos.YAML()
	if err != nil {
		return pos, err
	}
	for e := range d.lib.Read("deal", bytes.NewReader(doc)) {
		if e.Err != nil {
			return pos, e.Err
		}
		pos = e.Position
	}
	_, err = d.lib.NewGame(pos)
	return pos, err
}

// inDeck is a line with the Balrog's card in the letters of the language: in a deck that
// holds it, B5 is never a Mountain.
func (d *deal) inDeck(k Key) string {
	text := d.values[k]
	if k == Side && d.chapter.Side.Cards.Has(tricks.BalrogCard) {
		text = strings.ReplaceAll(strings.ToUpper(text), tricks.BalrogCard.String(), d.Code(tricks.BalrogCard))
	}
	return text
}

// cardNamed is a card in the words of the loader, and cards of one suit.
var cardNamed = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b(?:[HMFSRV][1-9]+|B5)\b`) })

// fromOne has people's numbers for the seats in the words of the loader, and the
// letters of the language for its cards.
func (d *deal) fromOne(text string) string {
	text = cardNamed().ReplaceAllStringFunc(text, func(cards string) string {
		if set, err := tricks.ParseSet(cards); err == nil {
			return d.Codes(set)
		}
		return cards
	})
	var seats []string
	for s := range tricks.Seat(tricks.MaxSeats) {
		seats = append(seats, d.Sprintf("seat %d", s), d.Seat(s))
	}
	return strings.NewReplacer(seats...).Replace(text)
}

// meant returns the line that the loader's words are about, the last one if it is
// about the whole.
func (d *deal) meant(text string) (k Key, found bool) {
	keys := d.keys()
	for _, k := range keys {
		name := string(k)
		if s := k.seat(); s >= 0 {
			name = fmt.Sprintf("seat %d", s)
			if d.seats[s].hand.Rows != nil && strings.Contains(text, "pyramid") {
				return k, true
			}
		}
		if strings.HasPrefix(text, name) || strings.Contains(text, ": "+name) {
			return k, true
		}
	}
	return keys[len(keys)-1], false
}
