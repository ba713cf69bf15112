package chapters

import (
	"reflect"
	"slices"

	"fellowship/characters/strictyaml"
	"fellowship/tricks"
)

// Stage is a part of a round.
type Stage uint8

// The stages, in their order.
const (
	// StageDraft is the stage in which the seats take characters (S4).
	StageDraft Stage = iota
	// StageSetup is the stage of the setup actions (S5).
	StageSetup
	// StagePlay is the stage in which tricks are played.
	StagePlay
)

var stageNames = []string{"draft", "setup", "play"}

// String returns the stage's name in documents: draft, setup or play.
func (s Stage) String() string { return stageNames[s] }

// MarshalText writes the stage as [Stage.String].
func (s Stage) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Position is a moment from which a round can be played: stated by a position document, dealt by
// the dealer, or at the head of a record. The tags of the fields say how documents are written and
// read (see [strictyaml.Field]).
type Position struct {
	// ID is repeated in answers exactly as the document wrote it, because a person who numbers
	// documents looks up the answers by number. It may be empty.
	ID string `yaml:"id,omitempty" doc:"of=id"`
	// BareID reports whether ID was written as a number or a boolean, and so is written as one again.
	BareID bool `yaml:"-"`
	// Deal is the name of the deal if the dealer dealt the position, else "". [ParseDealID] can always
	// read it, since names of files and commands are made from it.
	Deal string `yaml:"deal,omitempty" doc:"of=deal"`
	// Chapter is the chapter's id, "" for a plain round with no special rules.
	Chapter string `yaml:"chapter,omitempty" doc:"of=chapter"`
	// Players is the number of players, 1 to 4.
	Players int `yaml:"players" doc:"need,1..4"`
	Terms   `yaml:",inline"`
	// Lost is the lost cards (S2). In a staged deal they come to the table only after the
	// last batch (C16).
	Lost []tricks.Card `yaml:"lost,flow" doc:"most=64"`
	// Stage is the stage in which the round begins.
	Stage Stage `yaml:"stage"`
	// Leader is the seat that leads the first trick. NoSeat leaves that to the cards of the
	// characters. If no card says who leads, the seat that R1 was dealt to leads, even if R1 has moved
	// in setup (S7, C18: the second group). A position in stage play does not tell that seat, so there
	// the seat that holds R1 leads: see [State.LeaderGuessed].
	Leader tricks.Seat `yaml:"leader,omitempty"`
	// Pyramid is the seat of the pyramid (S9), NoSeat without one.
	Pyramid tricks.Seat `yaml:"pyramid,omitempty"`
	// Hands has an entry for each seat.
	Hands []HandInfo `yaml:"hands" doc:"need,most=16"`
	// Pile is the draw pile, next card first (S10).
	Pile pile `yaml:"pile,omitempty"`
	// Threats is the threat deck, next card first (S8).
	Threats []int `yaml:"threats,omitempty,flow" doc:"most=20,1..99"`
	// Sides maps the name of each side deck to its cards, in the order in which they are turned up or
	// taken.
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

// Terms are settled before a round is dealt: by the group's choices, and by earlier rounds of a long
// chapter.
type Terms struct {
	// Event is the id of the event of this round (C14), "" without one.
	Event string `yaml:"event,omitempty" json:"event,omitempty" doc:"of=event"`
	// EventsDone is the ids of the events that were won in earlier rounds (C14).
	EventsDone []string `yaml:"events_done,omitempty,flow" json:"events_done,omitempty" doc:"most=12,once,of=event"`
	// Group is the id of the group of this round (C18), "" without one.
	Group string `yaml:"group,omitempty" json:"group,omitempty" doc:"of=group"`
	// Pool is the ids of the characters of the Road (L5).
	Pool []string `yaml:"pool,omitempty,flow" json:"pool,omitempty" doc:"most=200,once,of=character"`
	// Rider is the id of the special rider that must be carried in this round of the Road (L5), "" if
	// none must be.
	Rider string `yaml:"rider,omitempty" json:"rider,omitempty" doc:"of=rider"`
	// Gift is the id of the gift of the Road (L5).
	Gift string `yaml:"gift,omitempty" json:"gift,omitempty" doc:"of=gift"`
	// Completed is the ids of the characters that were completed in earlier rounds (L2).
	Completed []string `yaml:"completed,omitempty,flow" json:"completed,omitempty" doc:"most=200,once,of=character"`
	// MithrilUsed reports whether the one use that Mithril has in the chapter is spent.
	MithrilUsed bool `yaml:"mithril_used,omitempty" json:"mithril_used,omitempty"`
}

// Expect is the known answer in a document of test data.
type Expect struct {
	// Verdict is winnable or unwinnable, "" if the document does not state it.
	Verdict string `yaml:"verdict,omitempty" doc:"of=verdict"`
	// Depth is the number of plays that Perft counts.
	Depth int `yaml:"depth,omitempty" doc:"0..64"`
	// Perft is the number of legal sequences of Depth plays (see [tricks.Table.Perft]), nil if the
	// document does not state it.
	Perft *uint64 `yaml:"perft,omitempty" doc:"0.."`
}

// HandInfo is one seat of a position.
type HandInfo struct {
	// Character is the id of the seat's character, "" before it is taken.
	Character string `yaml:"character,omitempty" doc:"of=character"`
	// Threat is the threat number, 0 without one.
	Threat int `yaml:"threat,omitempty" doc:"1..99"`
	// Declared is more or fewer (Strider), "" if nothing was declared.
	Declared string `yaml:"declared,omitempty" doc:"of=direction"`
	// Range is the range of tricks that takes the place of a threat number (the Sword).
	Range span `yaml:"range,omitempty,flow"`
	// Rider is the id of the rider that the character carries, "" for none.
	Rider string `yaml:"rider,omitempty" doc:"of=rider"`
	// Gift is the id of the gift that the character has, "" for none.
	Gift string `yaml:"gift,omitempty" doc:"of=gift"`
	// Cards is the hand. It is empty at the pyramid, which has Rows and Extra instead.
	Cards tricks.Set `yaml:"cards"`
	// Rows are the rows of the pyramid from the top (S9), with NoCard for an empty place.
	Rows rows `yaml:"rows,omitempty,flow"`
	// Extra is the cards that lie beside the pyramid.
	Extra tricks.Set `yaml:"extra,omitempty"`
	// Tucked is the card that is tucked away (Shadowfax): held, but not in the hand.
	Tucked tricks.Set `yaml:"tucked,omitempty" doc:"of=card"`
	// First is the card that is put into the first trick (Radagast): held, but not in the hand.
	First tricks.Set `yaml:"first,omitempty" doc:"of=card"`
	// Last is the card that is set aside for the last trick (Radagast): held, but not in the hand.
	Last tricks.Set `yaml:"last,omitempty" doc:"of=card"`
	// Announced is the suits that were announced (the Horn).
	Announced []tricks.Suit `yaml:"announced,omitempty,flow" doc:"most=6,once"`
	// TookLost reports whether the lost cards were taken into this hand. It matters in play, because
	// Sting may exchange with the player who took them (L5).
	TookLost bool `yaml:"took_lost,omitempty"`
}

// Owned returns every card that the seat holds.
func (h *HandInfo) Owned() tricks.Set {
	return h.Cards | h.Tucked | h.First | h.Last | tricks.Pyramid{Rows: h.Rows, Extra: h.Extra}.Owned()
}

// keyAfterDeal returns the first key of the hand whose value is only known after the deal, "" if it has
// none. If the characters are cast by lot, they are known with the deal (C16).
func (h *HandInfo) keyAfterDeal(castByLot bool) string {
	dealt := []string{"cards", "rows", "extra"}
	if castByLot {
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
