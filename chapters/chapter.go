package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// Chapter is one chapter of the campaign, or the Road (L5), as its YAML file states it: see
// [strictyaml.Field]. Its special rules are data: named kinds with numbers.
type Chapter struct {
	ID    string          `yaml:"chapter" doc:"need,of=number" about:"The chapter's number, or road. Those up to 18 are the campaign's; a file that is named like one of ours takes its place."`
	Title characters.Text `yaml:"title" doc:"need,length=60"`
	Long  bool            `yaml:"length" doc:"need,of=length" about:"Short: one round. Long: rounds until every character is completed (L1, L2)."`

	Notes    characters.Text     `yaml:"notes" doc:"length=2000" about:"What is special, in a sentence or two."`
	Fidelity characters.Fidelity `yaml:",inline"`
	FilledIn []Point             `yaml:"filled_in" doc:"most=40" about:"The points that no source settles."`
	// Source is the file the chapter was read from.
	Source []byte `yaml:"-"`

	Rules `yaml:",inline"`
	// Threats is the threat deck before shuffling.
	Threats []int `yaml:"threats" doc:"most=20,once,1..99" about:"The numbers of the threat deck (S8)."`
	// Events and Groups change what stands above them.
	Events []Variant `yaml:"events" doc:"most=12,of=event" about:"The events: before each round the group chooses one (C14)."`
	Groups []Variant `yaml:"groups" doc:"most=12,of=group" about:"The groups: each round is played with one (C18)."`
	// Pool is nil for all but the Road.
	Pool *Pool `yaml:"pool" about:"What the characters of a round are drawn from (L5)."`
	// Event or Group names the one that this chapter is played with in a round, and Part is
	// its title. All are empty without one.
	Event string          `yaml:"-"`
	Group string          `yaml:"-"`
	Part  characters.Text `yaml:"-"`

	changed int // how many goals of characters the file has changed so far
}

// Rules say how a chapter is played. An event or a group can change each of them.
type Rules struct {
	Roster []RosterEntry `yaml:"characters" doc:"most=64,once,of=roster" about:"Who can be taken, in the order of the chapter card. * marks who must be (S4). In an event or a group: who comes in, or is changed."`
	Trump  tricks.Suit   `yaml:"trump" doc:"of=trump" about:"The trump suit (T8, C17)."`
	// Side is nil without a side deck (C5, C6, C14).
	Side *SideDeck `yaml:"side_deck" about:"A deck beside the round."`
	// Leads is empty if it is as the cards say.
	Leads       string     `yaml:"leads" doc:"of=leads" about:"Who leads the first trick, whatever other cards say."`
	Lost        PerPlayers `yaml:"lost" doc:"0..4" about:"How many lost cards are dealt (S2); 1 if it is left out."`
	LostMayBeR1 bool       `yaml:"lost_may_be_r1" about:"R1 may be a lost card (C16)."`
	Rivers      PerPlayers `yaml:"rivers" doc:"0..8" about:"How many Rivers join the deck (C17)."`
	// Staged is 0 if all cards are dealt at once. After the two batches comes the rest.
	Staged            int  `yaml:"staged" doc:"1..6" about:"Everybody is dealt so many cards at a time, and gives one to everybody else after each time, twice (C16)."`
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
	// Key is empty where only the program could.
	Key string `yaml:"key" about:"The key of this file that changes it, such as leads or characters.setup."`
}

// PerPlayers is a number that depends on the number of players. Index it by that: 0 is unused.
type PerPlayers [5]int

// RosterEntry is a character of a chapter. Other changes of the character are in Character.
type RosterEntry struct {
	Character *characters.Character `yaml:"character" doc:"need,of=starred"`
	// Starred characters must be taken (S4).
	Starred    bool `yaml:"-"`
	Exempt     bool `yaml:"exempt" about:"The character need not be completed (L2)."`
	NotPyramid bool `yaml:"not_pyramid" about:"The character may not be the pyramid (C15)."`
	Blindfold  bool `yaml:"blindfold" about:"The character plays face down and names only the suit (C15); not with one player."`
	// Players is empty for a character that is always there.
	Players []int `yaml:"players" doc:"most=4,once,1..4" about:"The numbers of players with which the character is there."`
	// Rider and Gift are nil for nothing.
	Rider *characters.Character `yaml:"rider" doc:"of=rider" about:"The Black Rider it carries."`
	Gift  *characters.Gift      `yaml:"gift" doc:"of=gift" about:"The gift it has."`
}

// MarshalText writes the chapter's id: the rest is in its file.
func (c *Chapter) MarshalText() ([]byte, error) { return []byte(c.ID), nil }

// Pool holds the cards that the characters of the Road are drawn from (L5).
type Pool struct {
	Gold       []string   `yaml:"gold" doc:"need,most=64,once,of=inside" about:"The gold cards. The burdened side of each is the burdened character that counts as it."`
	Black      []string   `yaml:"black" doc:"need,most=64,once,of=inside" about:"The other cards."`
	GoldDrawn  PerPlayers `yaml:"gold_drawn" doc:"need,0..7" about:"How many of the gold cards are drawn; one of them lies on its burdened side."`
	BlackDrawn PerPlayers `yaml:"black_drawn" doc:"need,0..20" about:"How many of the others are drawn."`
	Riders     []string   `yaml:"riders" doc:"need,most=64,once,of=rider" about:"One of these riders is drawn."`
	Gifts      []string   `yaml:"gifts" doc:"need,most=64,once,of=gift" about:"One of these gifts is drawn."`
	// Redraw are pools that nobody could win.
	Redraw []PoolRedraw `yaml:"redraw" doc:"most=16" about:"Which draws are thrown away, since nobody could win with them."`
}

// isFixed reports whether a character of the chapter is there without being drawn:
// Frodo and Gandalf.
func (p *Pool) isFixed(e *RosterEntry) bool {
	return !slices.Contains(p.Gold, e.Character.ID) && !slices.Contains(p.Black, e.Character.ID) &&
		!e.Character.Burdened
}

// PoolRedraw throws a pool away that nobody could win. With these numbers of players that is
// a pool with the one character and none of the others: Elrond without Mithril (L5).
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

// ForRound returns the chapter as it is played in a round: with its event or group, and with the
// characters that the pool and the number of players leave.
func (c *Chapter) ForRound(r Terms, players int) (*Chapter, error) {
	out := c
	switch v, err := c.Named(r.Event, r.Group); {
	case err != nil:
		return nil, err
	case v != nil:
		out = v.Chapter
	}
	copied := *out
	copied.Roster = slices.DeleteFunc(slices.Clone(out.Roster), func(e RosterEntry) bool {
		return len(e.Players) > 0 && !slices.Contains(e.Players, players) ||
			c.Pool != nil && len(r.Pool) > 0 && !slices.Contains(r.Pool, e.Character.ID)
	})
	return &copied, nil
}
