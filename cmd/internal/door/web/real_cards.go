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
	heapsPart struct {
		TitleKey, Name string
		Open           bool
		Places         []heapPart
	}
	// heapPart is a place for cards. No other place beside it has one of its cards, but for those of which lies
	// none.
	heapPart struct {
		N                    int
		Key, ID, Name, Count string
		Selected             bool
		cut                  realtable.Grouping
		most                 int
		share                deckShare
		deck                 tricks.Set
	}
	// deckPart is a card of the deck: Mine where the next one goes, or of another place, with its owner.
	deckPart struct {
		*card
		InSelected, Elsewhere bool
		Owner, Spoken         string
	}
)

const (
	// lostHeap is the place of the lost card.
	lostHeap = "lost"
	// exchangeHeaps are the places of cards that were exchanged.
	exchangeHeaps = "moves"
)

// deckShare is which places share the cards of the deck among them: those before the play, and those of the play.
type deckShare uint8

const (
	dealShare deckShare = 1 << iota
	playShare
)

// characterName is the name of a character by its ID.
func (v *visitor) characterName(id string) string {
	if c := v.Library.Characters[id]; c != nil {
		return v.Texts.ShortName(c)
	}
	return id
}

// heaps are all places for cards: main ones first, then those that are needed less often.
func (v *visitor) heaps(p *realPage, known bool) (all []*heapPart) {
	if !known || len(p.names) == 0 {
		return nil
	}
	seatCount := len(p.names)
	chapter := p.chapter
	inHands := p.inHands()
	first := realtable.Read(v.Library, p.lines[:seatCount+1].String()).Seats
	more := func(says, name string) { p.More = append(p.More, heapsPart{TitleKey: says, Name: name}) }
	add := func(group *[]heapPart, h heapPart) { *group = append(*group, h) }
	last := func() *[]heapPart { return &p.More[len(p.More)-1].Places }
	hand := func(group *[]heapPart, i int) {
		h := heapPart{
			Key: p.names[i], ID: p.names[i], Name: v.characterName(p.names[i]), share: dealShare,
			most: p.layout.Hand,
		}
		if p.Kind != "dealt" && i < len(first) {
			h.most = first[i].HandSize
		}
		switch {
		case p.players == 2 && i == p.Pyramid:
			h.Name = v.Texts.T("web.real.rows", h.Name)
			h.cut = realtable.Grouping{Sizes: p.layout.Rows, Sign: "/"}
			h.most = 0
		case p.players == 1:
			h.most = 0 // what its character draws depends on setup
		case p.Kind == "dealt" && chapter.Staged > 0:
			h.cut = realtable.Grouping{Sizes: []int{chapter.Staged, chapter.Staged, p.layout.Hand}, Sign: "|"}
		}
		add(group, h)
	}
	for i, id := range p.names {
		switch {
		case inHands:
			hand(&p.Places, i)
		case p.Kind == "piles":
			add(&p.Places,
				heapPart{
					Key: id + ":", ID: id, Name: v.characterName(id), share: playShare,
					cut: realtable.Grouping{Sizes: []int{seatCount}, Sign: "/"},
				})
		case i == 0:
			add(&p.Places,
				heapPart{
					Key: ";", Name: v.Texts.T("web.real.tricks"), share: playShare,
					cut: realtable.Grouping{Sizes: []int{seatCount}, Sign: ";"},
				})
		}
	}
	side := chapter.Side
	if side != nil && side.Effect == chapters.BeatsLowWinners && p.Kind == "piles" {
		add(&p.Places,
			heapPart{
				Key: "nobody:", Name: v.Texts.T("web.real.nobody"), share: playShare,
				cut: realtable.Grouping{Sizes: []int{seatCount}, Sign: "/"},
			})
	}
	if p.players == 2 && !inHands {
		hand(&p.Places, p.Pyramid)
	}
	if p.players == 1 {
		add(&p.Places, heapPart{Key: "pile", Name: v.Texts.T("web.real.pile"), share: dealShare, most: p.layout.Pile})
	}
	if side != nil {
		h := heapPart{Key: side.Name, Name: side.TitleOrName(v.Texts.Lang())}
		if side.IsTurnedUp() {
			h.deck = side.Cards
		}
		add(&p.Places, h)
	}
	if p.layout.Lost > 0 {
		h := heapPart{
			Key: lostHeap, Name: v.Texts.T("web.real.lost"), share: dealShare | playShare,
			most: p.layout.Lost,
		}
		if p.Kind != "dealt" && slices.ContainsFunc(p.names, v.canTakeLost) {
			h.share = 0 // and it is played by whoever has taken it
		}
		add(&p.Places, h)
	}
	more("web.real.moves", exchangeHeaps)
	for _, line := range p.lines {
		if key, _, _ := strings.Cut(line, " "); strings.Contains(key, ">") {
			if w := p.lines.Words(key); len(w) > 0 { // before which trick
				key += " " + w[0]
			}
			add(last(), heapPart{Key: key, Name: v.exchangeName(key), most: 2})
		}
	}
	if strings.Contains(p.PlaceKey, ">") && p.lines.Find(p.PlaceKey) < 0 {
		add(last(), heapPart{Key: p.PlaceKey, Name: v.exchangeName(p.PlaceKey), most: 2})
	}
	if !inHands {
		more("web.real.known", "known")
		for i := range p.names {
			if p.players != 2 || i != p.Pyramid {
				hand(last(), i)
			}
		}
		more("web.real.ended", "ended")
		for _, id := range p.names {
			add(last(), heapPart{
				Key: "left " + id, ID: id, Name: v.Texts.T("web.real.left", v.characterName(id)),
				share: playShare,
			})
		}
	}
	for _, id := range p.names {
		for kind, marks := range map[characters.ActionKind][]string{
			characters.Tuck:     {"tucked"},
			characters.SetAside: {"first", "last"},
		} {
			if character := v.Library.Characters[id]; character != nil && character.HasAction(kind) {
				for _, mark := range marks {
					more("web.real.aside", mark)
					add(last(), heapPart{
						Key: id + " " + mark + "=", ID: id,
						Name: v.Texts.T("web.real.aside." + mark), most: 1,
					})
				}
			}
		}
	}
	for _, group := range append([]heapsPart{{Places: p.Places}}, p.More...) {
		for i := range group.Places {
			group.Places[i].N = len(all)
			all = append(all, &group.Places[i])
		}
	}
	return all
}

// canTakeLost reports whether a character can have had a lost card.
func (v *visitor) canTakeLost(id string) bool {
	c := v.Library.Characters[id]
	return c != nil &&
		(c.HasAction(characters.TakeLost) || slices.ContainsFunc(c.Setup, func(a characters.Action) bool {
			return a.Lost
		}))
}

// exchangeName names an exchange by its place, such as sam>frodo, or sam>lost 3 before the third trick.
func (v *visitor) exchangeName(key string) string {
	pair, trick, _ := strings.Cut(key, " ")
	giver, receiver, _ := strings.Cut(pair, ">")
	if receiver == lostHeap {
		receiver = v.Texts.T("web.real.lost")
	}
	return strings.TrimSpace(v.characterName(giver) + " > " + v.characterName(receiver) + " " + trick)
}

// put writes the cards of a place.
func (p *realPage) put(h *heapPart, cards []string) {
	p.lines.Put(h.Key, p.lines.Words(h.Key), cards, h.cut)
}

// findHeap is a place by its name, nil for none.
func findHeap(heaps []*heapPart, key string) *heapPart {
	if i := slices.IndexFunc(heaps, func(h *heapPart) bool { return h.Key == key }); i >= 0 {
		return heaps[i]
	}
	return nil
}

// tap puts a card where the next one goes, takes it back from there, or goes to where it lies. R1! lets the One Ring
// win, and a name says who was named to lead.
func (p *realPage) tap(heaps []*heapPart, code string) {
	h := findHeap(heaps, p.PlaceKey)
	if h == nil || !realtable.IsTap(code) {
		return
	}
	cards := p.lines.Cards(h.Key)
	index := slices.Index(cards, code)
	ring := slices.Index(cards, strings.TrimSuffix(code, "!"))
	switch holdsCode := func(other *heapPart) bool {
		return other.share&h.share != 0 && slices.Contains(p.lines.Cards(other.Key), code)
	}; {
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

// askCards shows the cards of the chapter, to be tapped.
func (v *visitor) askCards(p *realPage, heaps []*heapPart) {
	if len(heaps) == 0 {
		v.askGame(p)
		return
	}
	p.Step = stepLay
	heap := cmp.Or(findHeap(heaps, p.PlaceKey), heaps[0])
	if open := p.unfilledHeaps(heaps); len(open) > 0 && v.r.FormValue("to") == "" && p.inHands() {
		rest := p.layout.Deck &^ p.laidCards(heaps)
		// it gets what is left
		if len(open) == 1 && rest.Len() == open[0].most-len(p.lines.Cards(open[0].Key)) && rest != p.layout.Deck {
			p.put(open[0], append(p.lines.Cards(open[0].Key), strings.Fields(tricks.FormatCards(rest.Cards()))...))
		}
		if heap.most > 0 && len(p.lines.Cards(heap.Key)) >= heap.most { // a full place gives way to the next
			heap = open[0]
		}
	}
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
	held := cards // where their order counts
	if len(heap.cut.Sizes) == 1 {
		group = len(plain(cards)) % heap.cut.Sizes[0]
		held = cards[len(cards)-group:]
	} else if heap.cut.Sizes == nil && heap.share != 0 && heap.Key != "pile" {
		held = nil
	}
	for _, c := range held {
		card, _ := tricks.ParseCard(strings.TrimSuffix(c, "!"))
		p.Held = append(p.Held, cardOf(v.Texts, card))
	}
	p.Again = heap.deck == 0
	v.addChoices(p, heap, cards, group)
	v.deck(p, heaps, heap)
	p.Laid = p.laidCards(heaps).Len()
	p.Total = p.layout.Deck.Len()
	for _, id := range append(slices.Clone(p.names), lostHeap) {
		p.Partner = append(p.Partner,
			words.Choice{Value: id, Label: v.characterName(strings.ReplaceAll(id, "lost", v.Texts.T("web.real.lost")))})
	}
	isSting := func(g *characters.Gift) bool { return g != nil && g.Effect == characters.ExchangeInPlay }
	hasSting := isSting(v.Library.Gifts[strings.Join(p.lines.Words("gift"), "")]) ||
		slices.ContainsFunc(p.chapter.Roster, func(e chapters.RosterEntry) bool { return isSting(e.Gift) })
	for k := 1; hasSting && k <= p.layout.Tricks; k++ {
		label := strconv.Itoa(k)
		if k == 1 {
			label = ""
		}
		p.TrickOptions = append(p.TrickOptions, words.Choice{Value: label, Label: cmp.Or(label, "–")})
	}
	now := slices.DeleteFunc(slices.Clone(p.lines), func(line string) bool {
		key, _, _ := strings.Cut(line, " ")
		return strings.HasSuffix(key, ":") // no pile can be judged without the others
	})
	got := realtable.Read(v.Library, now.String())
	if heap.Key == ";" && got.Turn >= 0 && int(got.Turn) < len(p.names) {
		p.Place = v.Texts.T("web.real.turn", len(cards)/len(p.names)+1, v.characterName(p.names[got.Turn]))
	}
	for i := range got.Faults {
		if f := &got.Faults[i]; !f.Incomplete && group == 0 { // a trick is judged when it is there
			p.Faults = append(p.Faults, v.errorText(f.Err))
		}
	}
}

// plain are cards without what is tapped beside them.
func plain(cards []string) []string {
	return slices.DeleteFunc(slices.Clone(cards), func(c string) bool { return c == "+" || strings.HasSuffix(c, ":") })
}

// count says how much lies in a place.
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

// unfilledHeaps are the places before the play that are not full.
func (p *realPage) unfilledHeaps(heaps []*heapPart) (open []*heapPart) {
	for _, h := range heaps {
		if h.share&dealShare != 0 && len(p.lines.Cards(h.Key)) < h.most {
			open = append(open, h)
		}
	}
	return open
}

// laidCards are the cards that lie where they are asked for: before the play, or in it.
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

// addChoices is what can be tapped beside cards: that the One Ring wins, who was named to lead the trick, and
// an empty place of a pyramid or what lies beside it.
func (v *visitor) addChoices(p *realPage, h *heapPart, cards []string, group int) {
	add := func(value, label string) {
		p.Also = append(p.Also, words.Choice{Name: "tap", Value: value, Label: label})
	}
	if h.Key == ";" && slices.Contains(cards, tricks.OneRing.String()) {
		add("R1!", v.Texts.T("web.real.towin"))
	}
	if h.Key == ";" && group == 0 && slices.ContainsFunc(p.names, func(id string) bool {
		c := v.Library.Characters[id]
		return c != nil && c.NamesLeader
	}) {
		for _, id := range p.names {
			add(id+":", v.Texts.T("web.real.led", v.characterName(id)))
		}
	}
	if len(h.cut.Sizes) > 1 && h.cut.Sign == "/" {
		add("-", v.Texts.T("web.real.empty"))
		add("+", v.Texts.T("web.real.beside"))
	}
}

// deck are the cards of the deck as buttons, suit by suit.
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
			d := deckPart{card: cardOf(v.Texts, c), Spoken: v.Texts.Card(c)}
			d.InSelected = slices.Contains(selected, d.Code) || slices.Contains(selected, d.Code+"!")
			if other := owner[d.Code]; other != nil && !d.InSelected {
				d.Elsewhere = true
				d.Owner = other.ID
				d.Spoken += ", " + other.Name
			}
			p.Deck = append(p.Deck, d)
		}
		// below which there is room for a word
		if count := len(p.Deck) - n; count > 0 && count < rows && suit != tricks.Rings {
			p.Deck = append(p.Deck, make([]deckPart, rows-count)...)
		}
	}
}
