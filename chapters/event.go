package chapters

import (
	"encoding/json"

	"fellowship/tricks"
)

// Event is something that happened in a round, for the log. A field that its kind does not use means
// nothing.
type Event struct {
	// Kind says which of the other fields are used: see the kinds below.
	Kind EventKind
	// Seat is the seat to which the event happened, or which caused it.
	Seat tricks.Seat
	// Target is the other seat, or [LostCard].
	Target tricks.Seat
	// Card is NoCard in the log of a player who may not see the card.
	Card tricks.Card
	// Suit is the suit of a card that was played. Everybody knows it even if the card lies face down
	// (C15).
	Suit tricks.Suit
	// ToWin reports whether R1 was played to win (T7).
	ToWin bool
	// Character is the id of a character, a rider or a gift.
	Character string
	// Number is a threat number, a number of cards, or the number of a trick. A threat number is 0 in
	// the log of a player who may not see it.
	Number int
	// Word is the word that was declared, announced or chosen. For a rejected threat number it is
	// "impossible" if the lost card is the reason.
	Word string
}

// EventKind is the kind of an event.
type EventKind uint8

// The kinds of events.
const (
	Took           EventKind = iota // Seat took Character
	DrewThreat                      // Seat drew the threat Number
	RejectedThreat                  // the threat Number was set aside for Seat (S8), see Word
	TookLost                        // Seat took the lost Card
	Passed                          // Seat passed Card to Target
	Returned                        // Seat passed Card back to Target
	Gave                            // Seat gave Card to Target
	Declined                        // Seat made no exchange, or left the lost cards if Target is LostCard
	DrewCards                       // Seat got Number cards from the pile (solo)
	Played                          // Seat played Card
	WonTrick                        // Seat won the trick Number, counted from 1; nobody did if it is NoSeat (C5)
	Named                           // Seat lets Target lead
	HasRider                        // Seat carries the rider Character
	HasGift                         // Seat has the gift Character
	ChoseThreat                     // Seat chose, or kept, the threat Number
	Declared                        // Seat declared Word: more or fewer
	ChoseRange                      // Seat chose the range Word, such as 3-4
	Announced                       // Seat holds the most cards of each suit in Word, such as H M
	Revealed                        // Seat lays its hand down
	Tucked                          // Seat tucked Card away
	CameBack                        // Seat took the tucked Card back
	KeptLast                        // Seat set Card aside for the last trick
	PutAside                        // Seat put Card into the first trick
	TookSide                        // Seat took Number cards of the side deck
	TurnedUp                        // Card of the side deck was turned up
	SwappedLost                     // Seat put Card down for the lost card that it took
	DealtMore                       // everybody but the pyramid got Number more cards (C16)
	FellShort                       // the first trick fell short of the Balrog, and Seat's Mithril can cover it (C14)

	numEvents = iota
)

// sight says who sees the card of an event before the round is over.
type sight uint8

const (
	noCard  sight = iota // the kind has no card
	byAll                // everybody
	byOwner              // the player of Seat
	byBoth               // the players of Seat and of Target
	byFace               // everybody, but only the player of Seat as long as the card lies face down (C15)
)

// eventRow is everything that the engine knows about one kind of event.
type eventRow struct {
	name string
	// card says whether the kind has a card, and who sees it.
	card sight
	// hasTarget reports whether the kind has a Target.
	hasTarget bool
	// hasThreat reports whether Number is a threat number.
	hasThreat bool
}

// eventKinds has a row for every kind of event.
var eventKinds = [numEvents]eventRow{
	Took:           {name: "took"},
	DrewThreat:     {name: "drew_threat", hasThreat: true},
	RejectedThreat: {name: "rejected_threat", hasThreat: true},
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
	ChoseThreat:    {name: "chose_threat", hasThreat: true},
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

// String returns the name of the kind in the JSON of a view, "" if there is no such kind.
func (k EventKind) String() string {
	if int(k) < numEvents {
		return eventKinds[k].name
	}
	return ""
}

// MarshalText writes the kind as [EventKind.String].
func (k EventKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// MarshalJSON writes the fields that the kind of event uses. A card that the player does not see is
// written as "?", and a threat number is left out.
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

// impossible is the word of a threat number that was rejected because the lost card makes it impossible
// for its owner (S8).
const impossible = "impossible"
