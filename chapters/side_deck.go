package chapters

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
	"fellowship/tricks"
)

// SideDeck is a deck that lies beside the hands and is turned up or taken from (C5, C6, C14).
type SideDeck struct {
	// Name identifies the deck in documents. What the deck does follows from Effect alone.
	Name string `yaml:"name" doc:"need,of=deck" about:"What documents call it. Only the decks of the program's chapters need not say what they do."`
	// Title is nil if no file states one.
	Title characters.Text `yaml:"title" doc:"length=60" about:"How people call it."`
	// Effect says whether the deck takes tricks, is taken from, or demands a sum.
	Effect DeckEffect `yaml:"effect" about:"What it does: takes tricks that are won too low (C5), is taken from in setup (C6), or must not be fallen short of (C14)."`
	// Cards is the cards that can lie in the deck.
	Cards tricks.Set `yaml:"cards" doc:"need" about:"The cards it is made of."`

	Size     PerPlayers `yaml:"size" doc:"1..10" about:"A deck that is taken_in_setup: how many of them are dealt into it."`
	TurnUp   PerPlayers `yaml:"turn_up" doc:"1..10" about:"The others: how many are turned up before each trick."`
	Waivable bool       `yaml:"waivable" about:"A deck that asks for a least_sum: the gift that waives a goal can cover all tricks that fall short instead (C14)."`
}

// DeckEffect is the effect of a side deck, as a chapter's file names it.
type DeckEffect string

// The effects.
const (
	// BeatsLowWinners is the effect of a deck that takes a trick if the winning card has a lower rank
	// than the card turned up (C5).
	BeatsLowWinners DeckEffect = "beats_low_winners"
	// TakenInSetup is the effect of a deck that lies face down, and whose top cards are taken in setup
	// (C6).
	TakenInSetup DeckEffect = "taken_in_setup"
	// LeastSum is the effect of a deck that makes the round lost if the ranks of a trick sum to less than
	// the cards turned up (C14).
	LeastSum DeckEffect = "least_sum"
)

// Balrog is the name of the side deck of the Bridge (C14).
const Balrog = "balrog"

// Words returns the words that a chapter's file may have for its length (kind "length") and for what a
// side deck does (kind "effect"), and the names of the side decks of the program's chapters (kind
// "deck"). A document may list these decks with any chapter, and without one.
func Words(kind string) []string {
	switch kind {
	case "length":
		return []string{"short", "long"}
	case "effect":
		return []string{string(BeatsLowWinners), string(TakenInSetup), string(LeastSum)}
	case "deck":
		return []string{"oldforest", "barrow", Balrog}
	}
	panic("nothing is called " + kind)
}

// mostDeckName is the largest length of the name of a side deck.
const mostDeckName = 20

// IsTurnedUp reports whether cards of the deck are turned up before tricks. Such a deck has all of its
// cards, and none of them is ever in a hand. Into any other deck only a part of its cards is dealt.
func (d *SideDeck) IsTurnedUp() bool { return d.Effect != TakenInSetup }

// goesRound reports whether the deck is shuffled again when it runs out, so that a card can be turned up
// more than once (C14).
func (d *SideDeck) goesRound() bool { return d.Effect == LeastSum }

// TitleOrName returns the title of the deck in a language, or its name if it has no title.
func (d *SideDeck) TitleOrName(lang string) string {
	if title := d.Title.In(lang); title != "" {
		return title
	}
	return d.Name
}

// IsPrinted reports whether a chapter that comes with the program has a deck with the same name, title and
// effect.
func (d *SideDeck) IsPrinted() bool {
	known := findDeck(knownDecks(), d.Name)
	return known != nil && known.Effect == d.Effect && slices.Equal(known.Title, d.Title)
}

// knownDecks returns the side decks of the chapters that come with the program, in the order of the
// chapters. A deck of another chapter with the same name does the same, unless that chapter states its
// effect.
var knownDecks = sync.OnceValue(func() (decks []*SideDeck) {
	for _, c := range Default().Chapters {
		decks = withDecks(decks, c)
		for _, v := range c.Variants() {
			decks = withDecks(decks, v.Chapter)
		}
	}
	return decks
})

// withDecks adds the side decks of chapters to a list. A deck replaces an earlier one of the same name.
func withDecks(decks []*SideDeck, sources ...*Chapter) []*SideDeck {
	for _, c := range sources {
		if c.Side == nil {
			continue
		}
		if i := slices.IndexFunc(decks, func(d *SideDeck) bool { return d.Name == c.Side.Name }); i >= 0 {
			decks[i] = c.Side
		} else {
			decks = append(decks, c.Side)
		}
	}
	return decks
}

// sideDecks returns the side decks that a position may list: the known decks, and the decks of its chapter
// and of the chapter's variants. Of decks with the same name it has the one of the variant that is played,
// else one of the chapter.
func (l *Library) sideDecks(p *Position) []*SideDeck {
	out := slices.Clone(knownDecks())
	whole, err := l.Chapter(p.Chapter)
	if err != nil {
		return out
	}
	for _, v := range whole.Variants() {
		out = withDecks(out, v.Chapter)
	}
	if played, err := whole.ForRound(p.Terms, p.Players); err == nil {
		out = withDecks(out, played)
	}
	return out
}

// decksOf returns the side decks that a position lists. Two decks with the same effect are an error.
func (l *Library) decksOf(p *Position) ([]*SideDeck, error) {
	if len(p.Sides) == 0 {
		return nil, nil
	}
	known := l.sideDecks(p)
	for _, name := range slices.Sorted(maps.Keys(p.Sides)) {
		if findDeck(known, name) == nil {
			return nil, say.Errorf("there is no side deck %s here (C5, C6, C14)", name)
		}
	}
	var out []*SideDeck
	nameByEffect := map[DeckEffect]string{}
	for _, d := range known {
		if _, present := p.Sides[d.Name]; !present {
			continue
		}
		if other, twice := nameByEffect[d.Effect]; twice {
			return nil, say.Errorf("the side decks %s and %s do the same, %s: there can be only one", other, d.Name,
				d.Effect)
		}
		nameByEffect[d.Effect] = d.Name
		out = append(out, d)
	}
	return out, nil
}

// findDeck returns the deck with a name, or nil.
func findDeck(decks []*SideDeck, name string) *SideDeck {
	for _, d := range decks {
		if d.Name == name {
			return d
		}
	}
	return nil
}

func deckNames(decks []*SideDeck) []string {
	out := make([]string, len(decks))
	for i, d := range decks {
		out[i] = d.Name
	}
	return out
}

// sideCards returns the cards that the round's side deck with an effect had when the round began, nil if
// there is no such deck.
func (g *Game) sideCards(effect DeckEffect) []tricks.Card {
	for _, d := range g.decks {
		if d.Effect == effect {
			return g.start.Sides[d.Name]
		}
	}
	return nil
}

// SideDeck returns a side deck with one of some effects: of the decks of the round, or else of the decks
// of the program's chapters. Earlier effects are preferred to later ones. It returns nil if there is none.
func (v *View) SideDeck(effects ...DeckEffect) *SideDeck {
	var own []*SideDeck
	for _, side := range v.Sides {
		own = append(own, side.Deck)
	}
	for _, decks := range [][]*SideDeck{own, knownDecks()} {
		for _, effect := range effects {
			for _, d := range decks {
				if d.Effect == effect {
					return d
				}
			}
		}
	}
	return nil
}

// readSideDeck reads a side deck. If the file does not state its effect or its title, the known deck with
// the same name has it.
func readSideDeck(v strictyaml.Value) (d SideDeck) {
	readers := characters.Readers()
	readers["PerPlayers"] = readPerPlayers
	readers["deck"] = strictyaml.Value.Str
	readers["DeckEffect"] = func(v strictyaml.Value) DeckEffect {
		return DeckEffect(v.OneOf("effect", Words("effect")...))
	}
	f := v.Decode(&d, readers)
	d.readNamed(f)
	if d.Effect == "" {
		return d
	}
	needed, unused := "turn_up", "size"
	if !d.IsTurnedUp() {
		needed, unused = "size", "turn_up"
	}
	f.Need(needed)
	if f.HasKey(unused) {
		f.Key(unused).Errorf("%s does not belong to the deck %s", unused, d.Name)
	}
	if d.Effect != LeastSum && f.HasKey("waivable") {
		f.Key("waivable").Errorf(
			"waivable does not belong to the deck %s: only what a %s asks for can be missed (C14)", d.Name, LeastSum)
	}
	return d
}

// readNamed checks the name of a side deck, and takes a title or an effect that is missing from the known
// deck with that name.
func (d *SideDeck) readNamed(f strictyaml.Fields) {
	name := f.Get("name")
	var known []*SideDeck
	if !f.HasKey("effect") || d.Title == nil {
		known = knownDecks()
	}
	similar := findDeck(known, d.Name)
	if similar != nil && d.Title == nil {
		d.Title = similar.Title
	}
	switch {
	case d.Name == "":
	case !isDeckName(d.Name):
		name.Errorf("a name is made of the letters a to z, digits and hyphens, with no hyphen before them, %d at most",
			mostDeckName)
	case f.HasKey("effect"):
	case similar != nil:
		d.Effect = similar.Effect
	case strictyaml.Suggest(d.Name, deckNames(known)) != "":
		name.OneOf("side deck", deckNames(known)...)
	default:
		name.Errorf("no chapter of the program has a side deck %q, so effect has to say what it does: %s", d.Name,
			strings.Join(Words("effect"), ", "))
	}
}

// isDeckName reports whether a text that is not empty can be the name of a side deck.
func isDeckName(name string) bool {
	return len(name) <= mostDeckName && name[0] != '-' &&
		strings.Trim(name, "abcdefghijklmnopqrstuvwxyz-0123456789") == ""
}

// checkSide checks that the side deck can do what its effect says.
func (c *Chapter) checkSide(players int, l Layout) *fault {
	if c.Side == nil {
		return nil
	}
	d := c.Side
	n := d.Cards.Len()
	if d.Cards.Contains(tricks.OneRing) {
		return faultf("side_deck", "R1 cannot lie in a side deck: somebody has to hold it (S3, S7)")
	}
	switch d.Effect {
	case BeatsLowWinners:
		if d.TurnUp[players] != 1 {
			return faultf("side_deck", "of the %s one card is turned up before each trick, not %d (C5)",
				d.TitleOrName("en"), d.TurnUp[players])
		}
	case LeastSum:
		if d.TurnUp[players] > n {
			return faultf("side_deck", "%s cannot be turned up: the deck has %d (C14)",
				say.Count(d.TurnUp[players], "card"), n)
		}
	case TakenInSetup:
		if l.Seats > 0 && d.Cards&^l.Deck != 0 {
			return faultf("side_deck", "these are not in the deck that is dealt: %s (C6)", d.Cards&^l.Deck)
		}
		if d.Size[players] > n {
			return faultf("side_deck", "%s cannot be dealt into the %s: there are %d for it (C6)",
				say.Count(d.Size[players], "card"), d.TitleOrName("en"), n)
		}
	}
	return nil
}

// deckName returns the name of a side deck, "" if it is nil.
func deckName(d *SideDeck) string {
	if d == nil {
		return ""
	}
	return d.Name
}

// MarshalText writes the deck's name.
func (d *SideDeck) MarshalText() ([]byte, error) { return []byte(d.Name), nil }
