package realtable

import (
	"strings"

	"fellowship/characters/say"
	"fellowship/tricks"
)

// trick is a trick as it is written. Only when all lines are read is it known whether the seat before its
// colon is the owner of its pile or the seat that was named to lead it.
type trick struct {
	cards []writtenCard
	// side are the cards of the side deck that were turned up before it.
	side []tricks.Card
	// named is the seat that was named to lead the trick, unnamed for none.
	named tricks.Seat
	// pile is the seat in whose pile the trick lies, unnamed if the tricks are written in order.
	pile tricks.Seat
	line int
}

// isCards reports whether a text that is not empty begins with a card.
func isCards(text string) bool {
	r := []rune(strings.ToUpper(text))
	_, suit := suits()[r[0]]
	return r[0] == '.' || r[0] >= '1' && r[0] <= '9' ||
		suit && len(r) > 1 && (r[1] >= '1' && r[1] <= '9' || r[1] == ' ' && len(r) > 2 && r[2] >= '1' && r[2] <= '9')
}

// readCards reads a line of cards: the hand of a seat without a character while seats are missing, or else
// a trick.
func (n *parser) readCards(text string) error {
	side, cards, turned := strings.Cut(text, "|")
	if len(n.seats) < n.seatCount && (!turned || n.chapter != nil && n.chapter.Staged > 0) {
		return n.newSeat(nil, text)
	}
	if !turned {
		return n.addTrick(text, "", unnamed)
	}
	return n.addTrick(cards, side, unnamed)
}

// addTrick reads a trick and the cards of the side deck before it. owner is the seat before its colon,
// unnamed without one.
func (n *parser) addTrick(text, side string, owner tricks.Seat) error {
	t := trick{named: owner, pile: unnamed, line: n.line}
	up, err := cardsIn(side, n.sideForm())
	if err != nil {
		return err
	}
	t.side = cardsOf(up)
	if t.cards, err = cardsIn(text, trickForm); err != nil {
		return err
	}
	if len(t.cards) > n.seatCount {
		return say.Errorf("%s: %d cards are no trick, since %d seats play (T3)", quoted(text), len(t.cards),
			n.seatCount)
	}
	n.tricks = append(n.tricks, t)
	return nil
}

// readBehindColon reads the tricks behind a seat's colon: its pile from the bottom, or one trick that the
// seat was named to lead (K: Bilbo Baggins).
func (n *parser) readBehindColon(owner tricks.Seat, text string) error {
	parts := strings.Split(text, "/")
	n.piled = n.piled || len(parts) > 1 || owner == noSeat
	for _, part := range parts {
		side, cards, turned := strings.Cut(part, "|")
		if !turned {
			side = ""
			cards = part
		}
		if strings.TrimSpace(part) == "" {
			continue
		}
		if err := n.addTrick(cards, side, owner); err != nil {
			return err
		}
	}
	return nil
}
