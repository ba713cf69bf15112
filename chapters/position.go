package chapters

import (
	"reflect"
	"slices"

	"fellowship/characters/strictyaml"
	"fellowship/tricks"
)

// Stage is how far a round has come.
type Stage uint8

// The stages, in their order.
const (
	StageDraft Stage = iota
	StageSetup
	StagePlay
)

var stageNames = []string{"draft", "setup", "play"}

// String returns the stage's name in documents: draft, setup or play.
func (s Stage) String() string { return stageNames[s] }

// MarshalText writes the stage as [Stage.String].
func (s Stage) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Position is a moment from which a round can be played: stated by a position document, dealt by
// the dealer, or at the head of a record. Documents are written and read by the tags: see
// [strictyaml.Field].
type Position struct {
	// ID is echoed in answers as it came: a person who numbers documents looks the answers up
	// by number. It may be empty. BareID reports whether it is a number or boolean and stays one.
	ID     string `yaml:"id,omitempty" doc:"of=id"`
	BareID bool   `yaml:"-"`
	// Deal is the name of the deal if the dealer dealt it, else empty. Files and
	// commands are made of it: it is one that ParseDealID reads.
	Deal string `yaml:"deal,omitempty" doc:"of=deal"`
	// Chapter is the chapter's id; empty: a plain round without any special.
	Chapter string `yaml:"chapter,omitempty" doc:"of=chapter"`
	Players int    `yaml:"players" doc:"need,1..4"`
	Terms   `yaml:",inline"`
	// Lost is the lost cards (S2). In a staged deal they come to the table only after the
	// last batch (C16).
	Lost  []tricks.Card `yaml:"lost,flow" doc:"most=64"`
	Stage Stage         `yaml:"stage"`
	// Leader leads the first trick, NoSeat for whom the cards say. If they say nothing it
	// is the seat that R1 was dealt to, even if R1 has moved in setup (S7, C18: the second
	// group). A position in stage play cannot know that seat. There it is the one that
	// holds R1: see [State].
	Leader tricks.Seat `yaml:"leader,omitempty"`
	// Pyramid is the seat of the pyramid (S9), NoSeat without one.
	Pyramid tricks.Seat `yaml:"pyramid,omitempty"`
	Hands   []HandInfo  `yaml:"hands" doc:"need,most=16"`
	// Pile is the draw pile, next card first (S10).
	Pile pile `yaml:"pile,omitempty"`
	// Threats is the threat deck, next card first (S8).
	Threats []int `yaml:"threats,omitempty,flow" doc:"most=20,1..99"`
	// Sides is the side decks by name, in the order they will be turned up.
	Sides sides `yaml:"sides,omitempty"`
	// Staged holds the cards that each seat still gets, batch by batch (C16).
	Staged batches `yaml:"staged,omitempty" doc:"most=8,of=batch"`
	// RiderSeats is the order in which the seats are asked whether they can carry the rider (L5).
	RiderSeats []tricks.Seat `yaml:"rider_seats,omitempty,flow" doc:"most=4,once"`
	// Plays are the plays so far, from the start of the first trick.
	Plays []tricks.Play `yaml:"plays,omitempty,flow" doc:"most=64"`
	// Expect is the known answer of test data.
	Expect *Expect `yaml:"expect,omitempty,flow"`
}

// Terms are what is settled before a round is dealt: by the group's choices, and by earlier rounds
// of a long chapter.
type Terms struct {
	// Event is the event of this round, EventsDone those that were won (C14). Group is the
	// group of this round (C18).
	Event      string   `yaml:"event,omitempty" json:"event,omitempty" doc:"of=event"`
	EventsDone []string `yaml:"events_done,omitempty,flow" json:"events_done,omitempty" doc:"most=12,once,of=event"`
	Group      string   `yaml:"group,omitempty" json:"group,omitempty" doc:"of=group"`
	// Pool is the characters of the Road, Gift its gift. Rider is the special rider that
	// must be carried in this round, empty for none (L5).
	Pool  []string `yaml:"pool,omitempty,flow" json:"pool,omitempty" doc:"most=200,once,of=character"`
	Rider string   `yaml:"rider,omitempty" json:"rider,omitempty" doc:"of=rider"`
	Gift  string   `yaml:"gift,omitempty" json:"gift,omitempty" doc:"of=gift"`
	// Completed is the characters completed in earlier rounds (L2).
	Completed []string `yaml:"completed,omitempty,flow" json:"completed,omitempty" doc:"most=200,once,of=character"`
	// MithrilUsed reports whether the one use of the chapter is spent.
	MithrilUsed bool `yaml:"mithril_used,omitempty" json:"mithril_used,omitempty"`
}

// Expect is the known answer in a document of test data.
type Expect struct {
	Verdict string `yaml:"verdict,omitempty" doc:"of=verdict"` // winnable, unwinnable; empty: not stated
	// Perft is the number of legal sequences of Depth plays, see [tricks.Table.Perft]; nil: not stated.
	Depth int     `yaml:"depth,omitempty" doc:"0..64"`
	Perft *uint64 `yaml:"perft,omitempty" doc:"0.."`
}

// HandInfo is one seat of a position.
type HandInfo struct {
	Character string     `yaml:"character,omitempty" doc:"of=character"`
	Threat    int        `yaml:"threat,omitempty" doc:"1..99"` // 0: none
	Declared  string     `yaml:"declared,omitempty" doc:"of=direction"`
	Range     span       `yaml:"range,omitempty,flow"`
	Rider     string     `yaml:"rider,omitempty" doc:"of=rider"`
	Gift      string     `yaml:"gift,omitempty" doc:"of=gift"`
	Cards     tricks.Set `yaml:"cards"`
	// Rows and Extra take the place of Cards at the pyramid.
	Rows  rows       `yaml:"rows,omitempty,flow"`
	Extra tricks.Set `yaml:"extra,omitempty"`
	// Tucked, First and Last are a card each, or none, that is held but not in the hand: tucked
	// away (Shadowfax), put into the first trick and set aside for the last (Radagast).
	Tucked tricks.Set `yaml:"tucked,omitempty" doc:"of=card"`
	First  tricks.Set `yaml:"first,omitempty" doc:"of=card"`
	Last   tricks.Set `yaml:"last,omitempty" doc:"of=card"`
	// Announced is the suits that were announced (the Horn).
	Announced []tricks.Suit `yaml:"announced,omitempty,flow" doc:"most=6,once"`
	// TookLost reports whether the lost cards were taken into this hand. Sting can still ask for
	// one (L5).
	TookLost bool `yaml:"took_lost,omitempty"`
}

// Owned returns every card the seat holds.
func (h *HandInfo) Owned() tricks.Set {
	return h.Cards | h.Tucked | h.First | h.Last | tricks.Pyramid{Rows: h.Rows, Extra: h.Extra}.Owned()
}

// keyAfterDeal is the key of what the hand states that only comes after the deal, "" for nothing.
// Characters that are dealt by lot come with the deal (C16).
func (h *HandInfo) keyAfterDeal(lot bool) string {
	dealt := []string{"cards", "rows", "extra"}
	if lot {
		dealt = append(dealt, "character")
	}
	value := reflect.ValueOf(*h)
	for i, f := range strictyaml.FieldsOf(value.Type()) {
		if !value.Field(i).IsZero() && !slices.Contains(dealt, f.Key) {
			return f.Key
		}
	}
	return ""
}
