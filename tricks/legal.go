package tricks

import "fmt"

// Legal returns the cards that the seat to move may play (T3, T4, T6). The set is empty only
// when the round is over. It includes a tucked card if the seat could take that card back
// before this trick and play it.
func (t *Table) Legal(s *State) Set {
	seat := s.Turn
	if first := t.First[seat]; s.Number == 0 && first != NoCard && s.Hand[seat].Contains(first) {
		return first.Bit()
	}
	legal := t.follow(s, s.Hand[seat])
	if s.Tucked != NoCard && s.Held[seat].Contains(s.Tucked) && !t.lastDueNow(s, seat) {
		legal |= t.follow(s, s.Hand[seat]|s.Tucked.Bit()) & s.Tucked.Bit()
	}
	return legal
}

// follow returns the cards of a hand that T4 and T6 let the seat to move play.
func (t *Table) follow(s *State, hand Set) Set {
	if t.Free.Contains(s.Turn) {
		return hand
	}
	if s.Led == NoSuit {
		if !s.RingsBroken {
			// T6: Rings may not be led, unless the leader holds nothing else.
			if nonRings := hand &^ RingSet; nonRings != 0 {
				return nonRings
			}
		}
		return hand
	}
	// T4: a seat that holds the led suit must play it.
	if suitCards := hand.OfSuit(s.Led); suitCards != 0 && (s.Number > 0 || !t.FreeOnce.Contains(s.Turn)) {
		return suitCards
	}
	return hand
}

// Moves appends every legal move of the seat to move to the slice. R1 makes two
// moves: one not to win, one to win (T7).
func (t *Table) Moves(s *State, moves []Move) []Move {
	for cards := t.Legal(s); cards != 0; cards &= cards - 1 {
		c := cards.First()
		moves = append(moves, Move{Card: c})
		if c == OneRing {
			moves = append(moves, Move{Card: c, ToWin: true})
		}
	}
	return moves
}

// IllegalError says why a card may not be played, with the rule's number.
type IllegalError struct {
	Seat Seat
	Card Card
	// Rule is the rule's number, such as T4.
	Rule string
	// Suit is the led suit. If Rule is T4, the seat had to follow it.
	Suit Suit
	// Reason is the sentence without its subject, the seat. Like the error itself it has a method
	// FormatArgs, so that it can be translated.
	Reason fmt.Stringer
}

// Error returns the reason and the rule, such as "seat 2 must follow Hills (T4)".
func (e *IllegalError) Error() string {
	return fmt.Sprintf("seat %d %s (%s)", e.Seat, e.Reason, e.Rule)
}

// FormatArgs returns the format of the whole message and its values.
func (e *IllegalError) FormatArgs() (format string, args []any) {
	return "seat %d %s (%s)", []any{e.Seat, e.Reason, e.Rule}
}

// Check returns nil if the seat may make the move now, else an [IllegalError].
func (t *Table) Check(s *State, p Play) error {
	illegal := func(rule, format string, args ...any) error {
		return &IllegalError{Seat: p.Seat, Card: p.Card, Rule: rule, Suit: s.Led, Reason: sentence{format, args}}
	}
	switch {
	case s.IsOver:
		return illegal("T10", "cannot play %s: the round is over", p.Card)
	case p.Seat != s.Turn:
		return illegal("T3", "cannot play %s: it is seat %d's turn", p.Card, s.Turn)
	case p.ToWin && p.Card != OneRing:
		return illegal("T7", "cannot play %s to win: only R1 can", p.Card)
	case t.Legal(s).Contains(p.Card):
		return nil
	case !s.Held[p.Seat].Contains(p.Card):
		return illegal("T3", "does not hold %s", p.Card)
	case s.Number == 0 && t.First[p.Seat] != NoCard:
		return illegal("K", "cannot play %s: %s was put into the first trick", p.Card, t.First[p.Seat])
	case t.lastDueNow(s, p.Seat):
		return illegal("K", "cannot play %s: %s was set aside for this trick", p.Card, t.Last[p.Seat])
	case !s.Hand[p.Seat].Contains(p.Card) && t.Last[p.Seat] == p.Card:
		return illegal("K", "cannot play %s: it is set aside for the last trick", p.Card)
	case !s.Hand[p.Seat].Contains(p.Card) && t.drawTricks[p.Card] > s.Number:
		return illegal("S10", "has not drawn %s yet", p.Card)
	case !s.Hand[p.Seat].Contains(p.Card) && p.Card != s.Tucked:
		return illegal("S9", "cannot play %s: it is covered", p.Card)
	case s.Led == NoSuit:
		return illegal("T6", "may not lead %s: Rings may not be led until one was played in an earlier trick", p.Card)
	}
	return illegal("T4", "must follow %s", s.Led)
}
