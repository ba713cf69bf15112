package realtable

import (
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// leftover are the cards that a seat still held at the end.
type leftover struct {
	seat  tricks.Seat
	cards tricks.Set
	// rest reports whether the seat had all cards that have no other place.
	rest bool
	line int
}

// move is an exchange of cards, or a card that is given away.
type move struct {
	giver tricks.Seat
	// receiver is chapters.LostCard for an exchange with the lost card.
	receiver tricks.Seat
	// card goes from the giver to the receiver.
	card tricks.Card
	// returned comes back, NoCard if the card is given away.
	returned tricks.Card
	// beforeTrick is the index of the trick before which the move was made, -1 for a move in setup.
	beforeTrick int
	line        int
	// passed is set while setup is replayed, between the two halves of an exchange.
	passed bool
}

// inSetup reports whether the move was made before the first trick.
func (m move) inSetup() bool { return m.beforeTrick < 0 }

// readMove reads an exchange such as "sam>frodo f7 h2", or a card that is given away such as
// "fatty>sam f3". A number says before which trick the move was made.
func (r *reader) readMove(giver, text string) error {
	exchange := move{beforeTrick: -1, line: r.line, returned: tricks.NoCard}
	var err error
	if exchange.giver, err = r.note.findSeat(strings.TrimSpace(giver)); err != nil {
		return err
	}
	name, rest := cutName(strings.TrimSpace(text))
	if first, _, _ := strings.Cut(strings.TrimSpace(text), " "); word(first) == "lost" {
		exchange.receiver = chapters.LostCard
		rest = strings.TrimPrefix(strings.TrimSpace(text), first)
	} else if exchange.receiver, err = r.note.findSeat(name); err != nil {
		return err
	}
	var pair []tricks.Card
	for _, w := range strings.FieldsFunc(rest, isBlank) {
		// A number before or behind the pair is a trick; between 7 and h it belongs to a card, as in 7 h 2 m.
		if numberPattern().MatchString(w) && len(pair)%2 == 0 && exchange.beforeTrick < 0 {
			number, _ := strconv.Atoi(w)
			exchange.beforeTrick = number - 1
			continue
		}
		list, err := cardsIn(w, deckForm) // not setIn: the same card may come back
		if err != nil {
			return err
		}
		pair = append(pair, cardsOf(list)...)
	}
	switch len(pair) {
	case 2:
		exchange.card = pair[0]
		exchange.returned = pair[1]
	case 1:
		exchange.card = pair[0]
	default:
		return say.Errorf("%s: an exchange has two cards, given and got back (S6)", quoted(text))
	}
	if len(r.note.tricks) > 0 && !r.note.piled && exchange.beforeTrick < 0 {
		exchange.beforeTrick = len(r.note.tricks)
	}
	r.note.moves = append(r.note.moves, exchange)
	return nil
}
