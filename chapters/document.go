package chapters

import (
	"maps"
	"slices"
	"strings"

	"fellowship/characters"
	"fellowship/characters/strictyaml"
	"fellowship/tricks"
	"fellowship/tricks/say"
)

// A position document is a Position in YAML or JSON. positionKeys and handKeys
// are its words.
var positionKeys, handKeys = strictyaml.Keys(Position{}), strictyaml.Keys(HandInfo{})

// position reads a position document.
func (l *Library) position(f strictyaml.Fields) Position {
	p := Position{
		Deal:   dealOf(f.Get("deal")),
		Leader: tricks.NoSeat, Pyramid: tricks.NoSeat, Stage: StagePlay,
	}
	p.setID(f.Get("id"))
	if f.Has("chapter") {
		v := f.Get("chapter")
		p.Chapter = v.Text()
		if _, err := l.Chapter(p.Chapter); err != nil && p.Chapter != "" {
			v.Errorf("%v", err)
		}
	}
	p.Players = f.Need("players").Int(1, 4)
	p.Round = l.round(f, p.Chapter)
	p.Lost = items(f.Get("lost"), mostCards, card)
	hands := f.Need("hands")
	p.Hands = items(hands, mostHands, l.hand)
	if seats := tricks.SeatsFor(p.Players); p.Players > 0 && hands.IsList() && len(p.Hands) != seats {
		hands.Errorf("%d players have %d hands, here are %d (S1)", p.Players, seats, len(p.Hands))
	}
	if p.Chapter != "" && slices.ContainsFunc(p.Hands, func(h HandInfo) bool { return h.Character == "" }) {
		p.Stage = StageDraft
	}
	if f.Has("stage") {
		if name := f.Get("stage").OneOf("stage", stageNames...); name != "" {
			p.Stage = Stage(slices.Index(stageNames, name))
		}
	}
	last := max(len(p.Hands), tricks.SeatsFor(p.Players)) - 1 // hands missing have been told above
	if f.Has("leader") {
		p.Leader = tricks.Seat(f.Get("leader").Int(0, last))
	}
	if f.Has("pyramid") {
		v := f.Get("pyramid")
		p.Pyramid = tricks.Seat(v.Int(0, last))
		if p.Players != 2 {
			v.Errorf("only 2 players have a pyramid (S9)")
		}
	}
	for s := range p.Hands {
		if at := tricks.Seat(s); (p.Hands[s].Rows != nil) != (at == p.Pyramid) {
			f.Errorf("hand %d: rows and pyramid must name the same seat (S9)", s)
		}
	}
	if p.Players == 2 && p.Pyramid == tricks.NoSeat && p.Stage != StagePlay {
		f.Errorf("2 players need a pyramid: name its seat (S9)")
	}
	p.Pile = cardList(f.Get("pile"))
	if f.Has("pile") && p.Players != 1 {
		f.Key("pile").Errorf("only solo has a draw pile (S10)")
	}
	p.Threats = items(f.Get("threats"), MostThreats, func(v strictyaml.Value) int { return v.Int(1, 99) })
	if f.Has("sides") {
		p.Sides = sidesOf(f.Get("sides"), l.sideDecks(&p))
	}
	p.Staged = items(f.Get("staged"), mostPortions, p.portionOf)
	p.RiderSeats = once(f.Get("rider_seats").AtMost(tricks.MaxSeats).List(), func(v strictyaml.Value) (tricks.Seat, bool) {
		return tricks.Seat(v.Int(0, last)), v.Present()
	})
	p.Plays = items(f.Get("plays"), mostCards, func(v strictyaml.Value) tricks.Play { return parsed(tricks.ParsePlay, v) })
	if f.Has("expect") {
		e := f.Get("expect").Map("verdict", "depth", "perft").DropNulls()
		p.Expect = &Expect{Verdict: e.Get("verdict").OneOf("verdict", "winnable", "unwinnable")}
		if e.Has("perft") {
			p.Expect.Depth = e.Need("depth").Int(0, 64)
			p.Expect.Perft = uint64(e.Get("perft").Int(0, int(^uint(0)>>1)))
		}
	}
	return p
}

// items reads the items of a list, so many at most.
func items[T any](v strictyaml.Value, most int, read func(strictyaml.Value) T) []T {
	var out []T
	for _, item := range v.AtMost(most).List() {
		out = append(out, read(item))
	}
	return out
}

// sidesOf reads the cards of side decks. One that goes round may have a card twice.
func sidesOf(v strictyaml.Value, decks []*SideDeck) sides {
	f := v.Map(deckNames(decks)...)
	out := sides{}
	for _, d := range decks {
		switch {
		case !f.Has(d.Name):
		case d.GoesRound():
			out[d.Name] = parsed(tricks.ParseSequence, f.Get(d.Name))
		default:
			out[d.Name] = cardList(f.Get(d.Name))
		}
	}
	return out
}

// dealOf reads the name of a deal. Files and commands are made of it, so anything else that
// stands there is left out.
func dealOf(v strictyaml.Value) string {
	name := v.Str()
	if _, err := ParseDealID(name); err != nil {
		return ""
	}
	return name
}

// round reads what is settled before the deal.
func (l *Library) round(f strictyaml.Fields, chapter string) Round {
	var r Round
	c, err := l.Chapter(chapter)
	if err != nil {
		c = &Chapter{}
	}
	variant := func(v strictyaml.Value, list []Variant) string {
		id := v.Text()
		found := findVariant(list, id)
		switch {
		case found != nil:
			return found.ID
		case id != "" && chapter == "":
			v.Errorf("events and groups are a chapter's: name the chapter (C14, C18)")
		case id != "" && len(list) == 0:
			v.Errorf("chapter %s has nothing like that (C14, C18)", chapter)
		case id != "":
			v.Errorf("there is no %q here; there are %s", id, strings.Join(VariantIDs(list), ", "))
		}
		return ""
	}
	r.Event, r.Group = variant(f.Get("event"), c.Events), variant(f.Get("group"), c.Groups)
	r.EventsDone = once(f.Get("events_done").AtMost(MostVariants).List(), func(v strictyaml.Value) (string, bool) {
		id := variant(v, c.Events)
		return id, id != ""
	})
	list := func(key string) []string {
		return once(f.Get(key).AtMost(mostCompleted).List(), func(v strictyaml.Value) (string, bool) {
			id := idOf(v, "character", l.Characters)
			return id, v.Present()
		})
	}
	r.Pool, r.Completed = list("pool"), list("completed")
	r.Rider, r.Gift = idOf(f.Get("rider"), "rider", l.Riders), idOf(f.Get("gift"), "gift", l.Gifts)
	r.MithrilUsed = f.Get("mithril_used").Bool()
	return r
}

// once reads a list in which nothing stands twice. If an item is not ok, read has complained
// about it.
func once[T comparable](list []strictyaml.Value, read func(strictyaml.Value) (item T, ok bool)) []T {
	var out []T
	seen := map[T]bool{}
	for _, v := range list {
		item, ok := read(v)
		switch {
		case ok && seen[item]:
			v.Errorf("%s is listed twice", v.Text())
		case ok:
			seen[item] = true
			out = append(out, item)
		}
	}
	return out
}

// portionOf reads what each seat gets in a portion of a staged deal (C16). The seats are
// separated by |. Or all cards stand in seat order, equally many for each seat but the
// pyramid.
func (p *Position) portionOf(v strictyaml.Value) []tricks.Set {
	out := make([]tricks.Set, len(p.Hands))
	if parts := strings.Split(v.Str(), "|"); len(parts) > 1 {
		for s, part := range parts {
			cards, err := tricks.ParseSet(part)
			if err != nil {
				v.Errorf("%v", err)
			}
			if s >= len(out) {
				v.Errorf("a stage gives cards to %d seats, but there are %d (C16)", len(parts), len(out))
				break
			}
			out[s] = cards
		}
		return out
	}
	cards := cardList(v)
	seats := len(out)
	if p.Pyramid != tricks.NoSeat {
		seats--
	}
	if seats == 0 || len(cards)%seats != 0 {
		v.Errorf("%d cards cannot be shared out to %d seats: part the seats by | (C16)", len(cards), seats)
		return out
	}
	each := len(cards) / seats
	for s := range out {
		if tricks.Seat(s) != p.Pyramid {
			out[s] = tricks.SetOf(cards[:each]...)
			cards = cards[each:]
		}
	}
	return out
}

func (l *Library) hand(v strictyaml.Value) HandInfo {
	f := v.Map(handKeys...).DropNulls()
	h := HandInfo{
		Character: idOf(f.Get("character"), "character", l.Characters),
		Rider:     idOf(f.Get("rider"), "rider", l.Riders),
		Gift:      idOf(f.Get("gift"), "gift", l.Gifts),
		Threat:    f.Get("threat").Int(1, 99),
		Declared:  f.Get("declared").OneOf("direction", characters.More, characters.Fewer),
		Tucked:    oneCard(f, "tucked"), First: oneCard(f, "first"), Last: oneCard(f, "last"),
		TookLost: f.Get("took_lost").Bool(),
	}
	h.Announced = once(f.Get("announced").AtMost(tricks.Suits).List(), func(w strictyaml.Value) (tricks.Suit, bool) {
		suit := parsed(tricks.ParseSuit, w)
		return suit, suit != tricks.NoSuit
	})
	if f.Has("range") {
		h.Range = characters.ReadRange(f.Get("range"))
		if h.Threat != 0 {
			f.Key("range").Errorf("a range takes the place of a threat, so there cannot be both")
		}
	}
	if f.Has("rows") {
		h.Rows = [][]tricks.Card{}
		for _, row := range f.Get("rows").AtMost(mostRows).List() {
			h.Rows = append(h.Rows, rowOf(row))
		}
		if f.Has("cards") {
			f.Key("cards").Errorf("the pyramid's cards are listed with rows and extra instead (S9)")
		}
		if f.Has("extra") {
			h.Extra = cardsIn(f.Get("extra"))
		}
	} else {
		h.Cards = cardsIn(f.Need("cards"))
		if f.Has("extra") {
			f.Key("extra").Errorf("only a pyramid has extra cards (S9)")
		}
	}
	return h
}

// oneCard reads a card that lies apart from the hand.
func oneCard(f strictyaml.Fields, key string) tricks.Set {
	if !f.Has(key) {
		return 0
	}
	if c := card(f.Get(key)); c != tricks.NoCard {
		return c.Bit()
	}
	return 0
}

// idOf reads an id, and complains about one that is not there.
func idOf[V any](v strictyaml.Value, what say.Word, known map[string]V) string {
	id := v.Str()
	if _, ok := known[id]; !ok && id != "" {
		v.OneOf(what, slices.Sorted(maps.Keys(known))...)
	}
	return id
}

// parsed reads a text in a notation, and complains about one that is wrong.
func parsed[T any](parse func(string) (T, error), v strictyaml.Value) T {
	out, err := parse(v.Str())
	if err != nil {
		v.Errorf("%v", err)
	}
	return out
}

func card(v strictyaml.Value) tricks.Card { return parsed(tricks.ParseCard, v) }

func cardList(v strictyaml.Value) []tricks.Card { return parsed(tricks.ParseCards, v) }

func cardsIn(v strictyaml.Value) tricks.Set { return tricks.SetOf(cardList(v)...) }

// rowOf reads a row of a pyramid, with "-" for an empty place.
func rowOf(v strictyaml.Value) []tricks.Card {
	var row []tricks.Card
	for _, word := range strings.Fields(v.Short(mostRowText).Str()) {
		if word == "-" {
			row = append(row, tricks.NoCard)
			continue
		}
		cards, err := tricks.ParseCards(word)
		if err != nil {
			v.Errorf("%v", err)
		}
		row = append(row, cards...)
	}
	return row
}
