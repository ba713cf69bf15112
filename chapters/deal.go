package chapters

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"fellowship/characters/say"
	"fellowship/tricks"
)

// The streams keep the dealer's random numbers apart from those of computer players with the
// same seed. They are frozen, because changing one changes every deal.
const (
	dealStream = 0xf3110c0de
	poolStream = 0x90a1c0de
)

// Deal deals a round: everything that chance decides, in stage draft. For 1 to 4 players the
// same name gives the same deal for ever, which golden tests hold. A deal of the Road draws
// its pool, its rider and its gift as well (L5).
func (l *Library) Deal(id DealID) (Position, error) {
	chapter, err := l.Chapter(id.Chapter)
	if err != nil {
		return Position{}, err
	}
	var r Terms
	if id.Variant != "" {
		variant := cmp.Or(id.variantID, id.Variant)
		event, group := findVariant(chapter.Events, variant), findVariant(chapter.Groups, variant)
		switch {
		case event != nil:
			r.Event = event.ID
		case group != nil:
			r.Group = group.ID
		default:
			return Position{},
				say.Errorf("chapter %s has no event or group %q%s", id.Chapter, variant,
					variantHint(chapter.Variants()))
		}
	} else if kind := chapter.VariantKind(); kind != "" {
		return Position{}, say.Errorf("each round of chapter %s is played with %s: say which, as in %s",
			id.Chapter, map[string]say.Word{"event": "an event", "group": "a group"}[kind],
			variantNames(id, chapter.Variants()))
	}
	if chapter.Pool != nil && id.Players >= 1 && id.Players <= 4 {
		r = l.DrawRoad(chapter, id.Players, id.Seed)
	}
	pos, err := l.dealUnnamed(id, r)
	pos.ID, pos.Deal = id.String(), id.String()
	return pos, err
}

// DealRound deals a round of a chapter on these terms. A chapter with events or groups needs one of
// them. The round has a name if [Library.Deal] deals the same under that name.
// A name of the Road also says which pool was drawn, so only one round of a Road can have it.
func (l *Library) DealRound(id DealID, r Terms) (Position, error) {
	pos, err := l.dealUnnamed(id, r)
	if dealt, dealErr := l.Deal(id); err == nil && dealErr == nil && pos.firstDifference(&dealt) == nil &&
		pos.Rider == dealt.Rider {
		pos.ID, pos.Deal = dealt.ID, dealt.Deal
	}
	return pos, err
}

func (l *Library) dealUnnamed(id DealID, r Terms) (Position, error) {
	base, err := l.Chapter(id.Chapter)
	if err != nil {
		return Position{}, err
	}
	if id.Players < 1 || id.Players > 4 {
		return Position{}, say.Errorf("%d players are not possible: 1 to 4 can play (S1)", id.Players)
	}
	chapter, err := base.ForRound(r, id.Players)
	if err != nil {
		return Position{}, err
	}
	layout, err := chapter.Layout(id.Players)
	if err != nil {
		return Position{}, err
	}
	stream := dealStream ^ uint64(number(id.Chapter))<<8 ^ uint64(id.Players)
	if v := chapter.Event + chapter.Group; v != "" {
		stream ^= uint64(v[0]) << 40
	}
	d := dealer{chapter: chapter, layout: layout, src: tricks.NewSource(id.Seed, stream), pos: Position{
		Chapter: id.Chapter, Players: id.Players, Terms: r, Stage: StageDraft,
		Leader: tricks.NoSeat, Pyramid: tricks.NoSeat, Hands: make([]HandInfo, layout.Seats),
	}}
	d.pos.Event, d.pos.Group = chapter.Event, chapter.Group
	d.deal()
	decks, err := l.decksOf(&d.pos)
	if err != nil {
		return d.pos, err
	}
	return d.pos, d.pos.check(chapter, decks)
}

type dealer struct {
	chapter *Chapter
	layout  Layout
	src     rand.Source
	deck    []tricks.Card
	pos     Position
}

// take deals the next n cards. For none it returns nil, as reading a document does.
func (d *dealer) take(n int) []tricks.Card {
	if n == 0 {
		return nil
	}
	out := d.deck[:n:n]
	d.deck = d.deck[n:]
	return out
}

func (d *dealer) deal() {
	pos, l := &d.pos, d.layout
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

func (d *dealer) dealHands() {
	pos, l := &d.pos, d.layout
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

// orderSideDeck puts the cards of a side deck in the order they will be turned up in.
func (d *dealer) orderSideDeck() {
	side := d.chapter.Side
	if side == nil || !side.IsTurnedUp() {
		return
	}
	d.pos.Sides = map[string][]tricks.Card{side.Name: d.sideOrder(nil)}
}

// sideOrder returns an order of the side deck that begins with the known cards.
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

// turnUps turns up so many cards of a deck for each trick, the known ones first. When the
// deck runs out, all cards but those turned up for this trick are shuffled (C14).
func (d *dealer) turnUps(deck []tricks.Card, each int, known []tricks.Card) []tricks.Card {
	all := slices.Clone(deck)
	var out []tricks.Card
	for range d.layout.Tricks {
		start := len(out)
		for range each {
			if len(deck) == 0 {
				up := out[start:]
				deck = slices.DeleteFunc(slices.Clone(all), func(c tricks.Card) bool { return slices.Contains(up, c) })
				tricks.Shuffle(d.src, deck)
			}
			next := 0
			if len(out) < len(known) {
				next = max(0, slices.Index(deck, known[len(out)]))
			}
			out, deck = append(out, deck[next]), slices.Delete(deck, next, next+1)
		}
	}
	return out
}

// dealCast deals the characters (C16). In solo the one who takes R1 goes to its hand.
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
