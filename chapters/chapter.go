package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// Chapter is one chapter of the campaign, or the Road (L5), as its YAML file states it. Its special
// rules are data: named kinds with numbers. The tags of a field say how it is read and checked (see
// [strictyaml.Field]); the text of an about tag also describes it in the schema.
type Chapter struct {
	ID    string          `yaml:"chapter" doc:"need,of=number" about:"The chapter's number, or road. Those up to 18 are the campaign's; a file that is named like one of ours takes its place."`
	Title characters.Text `yaml:"title" doc:"need,length=60"`
	Long  bool            `yaml:"length" doc:"need,of=length" about:"Short: one round. Long: rounds until every character is completed (L1, L2)."`

	Notes    characters.Text     `yaml:"notes" doc:"length=2000" about:"What is special, in a sentence or two."`
	Fidelity characters.Fidelity `yaml:",inline"`
	FilledIn []Point             `yaml:"filled_in" doc:"most=40" about:"The points that no source settles."`

	Rules `yaml:",inline"`
	// Threats is the threat deck before shuffling.
	Threats []int `yaml:"threats" doc:"most=20,once,1..99" about:"The numbers of the threat deck (S8)."`
	// Events are read last, because each changes a copy of what stands above them.
	Events []Variant `yaml:"events" doc:"some,most=12,of=event" about:"The events: before each round the group chooses one (C14)."`
	// Groups are read last for the same reason.
	Groups []Variant `yaml:"groups" doc:"some,most=12,of=group" about:"The groups: each round is played with one (C18)."`
	// Pool is nil for all chapters but the Road.
	Pool *Pool `yaml:"pool" about:"What the characters of a round are drawn from (L5)."`
	// Event is the id of the event that the chapter is played with in a round, "" if it is played
	// without one.
	Event string `yaml:"-"`
	// Group is the id of the group that the chapter is played with in a round, "" if it is played
	// without one.
	Group string `yaml:"-"`
	// Part is the title of that event or group, nil if the chapter is played with neither.
	Part characters.Text `yaml:"-"`

	// file is the name of the file that the chapter was read from.
	file string
	// source is the text of that file. It is nil for a chapter that comes with the program.
	source []byte
	// changedGoals counts the goals of characters that the file has changed, as far as it was read.
	changedGoals int
}

// Rules say how a chapter is played. An event or a group can change each of them.
type Rules struct {
	Roster []RosterEntry `yaml:"characters" doc:"most=64,once,of=roster" about:"Who can be taken, in the order of the chapter card. * marks who must be (S4). In an event or a group: who comes in, or is changed."`
	Trump  tricks.Suit   `yaml:"trump" doc:"of=trump" about:"The trump suit (T8, C17)."`
	// Side is nil if the chapter has no side deck (C5, C6, C14).
	Side *SideDeck `yaml:"side_deck" about:"A deck beside the round."`
	// Leads is the id of a character, "" if the characters' cards say who leads.
	Leads string `yaml:"leads" doc:"of=leads" about:"Who leads the first trick, whatever other cards say."`

	Lost        PerPlayers `yaml:"lost" doc:"0..4" about:"How many lost cards are dealt (S2); 1 if it is left out."`
	LostMayBeR1 bool       `yaml:"lost_may_be_r1" about:"R1 may be a lost card (C16)."`
	Rivers      PerPlayers `yaml:"rivers" doc:"0..8" about:"How many Rivers join the deck (C17)."`

	// Staged is the size of each of the first two batches; a third one deals the rest. It is 0 if all
	// cards are dealt at once.
	Staged int `yaml:"staged" doc:"1..6" about:"Everybody is dealt so many cards at a time, and gives one to everybody else after each time, twice (C16)."`

	CastByLot         bool `yaml:"cast_by_lot" about:"The characters are dealt at random (C16)."`
	ExchangesTogether bool `yaml:"exchanges_together" about:"All exchanges of the setup happen at the same time (C14); not with one player."`
	ThreatsHidden     bool `yaml:"threats_hidden" about:"Only its owner sees a threat number (C14); not with one player."`
	OptionalExchanges bool `yaml:"optional_exchanges" about:"Exchanges may be declined (S6); with one player they always may (S10)."`
	OptionalLost      bool `yaml:"optional_lost" about:"The lost cards need not be taken, or exchanged with (L5)."`
}

// Point is a point of a chapter that sources disagree about, or that we filled in. A person
// who knows better changes it in a file of their own.
type Point struct {
	Text characters.Text `yaml:"text" doc:"need,length=2000"`
	// Key is empty if no key of the file changes the point: only the program's code could.
	Key string `yaml:"key" about:"The key of this file that changes it, such as leads or characters.setup."`
}

// PerPlayers is a number for each number of players, which is its index. Index 0 is unused.
type PerPlayers [5]int

// RosterEntry is a character that can be taken in a chapter. If the chapter changes the character's
// goal or setup, Character is the changed copy.
type RosterEntry struct {
	Character *characters.Character `yaml:"character" doc:"need,of=starred"`
	// Starred reports whether the character must be taken (S4).
	Starred bool `yaml:"-"`

	Exempt     bool `yaml:"exempt" about:"The character need not be completed (L2)."`
	NotPyramid bool `yaml:"not_pyramid" about:"The character may not be the pyramid (C15)."`
	Blindfold  bool `yaml:"blindfold" about:"The character plays face down and names only the suit (C15); not with one player."`

	// Players is empty for a character that is there with any number of players.
	Players []int `yaml:"players" doc:"most=4,once,1..4" about:"The numbers of players with which the character is there."`
	// Rider is nil if the character carries none.
	Rider *characters.Character `yaml:"rider" doc:"of=rider" about:"The Black Rider it carries."`
	// Gift is nil if the character has none.
	Gift *characters.Gift `yaml:"gift" doc:"of=gift" about:"The gift it has."`
}

// Source returns the text of the file that the chapter was read from.
func (c *Chapter) Source() []byte {
	if c.source != nil {
		return c.source
	}
	text, err := embedded.ReadFile("data/" + c.file)
	if err != nil {
		return nil // the chapter was not read from a file
	}
	return text
}

// MarshalText writes the chapter's id. Everything else is in the chapter's file.
func (c *Chapter) MarshalText() ([]byte, error) { return []byte(c.ID), nil }

// Pool holds the cards that the characters of the Road are drawn from (L5).
type Pool struct {
	Gold       []string     `yaml:"gold" doc:"need,some,most=64,once,of=inside" about:"The gold cards. The burdened side of each is the burdened character that counts as it."`
	Black      []string     `yaml:"black" doc:"need,some,most=64,once,of=inside" about:"The other cards."`
	GoldDrawn  PerPlayers   `yaml:"gold_drawn" doc:"need,0..7" about:"How many of the gold cards are drawn; one of them lies on its burdened side."`
	BlackDrawn PerPlayers   `yaml:"black_drawn" doc:"need,0..20" about:"How many of the others are drawn."`
	Riders     []string     `yaml:"riders" doc:"need,some,most=64,once,of=rider" about:"One of these riders is drawn."`
	Gifts      []string     `yaml:"gifts" doc:"need,some,most=64,once,of=gift" about:"One of these gifts is drawn."`
	Redraw     []PoolRedraw `yaml:"redraw" doc:"most=16" about:"Which draws are thrown away, since nobody could win with them."`
}

// isFixed reports whether a character of the chapter is in every pool without being drawn, as Frodo
// and Gandalf are.
func (p *Pool) isFixed(e *RosterEntry) bool {
	return !slices.Contains(p.Gold, e.Character.ID) && !slices.Contains(p.Black, e.Character.ID) &&
		!e.Character.Burdened
}

// PoolRedraw throws away a pool that nobody could win: one that holds Character and nothing of
// Unless, if the number of players is one of Players. An example is Elrond without Mithril (L5).
type PoolRedraw struct {
	Character string   `yaml:"with" doc:"need,of=inside" about:"Draws that hold this character."`
	Players   []int    `yaml:"players" doc:"need,most=4,once,1..4" about:"With these numbers of players."`
	Unless    []string `yaml:"unless" doc:"most=64,once,of=unless" about:"But not if they hold one of these characters or gifts."`
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

// MayCarry reports whether a character of the chapter may carry a rider of the Road (L5). The chapter is one that
// [Chapter.ForRound] has returned, so its characters are those of the pool. With few players a pool can be drawn of
// which nobody may carry the rider that hides a threat number; such a Road is won without the rider.
func (c *Chapter) MayCarry(rider *characters.Character) bool {
	return slices.ContainsFunc(c.Roster, func(e RosterEntry) bool { return e.Character.MayCarry(rider) })
}

// taker returns the character that the holder of R1 has to take (S3), nil if the chapter has none
// (S7). Only a starred character has to be taken, and none in a chapter that deals the characters.
func (c *Chapter) taker() *characters.Character {
	for _, r := range c.Roster {
		if r.Character.TakesR1 && r.Starred && !c.CastByLot {
			return r.Character
		}
	}
	return nil
}

// ForRound returns the chapter as it is played in a round on these terms: with what the event or
// group changes, without characters that the pool or the number of players rules out. It
// fails if the chapter does not have the event or group.
func (c *Chapter) ForRound(terms Terms, players int) (*Chapter, error) {
	v, err := c.Named(terms.Event, terms.Group)
	if err != nil {
		return nil, err
	}
	out := *c
	if v != nil {
		out = *v.Chapter
	}
	out.Roster = slices.DeleteFunc(slices.Clone(out.Roster), func(e RosterEntry) bool {
		return len(e.Players) > 0 && !slices.Contains(e.Players, players) ||
			c.Pool != nil && len(terms.Pool) > 0 && !slices.Contains(terms.Pool, e.Character.ID)
	})
	return &out, nil
}
