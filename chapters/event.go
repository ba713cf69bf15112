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
	// Say is the word declared, announced or chosen. Of a rejected threat it is "impossible" if the
	// lost card is the reason.
	Say string
}

// EventKind is the kind of an event. Most are known by their names ([EventKind.String]): Card goes from
// Seat to To in passed, returned and gave, is put aside in tucked, kept_last and put_aside, and comes
// back in came_back. Seat gets Card in took_lost and Number cards in drew_cards, took_side and dealt_more
// (everybody), and puts Card down in swapped_lost. Number is a threat in drew_threat, chose_threat and
// rejected_threat. Character is a rider in has_rider, a gift in has_gift. Say was said in declared,
// chose_range and announced. Seat lets To lead in named, and its Mithril can cover the trick in
// fell_short. Nothing more is said of revealed and declined, where To is LostCard for the lost cards.
type EventKind uint8

// The kinds of events.
const (
	Took                EventKind = iota // Seat took Character
	eventDrewThreat                      // Seat drew the threat Number
	eventRejectedThreat                  // the threat Number was set aside for Seat (S8), see Say
	eventTookLost                        // Seat took the lost Card
	Passed                               // Seat passed Card to To
	eventReturned                        // Seat passed Card back to To
	eventGave                            // Seat gave Card to To
	eventDeclined                        // Seat made no exchange; if To is LostCard, left the lost cards
	eventDrewCards                       // Seat got Number cards from the pile (solo)
	Played                               // Seat played Card
	WonTrick                             // Seat won the trick Number, counted from 1
	eventNamed                           // Seat named To to lead
	eventHasRider                        // Seat carries the rider Character
	eventHasGift                         // Seat has the gift Character
	eventChoseThreat                     // Seat chose, or kept, the threat Number
	eventDeclared                        // Seat declared Say: more or fewer
	eventChoseRange                      // Seat chose the range Say, such as 3-4
	eventAnnounced                       // Seat holds most of the suits Say, such as H M
	eventRevealed                        // Seat lays its hand down
	eventTucked                          // Seat tucked Card away
	eventCameBack                        // Seat took the tucked Card back
	eventKeptLast                        // Seat set Card aside for the last trick
	eventPutAside                        // Seat put Card into the first trick
	eventTookSide                        // Seat took Number cards of the side deck
	TurnedUp                             // Card of the side deck was turned up
	eventSwappedLost                     // Seat put Card down for the lost card To
	eventDealtMore                       // everybody got Number more cards (C16)
	eventFellShort                       // the first trick fell short of the Balrog, and Seat's Mithril can cover it (C14)
)

// kindsOfEvents are the names of the kinds, in their order.
var kindsOfEvents = [...]string{
	"took", "drew_threat", "rejected_threat", "took_lost", "passed", "returned", "gave", "declined", "drew_cards", "played",
	"won_trick", "named", "has_rider", "has_gift", "chose_threat", "declared", "chose_range", "announced", "revealed", "tucked",
	"came_back", "kept_last", "put_aside", "took_side", "turned_up", "swapped_lost", "dealt_more", "fell_short",
}

// String returns the name of the kind, as a view has it in JSON, "" if there is no such kind.
func (k EventKind) String() string {
	if int(k) < len(kindsOfEvents) {
		return kindsOfEvents[k]
	}
	return ""
}

// impossible is why a threat number was rejected that the lost card makes
// impossible for its owner (S8).
const impossible = "impossible"

func (g *Game) log(e Event) {
	switch e.Kind {
	case eventTookLost, Passed, eventReturned, eventGave, Played, eventTucked, eventCameBack, eventKeptLast, eventPutAside, TurnedUp, eventSwappedLost:
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
		case Passed, eventReturned, eventGave:
			hidden = other && g.decides(e.To) != player
		case eventTucked, eventCameBack, eventKeptLast, eventPutAside:
			hidden = other
		case Played:
			hidden = other && complete <= 0 && g.facesDown(e.Seat, e.Card)
		case WonTrick:
			complete--
		case eventDrewThreat, eventChoseThreat, eventRejectedThreat:
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
