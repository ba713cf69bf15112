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

// readPosition reads a position document, in YAML or JSON, by the tags of [Position]. If the document does not
// state its stage, it is draft if there is a chapter and a hand without a character, else play.
func (l *Library) readPosition(f strictyaml.Fields) Position {
	p := Position{Leader: tricks.NoSeat, Pyramid: tricks.NoSeat, Stage: StagePlay}
	p.BareID = f.Get("id").Bare()
	hands := f.Get("hands").AtMost(mostHands)
	f.Decode(&p, l.readers(&p, len(hands.List())))
	if seats := tricks.SeatsFor(p.Players); p.Players > 0 && hands.IsList() && len(p.Hands) != seats {
		hands.Errorf("with %s there are %d hands, not %d (S1)", say.Count(p.Players, "player"), seats,
			len(p.Hands))
	}
	noCharacter := func(h HandInfo) bool { return h.Character == "" }
	if !f.HasKey("stage") && p.Chapter != "" && slices.ContainsFunc(p.Hands, noCharacter) {
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

// readers returns the readers that the tags of a position name. Some of them look at the part of the
// position that was read before. Hands is the number of hands that the document lists.
func (l *Library) readers(p *Position, hands int) strictyaml.Readers {
	readers := strictyaml.Readers{
		"id":      strictyaml.Value.Opaque,
		"deal":    readDealName,
		"chapter": l.readChapterID,
		"event": func(v strictyaml.Value) string {
			return l.readVariantID(v, p.Chapter, func(c *Chapter) []Variant { return c.Events })
		},
		"group": func(v strictyaml.Value) string {
			return l.readVariantID(v, p.Chapter, func(c *Chapter) []Variant { return c.Groups })
		},
		"character": func(v strictyaml.Value) string { return readID(v, "character", l.Characters) },
		"rider":     func(v strictyaml.Value) string { return readID(v, "rider", l.Riders) },
		"gift":      func(v strictyaml.Value) string { return readID(v, "gift", l.Gifts) },
		"Stage":     readStage,
		"Seat": func(v strictyaml.Value) tricks.Seat {
			// A number of hands that does not fit the players is reported by readPosition, so here the
			// larger number of seats counts.
			return tricks.Seat(v.Int(0, max(hands, tricks.SeatsFor(p.Players))-1))
		},
		"Card":      readCard,
		"card":      func(v strictyaml.Value) tricks.Set { return readCard(v).Bit() },
		"Set":       readCardSet,
		"Suit":      func(v strictyaml.Value) tricks.Suit { return readParsed(v, tricks.ParseSuit) },
		"Play":      func(v strictyaml.Value) tricks.Play { return readParsed(v, tricks.ParsePlay) },
		"pile":      readCards,
		"sides":     func(v strictyaml.Value) sides { return readSides(v, l.sideDecks(p)) },
		"batch":     p.readBatch,
		"direction": func(v strictyaml.Value) string { return v.OneOf("direction", characters.More, characters.Fewer) },
		"span":      characters.Readers()["range"],
		"rows":      readRows,
		"verdict":   func(v strictyaml.Value) string { return v.OneOf("verdict", "winnable", "unwinnable") },
	}
	readers["HandInfo"] = func(v strictyaml.Value) HandInfo { return readHand(v, readers) }
	readers["Expect"] = func(v strictyaml.Value) Expect { return readExpect(v, readers) }
	return readers
}

// readHand reads one seat. A hand states its cards, and a pyramid its rows.
func readHand(v strictyaml.Value, readers strictyaml.Readers) (h HandInfo) {
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

// readExpect reads the known answer of test data. A depth without a perft means nothing.
func readExpect(v strictyaml.Value, readers strictyaml.Readers) (e Expect) {
	f := v.Map(strictyaml.Keys(e)...).DropNulls()
	f.Decode(&e, readers)
	if f.HasKey("perft") {
		f.Need("depth")
	} else {
		e.Depth = 0
	}
	return e
}

func readStage(v strictyaml.Value) Stage {
	return Stage(max(0, slices.Index(stageNames, v.OneOf("stage", stageNames...))))
}

// readChapterID reads the id of a chapter that the library has.
func (l *Library) readChapterID(v strictyaml.Value) string {
	id := v.Text()
	if _, err := l.Chapter(id); err != nil && id != "" {
		v.Errorf("%v", err)
	}
	return id
}

// readVariantID reads an event or a group of a chapter, by its id or its letter, and returns the id.
func (l *Library) readVariantID(v strictyaml.Value, chapter string, variantsOf func(*Chapter) []Variant) string {
	c, err := l.Chapter(chapter)
	if err != nil {
		c = &Chapter{}
	}
	name := v.Text()
	list := variantsOf(c)
	found := findVariant(list, name)
	switch {
	case found != nil:
		return found.ID
	case name != "" && chapter == "":
		v.Errorf("events and groups are a chapter's: name the chapter (C14, C18)")
	case name != "" && len(list) == 0:
		v.Errorf("chapter %s has nothing like that (C14, C18)", chapter)
	case name != "":
		v.Errorf("there is no %q here; there are %s", name, strings.Join(VariantIDs(list), ", "))
	}
	return ""
}

// readSides reads the cards of side decks. Only a deck that goes round may have a card twice.
func readSides(v strictyaml.Value, decks []*SideDeck) sides {
	f := v.Map(deckNames(decks)...)
	out := sides{}
	for _, d := range decks {
		switch {
		case !f.HasKey(d.Name):
		case d.goesRound():
			out[d.Name] = readParsed(f.Get(d.Name), tricks.ParseSequence)
		default:
			out[d.Name] = readCards(f.Get(d.Name))
		}
	}
	return out
}

// readDealName reads the name of a deal, and returns a long name in its short form. Names of files and
// commands are made from it, so a text that is not the name of a deal is ignored.
func readDealName(v strictyaml.Value) string {
	name := v.Str()
	switch id, err := ParseDealID(name); {
	case err != nil:
		return ""
	case id.variantID != "":
		return id.String()
	}
	return name
}

// readBatch reads the cards that each seat gets in a batch of a staged deal (C16). Either the cards of
// the seats are separated by |, or the batch is one list. Then the seats but the pyramid get equal parts
// of it, in their order.
func (p *Position) readBatch(v strictyaml.Value) []tricks.Set {
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
	cards := readCards(v)
	seats := len(out)
	if p.Pyramid != tricks.NoSeat {
		seats--
	}
	if seats == 0 || len(cards)%seats != 0 {
		v.Errorf("%s cannot be shared out to %s: separate the seats with | (C16)", say.Count(len(cards), "card"),
			say.Count(seats, "seat"))
		return out
	}
	perSeat := len(cards) / seats
	for s := range out {
		if tricks.Seat(s) != p.Pyramid {
			out[s] = tricks.SetOf(cards[:perSeat]...)
			cards = cards[perSeat:]
		}
	}
	return out
}

// readID reads the id of something that is known. The error suggests ids of that kind.
func readID[V any](v strictyaml.Value, kind string, known map[string]V) string {
	id := v.Str()
	if _, ok := known[id]; !ok && id != "" {
		v.OneOf(kind, slices.Sorted(maps.Keys(known))...)
	}
	return id
}

// readParsed reads a text with a function that parses it.
func readParsed[T any](v strictyaml.Value, parse func(string) (T, error)) T {
	out, err := parse(v.Str())
	if err != nil {
		v.Errorf("%v", err)
	}
	return out
}

func readCard(v strictyaml.Value) tricks.Card { return readParsed(v, tricks.ParseCard) }

func readCards(v strictyaml.Value) []tricks.Card { return readParsed(v, tricks.ParseCards) }

func readCardSet(v strictyaml.Value) tricks.Set { return tricks.SetOf(readCards(v)...) }

func readRows(v strictyaml.Value) rows {
	out := rows{}
	for _, row := range v.AtMost(mostRows).List() {
		out = append(out, readRow(row))
	}
	return out
}

// readRow reads a row of a pyramid, with "-" for an empty place.
func readRow(v strictyaml.Value) []tricks.Card {
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
