package chapters

import (
	"encoding/json"

	"fellowship/tricks"
)

// Event is something that happened in a round, for the log. The fields that say nothing of its kind
// are as they come.
type Event struct {
	Kind   EventKind
	Seat   tricks.Seat
	Target tricks.Seat
	// Card is NoCard to those who may not see it.
	Card tricks.Card
	// Suit is the known suit of a card that was played face down (C15).
	Suit  tricks.Suit
	ToWin bool
	// Character is the id of a character, a rider or a gift.
	Character string
	// Number is a threat number, 0 to those who may not see it, or a number of cards or of a trick.
	Number int
	// Word is the word declared, announced or chosen. Of a rejected threat it is "impossible" if the
	// lost card is the reason.
	Word string
}

// EventKind is the kind of an event.
type EventKind uint8

// The kinds of events.
const (
	Took           EventKind = iota // Seat took Character
	DrewThreat                      // Seat drew the threat Number
	RejectedThreat                  // the threat Number was set aside for Seat (S8), see Say
	TookLost                        // Seat took the lost Card
	Passed                          // Seat passed Card to To
	Returned                        // Seat passed Card back to To
	Gave                            // Seat gave Card to To
	Declined                        // Seat made no exchange; if To is LostCard, left the lost cards
	DrewCards                       // Seat got Number cards from the pile (solo)
	Played                          // Seat played Card
	WonTrick                        // Seat won the trick Number, counted from 1; NoSeat: nobody (C5)
	Named                           // Seat lets To lead
	HasRider                        // Seat carries the rider Character
	HasGift                         // Seat has the gift Character
	ChoseThreat                     // Seat chose, or kept, the threat Number
	Declared                        // Seat declared Say: more or fewer
	ChoseRange                      // Seat chose the range Say, such as 3-4
	Announced                       // Seat holds most of the suits Say, such as H M
	Revealed                        // Seat lays its hand down
	Tucked                          // Seat tucked Card away
	CameBack                        // Seat took the tucked Card back
	KeptLast                        // Seat set Card aside for the last trick
	PutAside                        // Seat put Card into the first trick
	TookSide                        // Seat took Number cards of the side deck
	TurnedUp                        // Card of the side deck was turned up
	SwappedLost                     // Seat put Card down for the lost card that it took
	DealtMore                       // everybody got Number more cards (C16)
	FellShort                       // the first trick fell short of the Balrog, and Seat's Mithril can cover it (C14)

	numEvents = iota
)

// sight says who sees the card of an event before the round is over.
type sight uint8

const (
	noCard  sight = iota // the kind tells none
	byAll                // everybody
	byOwner              // the player of Seat
	byBoth               // the players of Seat and of To
	byFace               // everybody, but as long as it lies face down only the player of Seat (C15)
)

// eventKinds has a row for every kind of event: its name, whether it tells a card, and who sees that,
// a To, and a threat number.
var eventKinds = [numEvents]struct {
	name              string
	card              sight
	hasTarget, threat bool
}{
	Took:           {name: "took"},
	DrewThreat:     {name: "drew_threat", threat: true},
	RejectedThreat: {name: "rejected_threat", threat: true},
	TookLost:       {name: "took_lost", card: byAll},
	Passed:         {name: "passed", card: byBoth, hasTarget: true},
	Returned:       {name: "returned", card: byBoth, hasTarget: true},
	Gave:           {name: "gave", card: byBoth, hasTarget: true},
	Declined:       {name: "declined", hasTarget: true},
	DrewCards:      {name: "drew_cards"},
	Played:         {name: "played", card: byFace},
	WonTrick:       {name: "won_trick"},
	Named:          {name: "named", hasTarget: true},
	HasRider:       {name: "has_rider"},
	HasGift:        {name: "has_gift"},
	ChoseThreat:    {name: "chose_threat", threat: true},
	Declared:       {name: "declared"},
	ChoseRange:     {name: "chose_range"},
	Announced:      {name: "announced"},
	Revealed:       {name: "revealed"},
	Tucked:         {name: "tucked", card: byOwner},
	CameBack:       {name: "came_back", card: byOwner},
	KeptLast:       {name: "kept_last", card: byOwner},
	PutAside:       {name: "put_aside", card: byOwner},
	TookSide:       {name: "took_side"},
	TurnedUp:       {name: "turned_up", card: byAll},
	SwappedLost:    {name: "swapped_lost", card: byAll},
	DealtMore:      {name: "dealt_more"},
	FellShort:      {name: "fell_short"},
}

// String returns the name of the kind, as a view has it in JSON, "" if there is no such kind.
func (k EventKind) String() string {
	if int(k) < numEvents {
		return eventKinds[k].name
	}
	return ""
}

// MarshalText writes the kind as [EventKind.String].
func (k EventKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// MarshalJSON writes what the kind of event says. A card or a number that the player does not see is "?"
// or left out.
func (e Event) MarshalJSON() ([]byte, error) {
	out := struct {
		Kind      EventKind    `json:"kind"`
		Seat      tricks.Seat  `json:"seat"`
		Target    *tricks.Seat `json:"to,omitempty"`
		Card      *tricks.Card `json:"card,omitempty"`
		Suit      *tricks.Suit `json:"suit,omitempty"`
		ToWin     bool         `json:"to_win,omitempty"`
		Character string       `json:"character,omitempty"`
		Number    int          `json:"number,omitempty"`
		Word      string       `json:"say,omitempty"`
	}{Kind: e.Kind, Seat: e.Seat, ToWin: e.ToWin, Character: e.Character, Number: e.Number, Word: e.Word}
	row := &eventKinds[e.Kind]
	if row.hasTarget {
		out.Target = &e.Target
	}
	if row.card != noCard {
		out.Card = &e.Card
		if e.Card == tricks.NoCard {
			e.Card = tricks.Closed
		}
	}
	if e.Kind == Played {
		out.Suit = &e.Suit
	}
	return json.Marshal(out)
}

// impossible is why a threat number was rejected that the lost card makes
// impossible for its owner (S8).
const impossible = "impossible"
