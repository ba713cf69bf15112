package chapters

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"fellowship/characters/say"
	"fellowship/tricks"
)

// The streams give the dealer other random numbers than computer players get from the same seed. They
// never change, because every deal would change with them.
const (
	dealStream = 0xf3110c0de
	poolStream = 0x90a1c0de
)

// Deal deals a round: it returns a position in stage draft with everything that chance decides. For 1
// to 4 players the same id gives the same deal for ever, which golden tests check. A deal of the Road
// draws its pool, its rider and its gift as well (L5).
func (l *Library) Deal(id DealID) (Position, error) {
	chapter, err := l.Chapter(id.Chapter)
	if err != nil {
		return Position{}, err
	}
	terms, err := id.variantTerms(chapter)
	if err != nil {
		return Position{}, err
	}
	if chapter.Pool != nil && id.Players >= 1 && id.Players <= 4 {
		terms = l.DrawRoad(chapter, id.Players, id.Seed)
	}
	pos, err := l.dealUnnamed(id, terms)
	pos.ID, pos.Deal = id.String(), id.String()
	return pos, err
}

// variantTerms returns the terms of a round with the event or group that the deal names. A chapter with
// events or groups needs one.
func (d DealID) variantTerms(chapter *Chapter) (terms Terms, err error) {
	kind := chapter.VariantKind()
	switch {
	case d.Variant == "" && kind == "":
		return terms, nil
	case d.Variant == "":
		return terms, say.Errorf("each round of chapter %s needs %s: name it, as in %s", d.Chapter,
			map[string]say.Word{"event": "an event", "group": "a group"}[kind],
			variantNames(d, chapter.Variants()))
	}
	name := cmp.Or(d.variantID, d.Variant)
	if event := findVariant(chapter.Events, name); event != nil {
		terms.Event = event.ID
		return terms, nil
	}
	if group := findVariant(chapter.Groups, name); group != nil {
		terms.Group = group.ID
		return terms, nil
	}
	return terms, say.Errorf("chapter %s has no event or group %q%s", d.Chapter, name,
		variantHint(chapter.Variants()))
}

// DealRound deals a round of a chapter on these terms. A chapter with events or groups needs one in the
// terms. The position is named after the deal only if [Library.Deal] deals the same for that id. An id
// of the Road also determines the pool, so only one round of a Road can have that name.
func (l *Library) DealRound(id DealID, terms Terms) (Position, error) {
	pos, err := l.dealUnnamed(id, terms)
	if err != nil {
		return pos, err
	}
	named, err := l.Deal(id)
	if err == nil && pos.firstDifference(&named) == nil && pos.Rider == named.Rider {
		pos.ID, pos.Deal = named.ID, named.Deal
	}
	return pos, nil
}

// dealUnnamed deals a round and leaves its id and its name empty.
func (l *Library) dealUnnamed(id DealID, terms Terms) (Position, error) {
	base, err := l.Chapter(id.Chapter)
	if err != nil {
		return Position{}, err
	}
	if id.Players < 1 || id.Players > 4 {
		return Position{}, say.Errorf("%d players are not possible: 1 to 4 can play (S1)", id.Players)
	}
	chapter, err := base.ForRound(terms, id.Players)
	if err != nil {
		return Position{}, err
	}
	layout, err := chapter.Layout(id.Players)
	if err != nil {
		return Position{}, err
	}
	stream := dealStream ^ uint64(number(id.Chapter))<<8 ^ uint64(id.Players)
	if variant := chapter.Event + chapter.Group; variant != "" {
		stream ^= uint64(variant[0]) << 40
	}
	d := dealer{
		chapter: chapter,
		layout:  layout,
		src:     tricks.NewSource(id.Seed, stream),
		pos: Position{
			Chapter: id.Chapter,
			Players: id.Players,
			Terms:   terms,
			Stage:   StageDraft,
			Leader:  tricks.NoSeat,
			Pyramid: tricks.NoSeat,
			Hands:   make([]HandInfo, layout.Seats),
		},
	}
	d.pos.Event = chapter.Event
	d.pos.Group = chapter.Group
	d.deal()
	decks, err := l.decksOf(&d.pos)
	if err != nil {
		return d.pos, err
	}
	return d.pos, d.pos.check(chapter, decks)
}

// dealer deals the cards of one round.
type dealer struct {
	chapter *Chapter
	layout  Layout
	src     rand.Source
	// deck is the shuffled cards that are not dealt yet.
	deck []tricks.Card
	// pos is the position that is being dealt.
	pos Position
}

// take deals the next n cards. If n is 0 it returns nil, as reading a document does.
func (d *dealer) take(n int) []tricks.Card {
	if n == 0 {
		return nil
	}
	out := d.deck[:n:n]
	d.deck = d.deck[n:]
	return out
}

// deal deals everything that chance decides. The order in which it draws random numbers never changes,
// because every deal would change with it.
func (d *dealer) deal() {
	pos := &d.pos
	l := d.layout
	deck := l.Deck
	if pos.Players == 1 {
		deck &^= tricks.OneRing.Bit() // S10: R1 is set aside
	}
	if l.Side > 0 {
		// C6: the barrow is dealt before the Rings join the deck.
		barrow := (deck & d.chapter.Side.Cards).Cards()
		tricks.Shuffle(d.src, barrow)
		barrow = barrow[:l.Side]
		pos.Sides = map[string][]tricks.Card{d.chapter.Side.Name: barrow}
		deck &^= tricks.SetOf(barrow...)
	}
	d.deck = deck.Cards()
	tricks.Shuffle(d.src, d.deck)
	// S2: R1 may not be lost, so shuffle again.
	for !d.chapter.LostMayBeR1 && slices.Contains(d.deck[:l.Lost], tricks.OneRing) {
		tricks.Shuffle(d.src, d.deck)
	}
	pos.Lost = d.take(l.Lost)
	d.dealHands()
	pos.Pile = d.take(len(d.deck))
	pos.Threats = slices.Clone(d.chapter.Threats)
	tricks.Shuffle(d.src, pos.Threats)
	d.orderSideDeck()
	if d.chapter.CastByLot {
		d.dealCast()
	}
	if pos.Rider != "" {
		for s := range tricks.Seat(l.Seats) {
			pos.RiderSeats = append(pos.RiderSeats, s)
		}
		tricks.Shuffle(d.src, pos.RiderSeats)
	}
}

// dealHands deals the hands and the pyramid, and the later batches of a staged deal (C16). In solo
// seat 0 gets R1 (S10).
func (d *dealer) dealHands() {
	pos := &d.pos
	l := d.layout
	if pos.Players == 1 {
		pos.Hands[0].Cards = tricks.SetOf(d.take(l.Hand-1)...) | tricks.OneRing.Bit()
		for s := 1; s < l.Seats; s++ {
			pos.Hands[s].Cards = tricks.SetOf(d.take(l.Hand)...)
		}
		return
	}
	if pos.Players == 2 {
		pos.Pyramid = tricks.Seat(l.Seats - 1)
	}
	first := l.Hand
	if d.chapter.Staged > 0 {
		first = d.chapter.Staged
	}
	for s := range l.Seats {
		if tricks.Seat(s) != pos.Pyramid {
			pos.Hands[s].Cards = tricks.SetOf(d.take(first)...)
			continue
		}
		for _, n := range pyramidRows[l.Hand] {
			pos.Hands[s].Rows = append(pos.Hands[s].Rows, d.take(n)) // S9
		}
	}
	if d.chapter.Staged == 0 {
		return
	}
	for _, n := range d.chapter.laterBatches(l) {
		batch := make([]tricks.Set, l.Seats)
		for s := range batch {
			if tricks.Seat(s) != pos.Pyramid {
				batch[s] = tricks.SetOf(d.take(n)...)
			}
		}
		pos.Staged = append(pos.Staged, batch)
	}
}

// orderSideDeck shuffles a side deck that is turned up before the tricks.
func (d *dealer) orderSideDeck() {
	side := d.chapter.Side
	if side == nil || !side.IsTurnedUp() {
		return
	}
	d.pos.Sides = map[string][]tricks.Card{side.Name: d.sideOrder(nil)}
}

// sideOrder returns the cards of the side deck in the order in which they are turned up. It begins with
// the known cards, and chance decides about the rest.
func (d *dealer) sideOrder(known []tricks.Card) []tricks.Card {
	side := d.chapter.Side
	cards := side.Cards.Cards()
	tricks.Shuffle(d.src, cards)
	if side.goesRound() {
		return d.turnUps(cards, side.TurnUp[d.pos.Players], known)
	}
	unknown := slices.DeleteFunc(cards, func(c tricks.Card) bool { return slices.Contains(known, c) })
	return slices.Concat(known, unknown)
}

// turnUps returns the cards that are turned up in the whole round, perTrick of them for each trick. The
// known cards come first. When the deck runs out, all its cards except the ones turned up for the
// current trick are shuffled again (C14).
func (d *dealer) turnUps(deck []tricks.Card, perTrick int, known []tricks.Card) []tricks.Card {
	all := slices.Clone(deck)
	var out []tricks.Card
	for range d.layout.Tricks {
		start := len(out)
		for range perTrick {
			if len(deck) == 0 {
				current := out[start:]
				deck = slices.DeleteFunc(slices.Clone(all), func(c tricks.Card) bool {
					return slices.Contains(current, c)
				})
				tricks.Shuffle(d.src, deck)
			}
			next := 0
			if len(out) < len(known) {
				next = max(0, slices.Index(deck, known[len(out)]))
			}
			out = append(out, deck[next])
			deck = slices.Delete(deck, next, next+1)
		}
	}
	return out
}

// dealCast deals the characters at random (C16). In solo the character that takes R1 goes to the hand
// with R1.
func (d *dealer) dealCast() {
	var ids []string
	for _, e := range d.chapter.Roster {
		if e.Character.TakesR1 && d.pos.Players == 1 {
			d.pos.Hands[0].Character = e.Character.ID
			continue
		}
		ids = append(ids, e.Character.ID)
	}
	tricks.Shuffle(d.src, ids)
	for s := range d.pos.Hands {
		if d.pos.Hands[s].Character == "" && len(ids) > 0 {
			d.pos.Hands[s].Character, ids = ids[0], ids[1:]
		}
	}
}
