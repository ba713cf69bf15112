package chapters

import (
	"slices"
	"strings"

	"fellowship/characters"
	"fellowship/characters/strictyaml"
	"fellowship/tricks"
	"fellowship/tricks/say"
)

// Chapter is one chapter of the campaign, or the Road (L5), as its YAML file
// states it. What is special about it is data: named kinds with numbers.
type Chapter struct {
	// ID is the chapter's number, "1" to "99", or "road".
	ID    string
	Title characters.Text
	// Long says that the chapter goes over several rounds (L2).
	Long bool
	// Roster is who can be taken, in the order of the chapter card.
	Roster []RosterEntry
	// Threats is the numbers in the threat deck, before shuffling (S8).
	Threats []int

	// Lost is how many lost cards are dealt (S2). LostMayBeR1 allows R1 among
	// them (C16).
	Lost        PerPlayers
	LostMayBeR1 bool
	// Rivers is how many Rivers join the deck, Trump the trump suit (T8, C17).
	Rivers PerPlayers
	Trump  tricks.Suit
	// Side is the side deck, nil without one (C5, C6, C14).
	Side *SideDeck
	// Leads is who leads the first trick, whatever other cards say; empty: as
	// the cards say.
	Leads string
	// Staged is how many cards each player gets at a time in a staged deal, 0 if all are
	// dealt at once (C16). Two batches of that many are dealt, and everyone gives a card to
	// everyone after each. Then comes the rest. CastByLot deals the characters too.
	Staged    int
	CastByLot bool
	// ExchangesTogether makes all exchanges of the setup happen at the same time.
	// ThreatsHidden shows a threat number to its owner only (C14). Neither holds in solo.
	ExchangesTogether, ThreatsHidden bool
	// OptionalExchanges lets everybody decline an exchange (S6). OptionalLost lets everybody
	// leave the lost cards alone (L5).
	OptionalExchanges, OptionalLost bool

	// Events are the chapter's events (C14), Groups its groups (C18). The players choose one
	// before the deal.
	Events, Groups []Variant
	// Pool is what the Road is drawn from (L5), nil elsewhere.
	Pool *Pool
	// Event or Group names the one that this chapter is played with in a round, and Part is
	// its title. All are empty without one.
	Event, Group string
	Part         characters.Text

	// Notes is what is special, in our own words.
	Notes    characters.Text
	Fidelity characters.Fidelity
	// FilledIn are the points that no source settles.
	FilledIn []Point
	// Source is the file the chapter was read from.
	Source []byte

	changed int // how many goals of characters the file has changed so far
}

// PlainRule is a key of the file that says with a number, or with true, how the chapter is
// played. Events and groups can have it too.
type PlainRule struct {
	Word string
	// About says in a sentence what it is, for the schema.
	About string
	// Least and Most limit a number. Most is 0 for true or false.
	Least, Most int
	// at returns the field of the chapter: a *bool, an *int or a *PerPlayers.
	at func(c *Chapter) any
}

// PlainRules are these keys.
var PlainRules = []PlainRule{
	{"lost", "How many lost cards are dealt (S2); 1 if it is left out.", 0, 4, func(c *Chapter) any { return &c.Lost }},
	{"lost_may_be_r1", "R1 may be a lost card (C16).", 0, 0, func(c *Chapter) any { return &c.LostMayBeR1 }},
	{"rivers", "How many Rivers join the deck (C17).", 0, 8, func(c *Chapter) any { return &c.Rivers }},
	{"staged", "Everybody is dealt so many cards at a time, and gives one to everybody else after each time, twice (C16).", 1, 6, func(c *Chapter) any { return &c.Staged }},
	{"cast_by_lot", "The characters are dealt at random (C16).", 0, 0, func(c *Chapter) any { return &c.CastByLot }},
	{"exchanges_together", "All exchanges of the setup happen at the same time (C14); not with one player.", 0, 0, func(c *Chapter) any { return &c.ExchangesTogether }},
	{"threats_hidden", "Only its owner sees a threat number (C14); not with one player.", 0, 0, func(c *Chapter) any { return &c.ThreatsHidden }},
	{"optional_exchanges", "Exchanges may be declined (S6); with one player they always may (S10).", 0, 0, func(c *Chapter) any { return &c.OptionalExchanges }},
	{"optional_lost", "The lost cards need not be taken, or exchanged with (L5).", 0, 0, func(c *Chapter) any { return &c.OptionalLost }},
}

// IsPerPlayers reports whether the number may be one for each number of players.
func (r *PlainRule) IsPerPlayers() bool {
	_, is := r.at(&Chapter{}).(*PerPlayers)
	return is
}

// read reads the rule into a chapter.
func (r *PlainRule) read(c *Chapter, v strictyaml.Value) {
	switch at := r.at(c).(type) {
	case *PerPlayers:
		*at = perPlayers(v, r.Least, r.Most)
	case *int:
		*at = v.Int(r.Least, r.Most)
	case *bool:
		*at = v.Bool()
	}
}

func plainWords() (words []string) {
	for _, r := range PlainRules {
		words = append(words, r.Word)
	}
	return words
}

// Point is a point of a chapter that sources disagree about, or that we filled in. A person
// who knows better changes it in a file of their own.
type Point struct {
	Text characters.Text
	// Key is the key of the file that changes it, such as leads or
	// characters.setup; empty where only the program could.
	Key string
}

// PerPlayers is a number that depends on the number of players, 1 to 4.
type PerPlayers [5]int

// RosterEntry is a character of a chapter.
type RosterEntry struct {
	Character *characters.Character
	// Starred characters must be taken (S4).
	Starred bool
	// Exempt ones need not be completed (L2).
	Exempt bool
	// NotPyramid keeps the character away from the pyramid (C15).
	NotPyramid bool
	// Blindfold makes it play face down, naming only the suit (C15); not in solo.
	Blindfold bool
	// Players says with how many players the character is there; empty: always.
	Players []int
	// Rider and Gift are what the chapter gives it; nil for nothing.
	Rider *characters.Character
	Gift  *characters.Gift
}

// Variant is a chapter as it is played with one of its events or groups.
type Variant struct {
	ID    string
	Title characters.Text
	// Repeatable events may be chosen again after they were won; a Last one
	// only after all others were (C14).
	Repeatable, Last bool
	// Chapter is the whole chapter with what the event changes.
	Chapter *Chapter
}

// Letter is the variant's letter in the name of a deal.
func (v *Variant) Letter() string { return v.ID[:1] }

// Pool is what the characters of the Road are drawn from (L5).
type Pool struct {
	// Gold are the fronts of the gold cards; the burdened side of each is the
	// burdened character that counts as it. Black are the others.
	Gold, Black []string
	// GoldDrawn and BlackDrawn are how many are drawn.
	GoldDrawn, BlackDrawn PerPlayers
	// Riders and Gifts are drawn one each.
	Riders, Gifts []string
	// Redraw are pools that nobody could win.
	Redraw []PoolRedraw
}

// always reports whether a character of the chapter is there without being drawn:
// Frodo and Gandalf.
func (p *Pool) always(e *RosterEntry) bool {
	return !slices.Contains(p.Gold, e.Character.ID) && !slices.Contains(p.Black, e.Character.ID) && !e.Character.Burdened
}

// PoolRedraw throws a pool away that nobody could win. With these numbers of players that is
// a pool with the one character and none of the others: Elrond without Mithril (L5).
type PoolRedraw struct {
	With    string
	Players []int
	Unless  []string
}

// Entry returns the roster entry of a character, or nil.
func (c *Chapter) Entry(id string) *RosterEntry {
	for i := range c.Roster {
		if c.Roster[i].Character.ID == id {
			return &c.Roster[i]
		}
	}
	return nil
}

// taker returns the character that the holder of R1 has to take (S3), nil if there is none
// (S7). Only a starred one has to be taken, and not in a chapter that deals characters.
func (c *Chapter) taker() *characters.Character {
	for _, r := range c.Roster {
		if r.Character.TakesR1 && r.Starred && !c.CastByLot {
			return r.Character
		}
	}
	return nil
}

// For returns the chapter as it is played in a round: with its event or group, and with the
// characters that the pool and the number of players leave.
func (c *Chapter) For(r Round, players int) (*Chapter, error) {
	out := c
	for _, choice := range []struct {
		what say.Word
		id   string
		from []Variant
	}{{"event", r.Event, c.Events}, {"group", r.Group, c.Groups}} {
		if choice.id == "" {
			continue
		}
		v := findVariant(choice.from, choice.id)
		if v == nil {
			return nil, say.Errorf("chapter %s has no %s %q%s", c.ID, choice.what, choice.id, listed(choice.from))
		}
		out = v.Chapter
	}
	copied := *out
	copied.Roster = slices.DeleteFunc(slices.Clone(out.Roster), func(e RosterEntry) bool {
		return len(e.Players) > 0 && !slices.Contains(e.Players, players) ||
			c.Pool != nil && len(r.Pool) > 0 && !slices.Contains(r.Pool, e.Character.ID)
	})
	return &copied, nil
}

// Variants returns the events or the groups of the chapter, none for most.
func (c *Chapter) Variants() []Variant { return slices.Concat(c.Events, c.Groups) }

// VariantKind is what the chapter's variants are: event, group, or empty.
func (c *Chapter) VariantKind() string {
	switch {
	case len(c.Events) > 0:
		return "event"
	case len(c.Groups) > 0:
		return "group"
	}
	return ""
}

// Variant returns the event or group of an id or a letter, or nil.
func (c *Chapter) Variant(name string) *Variant { return findVariant(c.Variants(), name) }

// Letters returns the variants in the names of the chapter's deals ([DealID]): the letter of
// each event or group, or just "" if there are none.
func (c *Chapter) Letters() []string {
	variants := c.Variants()
	if len(variants) == 0 {
		return []string{""}
	}
	letters := make([]string, len(variants))
	for i := range variants {
		letters[i] = variants[i].Letter()
	}
	return letters
}

// eventNames are other words for the events' ids that one may think of.
var eventNames = map[string]string{"dark": "long-dark", "longdark": "long-dark", "long_dark": "long-dark"}

// findVariant returns the variant of an id, of its letter or of another word for it, or nil.
func findVariant(list []Variant, id string) *Variant {
	for i := range list {
		if v := &list[i]; v.ID == id || v.Letter() == id || v.ID == eventNames[id] {
			return v
		}
	}
	return nil
}

// VariantIDs lists the ids of events or groups.
func VariantIDs(list []Variant) []string {
	ids := make([]string, len(list))
	for i := range list {
		ids[i] = list[i].ID
	}
	return ids
}

// listed is the end of an error: which events or groups there are, nothing if there are none.
func listed(list []Variant) say.Text {
	if len(list) == 0 {
		return say.Text{}
	}
	return say.Sprintf("; there are %s", strings.Join(VariantIDs(list), ", "))
}

// Layout is how many cards go where.
type Layout struct {
	// Deck is the cards that are dealt: to hands, lost cards and draw pile, and
	// to a side deck such as the barrow.
	Deck  tricks.Set
	Seats int
	// Lost and Side are the lost cards and those dealt to a side deck.
	Lost, Side int
	// Hand is how many cards a hand is dealt, Pile how many are left for the draw pile
	// (S10). Tricks is how many tricks a hand without surplus plays (N).
	Hand, Pile, Tricks int
	// Rows are the rows of the pyramid from the top (S9); nil without one.
	Rows []int
}

// laterBatches are how many cards a seat gets in the second and the last batch of a staged
// deal. The first has as many as the second (C16).
func (c *Chapter) laterBatches(l Layout) []int { return []int{c.Staged, l.Hand - 2*c.Staged} }

// soloStart is how many cards a solo hand starts with (S10).
const soloStart = 4

// Layout returns how many cards go where with so many players; it is an error
// if the hands do not come out even.
func (c *Chapter) Layout(players int) (Layout, error) {
	l := Layout{Deck: tricks.Deck, Seats: tricks.SeatsFor(players), Lost: c.Lost[players]}
	l.Deck |= tricks.SuitSet(tricks.Rivers) & (1<<(8*int(tricks.Rivers)+c.Rivers[players]) - 1)
	if c.Side != nil {
		if c.Side.IsTurnedUp() {
			l.Deck &^= c.Side.Cards
		} else {
			l.Side = c.Side.Size[players]
		}
	}
	n := l.Deck.Len() - l.Side - l.Lost
	if n < soloStart*l.Seats || n%l.Seats != 0 {
		return l, say.Errorf("%d cards cannot be dealt to %d hands: %d of %d are lost, %d lie in a side deck (S1, N)",
			n, l.Seats, l.Lost, l.Deck.Len(), l.Side)
	}
	l.Hand, l.Tricks = n/l.Seats, n/l.Seats
	if players == 2 && pyramidRows[l.Hand] == nil {
		return l, say.Errorf("with 2 players a hand cannot have %d cards: a pyramid has 9, 12 or 14 (S9)", l.Hand)
	}
	if players == 1 {
		l.Hand = soloStart
		l.Pile = n - l.Hand*l.Seats
	}
	if players == 2 {
		l.Rows = pyramidRows[l.Hand]
	}
	return l, nil
}

// pyramidRows are the rows of a pyramid from the top, by its number of cards (S9).
var pyramidRows = map[int][]int{9: {2, 3, 4}, 12: {3, 4, 5}, 14: {2, 3, 4, 5}}
