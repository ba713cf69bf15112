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

// SideDeck is a deck beside the round.
type SideDeck struct {
	// Name means nothing to the code.
	Name string `yaml:"name" doc:"need,of=deck" about:"What documents call it. Only the decks of the program's chapters need not say what they do."`
	// Title is nil if no file says so.
	Title  characters.Text `yaml:"title" doc:"length=60" about:"How people call it."`
	Effect DeckEffect      `yaml:"effect" about:"What it does: takes tricks that are won too low (C5), is taken from in setup (C6), or must not be fallen short of (C14)."`
	// Cards are those that can lie in the deck.
	Cards    tricks.Set `yaml:"cards" doc:"need" about:"The cards it is made of."`
	Size     PerPlayers `yaml:"size" doc:"1..10" about:"A deck that is taken_in_setup: how many of them are dealt into it."`
	TurnUp   PerPlayers `yaml:"turn_up" doc:"1..10" about:"The others: how many are turned up before each trick."`
	Waivable bool       `yaml:"waivable" about:"A deck that asks for a least_sum: the gift that waives a goal can cover all tricks that fall short instead (C14)."`
}

// DeckEffect is the effect of a side deck, as a chapter's file names it.
type DeckEffect string

// The effects.
const (
	// BeatsLowWinners takes a trick that is won with a lower rank than that of the
	// card turned up (C5).
	BeatsLowWinners DeckEffect = "beats_low_winners"
	// TakenInSetup lies face down, and its top cards are taken in setup (C6).
	TakenInSetup DeckEffect = "taken_in_setup"
	// LeastSum loses the round when a trick sums to less than the cards turned up (C14).
	LeastSum DeckEffect = "least_sum"
)

// Balrog is the name of the side deck of the Bridge (C14).
const Balrog = "balrog"

// Words returns the words that may stand in a chapter's file for its length ("length"), for what
// a side deck does ("effect"), and for a side deck of a chapter that comes with the program
// ("deck"). A document can list such decks with any chapter and without one.
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

// mostDeckName is how many letters the name of a side deck may have.
const mostDeckName = 20

// IsTurnedUp reports whether the deck is turned up before the tricks, so that none
// of its cards comes into a hand. If not, a part of its cards is dealt into it.
func (d *SideDeck) IsTurnedUp() bool { return d.Effect != TakenInSetup }

// goesRound reports whether the deck is shuffled again when it runs out, so that
// its cards come again (C14).
func (d *SideDeck) goesRound() bool { return d.Effect == LeastSum }

// TitleOrName returns how people call the deck: its title in a language, else its name.
func (d *SideDeck) TitleOrName(lang string) string {
	if title := d.Title.In(lang); title != "" {
		return title
	}
	return d.Name
}

// IsPrinted reports whether a chapter that comes with the program has a deck of this
// name and title that does the same.
func (d *SideDeck) IsPrinted() bool {
	known := deckOf(knownDecks(), d.Name)
	return known != nil && known.Effect == d.Effect && maps.Equal(known.Title, d.Title)
}

// knownDecks are the side decks of the chapters that come with the program, in the order of
// the chapters. A deck of the same name does the same, unless its own chapter says otherwise.
var knownDecks func() []*SideDeck

// The chapters of the program say what their decks do, so reading them asks for no known deck.
func init() {
	knownDecks = sync.OnceValue(func() (decks []*SideDeck) {
		for _, c := range Default().Chapters {
			decks = withDecks(decks, c)
			for _, v := range c.Variants() {
				decks = withDecks(decks, v.Chapter)
			}
		}
		return decks
	})
}

// withDecks returns a list of side decks with those of some chapters, each in the place of an
// earlier one of its name.
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

// sideDecks are the side decks that a position may list: known ones, and those of its chapter
// with its variants. If several have the same name, the chapter as it is played decides.
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

// decksOf returns the side decks that a position lists. No two do the same.
func (l *Library) decksOf(p *Position) ([]*SideDeck, error) {
	if len(p.Sides) == 0 {
		return nil, nil
	}
	known := l.sideDecks(p)
	for _, name := range slices.Sorted(maps.Keys(p.Sides)) {
		if deckOf(known, name) == nil {
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

// deckOf returns the deck of a name, or nil.
func deckOf(decks []*SideDeck, name string) *SideDeck {
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

// sideCards returns the cards of the side deck that does this, as the round began with
// them, nil without such a deck.
func (g *Game) sideCards(effect DeckEffect) []tricks.Card {
	for _, d := range g.decks {
		if d.Effect == effect {
			return g.start.Sides[d.Name]
		}
	}
	return nil
}

// SideDeck returns the side deck of the round that does one of these, the first one first. If
// the round has none, it is the deck of the program's chapters that does the first.
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

// readSideDeck reads a side deck. If it does not say what it does, a known deck of its name does.
func readSideDeck(v strictyaml.Value) (d SideDeck) {
	readers := characters.Readers()
	readers["PerPlayers"] = readPerPlayers
	readers["deck"] = strictyaml.Value.Str
	readers["DeckEffect"] = func(v strictyaml.Value) DeckEffect {
		return DeckEffect(v.OneOf("effect", Words("effect")...))
	}
	f := v.Decode(&d, readers)
	name := f.Get("name")
	var known []*SideDeck
	if !f.HasKey("effect") || d.Title == nil {
		known = knownDecks()
	}
	similar := deckOf(known, d.Name)
	if similar != nil && d.Title == nil {
		d.Title = similar.Title
	}
	switch {
	case d.Name == "":
	case len(d.Name) > mostDeckName || strings.Trim(d.Name, "abcdefghijklmnopqrstuvwxyz-0123456789") != "" ||
		d.Name[0] == '-':
		name.Errorf("a name is made of the letters a to z, digits and hyphens, with no hyphen before them, %d at most", mostDeckName)
	case f.HasKey("effect"):
	case similar != nil:
		d.Effect = similar.Effect
	case strictyaml.Suggest(d.Name, deckNames(known)) != "":
		name.OneOf("side deck", deckNames(known)...)
	default:
		name.Errorf("no chapter of the program has a side deck %q, so effect has to say what it does: %s", d.Name,
			strings.Join(Words("effect"), ", "))
	}
	if d.Effect == "" {
		return d
	}
	need, other := "turn_up", "size"
	if !d.IsTurnedUp() {
		need, other = other, need
	}
	f.Need(need)
	if f.HasKey(other) {
		f.Key(other).Errorf("%s does not belong to the deck %s", other, d.Name)
	}
	if d.Effect != LeastSum && f.HasKey("waivable") {
		f.Key("waivable").Errorf("waivable does not belong to the deck %s: only what a %s asks for can be missed (C14)", d.Name, LeastSum)
	}
	return d
}

// checkSide holds the side deck to what it does.
func (c *Chapter) checkSide(players int, l Layout) *fault {
	if c.Side == nil {
		return nil
	}
	d := c.Side
	n := c.Side.Cards.Len()
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

// deckName is the name of a side deck, "" without one.
func deckName(d *SideDeck) string {
	if d == nil {
		return ""
	}
	return d.Name
}

// MarshalText writes the deck's name.
func (d *SideDeck) MarshalText() ([]byte, error) { return []byte(d.Name), nil }
