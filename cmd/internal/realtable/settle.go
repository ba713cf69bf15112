package realtable

import (
	"errors"
	"slices"

	"fellowship/characters/say"
	"fellowship/tricks"
)

// The settlement completes a note before any order of tricks is tried. It finds out what the written cards are (a
// hand or a pile), where each card of the deck lies, and so which cards make up a hand that is only "rest". If the
// hands are written as they were dealt, it plays setup. It works in steps, since each of them rests on what the steps
// before it have made true: settleSteps has their order, with the reasons.

// settlement completes a note step by step, and adds a fault for each mistake that it meets.
type settlement struct {
	note   *note
	faults *faultList
	places places
	// remarks are notes for [Table.Notes].
	remarks []error
}

// settle completes a note with steps and returns where its cards are written.
func settle(n *note, faults *faultList, steps []step) *settlement {
	s := &settlement{note: n, faults: faults, places: places{deck: n.head.layout.Deck, faults: faults}}
	for _, next := range steps {
		next.run(s)
	}
	return s
}

// tellPiles finds out whether the cards behind a seat and a colon are a pile, a hand, or a trick that
// somebody named the seat to lead.
func (s *settlement) tellPiles() {
	n := s.note
	inOrder := slices.ContainsFunc(n.tricks, func(t trick) bool { return t.named == unnamed })
	namer := slices.ContainsFunc(n.seats, func(entry seat) bool { return entry.namer() })
	n.piled = n.piled || !inOrder && !namer && len(n.tricks) > 0
	for i := range n.seats {
		s.tellPile(tricks.Seat(i))
	}
	if !n.piled {
		return
	}
	for k := range n.tricks {
		t := &n.tricks[k]
		if t.named == unnamed {
			s.faults.add(t.line,
				say.Errorf("tricks are written in order here, and in piles elsewhere: write one or the other"))
			return
		}
		t.pile = t.named
		t.named = unnamed
	}
}

// tellPile reads the cards behind the colon of a seat as its pile if the tricks of the note are piled, and otherwise as
// its hand.
func (s *settlement) tellPile(owner tricks.Seat) {
	n := s.note
	entry := &n.seats[owner]
	if entry.pile == "" {
		s.refuseTricksAsHand(owner)
		return
	}
	if n.piled {
		list, err := n.readTricks(entry.pile, owner, entry.line)
		n.tricks = append(n.tricks, list...)
		if err != nil {
			s.faults.add(entry.line, err)
		}
		return
	}
	line := &seatLine{lib: n.head.lib, seat: *entry}
	if err := line.readBehindColon(entry.pile); err != nil {
		s.faults.add(entry.line, err)
	}
	*entry = line.seat
}

// refuseTricksAsHand adds a fault if the cards behind the colon of a seat can only be tricks without a / between them:
// they are more than one trick has, are not as many as a hand has, and fill whole tricks.
func (s *settlement) refuseTricksAsHand(owner tricks.Seat) {
	n := s.note
	entry := &n.seats[owner]
	count := entry.Cards.Len()
	if !n.piled || !n.head.known || !entry.behindColon || count <= n.head.seatCount ||
		count == n.head.layout.Tricks || count%n.head.seatCount != 0 {
		return
	}
	s.faults.add(entry.line, say.Errorf("the hand of %s has %d cards in one group: separate tricks by / (T3)",
		n.name(owner), count))
}

// placeHands notes the cards in the written hands and in the draw pile.
func (s *settlement) placeHands() {
	n := s.note
	for i := range n.seats {
		entry := &n.seats[i]
		unstacked := n.written(tricks.Seat(i))
		unstacked.Rows = nil
		own := append(slices.Concat(entry.Rows...), unstacked.Owned().Cards()...)
		for _, set := range entry.staged {
			own = append(own, set.Cards()...)
		}
		s.places.putAll(entry.line, n.handOf(tricks.Seat(i)), own)
		s.places.inHand |= tricks.SetOf(own...)
	}
	s.places.putAll(n.lastLine, say.Sprintf("the draw pile"), n.pile)
	s.places.inHand |= tricks.SetOf(n.pile...)
}

// noteInPlay notes which cards are in hands, in tricks or left over.
func (s *settlement) noteInPlay() {
	n := s.note
	n.inPlay = s.places.inHand
	for _, l := range n.leftovers {
		n.inPlay |= l.cards
	}
	for k := range n.tricks {
		n.inPlay |= tricks.SetOf(cardsOf(n.tricks[k].cards)...) & n.head.layout.Deck
	}
}

// placeLost notes the lost cards that nobody has taken.
func (s *settlement) placeLost() {
	n := s.note
	if n.mustTake() && !n.dealt {
		return // They are in the hand of the character that has to take them.
	}
	remaining := slices.DeleteFunc(slices.Clone(n.lost.cards), func(c tricks.Card) bool {
		return n.takesLost() && n.inPlay.Contains(c)
	})
	s.places.putAll(n.lost.line, say.Sprintf("the lost cards"), remaining)
}

// placeLeft notes the cards that seats had left over, unless their hands are written.
func (s *settlement) placeLeft() {
	n := s.note
	for _, l := range n.leftovers {
		left := l.cards &^ n.seats[l.seat].Owned()
		s.places.putAll(l.line, s.leftBy(l.seat), left.Cards())
	}
}

// leftBy describes for messages what a seat had left over.
func (s *settlement) leftBy(seat tricks.Seat) say.Text {
	return say.Sprintf("what %s had left", s.note.name(seat))
}

// gatherSide puts the cards of the side deck that stand before the tricks into the row of the side deck.
func (s *settlement) gatherSide() {
	n := s.note
	if d := n.head.sideDeck(); d == nil || !d.IsTurnedUp() || n.piled || len(n.side) > 0 {
		return
	}
	for k := range n.tricks {
		n.side = append(n.side, n.tricks[k].side...)
	}
}

// giveRests gives the cards without a place to the seat whose line has the word "rest", in its hand or
// as what it had left at the end.
func (s *settlement) giveRests() {
	n := s.note
	rest := s.places.missing()
	if !n.allHands() {
		for k := range n.tricks {
			rest &^= tricks.SetOf(cardsOf(n.tricks[k].cards)...)
		}
	}
	for i := range n.seats {
		if entry := &n.seats[i]; entry.rest {
			entry.Cards |= rest
			entry.given = true
			s.places.putAll(entry.line, n.handOf(tricks.Seat(i)), rest.Cards())
			s.places.inHand |= rest
			rest = 0
		}
	}
	for i := range n.leftovers {
		if l := &n.leftovers[i]; l.rest {
			l.cards = rest
			s.places.putAll(l.line, s.leftBy(l.seat), rest.Cards())
			rest = 0
		}
	}
}

// playSetup plays setup from the hands as they were dealt. If the note does not answer each of its questions,
// only the written exchanges are made.
func (s *settlement) playSetup() {
	n := s.note
	if !n.dealt || !n.cast() || !n.allHands() || n.head.chapter == nil || n.stagedHands() && len(n.tricks) == 0 {
		return
	}
	checkSizes(n, s.places.missing(), s.faults) // It also finds lost cards that are not written.
	moved := slices.ContainsFunc(n.moves, move.inSetup)
	if !s.faults.isEmpty() || len(n.tricks) == 0 && !moved {
		return
	}
	g, err := replaySetup(n, dealtPosition(n, n.hands()))
	if wrong, ok := errors.AsType[*threatErr](err); ok {
		s.faults.add(wrong.line, wrong)
		return
	}
	if err != nil {
		s.remarks = append(s.remarks, noSetupRemark(err))
		s.passOn()
		return
	}
	n.replayed = g
	first, _ := g.FirstTrick() // no error: the game is at its first trick
	for i := range n.seats {
		n.seats[i].HandInfo = first.Hands[i]
		n.seats[i].staged = nil
	}
	n.lost.cards = first.Lost
	n.lost.known = true
	n.pile = first.Pile
}

// noSetupRemark returns the remark that the setup of a round cannot be rebuilt, and why.
func noSetupRemark(cause error) error {
	return say.Errorf("the round is examined from its first trick on, since its setup is not known: %w", cause)
}

// passOn makes the written exchanges in the hands. It adds a fault if a hand does not hold its card.
func (s *settlement) passOn() {
	n := s.note
	hands := n.hands()
	replace := func(m move, giver tricks.Seat, card, replacement tricks.Card) {
		if card != tricks.NoCard && !hands.holds(giver, card) {
			s.faults.add(
				m.line,
				say.Errorf(
					"%s has no %s to pass on: write it in the hand, or correct the exchange (S6)",
					n.name(giver),
					spelled(card),
				),
			)
			return
		}
		hands.put(giver, card, replacement)
	}
	for _, m := range n.setupMoves() {
		if m.receiver >= 0 && m.card != m.returned {
			replace(m, m.giver, m.card, m.returned)
			replace(m, m.receiver, m.returned, m.card)
		}
	}
}

// placeTricks notes the cards in tricks. If all hands are written, each of them has to be in a hand. In hands as
// they were dealt any card can have come by an exchange.
func (s *settlement) placeTricks() {
	n := s.note
	if n.dealt {
		s.places.inHand = n.head.layout.Deck
	}
	for k := range n.tricks {
		t := &n.tricks[k]
		for _, c := range t.cards {
			if c.Card != tricks.NoCard {
				mayBeTaken := n.takesLost() && slices.Contains(n.lost.cards, c.Card)
				s.places.putPlayed(t.line, k, c.Card, mayBeTaken, n.allHands())
			}
		}
	}
}

// placeAside notes the cards that were out of play, lost or in a side deck. They may be in a hand as well, if a
// character took them in setup.
func (s *settlement) placeAside() {
	n := s.note
	outside := slices.Clone(n.lost.cards)
	if d := n.head.sideDeck(); d != nil && !d.IsTurnedUp() {
		outside = append(outside, n.side...)
	}
	s.places.taken |= tricks.SetOf(outside...) & n.head.layout.Deck
}
