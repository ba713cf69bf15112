package chapters

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"fellowship/characters/say"
	"fellowship/tricks"
)

// DealID names a deal: the same name is the same deal for ever (c02p4s7 =
// chapter 2, 4 players, number 7).
type DealID struct {
	Chapter string
	// Variant is the letter of an event or the number of a group (c14bp4s7,
	// c181p4s7), empty without one.
	Variant string
	Players int
	Seed    uint64
	// variantID is the id of the event or group in a long name, which Deal looks at.
	variantID string
}

// String returns the deal's short name.
func (d DealID) String() string { return d.nameWith(d.Variant) }

// Long returns the deal's name with the id of its event or group in it, as screens show it: c14-bridge-p4s7.
func (d DealID) Long(variant string) string { return d.nameWith("-" + variant + "-") }

func (d DealID) nameWith(variant string) string {
	if n := number(d.Chapter); n < 1<<20 {
		return fmt.Sprintf("c%02d%sp%ds%d", n, variant, d.Players, d.Seed)
	}
	return fmt.Sprintf("%s%sp%ds%d", d.Chapter, variant, d.Players, d.Seed)
}

var dealName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:c([0-9]{2}|[1-9])|(road))(?:([a-z0-9]?)|-([a-z0-9-]+)-)p([0-9]{1,3})s(0|[1-9][0-9]{0,19})$`)
})

// ParseDealID reads a deal's name, the short or the long one. If all that is wrong with it is the number of
// players, the deal comes with the error.
func ParseDealID(text string) (DealID, error) {
	m := dealName().FindStringSubmatch(text)
	if m == nil || m[1] == "00" {
		return DealID{},
			say.Errorf("%q is not the name of a deal: write c, chapter, p, players, s, number, such as c02p4s7", text)
	}
	players, _ := strconv.Atoi(m[5])
	seed, err := strconv.ParseUint(m[6], 10, 64)
	if err != nil {
		return DealID{},
			say.Errorf("the number of deal %s is too large: the largest is %d", text, uint64(math.MaxUint64))
	}
	d := DealID{Chapter: m[2], Variant: m[3], Players: players, Seed: seed, variantID: m[4]}
	if d.variantID != "" {
		d.Variant = d.variantID[:1]
	}
	if m[1] != "" {
		n, _ := strconv.Atoi(m[1])
		d.Chapter = strconv.Itoa(n)
	}
	if players < 1 || players > 4 {
		return d, say.Errorf("%s: %d players: 1 to 4 can play (S1)", text, players)
	}
	return d, nil
}

// DealIDs names the deals of a number: one of every chapter, of each of its events
// and groups, for 1 to 4 players (S1), in this order.
func (l *Library) DealIDs(seed uint64) []DealID {
	var ids []DealID
	for _, c := range l.Chapters {
		for _, letter := range c.Letters() {
			for players := 1; players <= 4; players++ {
				ids = append(ids, DealID{Chapter: c.ID, Variant: letter, Players: players, Seed: seed})
			}
		}
	}
	return ids
}

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

// variantNames lists what a deal is called with each of the variants, such as
// "c181p4s7 (1), c182p4s7 (2)".
func variantNames(id DealID, list []Variant) string {
	var out []string
	for i := range list {
		id.Variant = list[i].Letter()
		out = append(out, fmt.Sprintf("%s (%s)", id, list[i].ID))
	}
	return strings.Join(out, ", ")
}

// mostDraws keeps a chapter of somebody's own from being drawn for ever.
const mostDraws = 1000

// DrawRoad draws the characters, the rider and the gift of a Road (L5).
func (l *Library) DrawRoad(c *Chapter, players int, seed uint64) Terms {
	src := tricks.NewSource(seed, poolStream^uint64(players))
	for tries := 0; ; tries++ {
		if r, again := c.drawRoad(players, src); !again || tries == mostDraws {
			return r
		}
	}
}

// drawRoad draws once, and reports whether it has to be done again.
func (c *Chapter) drawRoad(players int, src rand.Source) (r Terms, again bool) {
	p := c.Pool
	draw := func(source []string, n int) []string {
		cards := slices.Clone(source)
		tricks.Shuffle(src, cards)
		return cards[:min(n, len(cards))]
	}
	gold := draw(p.Gold, p.GoldDrawn[players])
	if len(gold) > 0 {
		// One of them, at random, lies on its burdened side.
		i := tricks.IntN(src, len(gold))
		for _, e := range c.Roster {
			if e.Character.Burdened && e.Character.CountsAs == gold[i] {
				gold[i] = e.Character.ID
			}
		}
	}
	drawn := slices.Concat(gold, draw(p.Black, p.BlackDrawn[players]))
	r = Terms{Rider: draw(p.Riders, 1)[0], Gift: draw(p.Gifts, 1)[0]}
	for _, e := range c.Roster {
		if p.isFixed(&e) || slices.Contains(drawn, e.Character.ID) {
			r.Pool = append(r.Pool, e.Character.ID)
		}
	}
	return r, slices.ContainsFunc(p.Redraw, func(d PoolRedraw) bool {
		held := func(id string) bool { return slices.Contains(r.Pool, id) || r.Gift == id }
		return slices.Contains(d.Players, players) && held(d.Character) && !slices.ContainsFunc(d.Unless, held)
	})
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

// checkDealt holds a position in stage draft that names its deal to what the dealer deals under
// that name. People pass names on to friends, who shall have the same cards. In later stages cards
// have moved, so those are not checked. Nor are names and chapters that this library does not know.
func (l *Library) checkDealt(p *Position) error {
	id, badName := ParseDealID(p.Deal)
	if _, unknown := l.Chapter(id.Chapter); p.Stage != StageDraft || badName != nil || unknown != nil {
		return nil //nolint:nilerr // there is nothing to hold it to
	}
	dealt, err := l.Deal(id)
	if err != nil {
		return say.Errorf("deal %s: %w", p.Deal, err)
	}
	if difference := p.firstDifference(&dealt); difference != nil {
		return say.Errorf("these are not the cards of deal %s: its %s; correct them, or leave deal out", p.Deal,
			difference)
	}
	return nil
}

// firstDifference names the part of a position that chance decided otherwise in a deal, nil if none.
func (p *Position) firstDifference(dealt *Position) fmt.Stringer {
	type decided struct {
		key   string
		value any
	}
	all := func(p *Position) []decided {
		list := []decided{
			{"chapter", p.Chapter},
			{"players", p.Players},
			{"lost", p.Lost},
			{"pyramid", p.Pyramid},
			{"pile", p.Pile},
			{"threats", p.Threats},
			{"event", p.Event},
			{"group", p.Group},
			{"pool", p.Pool},
			{"gift", p.Gift},
			{"sides", p.Sides},
			{"staged", p.Staged},
		}
		for s, h := range p.Hands {
			seat := fmt.Sprintf("seat %d", s)
			list = append(list, decided{seat, h.Owned()}, decided{seat, h.Character}, decided{seat, h.Rows})
		}
		return list
	}
	other := all(p)
	for i, d := range all(dealt) {
		if value := fmt.Sprint(d.value); i >= len(other) || value != fmt.Sprint(other[i].value) {
			return say.Sprintf("%s is %s", d.key, value)
		}
	}
	return nil
}
