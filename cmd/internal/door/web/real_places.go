package web

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/realtable"
	"fellowship/cmd/internal/texts"
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

// realPlaces are the places where the cards of a round go. There are none unless it is known which chapter was played
// and which character sat where.
type realPlaces struct {
	t    *texts.Texts
	lib  *chapters.Library
	form *realForm
	// main are the places that every round of the chapter needs.
	main []heapPart
	// groups are the places that are needed less often.
	groups []heapsPart
	// all are the places of main, and then the places of groups.
	all []*heapPart
}

// newRealPlaces returns the places for the cards of a round.
func newRealPlaces(t *texts.Texts, lib *chapters.Library, form *realForm) *realPlaces {
	p := &realPlaces{t: t, lib: lib, form: form}
	if form.known < knowsSeats {
		return p
	}
	p.addMain()
	p.addExchanges()
	if !form.inHands() {
		p.addKnown()
	}
	p.addAside()
	for _, group := range append([]heapsPart{{Places: p.main}}, p.groups...) {
		for i := range group.Places {
			group.Places[i].N = len(p.all)
			p.all = append(p.all, &group.Places[i])
		}
	}
	return p
}

// addMain adds the places that every round of the chapter needs.
func (p *realPlaces) addMain() {
	seatCount := len(p.form.names)
	pileGrouping := realtable.Grouping{Sizes: []int{seatCount}, Sign: "/"}
	add := func(h heapPart) { p.main = append(p.main, h) }
	for i, id := range p.form.names {
		switch {
		case p.form.inHands():
			add(p.hand(i))
		case p.form.Kind == "piles":
			add(heapPart{Key: id + ":", ID: id, Name: p.name(id), share: playShare, cut: pileGrouping})
		case i == 0:
			add(heapPart{
				Key: ";", Name: p.t.T("web.real.tricks"), share: playShare,
				cut: realtable.Grouping{Sizes: []int{seatCount}, Sign: ";"},
			})
		}
	}
	side := p.form.chapter.Side
	if side != nil && side.Effect == chapters.BeatsLowWinners && p.form.Kind == "piles" {
		add(heapPart{Key: "nobody:", Name: p.t.T("web.real.nobody"), share: playShare, cut: pileGrouping})
	}
	if p.form.players == 2 && !p.form.inHands() {
		add(p.hand(p.form.Pyramid))
	}
	if p.form.players == 1 {
		add(heapPart{Key: "pile", Name: p.t.T("web.real.pile"), share: dealShare, most: p.form.layout.Pile})
	}
	if side != nil {
		h := heapPart{Key: side.Name, Name: side.TitleOrName(p.t.Lang())}
		if side.IsTurnedUp() {
			h.deck = side.Cards
		}
		add(h)
	}
	if p.form.layout.Lost > 0 {
		h := heapPart{
			Key: lostHeap, Name: p.t.T("web.real.lost"), share: dealShare | playShare,
			most: p.form.layout.Lost,
		}
		if p.form.Kind != "dealt" && slices.ContainsFunc(p.form.names, p.canTakeLost) {
			h.share = 0 // the character that has taken the card plays it, so it also lies in another place
		}
		add(h)
	}
}

// hand returns the place of the hand of a seat.
func (p *realPlaces) hand(seat int) heapPart {
	id := p.form.names[seat]
	h := heapPart{
		Key: id, ID: id, Name: p.name(id), share: dealShare,
		most: p.form.layout.Hand,
	}
	seats := realtable.Read(p.lib, p.form.lines[:len(p.form.names)+1].String()).Seats
	if p.form.Kind != "dealt" && seat < len(seats) {
		h.most = seats[seat].HandSize
	}
	switch {
	case p.form.players == 2 && seat == p.form.Pyramid:
		h.Name = p.t.T("web.real.rows", h.Name)
		h.cut = realtable.Grouping{Sizes: p.form.layout.Rows, Sign: "/"}
		h.most = 0
	case p.form.players == 1:
		h.most = 0 // what its character draws depends on setup
	case p.form.Kind == "dealt" && p.form.chapter.Staged > 0:
		staged := p.form.chapter.Staged
		h.cut = realtable.Grouping{Sizes: []int{staged, staged, p.form.layout.Hand}, Sign: "|"}
	}
	return h
}

// addExchanges adds a group with a place for each exchange, and for the one that the person is adding.
func (p *realPlaces) addExchanges() {
	group := heapsPart{TitleKey: "web.real.moves", Name: exchangeHeaps}
	add := func(key string) {
		group.Places = append(group.Places, heapPart{Key: key, Name: p.exchangeName(key), most: 2})
	}
	for _, line := range p.form.lines {
		if key, _, _ := strings.Cut(line, " "); strings.Contains(key, ">") {
			if trick := p.form.lines.Words(key); len(trick) > 0 { // the trick before which the exchange was made
				key += " " + trick[0]
			}
			add(key)
		}
	}
	if strings.Contains(p.form.PlaceKey, ">") && p.form.lines.Find(p.form.PlaceKey) < 0 {
		add(p.form.PlaceKey)
	}
	p.groups = append(p.groups, group)
}

// addKnown adds two groups: the hands, as far as they are known, and the cards that were left at the end.
func (p *realPlaces) addKnown() {
	hands := heapsPart{TitleKey: "web.real.known", Name: "known"}
	for i := range p.form.names {
		if p.form.players != 2 || i != p.form.Pyramid {
			hands.Places = append(hands.Places, p.hand(i))
		}
	}
	left := heapsPart{TitleKey: "web.real.ended", Name: "ended"}
	for _, id := range p.form.names {
		left.Places = append(left.Places, heapPart{
			Key: "left " + id, ID: id, Name: p.t.T("web.real.left", p.name(id)),
			share: playShare,
		})
	}
	p.groups = append(p.groups, hands, left)
}

// addAside adds a group for each card that a character has put aside.
func (p *realPlaces) addAside() {
	for _, id := range p.form.names {
		for kind, marks := range map[characters.ActionKind][]string{
			characters.Tuck:     {"tucked"},
			characters.SetAside: {"first", "last"},
		} {
			character := p.lib.Characters[id]
			if character == nil || !character.HasAction(kind) {
				continue
			}
			for _, mark := range marks {
				place := heapPart{
					Key: id + " " + mark + "=", ID: id,
					Name: p.t.T("web.real.aside." + mark), most: 1,
				}
				p.groups = append(p.groups,
					heapsPart{TitleKey: "web.real.aside", Name: mark, Places: []heapPart{place}})
			}
		}
	}
}

// canTakeLost reports whether a character can have taken a lost card.
func (p *realPlaces) canTakeLost(id string) bool {
	c := p.lib.Characters[id]
	return c != nil &&
		(c.HasAction(characters.TakeLost) || slices.ContainsFunc(c.Setup, func(a characters.Action) bool {
			return a.Lost
		}))
}

// exchangeName names an exchange by its key, such as sam>frodo, or sam>lost 3 before the third trick.
func (p *realPlaces) exchangeName(key string) string {
	pair, trick, _ := strings.Cut(key, " ")
	giver, receiver, _ := strings.Cut(pair, ">")
	if receiver == lostHeap {
		receiver = p.t.T("web.real.lost")
	}
	return strings.TrimSpace(p.name(giver) + " > " + p.name(receiver) + " " + trick)
}

// name returns the short name of a character by its ID.
func (p *realPlaces) name(id string) string {
	if c := p.lib.Characters[id]; c != nil {
		return p.t.ShortName(c)
	}
	return id
}

// find returns the place with a key, nil if there is none.
func (p *realPlaces) find(key string) *heapPart {
	if i := slices.IndexFunc(p.all, func(h *heapPart) bool { return h.Key == key }); i >= 0 {
		return p.all[i]
	}
	return nil
}

// put writes the cards of a place into the text.
func (p *realPlaces) put(h *heapPart, cards []string) {
	p.form.lines.Put(h.Key, p.form.lines.Words(h.Key), cards, h.cut)
}

// tap puts a card into the selected place, takes it back, or selects the place where the card lies. The code R1! says
// that the One Ring wins, and a name with a colon says who was named to lead.
func (p *realPlaces) tap(code string) {
	h := p.find(p.form.PlaceKey)
	if h == nil || !realtable.IsTap(code) {
		return
	}
	cards := p.form.lines.Cards(h.Key)
	index := slices.Index(cards, code)
	ring := slices.Index(cards, strings.TrimSuffix(code, "!"))
	holdsCode := func(other *heapPart) bool {
		return other.share&h.share != 0 && slices.Contains(p.form.lines.Cards(other.Key), code)
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
	case slices.ContainsFunc(p.all, holdsCode):
		p.form.PlaceKey = p.all[slices.IndexFunc(p.all, holdsCode)].Key
	case h.most == 0 || len(cards) < h.most:
		p.put(h, append(cards, code))
	}
}

// count says how many cards, or groups of cards, lie in a place.
func (p *realPlaces) count(h *heapPart) string {
	laid := len(plain(p.form.lines.Cards(h.Key)))
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

// unfilled returns the places before the play that are not full.
func (p *realPlaces) unfilled() (open []*heapPart) {
	for _, h := range p.all {
		if h.share&dealShare != 0 && len(p.form.lines.Cards(h.Key)) < h.most {
			open = append(open, h)
		}
	}
	return open
}

// laid returns the cards of the deck that have a place: in hands if hands are entered, and otherwise in the play.
func (p *realPlaces) laid() (set tricks.Set) {
	share := playShare
	if p.form.inHands() {
		share = dealShare
	}
	for _, h := range p.all {
		for _, c := range p.form.lines.Cards(h.Key) {
			if card, err := tricks.ParseCard(strings.TrimSuffix(c, "!")); err == nil && h.share&share != 0 {
				set |= card.Bit()
			}
		}
	}
	return set & p.form.layout.Deck
}
