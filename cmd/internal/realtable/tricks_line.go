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
	isRank := func(i int) bool { return i < len(r) && r[i] >= '1' && r[i] <= '9' }
	if r[0] == '.' || isRank(0) {
		return true
	}
	_, isSuit := suits()[r[0]]
	isSpaced := len(r) > 1 && r[1] == ' '
	return isSuit && (isRank(1) || isSpaced && isRank(2))
}

// readCards reads a line of cards: the hand of a seat without a character while seats are missing, or else
// a trick.
func (r *reader) readCards(text string) error {
	head := &r.note.head
	side, cards, turned := strings.Cut(text, "|")
	isNamed := len(r.note.seats) > 0 && r.note.cast()
	if len(r.note.seats) < head.seatCount && isNamed {
		return r.refuseUnnamed()
	}
	if len(r.note.seats) < head.seatCount && (!turned || head.chapter != nil && head.chapter.Staged > 0) {
		return r.newSeat(nil, text)
	}
	if !turned {
		side = ""
		cards = text
	}
	t, err := head.readTrick(cards, side)
	t.line = r.line
	if err != nil {
		r.note.begun = append(r.note.begun, t)
		return err
	}
	r.note.tricks = append(r.note.tricks, t)
	return nil
}

// refuseUnnamed returns the error that cards without a name stand where a seat is expected. Further lines of cards are
// skipped: the seat that is missing is the only fault.
func (r *reader) refuseUnnamed() error {
	r.unnamedLines++
	if r.unnamedLines > 1 {
		return nil
	}
	return say.Errorf("%d of %d seats are written above: a line for each comes before the tricks, "+
		"and begins with a name (S1)", len(r.note.seats), r.note.head.seatCount)
}

// readBehindColon reads the tricks behind a seat's colon: its pile from the bottom, or one trick that the
// seat was named to lead (K: Bilbo Baggins).
func (r *reader) readBehindColon(owner tricks.Seat, text string) error {
	r.note.piled = r.note.piled || strings.Contains(text, "/") || owner == noSeat
	list, err := r.note.readTricks(text, owner, r.line)
	r.note.tricks = append(r.note.tricks, list...)
	return err
}

// readTricks reads tricks with / between them behind a seat's colon. If there is an error, it also returns the
// tricks before it, and notes the one with the error as begun.
func (n *note) readTricks(text string, owner tricks.Seat, line int) (list []trick, err error) {
	for part := range strings.SplitSeq(text, "/") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		side, cards, turned := strings.Cut(part, "|")
		if !turned {
			side = ""
			cards = part
		}
		t, err := n.head.readTrick(cards, side)
		t.named = owner
		t.line = line
		if err != nil {
			n.begun = append(n.begun, t)
			return list, err
		}
		list = append(list, t)
	}
	return list, nil
}

// readTrick reads the cards of a trick and the cards of the side deck before it. If there is an error in the cards, it
// also returns the ones before it.
func (h *heading) readTrick(text, side string) (trick, error) {
	t := trick{named: unnamed, pile: unnamed}
	up, err := cardsIn(side, h.sideForm())
	if err != nil {
		return t, err
	}
	t.side = cardsOf(up)
	if t.cards, err = cardsIn(text, trickForm); err != nil {
		return t, err
	}
	if len(t.cards) > h.seatCount {
		return t, say.Errorf(
			"%s: %d cards are not a trick, since %d seats play: begin a new one after / or in a new line (T3)",
			quoted(text),
			len(t.cards),
			h.seatCount,
		)
	}
	return t, nil
}
