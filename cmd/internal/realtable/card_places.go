package realtable

import (
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// places is where each card is written.
type places struct {
	// locations describe the place of each card for messages.
	locations [64]say.Text
	// taken are the cards that have a place.
	taken tricks.Set
	// played are the cards in tricks.
	played tricks.Set
	// inHand are the cards in hands and in the draw pile.
	inHand tricks.Set
}

// settle finds out where each card is written. It adds a fault at the line of each mistake.
func (n *parser) settle() (found places) {
	n.settlePiles()
	n.placeHands(&found)
	n.noteInPlay(found.inHand)
	n.placeLost(&found)
	for _, l := range n.leftovers {
		left := l.cards &^ n.seats[l.seat].Owned()
		n.placeAll(&found, l.line, say.Sprintf("what %s had left", n.name(l.seat)), left.Cards())
	}
	if d := n.sideDeck(); d != nil && d.IsTurnedUp() && !n.piled && len(n.side) == 0 {
		for k := range n.tricks {
			n.side = append(n.side, n.tricks[k].side...)
		}
	}
	n.settleRest(&found)
	allWritten := n.allHands()
	n.settleDeal(&found)
	if n.dealt {
		found.inHand = n.layout.Deck
	}
	n.placeTricks(&found, allWritten)
	// These cards may be in a hand as well, if a character took them in setup.
	outside := slices.Clone(n.lost)
	if d := n.sideDeck(); d != nil && !d.IsTurnedUp() {
		outside = append(outside, n.side...)
	}
	for _, c := range outside {
		found.taken |= c.Bit() & n.layout.Deck
	}
	return found
}

// placeAll notes the place of several cards that are written on a line. It skips empty places.
func (n *parser) placeAll(found *places, line int, location say.Text, cards []tricks.Card) {
	n.line = line
	for _, c := range cards {
		if c != tricks.NoCard {
			n.place(found, c, location)
		}
	}
}

// placeHands notes the cards in the written hands and in the draw pile.
func (n *parser) placeHands(found *places) {
	for i := range n.seats {
		s := &n.seats[i]
		unstacked := n.written(tricks.Seat(i))
		unstacked.Rows = nil
		own := append(slices.Concat(s.Rows...), unstacked.Owned().Cards()...)
		for _, set := range s.staged {
			own = append(own, set.Cards()...)
		}
		n.placeAll(found, s.line, n.handOf(tricks.Seat(i)), own)
		for _, c := range own {
			if c != tricks.NoCard {
				found.inHand |= c.Bit()
			}
		}
	}
	n.placeAll(found, n.lastLine, say.Sprintf("the draw pile"), n.pile)
	found.inHand |= tricks.SetOf(n.pile...)
}

// noteInPlay notes which cards are in hands, in tricks or left over.
func (n *parser) noteInPlay(inHand tricks.Set) {
	n.inPlay = inHand
	for _, l := range n.leftovers {
		n.inPlay |= l.cards
	}
	for k := range n.tricks {
		for _, c := range n.tricks[k].cards {
			n.inPlay |= c.Bit() & n.layout.Deck
		}
	}
}

// placeLost notes the lost cards that nobody has taken.
func (n *parser) placeLost(found *places) {
	if n.mustTake() && !n.dealt {
		return
	}
	remaining := slices.DeleteFunc(slices.Clone(n.lost), func(c tricks.Card) bool {
		return n.takesLost() && n.inPlay.Contains(c)
	})
	n.placeAll(found, n.lostLine, say.Sprintf("the lost cards"), remaining)
}

// placeTricks notes the cards in tricks. If all hands are written, each of them has to be in a hand.
func (n *parser) placeTricks(found *places, allWritten bool) {
	for k := range n.tricks {
		t := &n.tricks[k]
		n.line = t.line
		for _, c := range t.cards {
			mayBeTaken := n.takesLost() && slices.Contains(n.lost, c.Card)
			switch {
			case c.Card == tricks.NoCard:
				continue
			case found.played.Contains(c.Card):
				n.fault(say.Errorf("%s is there twice: it was played before (T1)", spelled(c.Card)))
			case found.inHand.Contains(c.Card) || mayBeTaken:
			case allWritten && !found.taken.Contains(c.Card):
				n.fault(say.Errorf("%s is in nobody's hand (T3)", spelled(c.Card)))
			default:
				n.place(found, c.Card, say.Sprintf("trick %d", k+1))
			}
			found.played |= c.Bit()
		}
	}
}

// settlePiles finds out whether the cards behind a seat and a colon are a pile, a hand, or a trick that
// somebody named the seat to lead.
func (n *parser) settlePiles() {
	inOrder := slices.ContainsFunc(n.tricks, func(t trick) bool { return t.named == unnamed })
	namer := slices.ContainsFunc(n.seats, func(s seat) bool { return s.namer() })
	n.piled = n.piled || !inOrder && !namer && len(n.tricks) > 0
	if !n.piled {
		return
	}
	for i := range n.seats {
		if s := &n.seats[i]; s.pile != "" && s.Cards.Len() <= n.seatCount {
			n.line = s.line
			s.Cards = 0
			s.given = false
			if err := n.readBehindColon(tricks.Seat(i), s.pile); err != nil {
				n.fault(err)
			}
		}
	}
	for k := range n.tricks {
		t := &n.tricks[k]
		if t.named == unnamed {
			n.line = t.line
			n.fault(say.Errorf("tricks stand here in order, and in piles elsewhere: write one or the other"))
			return
		}
		t.pile = t.named
		t.named = unnamed
	}
}

// place notes the place of a card. It adds a fault if the card has a place already or is not in the deck.
func (n *parser) place(p *places, c tricks.Card, location say.Text) {
	switch {
	case p.taken.Contains(c) && p.locations[c].String() == location.String():
		n.fault(say.Errorf("%s is there twice: %s (T1)", spelled(c), location))
	case p.taken.Contains(c):
		n.fault(say.Errorf("%s is there twice: %s, %s (T1)", spelled(c), p.locations[c], location))
	case !n.layout.Deck.Contains(c):
		n.fault(say.Errorf("%s is not in the deck of this chapter (T1)", spelled(c)))
	}
	p.locations[c] = location
	p.taken |= c.Bit()
}

// settleRest gives the cards without a place to the seat whose line has the word "rest", in its hand or
// as what it had left at the end.
func (n *parser) settleRest(p *places) {
	rest := n.layout.Deck &^ p.taken
	for k := range n.tricks {
		if !n.allHands() {
			rest &^= tricks.SetOf(slices.DeleteFunc(cardsOf(n.tricks[k].cards), func(c tricks.Card) bool {
				return c == tricks.NoCard
			})...)
		}
	}
	for i := range n.seats {
		if s := &n.seats[i]; s.rest {
			s.Cards |= rest
			s.given = true
			for _, c := range rest.Cards() {
				n.line = s.line
				n.place(p, c, n.handOf(tricks.Seat(i)))
			}
			p.inHand |= rest
			rest = 0
		}
	}
	for i := range n.leftovers {
		if l := &n.leftovers[i]; l.rest {
			l.cards = rest
			rest = 0
			for _, c := range l.cards.Cards() {
				n.line = l.line
				n.place(p, c, say.Sprintf("what %s had left", n.name(l.seat)))
			}
		}
	}
}

// allHands reports whether every hand is written.
func (n *parser) allHands() bool {
	return len(n.seats) == n.seatCount && !slices.ContainsFunc(n.seats, func(s seat) bool {
		return !s.given && !s.rest
	})
}

// cast reports whether the seats have characters.
func (n *parser) cast() bool {
	return slices.ContainsFunc(n.seats, func(s seat) bool { return s.char != nil })
}

// name returns how messages call a seat: its character, or else its number.
func (n *parser) name(s tricks.Seat) any {
	if s >= 0 && int(s) < len(n.seats) && n.seats[s].char != nil {
		return n.seats[s].char.Name
	}
	return say.Sprintf("seat %d", s+1)
}

// handOf describes the hand of a seat in messages.
func (n *parser) handOf(s tricks.Seat) say.Text { return say.Sprintf("the hand of %s", n.name(s)) }

// takesLost reports whether a character of the round can take lost cards, or a written exchange is with a
// lost card.
func (n *parser) takesLost() bool {
	if slices.ContainsFunc(n.moves, func(m move) bool { return m.receiver == chapters.LostCard }) {
		return true
	}
	touchesLost := func(a characters.Action) bool { return a.Lost }
	return slices.ContainsFunc(n.seats, func(s seat) bool {
		return s.char != nil &&
			(s.char.HasAction(characters.TakeLost) || slices.ContainsFunc(s.char.Setup, touchesLost))
	})
}

// tookLost reports whether somebody has taken the lost cards: a line says so, or the note states the lost cards
// and none of them lies lost any more. These are then all in hands or tricks although nobody exchanged with one
// during play, or the line has no card.
func (n *parser) tookLost() bool {
	if n.taker != noSeat {
		return true
	}
	swapped := slices.ContainsFunc(n.moves, func(m move) bool {
		return !m.inSetup() && m.receiver == chapters.LostCard
	})
	outOfPlay := func(c tricks.Card) bool { return !n.inPlay.Contains(c) }
	return n.lostKnown && !swapped && !slices.ContainsFunc(n.lost, outOfPlay)
}

// mustTake reports whether a character of the round has to take the lost cards.
func (n *parser) mustTake() bool {
	return n.known && !n.chapter.OptionalLost && slices.ContainsFunc(n.seats, func(s seat) bool {
		return s.char != nil && s.char.HasAction(characters.TakeLost)
	})
}
