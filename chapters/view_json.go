package chapters

import (
	"encoding/json"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// A [View] in JSON has a key for each field, in lower case with underscores: threats_left. Seats are
// numbers, -1 for none and -2 for the lost card. Cards are codes of T2, sets of them hands: "H137 M2".
// "-" stands for no card or suit, "?" for a card that lies face down, ">" for one that will leave its
// place. A decision is what a record has a line of: {"play":"1:H3"}. Chapters, characters, riders,
// gifts and side decks are named; the rest is read from their files.

// hiddenCards are the codes of cards that are none.
var hiddenCards = map[tricks.Card]string{tricks.NoCard: "-", Closed: "?", onItsWay: ">"}

// viewWords are the words for the values of some types, in their order.
var viewWords = map[reflect.Type][]string{
	reflect.TypeFor[Stage]():             stageNames,
	reflect.TypeFor[EventKind]():         kindsOfEvents[:],
	reflect.TypeFor[characters.Status](): {"failed", "open", "met", "sealed", "waived"},
	reflect.TypeFor[characters.Op]():     {"leaf", "all", "any"},
	reflect.TypeFor[characters.AtomKind](): {
		"trick_count", "fewest", "between", "wins_last", "in_a_row", "cards_won", "tricks_with", "tricks_without", "leads",
		"most_cards", "plays_last", "left_over",
	},
	reflect.TypeFor[tricks.Suit](): {"H", "M", "F", "S", "R", "V", "-"},
}

// wordsOf returns the words for the values of a type, nil for none.
func wordsOf(of reflect.Type) []string {
	if of == reflect.TypeFor[Kind]() {
		names := make([]string, numKinds)
		for k := range names {
			names[k] = kinds[k].name
		}
		return names
	}
	return viewWords[of]
}

// MarshalJSON writes the view, so that a program in any language can play: see [Library.ReadView].
func (v View) MarshalJSON() ([]byte, error) { return json.Marshal(plainOf(reflect.ValueOf(v))) }

// plainOf returns the JSON form of a value of a view.
func plainOf(v reflect.Value) any {
	if v.Kind() == reflect.Pointer && v.IsNil() {
		return nil
	}
	switch x := v.Interface().(type) {
	case *Chapter:
		return x.ID
	case *characters.Character:
		return x.ID
	case *characters.Gift:
		return x.ID
	case *SideDeck:
		return x.Name
	case Decision:
		return map[string]string{x.Kind.String(): x.String()}
	case tricks.Set:
		return x.String()
	case characters.Status:
		return x.String()
	case tricks.Card:
		if code := hiddenCards[x]; code != "" {
			return code
		}
		return x.String()
	}
	if words := wordsOf(v.Type()); words != nil {
		return words[v.Uint()]
	}
	switch v.Kind() {
	case reflect.Pointer:
		return plainOf(v.Elem())
	case reflect.Struct:
		doc := map[string]any{}
		for name, field := range fieldsOf(v) {
			doc[name] = plainOf(field)
		}
		return doc
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice && v.IsNil() {
			return nil
		}
		list := make([]any, v.Len())
		for i := range list {
			list[i] = plainOf(v.Index(i))
		}
		return list
	default:
		return v.Interface()
	}
}

// fieldsOf returns the fields of a struct by their keys, with those of structs embedded in it. A
// Library is no part of the document.
func fieldsOf(v reflect.Value) map[string]reflect.Value {
	out := map[string]reflect.Value{}
	for i := range v.NumField() {
		switch field := v.Type().Field(i); {
		case field.Type == reflect.TypeFor[*Library]():
		case field.Anonymous && field.Type != reflect.TypeFor[Decision]():
			maps.Copy(out, fieldsOf(v.Field(i)))
		default:
			out[keyOf(field.Name)] = v.Field(i)
		}
	}
	return out
}

// keyOf returns the key of a field: threats_left for ThreatsLeft.
func keyOf(name string) string {
	var key strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			key.WriteByte('_')
		}
		key.WriteRune(unicode.ToLower(r))
	}
	return key.String()
}

// The limits of a view that is read.
const (
	mostViewBytes  = 1 << 19
	mostViewItems  = 500
	mostViewText   = 300
	mostViewNumber = characters.NoLimit
)

// ReadView reads a view as it is written in JSON: the same view comes out, if the library has the
// same chapters and characters. The text may come from anybody. What is read agrees with itself so
// far that a computer player can decide.
func (l *Library) ReadView(text []byte) (View, error) {
	if len(text) > mostViewBytes {
		return View{}, say.Errorf("the view is too long: %d bytes are the most", mostViewBytes)
	}
	var doc map[string]any
	if err := json.Unmarshal(text, &doc); err != nil {
		return View{}, say.Errorf("the view is not JSON: %w", err)
	}
	r := viewReader{lib: l, game: Game{lib: l}, seats: tricks.MaxSeats}
	v := View{Library: l}
	for _, first := range []string{"players", "round", "chapter"} {
		r.read(first, doc[first], fieldsOf(reflect.ValueOf(&v).Elem())[first])
		r.pos.Players, r.pos.Round = v.Players, v.Round
	}
	if v.Players < 1 || v.Players > 4 {
		r.wrong("players")
		return View{}, r.err
	}
	r.seats = tricks.SeatsFor(v.Players)
	if r.read("the top", doc, reflect.ValueOf(&v).Elem()); r.err == nil && !v.fits() {
		return View{}, say.New("the view does not agree with itself")
	}
	return v, r.err
}

// viewReader reads a view. Err is the first mistake.
type viewReader struct {
	lib   *Library
	pos   Position // its chapter, players and round
	game  Game     // its chapter and library
	seats int
	err   error
}

// wrong notes a mistake at a key.
func (r *viewReader) wrong(key string) {
	if r.err == nil {
		r.err = say.Errorf("the view has something else at %s than belongs there", key)
	}
}

// read reads the value of a key.
func (r *viewReader) read(key string, from any, to reflect.Value) {
	if r.err != nil || r.named(key, from, to) {
		return
	}
	text, isText := from.(string)
	if words := wordsOf(to.Type()); words != nil {
		if i := slices.Index(words, text); isText && i >= 0 {
			if to.Type() == reflect.TypeFor[characters.Status]() {
				i += int(characters.Failed)
			}
			to.Set(reflect.ValueOf(i).Convert(to.Type()))
			return
		}
		r.wrong(key)
		return
	}
	switch to.Kind() {
	case reflect.Pointer:
		if from == nil {
			to.SetZero()
			return
		}
		to.Set(reflect.New(to.Type().Elem()))
		r.read(key, from, to.Elem())
	case reflect.Struct:
		r.readStruct(key, from, to)
	case reflect.Slice, reflect.Array:
		r.readList(key, from, to)
	case reflect.Bool:
		is, ok := from.(bool)
		if to.SetBool(is); !ok {
			r.wrong(key)
		}
	case reflect.String:
		if to.SetString(text); !isText || len(text) > mostViewText {
			r.wrong(key)
		}
	default:
		r.readNumber(key, from, to)
	}
}

// named reads what goes by a name or a code, and reports whether the value does.
func (r *viewReader) named(key string, from any, to reflect.Value) bool {
	text, isText := from.(string)
	var ok bool
	switch x := to.Addr().Interface().(type) {
	case **Chapter:
		whole, err := r.lib.Chapter(text)
		if ok = err == nil || from == nil; err == nil {
			r.pos.Chapter = text
			*x, err = whole.For(r.pos.Round, r.pos.Players)
			r.game.chapter, ok = *x, err == nil
		}
	case **characters.Character:
		if *x = r.game.characterOf(text); key == "rider" {
			*x = r.lib.Riders[text]
		}
		ok = *x != nil || from == nil
	case **characters.Gift:
		*x = r.lib.Gifts[text]
		ok = *x != nil || from == nil
	case **SideDeck:
		*x = deckOf(r.lib.sideDecks(&r.pos), text)
		ok = *x != nil
	case *tricks.Set:
		set, err := tricks.ParseSet(text)
		*x, ok = set, err == nil && isText
	case *tricks.Card:
		for card, code := range hiddenCards {
			if text == code {
				*x = card
				return true
			}
		}
		card, err := tricks.ParseCard(text)
		*x, ok = card, err == nil
	case *Decision:
		doc, _ := from.(map[string]any)
		ok = len(doc) == 1
		for name, said := range doc {
			kind, known := kindNamed(name)
			what, _ := said.(string)
			d, err := parseDecision(kind, what)
			*x, ok = d, ok && known && err == nil && int(d.Seat) < r.seats && int(d.To) < r.seats
		}
	default:
		return false
	}
	if !ok {
		r.wrong(key)
	}
	return true
}

func (r *viewReader) readStruct(key string, from any, to reflect.Value) {
	doc, ok := from.(map[string]any)
	fields := fieldsOf(to)
	if !ok || len(doc) != len(fields) {
		r.wrong(key)
		return
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) { // so that the same mistake is told each time
		value, there := doc[name]
		if !there {
			r.wrong(name)
			return
		}
		r.read(name, value, fields[name])
	}
}

func (r *viewReader) readList(key string, from any, to reflect.Value) {
	list, ok := from.([]any)
	switch {
	case to.Kind() == reflect.Slice && from == nil:
		to.SetZero()
		return
	case !ok || len(list) > mostViewItems || to.Kind() == reflect.Array && len(list) != to.Len():
		r.wrong(key)
		return
	case to.Kind() == reflect.Slice:
		to.Set(reflect.MakeSlice(to.Type(), len(list), len(list)))
	}
	for i, item := range list {
		r.read(key, item, to.Index(i))
	}
}

func (r *viewReader) readNumber(key string, from any, to reflect.Value) {
	n, ok := from.(float64)
	least, most := 0.0, float64(mostViewNumber)
	if slices.Contains([]string{"swapped_at", "have", "least", "most", "off", "possible"}, key) {
		least = -most
	}
	switch to.Type() {
	case reflect.TypeFor[tricks.Seat]():
		least, most = float64(LostCard), float64(r.seats-1)
	case reflect.TypeFor[tricks.SeatSet]():
		least, most = 0, float64(int(1)<<r.seats-1)
	}
	if !ok || n != math.Trunc(n) || n < least || n > most {
		r.wrong(key)
		return
	}
	if to.CanInt() {
		to.SetInt(int64(n))
	} else {
		to.SetUint(uint64(n))
	}
}

// fits reports whether a view agrees with itself so far that a game can go on from it: what indexes a
// seat or a list does, and whoever sets up has a character.
func (v *View) fits() bool {
	at := &v.Progress
	seated := func(seats ...tricks.Seat) bool { return slices.Min(append(seats, 0)) >= 0 }
	ok := len(v.Seats) == tricks.SeatsFor(v.Players) && (v.Chapter != nil || v.Stage == StagePlay) &&
		min(v.Player, v.Best, v.FaceDown) >= tricks.NoSeat && (v.Over || seated(v.Acting, v.By)) && (v.Stage != StagePlay || seated(v.Leader)) &&
		(v.Ask == nil || len(v.Ask.Options) > 0 && seated(v.Ask.Seat, v.Ask.By)) &&
		len(v.Goals) <= goalsAtMost && len(v.Goals) == len(v.Standings) &&
		seated(at.Order...) && len(at.Order) <= len(v.Seats) && at.Turn <= len(at.Order) && (v.Stage != StageDraft || at.Turn < len(at.Order)) &&
		at.SetupLog <= len(v.Log)
	for i, s := range v.Seats {
		ok = ok && seated(s.By) && s.Cards >= s.Open.Len() && (s.Character != nil || v.Stage != StageSetup && !v.hasThreat(tricks.Seat(i)))
	}
	for _, goal := range v.Goals {
		ok = ok && seated(goal.Seat)
	}
	for _, t := range at.Transfers {
		ok = ok && seated(t.From, t.To)
	}
	for _, t := range v.History {
		ok = ok && seated(t.Leader) && t.Winner >= tricks.NoSeat
	}
	for _, e := range v.Log {
		moves := e.Kind == Passed || e.Kind == eventReturned || e.Kind == eventGave
		nobody := e.Kind == WonTrick || e.Kind == TurnedUp || e.Kind == eventFellShort
		ok = ok && (seated(e.Seat) || nobody && e.Seat == tricks.NoSeat) && (!moves || seated(e.To)) && e.Number <= tricks.Deck.Len()
	}
	return ok
}
