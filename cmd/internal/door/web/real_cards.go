package web

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/realtable"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// realCardsPart asks where each card lies.
type realCardsPart struct {
	// Places are the places where cards go.
	Places []heapPart
	// More are the places that are needed less often.
	More []heapsPart
	// Place is the name of the place that is selected.
	Place string
	// Held are the cards of the selected place whose order matters, for example in a trick that has begun, with an
	// empty place for each card that it lacks.
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
	// Faults are the mistakes that can be seen already.
	Faults []string
}

// deckPart is a card to tap. Its card is nil for an empty place in the grid.
type deckPart struct {
	*card
	// InSelected reports whether the card lies in the selected place.
	InSelected bool
	// Elsewhere reports whether the card lies in another place.
	Elsewhere bool
	// Owner is the character of that other place; empty without one.
	Owner string
	// Spoken is the text for a screen reader.
	Spoken string
}

// tap puts the card that was tapped into its place.
func (e *realEntry) tap() { e.places.tap(e.request.value(tapStep)) }

// undo takes the last card of the place back.
func (e *realEntry) undo() {
	if h := e.places.find(e.form.PlaceKey); h != nil {
		cards := e.form.lines.Cards(h.Key)
		e.places.put(h, cards[:max(len(cards)-1, 0)])
	}
}

// fillCards asks where each card lies.
func (e *realEntry) fillCards() {
	e.page.Cards = &realCardsPart{Places: e.places.main, More: e.places.groups}
	j := realCards{
		t: e.t, lib: e.lib, form: e.form, places: e.places, placeChosen: chosenPlace(e.request) != "",
		part: e.page.Cards,
	}
	j.fill()
}

// realCards shows the cards of a chapter to tap, for the place that is selected.
type realCards struct {
	t      *texts.Texts
	lib    *chapters.Library
	form   *realForm
	places *realPlaces
	// placeChosen reports whether the person has just chosen the place.
	placeChosen bool
	part        *realCardsPart
}

// fill shows the cards of the chapter to tap, for the selected place.
func (j *realCards) fill() {
	heap := j.selectHeap()
	j.form.PlaceKey = heap.Key
	j.part.Place = heap.Name
	heap.Selected = true
	for i := range j.part.More {
		group := &j.part.More[i]
		group.Open = slices.ContainsFunc(group.Places, func(heap heapPart) bool { return heap.Selected })
	}
	for _, heap := range j.places.all {
		heap.Count = j.places.count(heap)
	}
	cards := j.form.lines.Cards(heap.Key)
	group := 0
	held := cards
	if len(heap.cut.Sizes) == 1 {
		group = len(plain(cards)) % heap.cut.Sizes[0]
		held = cards[len(cards)-group:]
	} else if heap.cut.Sizes == nil && heap.share != 0 && heap.Key != "pile" {
		held = nil // their order does not matter
	}
	for _, c := range held {
		card, _ := tricks.ParseCard(strings.TrimSuffix(c, "!"))
		j.part.Held = append(j.part.Held, cardOf(j.t, card))
	}
	if len(heap.cut.Sizes) == 1 {
		for range heap.cut.Sizes[0] - group {
			j.part.Held = append(j.part.Held, cardOf(j.t, tricks.NoCard))
		}
	}
	j.part.Again = heap.deck == 0
	j.addChoices(heap, cards, group)
	j.addDeck(heap)
	j.part.Laid = j.places.laid().Len()
	j.part.Total = j.form.layout.Deck.Len()
	j.addExchangeOptions()
	j.addFaults(heap, len(cards), group)
}

// selectHeap returns the place where the next card goes. If hands are entered, the last open place gets all cards that
// are left, and a full place gives way to the next one.
func (j *realCards) selectHeap() *heapPart {
	heap := cmp.Or(j.places.find(j.form.PlaceKey), j.places.all[0])
	open := j.places.unfilled()
	if len(open) == 0 || j.placeChosen || !j.form.inHands() {
		return heap
	}
	rest := j.form.layout.Deck &^ j.places.laid()
	fits := rest.Len() == open[0].most-len(j.form.lines.Cards(open[0].Key))
	if len(open) == 1 && fits && rest != j.form.layout.Deck {
		left := strings.Fields(tricks.FormatCards(rest.Cards()))
		j.places.put(open[0], append(j.form.lines.Cards(open[0].Key), left...))
	}
	if heap.most > 0 && len(j.form.lines.Cards(heap.Key)) >= heap.most {
		return open[0]
	}
	return heap
}

// addExchangeOptions adds the seats of an exchange and, if the round has Sting, the tricks before which it can be made.
func (j *realCards) addExchangeOptions() {
	for _, id := range append(slices.Clone(j.form.names), lostHeap) {
		label := j.places.name(strings.ReplaceAll(id, "lost", j.t.T("web.real.lost")))
		j.part.Partner = append(j.part.Partner, words.Choice{Value: id, Label: label})
	}
	isSting := func(g *characters.Gift) bool { return g != nil && g.Effect == characters.ExchangeInPlay }
	hasSting := isSting(j.lib.Gifts[strings.Join(j.form.lines.Words("gift"), "")]) ||
		slices.ContainsFunc(j.form.chapter.Roster, func(e chapters.RosterEntry) bool { return isSting(e.Gift) })
	for k := 1; hasSting && k <= j.form.layout.Tricks; k++ {
		label := strconv.Itoa(k)
		if k == 1 {
			label = ""
		}
		j.part.TrickOptions = append(j.part.TrickOptions, words.Choice{Value: label, Label: cmp.Or(label, "–")})
	}
}

// addFaults adds the mistakes that can be seen already, and names the seat whose turn it is in a trick.
func (j *realCards) addFaults(heap *heapPart, cards, group int) {
	now := slices.DeleteFunc(slices.Clone(j.form.lines), func(line string) bool {
		key, _, _ := strings.Cut(line, " ")
		return strings.HasSuffix(key, ":") // no pile can be judged without the others
	})
	got := realtable.Read(j.lib, now.String())
	if heap.Key == ";" && got.Turn >= 0 && int(got.Turn) < len(j.form.names) {
		name := j.places.name(j.form.names[got.Turn])
		j.part.Place = j.t.T("web.real.turn", cards/len(j.form.names)+1, name)
	}
	for i := range got.Faults {
		if f := &got.Faults[i]; !f.Incomplete && group == 0 { // a trick is judged when it is complete
			j.part.Faults = append(j.part.Faults, texts.Sentence(j.t.Problem(f.Err)))
		}
	}
}

// plain returns the cards of a place without the other things that can be tapped: a plus sign, and who was named to
// lead. It keeps a minus sign, an empty place of a pyramid, which counts like a card.
func plain(cards []string) []string {
	return slices.DeleteFunc(slices.Clone(cards), func(c string) bool { return c == "+" || strings.HasSuffix(c, ":") })
}

// addChoices adds what can be tapped beside cards: that the One Ring wins, who was named to lead the trick, and an
// empty place of a pyramid or a card beside it.
func (j *realCards) addChoices(h *heapPart, cards []string, group int) {
	add := func(value, label string) {
		j.part.Also = append(j.part.Also, words.Choice{Name: "tap", Value: value, Label: label})
	}
	if h.Key == ";" && slices.Contains(cards, tricks.OneRing.String()) {
		add("R1!", j.t.T("web.real.towin"))
	}
	namesLeader := func(id string) bool {
		c := j.lib.Characters[id]
		return c != nil && c.NamesLeader
	}
	if h.Key == ";" && group == 0 && slices.ContainsFunc(j.form.names, namesLeader) {
		for _, id := range j.form.names {
			add(id+":", j.t.T("web.real.led", j.places.name(id)))
		}
	}
	if len(h.cut.Sizes) > 1 && h.cut.Sign == "/" {
		add("-", j.t.T("web.real.empty"))
		add("+", j.t.T("web.real.beside"))
	}
}

// addDeck adds the cards of the deck as buttons, suit by suit. A suit that does not fill its rows is filled up with
// empty places.
func (j *realCards) addDeck(h *heapPart) {
	const rows = 8
	owner := map[string]*heapPart{}
	selected := j.form.lines.Cards(h.Key)
	for _, other := range j.places.all {
		for _, c := range j.form.lines.Cards(other.Key) {
			if other.share&h.share != 0 {
				owner[strings.TrimSuffix(c, "!")] = other
			}
		}
	}
	for suit := range tricks.NoSuit + 1 {
		n := len(j.part.Deck)
		for _, c := range cmp.Or(h.deck, j.form.layout.Deck).Cards() {
			if c.Suit() != suit {
				continue
			}
			d := deckPart{card: cardOf(j.t, c), Spoken: j.t.Card(c)}
			d.InSelected = slices.Contains(selected, d.Code) || slices.Contains(selected, d.Code+"!")
			if other := owner[d.Code]; other != nil && !d.InSelected {
				d.Elsewhere = true
				d.Owner = other.ID
				d.Spoken += ", " + other.Name
			}
			j.part.Deck = append(j.part.Deck, d)
		}
		// The Rings are not filled up, so that there is room for a word below them.
		if count := len(j.part.Deck) - n; count > 0 && count < rows && suit != tricks.Rings {
			j.part.Deck = append(j.part.Deck, make([]deckPart, rows-count)...)
		}
	}
}
