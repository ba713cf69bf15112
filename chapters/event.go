package chapters

import (
	"fellowship/tricks"
)

// Event is something that happened in a round, for the log. Card is NoCard to those who may
// not see it.
type Event struct {
	Kind EventKind
	Seat tricks.Seat
	To   tricks.Seat
	Card tricks.Card
	// Suit is the known suit of a card that was played face down (C15).
	Suit  tricks.Suit
	ToWin bool
	// Character is the id of a character, a rider or a gift.
	Character string
	// Number is a threat number, 0 to those who may not see it, or a number of cards or of a trick.
	Number int
	// Say is the word declared, announced or chosen. Of a rejected threat it is [Impossible] if the
	// lost card is the reason.
	Say string
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
	WonTrick                        // Seat won the trick Number, counted from 1
	Named                           // Seat named To to lead
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
	SwappedLost                     // Seat put Card down for the lost card To
	DealtMore                       // everybody got Number more cards (C16)
	FellShort                       // the first trick fell short of the Balrog, and Seat's Mithril can cover it (C14)
)

// Impossible is why a threat number was rejected that the lost card makes
// impossible for its owner (S8).
const Impossible = "impossible"

func (g *Game) log(e Event) {
	switch e.Kind {
	case TookLost, Passed, Returned, Gave, Played, Tucked, CameBack, KeptLast, PutAside, TurnedUp, SwappedLost:
	default:
		e.Card = tricks.NoCard
	}
	g.events = append(g.events, e)
}

// logSeen is the log as a player may know it: without the cards and threat numbers that only others
// see. When the round is over it tells everything.
func (g *Game) logSeen(player tricks.Seat) []Event {
	out := append(make([]Event, 0, len(g.events)), g.events...)
	complete := len(g.history) // tricks, whose cards everybody may know (C15)
	for i := range out {
		e := &out[i]
		hidden, other := false, g.decides(e.Seat) != player
		switch e.Kind {
		case Passed, Returned, Gave:
			hidden = other && g.decides(e.To) != player
		case Tucked, CameBack, KeptLast, PutAside:
			hidden = other
		case Played:
			hidden = other && complete <= 0 && g.facesDown(e.Seat, e.Card)
		case WonTrick:
			complete--
		case DrewThreat, ChoseThreat, RejectedThreat:
			if other && !g.Over() && g.threatHidden(e.Seat) {
				e.Number = 0
			}
		default: // everybody sees all of it
		}
		if hidden && !g.Over() {
			e.Card = tricks.NoCard
		}
	}
	return out
}
