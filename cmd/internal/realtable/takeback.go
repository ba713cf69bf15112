package realtable

import (
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// takeback turns the hands at the first trick into the hands as they were dealt.
type takeback struct {
	note *note
	// hands are the hands and the lost cards as far as they are turned back.
	hands hands
	// taker is the seat that was found to have taken the lost cards, noSeat for none.
	taker tricks.Seat
}

// takeBack returns the hands and the lost cards as they were dealt, given the position at the first trick. It
// takes back the exchanges one after the other, always one that can have been the last, and then the cards that
// characters took. taker is the seat that took lost cards, noSeat for none.
func takeBack(n *note, first *chapters.Position) (dealt hands, taker tricks.Seat, err error) {
	t := &takeback{note: n, hands: handsInPlay(n, first), taker: noSeat}
	if err := t.undoExchanges(); err != nil {
		return hands{}, noSeat, err
	}
	for s := range t.hands.seats {
		if err := t.undoTaking(tricks.Seat(s)); err != nil {
			return hands{}, noSeat, err
		}
	}
	if d := n.head.sideDeck(); d != nil && !d.IsTurnedUp() && len(n.side) < n.head.layout.Side {
		return hands{}, noSeat, say.Errorf("the cards of the side deck are not written (C6)")
	}
	return t.hands, t.taker, nil
}

// handsInPlay returns the hands of a position at the first trick, with the cards that were put aside, and the cards
// that lie lost there.
func handsInPlay(n *note, first *chapters.Position) hands {
	h := hands{seats: slices.Clone(n.seats), lost: slices.Clone(first.Lost)}
	for s := range h.seats {
		info := &first.Hands[s]
		h.seats[s].HandInfo = chapters.HandInfo{
			Character: info.Character,
			Rider:     info.Rider,
			Gift:      info.Gift,
			Cards:     info.Cards,
			Extra:     info.Extra,
		}
		for _, row := range info.Rows {
			h.seats[s].Rows = append(h.seats[s].Rows, slices.Clone(row))
		}
		for _, c := range (info.Tucked | info.First | info.Last).Cards() {
			h.put(tricks.Seat(s), tricks.NoCard, c)
		}
	}
	return h
}

// undoExchanges takes back the exchanges of setup in the hands, in an order in which each can have been the
// last one. Exchanges with a pyramid come first, because the card that came lies in the place of the one
// that went (S9).
func (t *takeback) undoExchanges() error {
	inRows := func(m move) int {
		if m.receiver >= 0 && t.hands.seats[m.receiver].Rows != nil {
			return 1
		}
		return 0
	}
	moves := t.note.setupMoves()
	slices.SortStableFunc(moves, func(a, b move) int { return inRows(b) - inRows(a) })
	for len(moves) > 0 {
		i := slices.IndexFunc(moves, func(m move) bool {
			return m.card == m.returned || t.hands.holds(m.giver, m.returned) && t.hands.holds(m.receiver, m.card)
		})
		if i < 0 { // The card may have lain beside the pyramid.
			i = slices.IndexFunc(moves, func(m move) bool {
				return m.returned == tricks.NoCard && t.hands.holds(m.receiver, m.card)
			})
		}
		if i < 0 {
			return say.Errorf(
				"%s cannot have gone from %s to where it was: correct the exchange, or the trick (S6)",
				spelled(moves[0].card),
				t.note.name(moves[0].giver),
			)
		}
		if m := moves[i]; m.card != m.returned {
			t.hands.put(m.receiver, m.card, m.returned)
			t.hands.put(m.giver, m.returned, m.card)
		}
		moves = slices.Delete(moves, i, i+1)
	}
	return nil
}

// undoTaking takes the lost cards and those of the side deck out of a hand if its character took them in setup. The
// error says why the hand before that is not known.
func (t *takeback) undoTaking(s tricks.Seat) error {
	n := t.note
	c := n.seats[s].char
	if c.HasAction(characters.TakeLost) && len(t.hands.lost) < n.head.layout.Lost {
		for _, card := range n.lost.cards {
			if t.hands.holds(s, card) {
				t.hands.put(s, card, tricks.NoCard)
				t.hands.put(chapters.LostCard, tricks.NoCard, card)
				t.taker = s
			}
		}
		if len(t.hands.lost) < n.head.layout.Lost && !n.head.chapter.OptionalLost {
			return say.Errorf("the lost card that %s took is not written: 2 4 lost … (S2)", c.Name)
		}
	}
	if c.HasAction(characters.TakeSide) {
		for _, card := range n.side {
			if t.hands.holds(s, card) {
				t.hands.put(s, card, tricks.NoCard)
			}
		}
	}
	if h := &t.hands.seats[s]; h.Extra != 0 || slices.Contains(slices.Concat(h.Rows...), tricks.NoCard) {
		return say.Errorf("the places of the cards in the pyramid are not known (S9)")
	}
	if c.SoloFull && n.head.players == 1 {
		return say.Errorf("the cards that %s drew from the pile are not known (S10)", c.Name)
	}
	return nil
}
