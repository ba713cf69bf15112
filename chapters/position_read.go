package chapters

import (
	"maps"
	"slices"
	"strings"

	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
	"fellowship/tricks"
)

// position reads a position document: a [Position] in YAML or JSON, by the tags of the type.
func (l *Library) position(f strictyaml.Fields) Position {
	p := Position{Leader: tricks.NoSeat, Pyramid: tricks.NoSeat, Stage: StagePlay}
	p.BareID = f.Get("id").Bare()
	hands := f.Get("hands").AtMost(mostHands)
	last := len(hands.List()) - 1
	f.Decode(&p, l.readers(&p, last))
	if seats := tricks.SeatsFor(p.Players); p.Players > 0 && hands.IsList() && len(p.Hands) != seats {
		hands.Errorf("with %s there are %d hands, here are %d (S1)", say.Count(p.Players, "player"), seats,
			len(p.Hands))
	}
	if !f.HasKey("stage") && p.Chapter != "" && slices.ContainsFunc(p.Hands, func(h HandInfo) bool {
		return h.Character == ""
	}) {
		p.Stage = StageDraft
	}
	if f.HasKey("pyramid") && p.Players != 2 {
		f.Get("pyramid").Errorf("only 2 players have a pyramid (S9)")
	}
	for s := range p.Hands {
		if seat := tricks.Seat(s); (p.Hands[s].Rows != nil) != (seat == p.Pyramid) {
			f.Errorf("hand %d: rows and pyramid must name the same seat (S9)", s)
		}
	}
	if p.Players == 2 && p.Pyramid == tricks.NoSeat && p.Stage != StagePlay {
		f.Errorf("2 players need a pyramid: name its seat (S9)")
	}
	if f.HasKey("pile") && p.Players != 1 {
		f.Key("pile").Errorf("only solo has a draw pile (S10)")
	}
	return p
}

// readers are the checks that the tags of a position name. Some depend on the part of the position
// that was read before. Last is the last seat that has a hand.
func (l *Library) readers(p *Position, last int) strictyaml.Readers {
	readers := strictyaml.Readers{
		"id":      strictyaml.Value.Opaque,
		"deal":    dealOf,
		"chapter": l.chapterID,
		"event": func(v strictyaml.Value) string {
			return l.variantID(v, p.Chapter, func(c *Chapter) []Variant { return c.Events })
		},
		"group": func(v strictyaml.Value) string {
			return l.variantID(v, p.Chapter, func(c *Chapter) []Variant { return c.Groups })
		},
		"character": func(v strictyaml.Value) string { return readID(v, "character", l.Characters) },
		"rider":     func(v strictyaml.Value) string { return readID(v, "rider", l.Riders) },
		"gift":      func(v strictyaml.Value) string { return readID(v, "gift", l.Gifts) },
		"Stage":     stageOf,
		"Seat": func(v strictyaml.Value) tricks.Seat {
			// Hands that are missing are told elsewhere.
			return tricks.Seat(v.Int(0, max(last, tricks.SeatsFor(p.Players)-1)))
		},
		"Card":      cardOf,
		"card":      func(v strictyaml.Value) tricks.Set { return cardOf(v).Bit() },
		"Set":       cardsIn,
		"Suit":      func(v strictyaml.Value) tricks.Suit { return parsed(tricks.ParseSuit, v) },
		"Play":      func(v strictyaml.Value) tricks.Play { return parsed(tricks.ParsePlay, v) },
		"pile":      cardList,
		"sides":     func(v strictyaml.Value) sides { return sidesOf(v, l.sideDecks(p)) },
		"batch":     p.batchOf,
		"direction": func(v strictyaml.Value) string { return v.OneOf("direction", characters.More, characters.Fewer) },
		"span":      characters.Readers()["range"],
		"rows":      rowsOf,
		"verdict":   func(v strictyaml.Value) string { return v.OneOf("verdict", "winnable", "unwinnable") },
	}
	readers["HandInfo"] = func(v strictyaml.Value) HandInfo { return handOf(v, readers) }
	readers["Expect"] = func(v strictyaml.Value) Expect { return expectOf(v, readers) }
	return readers
}

func handOf(v strictyaml.Value, readers strictyaml.Readers) (h HandInfo) {
	f := v.Map(strictyaml.Keys(h)...).DropNulls()
	f.Decode(&h, readers)
	if f.HasKey("range") && h.Threat != 0 {
		f.Key("range").Errorf("a range takes the place of a threat, so there cannot be both")
	}
	switch {
	case !f.HasKey("rows"):
		f.Need("cards")
		if f.HasKey("extra") {
			f.Key("extra").Errorf("only a pyramid has extra cards (S9)")
		}
	case f.HasKey("cards"):
		f.Key("cards").Errorf("the pyramid's cards are listed with rows and extra instead (S9)")
	}
	return h
}

// expectOf reads the answer of test data. A depth belongs to a perft.
func expectOf(v strictyaml.Value, readers strictyaml.Readers) (e Expect) {
	f := v.Map(strictyaml.Keys(e)...).DropNulls()
	f.Decode(&e, readers)
	if f.HasKey("perft") {
		f.Need("depth")
	} else {
		e.Depth = 0
	}
	return e
}

func stageOf(v strictyaml.Value) Stage {
	return Stage(max(0, slices.Index(stageNames, v.OneOf("stage", stageNames...))))
}

func (l *Library) chapterID(v strictyaml.Value) string {
	id := v.Text()
	if _, err := l.Chapter(id); err != nil && id != "" {
		v.Errorf("%v", err)
	}
	return id
}

// variantID reads an event or a group of a chapter, which may be named by its letter.
func (l *Library) variantID(v strictyaml.Value, chapter string, variantsOf func(*Chapter) []Variant) string {
	c, err := l.Chapter(chapter)
	if err != nil {
		c = &Chapter{}
	}
	id := v.Text()
	list := variantsOf(c)
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

// sidesOf reads the cards of side decks. One that goes round may have a card twice.
func sidesOf(v strictyaml.Value, decks []*SideDeck) sides {
	f := v.Map(deckNames(decks)...)
	out := sides{}
	for _, d := range decks {
		switch {
		case !f.HasKey(d.Name):
		case d.goesRound():
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
	switch id, err := ParseDealID(name); {
	case err != nil:
		return ""
	case id.variantID != "":
		return id.String()
	}
	return name
}

// batchOf reads what each seat gets in a batch of a staged deal (C16). The seats are separated by
// |. Or all cards stand in seat order, equally many for each seat but the pyramid.
func (p *Position) batchOf(v strictyaml.Value) []tricks.Set {
	out := make([]tricks.Set, len(p.Hands))
	if parts := strings.Split(v.Str(), "|"); len(parts) > 1 {
		for s, part := range parts {
			cards, err := tricks.ParseSet(part)
			if err != nil {
				v.Errorf("%v", err)
			}
			if s >= len(out) {
				v.Errorf("a stage gives cards to %s, but there are %d (C16)", say.Count(len(parts), "seat"), len(out))
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
		v.Errorf("%s cannot be shared out to %s: part the seats by | (C16)", say.Count(len(cards), "card"),
			say.Count(seats, "seat"))
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

func readID[V any](v strictyaml.Value, kind string, known map[string]V) string {
	id := v.Str()
	if _, ok := known[id]; !ok && id != "" {
		v.OneOf(kind, slices.Sorted(maps.Keys(known))...)
	}
	return id
}

func parsed[T any](parse func(string) (T, error), v strictyaml.Value) T {
	out, err := parse(v.Str())
	if err != nil {
		v.Errorf("%v", err)
	}
	return out
}

func cardOf(v strictyaml.Value) tricks.Card { return parsed(tricks.ParseCard, v) }

func cardList(v strictyaml.Value) []tricks.Card { return parsed(tricks.ParseCards, v) }

func cardsIn(v strictyaml.Value) tricks.Set { return tricks.SetOf(cardList(v)...) }

func rowsOf(v strictyaml.Value) rows {
	out := rows{}
	for _, row := range v.AtMost(mostRows).List() {
		out = append(out, rowOf(row))
	}
	return out
}

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
