package web

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/realtable"
	"fellowship/cmd/internal/table/words"
	"fellowship/tricks"
)

type (
	// heapsPart is a group of places that are needed less often.
	heapsPart struct {
		// TitleKey is the key of the text above the group.
		TitleKey string
		// Name identifies the group on the page.
		Name string
		// Open reports whether the group is unfolded.
		Open   bool
		Places []heapPart
	}
	// heapPart is a place for cards. Its cards cannot lie in another place of the same share.
	heapPart struct {
		// N is the number of the place on the page.
		N int
		// Key is the key of its line in the notation.
		Key string
		// ID is the character of the place; empty without one.
		ID   string
		Name string
		// Count says how many cards lie there.
		Count    string
		Selected bool

		// cut says how the cards are grouped in the line.
		cut realtable.Grouping
		// most is the highest number of cards, 0 for no limit or an unknown one.
		most int
		// share says which other places share the cards of the deck with this one.
		share deckShare
		// deck are the cards for the place if they are not those of the chapter's deck.
		deck tricks.Set
	}
	// deckPart is a card to tap. Its card is nil for an empty place in the grid.
	deckPart struct {
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
)

const (
	// lostHeap is the key of the place of the lost card.
	lostHeap = "lost"
	// exchangeHeaps is the name of the group of cards that were exchanged.
	exchangeHeaps = "moves"
)

// deckShare says which places share the cards of the deck among them. A place can belong to both shares.
type deckShare uint8

const (
	// dealShare is for the places before the play, such as hands.
	dealShare deckShare = 1 << iota
	// playShare is for the places of the play, such as tricks.
	playShare
)

// characterName returns the name of a character by its ID.
func (v *visitor) characterName(id string) string {
	if c := v.server.options.Library.Characters[id]; c != nil {
		return v.frame.Texts.ShortName(c)
	}
	return id
}

// heaps fills the page with the places for cards, and returns them all: first the main places, then the places that are
// needed less often. There are none unless it is known which chapter was played and which character sat where.
func (v *visitor) heaps(p *realPage, known bool) (all []*heapPart) {
	if !known || len(p.names) == 0 {
		return nil
	}
	v.addMainHeaps(p)
	v.addExchangeHeaps(p)
	if !p.inHands() {
		v.addKnownHeaps(p)
	}
	v.addAsideHeaps(p)
	for _, group := range append([]heapsPart{{Places: p.Places}}, p.More...) {
		for i := range group.Places {
			group.Places[i].N = len(all)
			all = append(all, &group.Places[i])
		}
	}
	return all
}

// addMainHeaps adds the places that every round of the chapter needs.
func (v *visitor) addMainHeaps(p *realPage) {
	seatCount := len(p.names)
	pileGrouping := realtable.Grouping{Sizes: []int{seatCount}, Sign: "/"}
	add := func(h heapPart) { p.Places = append(p.Places, h) }
	for i, id := range p.names {
		switch {
		case p.inHands():
			add(v.handHeap(p, i))
		case p.Kind == "piles":
			add(heapPart{Key: id + ":", ID: id, Name: v.characterName(id), share: playShare, cut: pileGrouping})
		case i == 0:
			add(heapPart{
				Key: ";", Name: v.frame.Texts.T("web.real.tricks"), share: playShare,
				cut: realtable.Grouping{Sizes: []int{seatCount}, Sign: ";"},
			})
		}
	}
	side := p.chapter.Side
	if side != nil && side.Effect == chapters.BeatsLowWinners && p.Kind == "piles" {
		add(heapPart{Key: "nobody:", Name: v.frame.Texts.T("web.real.nobody"), share: playShare, cut: pileGrouping})
	}
	if p.players == 2 && !p.inHands() {
		add(v.handHeap(p, p.Pyramid))
	}
	if p.players == 1 {
		add(heapPart{Key: "pile", Name: v.frame.Texts.T("web.real.pile"), share: dealShare, most: p.layout.Pile})
	}
	if side != nil {
		h := heapPart{Key: side.Name, Name: side.TitleOrName(v.frame.Texts.Lang())}
		if side.IsTurnedUp() {
			h.deck = side.Cards
		}
		add(h)
	}
	if p.layout.Lost > 0 {
		h := heapPart{
			Key: lostHeap, Name: v.frame.Texts.T("web.real.lost"), share: dealShare | playShare,
			most: p.layout.Lost,
		}
		if p.Kind != "dealt" && slices.ContainsFunc(p.names, v.canTakeLost) {
			h.share = 0 // the character that has taken the card plays it, so it also lies in another place
		}
		add(h)
	}
}

// handHeap returns the place of the hand of a seat.
func (v *visitor) handHeap(p *realPage, seat int) heapPart {
	h := heapPart{
		Key: p.names[seat], ID: p.names[seat], Name: v.characterName(p.names[seat]), share: dealShare,
		most: p.layout.Hand,
	}
	seats := realtable.Read(v.server.options.Library, p.lines[:len(p.names)+1].String()).Seats
	if p.Kind != "dealt" && seat < len(seats) {
		h.most = seats[seat].HandSize
	}
	switch {
	case p.players == 2 && seat == p.Pyramid:
		h.Name = v.frame.Texts.T("web.real.rows", h.Name)
		h.cut = realtable.Grouping{Sizes: p.layout.Rows, Sign: "/"}
		h.most = 0
	case p.players == 1:
		h.most = 0 // what its character draws depends on setup
	case p.Kind == "dealt" && p.chapter.Staged > 0:
		h.cut = realtable.Grouping{Sizes: []int{p.chapter.Staged, p.chapter.Staged, p.layout.Hand}, Sign: "|"}
	}
	return h
}

// addExchangeHeaps adds a group with a place for each exchange, and for the one that the person is adding.
func (v *visitor) addExchangeHeaps(p *realPage) {
	group := heapsPart{TitleKey: "web.real.moves", Name: exchangeHeaps}
	add := func(key string) {
		group.Places = append(group.Places, heapPart{Key: key, Name: v.exchangeName(key), most: 2})
	}
	for _, line := range p.lines {
		if key, _, _ := strings.Cut(line, " "); strings.Contains(key, ">") {
			if trick := p.lines.Words(key); len(trick) > 0 { // the trick before which the exchange was made
				key += " " + trick[0]
			}
			add(key)
		}
	}
	if strings.Contains(p.PlaceKey, ">") && p.lines.Find(p.PlaceKey) < 0 {
		add(p.PlaceKey)
	}
	p.More = append(p.More, group)
}

// addKnownHeaps adds two groups: the hands, as far as they are known, and the cards that were left at the end.
func (v *visitor) addKnownHeaps(p *realPage) {
	hands := heapsPart{TitleKey: "web.real.known", Name: "known"}
	for i := range p.names {
		if p.players != 2 || i != p.Pyramid {
			hands.Places = append(hands.Places, v.handHeap(p, i))
		}
	}
	left := heapsPart{TitleKey: "web.real.ended", Name: "ended"}
	for _, id := range p.names {
		left.Places = append(left.Places, heapPart{
			Key: "left " + id, ID: id, Name: v.frame.Texts.T("web.real.left", v.characterName(id)),
			share: playShare,
		})
	}
	p.More = append(p.More, hands, left)
}

// addAsideHeaps adds a group for each card that a character has put aside.
func (v *visitor) addAsideHeaps(p *realPage) {
	for _, id := range p.names {
		for kind, marks := range map[characters.ActionKind][]string{
			characters.Tuck:     {"tucked"},
			characters.SetAside: {"first", "last"},
		} {
			character := v.server.options.Library.Characters[id]
			if character == nil || !character.HasAction(kind) {
				continue
			}
			for _, mark := range marks {
				place := heapPart{
					Key: id + " " + mark + "=", ID: id,
					Name: v.frame.Texts.T("web.real.aside." + mark), most: 1,
				}
				p.More = append(p.More,
					heapsPart{TitleKey: "web.real.aside", Name: mark, Places: []heapPart{place}})
			}
		}
	}
}

// canTakeLost reports whether a character can have taken a lost card.
func (v *visitor) canTakeLost(id string) bool {
	c := v.server.options.Library.Characters[id]
	return c != nil &&
		(c.HasAction(characters.TakeLost) || slices.ContainsFunc(c.Setup, func(a characters.Action) bool {
			return a.Lost
		}))
}

// exchangeName names an exchange by its key, such as sam>frodo, or sam>lost 3 before the third trick.
func (v *visitor) exchangeName(key string) string {
	pair, trick, _ := strings.Cut(key, " ")
	giver, receiver, _ := strings.Cut(pair, ">")
	if receiver == lostHeap {
		receiver = v.frame.Texts.T("web.real.lost")
	}
	return strings.TrimSpace(v.characterName(giver) + " > " + v.characterName(receiver) + " " + trick)
}

// put writes the cards of a place into the text.
func (p *realPage) put(h *heapPart, cards []string) {
	p.lines.Put(h.Key, p.lines.Words(h.Key), cards, h.cut)
}

// findHeap returns the place with a key, nil if there is none.
func findHeap(heaps []*heapPart, key string) *heapPart {
	if i := slices.IndexFunc(heaps, func(h *heapPart) bool { return h.Key == key }); i >= 0 {
		return heaps[i]
	}
	return nil
}

// tap puts a card into the selected place, takes it back, or selects the place where the card lies. The code R1! says
// that the One Ring wins, and a name with a colon says who was named to lead.
func (p *realPage) tap(heaps []*heapPart, code string) {
	h := findHeap(heaps, p.PlaceKey)
	if h == nil || !realtable.IsTap(code) {
		return
	}
	cards := p.lines.Cards(h.Key)
	index := slices.Index(cards, code)
	ring := slices.Index(cards, strings.TrimSuffix(code, "!"))
	holdsCode := func(other *heapPart) bool {
		return other.share&h.share != 0 && slices.Contains(p.lines.Cards(other.Key), code)
	}
	switch {
	case code == "-" || code == "+" || h.deck != 0 || strings.HasSuffix(code, ":"):
		p.put(h, append(cards, code))
	case index >= 0:
		p.put(h, slices.Delete(cards, index, index+1))
	case strings.HasSuffix(code, "!") && ring >= 0:
		cards[ring] = code
		p.put(h, cards)
	case strings.HasSuffix(code, "!"):
	case slices.ContainsFunc(heaps, holdsCode):
		p.PlaceKey = heaps[slices.IndexFunc(heaps, holdsCode)].Key
	case h.most == 0 || len(cards) < h.most:
		p.put(h, append(cards, code))
	}
}

// askCards shows the cards of the chapter to tap, for the selected place.
func (v *visitor) askCards(p *realPage, heaps []*heapPart) {
	if len(heaps) == 0 {
		v.askGame(p)
		return
	}
	p.Step = stepLay
	heap := v.selectHeap(p, heaps)
	p.PlaceKey = heap.Key
	p.Place = heap.Name
	heap.Selected = true
	for i := range p.More {
		p.More[i].Open = slices.ContainsFunc(p.More[i].Places, func(heap heapPart) bool { return heap.Selected })
	}
	for _, heap := range heaps {
		heap.Count = p.count(heap)
	}
	cards := p.lines.Cards(heap.Key)
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
		p.Held = append(p.Held, cardOf(v.frame.Texts, card))
	}
	p.Again = heap.deck == 0
	v.addChoices(p, heap, cards, group)
	v.deck(p, heaps, heap)
	p.Laid = p.laidCards(heaps).Len()
	p.Total = p.layout.Deck.Len()
	v.addExchangeOptions(p)
	v.addFaults(p, heap, len(cards), group)
}

// selectHeap returns the place where the next card goes. If hands are entered, the last open place gets all cards that
// are left, and a full place gives way to the next one.
func (v *visitor) selectHeap(p *realPage, heaps []*heapPart) *heapPart {
	heap := cmp.Or(findHeap(heaps, p.PlaceKey), heaps[0])
	open := p.unfilledHeaps(heaps)
	if len(open) == 0 || v.r.FormValue("to") != "" || !p.inHands() {
		return heap
	}
	rest := p.layout.Deck &^ p.laidCards(heaps)
	fits := rest.Len() == open[0].most-len(p.lines.Cards(open[0].Key))
	if len(open) == 1 && fits && rest != p.layout.Deck {
		p.put(open[0], append(p.lines.Cards(open[0].Key), strings.Fields(tricks.FormatCards(rest.Cards()))...))
	}
	if heap.most > 0 && len(p.lines.Cards(heap.Key)) >= heap.most {
		return open[0]
	}
	return heap
}

// addExchangeOptions adds the seats of an exchange and, if the round has Sting, the tricks before which it can be made.
func (v *visitor) addExchangeOptions(p *realPage) {
	for _, id := range append(slices.Clone(p.names), lostHeap) {
		label := v.characterName(strings.ReplaceAll(id, "lost", v.frame.Texts.T("web.real.lost")))
		p.Partner = append(p.Partner, words.Choice{Value: id, Label: label})
	}
	isSting := func(g *characters.Gift) bool { return g != nil && g.Effect == characters.ExchangeInPlay }
	hasSting := isSting(v.server.options.Library.Gifts[strings.Join(p.lines.Words("gift"), "")]) ||
		slices.ContainsFunc(p.chapter.Roster, func(e chapters.RosterEntry) bool { return isSting(e.Gift) })
	for k := 1; hasSting && k <= p.layout.Tricks; k++ {
		label := strconv.Itoa(k)
		if k == 1 {
			label = ""
		}
		p.TrickOptions = append(p.TrickOptions, words.Choice{Value: label, Label: cmp.Or(label, "–")})
	}
}

// addFaults adds the mistakes that can be seen already, and names the seat whose turn it is in a trick.
func (v *visitor) addFaults(p *realPage, heap *heapPart, cards, group int) {
	now := slices.DeleteFunc(slices.Clone(p.lines), func(line string) bool {
		key, _, _ := strings.Cut(line, " ")
		return strings.HasSuffix(key, ":") // no pile can be judged without the others
	})
	got := realtable.Read(v.server.options.Library, now.String())
	if heap.Key == ";" && got.Turn >= 0 && int(got.Turn) < len(p.names) {
		p.Place = v.frame.Texts.T("web.real.turn", cards/len(p.names)+1, v.characterName(p.names[got.Turn]))
	}
	for i := range got.Faults {
		if f := &got.Faults[i]; !f.Incomplete && group == 0 { // a trick is judged when it is complete
			p.Faults = append(p.Faults, v.errorText(f.Err))
		}
	}
}

// plain returns the cards of a place without the other things that can be tapped: a plus sign, and who was named to
// lead. It keeps a minus sign, an empty place of a pyramid, which counts like a card.
func plain(cards []string) []string {
	return slices.DeleteFunc(slices.Clone(cards), func(c string) bool { return c == "+" || strings.HasSuffix(c, ":") })
}

// count says how many cards, or groups of cards, lie in a place.
func (p *realPage) count(h *heapPart) string {
	laid := len(plain(p.lines.Cards(h.Key)))
	switch {
	case h.most > 0:
		return fmt.Sprintf("%d/%d", laid, h.most)
	case len(h.cut.Sizes) != 1:
		return strconv.Itoa(laid)
	}
	n := h.cut.Sizes[0]
	if laid%n > 0 {
		return fmt.Sprintf("%d + %d/%d", laid/n, laid%n, n)
	}
	return strconv.Itoa(laid / n)
}

// unfilledHeaps returns the places before the play that are not full.
func (p *realPage) unfilledHeaps(heaps []*heapPart) (open []*heapPart) {
	for _, h := range heaps {
		if h.share&dealShare != 0 && len(p.lines.Cards(h.Key)) < h.most {
			open = append(open, h)
		}
	}
	return open
}

// laidCards returns the cards of the deck that have a place: in hands if hands are entered, and otherwise in the play.
func (p *realPage) laidCards(heaps []*heapPart) (set tricks.Set) {
	share := playShare
	if p.inHands() {
		share = dealShare
	}
	for _, h := range heaps {
		for _, c := range p.lines.Cards(h.Key) {
			if card, err := tricks.ParseCard(strings.TrimSuffix(c, "!")); err == nil && h.share&share != 0 {
				set |= card.Bit()
			}
		}
	}
	return set & p.layout.Deck
}

// addChoices adds what can be tapped beside cards: that the One Ring wins, who was named to lead the trick, and an
// empty place of a pyramid or a card beside it.
func (v *visitor) addChoices(p *realPage, h *heapPart, cards []string, group int) {
	add := func(value, label string) {
		p.Also = append(p.Also, words.Choice{Name: "tap", Value: value, Label: label})
	}
	if h.Key == ";" && slices.Contains(cards, tricks.OneRing.String()) {
		add("R1!", v.frame.Texts.T("web.real.towin"))
	}
	namesLeader := func(id string) bool {
		c := v.server.options.Library.Characters[id]
		return c != nil && c.NamesLeader
	}
	if h.Key == ";" && group == 0 && slices.ContainsFunc(p.names, namesLeader) {
		for _, id := range p.names {
			add(id+":", v.frame.Texts.T("web.real.led", v.characterName(id)))
		}
	}
	if len(h.cut.Sizes) > 1 && h.cut.Sign == "/" {
		add("-", v.frame.Texts.T("web.real.empty"))
		add("+", v.frame.Texts.T("web.real.beside"))
	}
}

// deck adds the cards of the deck as buttons, suit by suit. A suit that does not fill its rows is filled up with empty
// places.
func (v *visitor) deck(p *realPage, heaps []*heapPart, h *heapPart) {
	const rows = 8
	owner := map[string]*heapPart{}
	selected := p.lines.Cards(h.Key)
	for _, other := range heaps {
		for _, c := range p.lines.Cards(other.Key) {
			if other.share&h.share != 0 {
				owner[strings.TrimSuffix(c, "!")] = other
			}
		}
	}
	for suit := range tricks.NoSuit + 1 {
		n := len(p.Deck)
		for _, c := range cmp.Or(h.deck, p.layout.Deck).Cards() {
			if c.Suit() != suit {
				continue
			}
			d := deckPart{card: cardOf(v.frame.Texts, c), Spoken: v.frame.Texts.Card(c)}
			d.InSelected = slices.Contains(selected, d.Code) || slices.Contains(selected, d.Code+"!")
			if other := owner[d.Code]; other != nil && !d.InSelected {
				d.Elsewhere = true
				d.Owner = other.ID
				d.Spoken += ", " + other.Name
			}
			p.Deck = append(p.Deck, d)
		}
		// The Rings are not filled up, so that there is room for a word below them.
		if count := len(p.Deck) - n; count > 0 && count < rows && suit != tricks.Rings {
			p.Deck = append(p.Deck, make([]deckPart, rows-count)...)
		}
	}
}
