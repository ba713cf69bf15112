package realtable

import (
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// places is where each card stands.
type places struct {
	locations [64]say.Text
	taken     tricks.Set
	played    tricks.Set // in a trick
	inHand    tricks.Set // in a hand, or in the draw pile
}

// settle finds out where the cards stand. Each mistake is told at the line that makes it.
func (n *parser) settle() (found places) {
	n.settlePiles()
	placeAll := func(line int, location say.Text, cards ...tricks.Card) {
		n.line = line
		for _, c := range cards {
			if c != tricks.NoCard {
				n.place(&found, c, location)
			}
		}
	}
	for i := range n.seats {
		s := &n.seats[i]
		unstacked := n.written(tricks.Seat(i))
		unstacked.Rows = nil
		own := append(slices.Concat(s.Rows...), unstacked.Owned().Cards()...)
		for _, set := range s.staged {
			own = append(own, set.Cards()...)
		}
		placeAll(s.line, n.handOf(tricks.Seat(i)), own...)
		for _, c := range own {
			if c != tricks.NoCard {
				found.inHand |= c.Bit()
			}
		}
	}
	placeAll(n.lastLine, say.Sprintf("the draw pile"), n.pile...)
	found.inHand |= tricks.SetOf(n.pile...)
	n.inPlay = found.inHand
	for _, l := range n.leftovers {
		n.inPlay |= l.cards
	}
	for k := range n.tricks {
		for _, c := range n.tricks[k].cards {
			n.inPlay |= c.Bit() & n.layout.Deck
		}
	}
	if !n.mustTake() || n.dealt {
		placeAll(n.lostLine, say.Sprintf("the lost cards"),
			slices.DeleteFunc(slices.Clone(n.lost), func(c tricks.Card) bool {
				return n.takesLost() && n.inPlay.Contains(c)
			})...)
	}
	for _, l := range n.leftovers {
		placeAll(l.line, say.Sprintf("what %s had left", n.name(l.seat)),
			(l.cards &^ n.seats[l.seat].Owned()).Cards()...)
	}
	if d := n.sideDeck(); d != nil && d.IsTurnedUp() && !n.piled && len(n.side) == 0 {
		for k := range n.tricks {
			n.side = append(n.side, n.tricks[k].side...)
		}
	}
	n.settleRest(&found)
	known := n.allHands()
	n.settleDeal(&found)
	if n.dealt {
		found.inHand = n.layout.Deck
	}
	for k := range n.tricks {
		t := &n.tricks[k]
		n.line = t.line
		for _, c := range t.cards {
			location := say.Sprintf("trick %d", k+1)
			switch {
			case c.Card == tricks.NoCard:
			case found.played.Contains(c.Card):
				n.fault(say.Errorf("%s is there twice: it was played before (T1)", spelled(c.Card)))
			case found.inHand.Contains(c.Card) ||
				n.takesLost() && slices.Contains(n.lost, c.Card): // it may have been taken
			case known && !found.taken.Contains(c.Card):
				n.fault(say.Errorf("%s is in nobody's hand (T3)", spelled(c.Card)))
			default:
				n.place(&found, c.Card, location)
			}
			if c.Card != tricks.NoCard {
				found.played |= c.Bit()
			}
		}
	}
	// What was taken in setup is in a hand as well.
	out := slices.Clone(n.lost)
	if d := n.sideDeck(); d != nil && !d.IsTurnedUp() {
		out = append(out, n.side...)
	}
	for _, c := range out {
		found.taken |= c.Bit() & n.layout.Deck
	}
	return found
}

// settlePiles tells piles from tricks that somebody was named to lead, and from hands: all stand behind
// a seat and a colon.
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
		t.pile, t.named = t.named, unnamed
	}
}

// place notes where a card stands: once, and in this deck.
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

// settleRest gives what stands nowhere to the seat that has the rest, in its hand or at the end.
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
			l.cards, rest = rest, 0
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

// name is how messages call a seat.
func (n *parser) name(s tricks.Seat) any {
	if s >= 0 && int(s) < len(n.seats) && n.seats[s].char != nil {
		return n.seats[s].char.Name
	}
	return say.Sprintf("seat %d", s+1)
}

func (n *parser) handOf(s tricks.Seat) say.Text { return say.Sprintf("the hand of %s", n.name(s)) }

// takesLost reports whether somebody here takes lost cards, or exchanges with one.
func (n *parser) takesLost() bool {
	return slices.ContainsFunc(n.moves, func(m move) bool {
		return m.receiver == chapters.LostCard
	}) || slices.ContainsFunc(n.seats, func(s seat) bool {
		return s.char != nil &&
			(s.char.HasAction(characters.TakeLost) || slices.ContainsFunc(s.char.Setup, func(a characters.Action) bool {
				return a.Lost
			}))
	})
}

// tookLost reports whether the lost card that is written is in a hand, or none lies lost, so that
// somebody took it where nobody had to.
func (n *parser) tookLost() bool {
	return n.taker != noSeat || n.lostKnown && !slices.ContainsFunc(n.moves, func(m move) bool {
		return m.beforeTrick >= 0 && m.receiver == chapters.LostCard
	}) &&
		!slices.ContainsFunc(n.lost, func(c tricks.Card) bool { return !n.inPlay.Contains(c) })
}

// mustTake reports whether somebody here has to take the lost cards.
func (n *parser) mustTake() bool {
	return n.known && !n.chapter.OptionalLost && slices.ContainsFunc(n.seats, func(s seat) bool {
		return s.char != nil && s.char.HasAction(characters.TakeLost)
	})
}

// sizes is how many cards each seat has at the first trick, with those it draws later (N), and how many of
// the side deck nobody has taken (C6). Ok is false where that depends on what somebody chose, or no chapter
// says it.
func (n *parser) sizes() (sizes [tricks.MaxSeats]int, left int, ok bool) {
	left = n.layout.Side
	ok = n.known && n.cast()
	for s := range n.seats {
		sizes[s] += n.layout.Tricks
		c := n.seats[s].char
		if c == nil {
			return sizes, 0, false
		}
		for _, a := range c.Setup {
			switch {
			case a.Kind == characters.TakeLost && n.chapter.OptionalLost && !n.lostKnown && n.taker == noSeat:
				ok = false
			case a.Kind == characters.TakeLost &&
				(!n.chapter.OptionalLost || n.tookLost() && (n.taker == noSeat || n.taker == tricks.Seat(s))):
				sizes[s] += n.layout.Lost
			case a.Kind == characters.TakeSide:
				sizes[s] += min(a.Cards, n.layout.Side)
				left = max(left-a.Cards, 0)
			case a.Kind == characters.GiveEach:
				for t := range n.seats {
					sizes[t]++
				}
				sizes[s] -= n.seatCount
			}
		}
	}
	return sizes, left, ok
}

// owned is every card of a seat whose hand is written, with those that it draws later.
func (n *parser) owned(s tricks.Seat) tricks.Set {
	h := n.written(s)
	return h.Owned() | tricks.SetOf(n.refills()[s]...)
}

// refills is what each seat draws from the pile (S10).
func (n *parser) refills() [tricks.MaxSeats][]tricks.Card {
	return tricks.Refills(n.pile, n.seatCount, func(s tricks.Seat) bool {
		// there may be seats still to come
		return int(s) < len(n.seats) && n.seats[s].char != nil && n.seats[s].char.SoloFull
	})
}

// written is the line of a seat. What is put aside in setup is a card of the deal, maybe of another hand.
func (n *parser) written(s tricks.Seat) chapters.HandInfo {
	h := n.seats[s].HandInfo
	if n.dealt && n.dealtGame == nil {
		h.Tucked = 0
		h.First = 0
		h.Last = 0
	}
	return h
}

// checkSizes tells what is missing in written hands, or too much.
func (n *parser) checkSizes(p *places) {
	missing := n.layout.Deck &^ p.taken
	n.line = n.lastLine
	switch few := missing.Len(); {
	case !n.lostKnown && few <= max(1, n.layout.Lost) && !n.mustTake():
		n.lost = append([]tricks.Card(nil), missing.Cards()...)
		missing = 0
	case n.lostKnown || n.layout.Side > 0 || n.pos.Players == 1 && n.pile == nil:
	case few > 0:
		n.fault(strayErr(missing))
		return
	}
	sizes, _, ok := n.sizes()
	if !ok && n.known && !n.cast() || n.dealt {
		for s := range sizes {
			sizes[s] = n.layout.Hand
			ok = n.known
		}
		if n.chapter != nil && n.chapter.Staged > 0 && n.pos.Players > 1 {
			return // the rule of staged deals says more
		}
	}
	if !ok || n.pos.Players == 1 {
		return
	}
	least := sizes[0]
	for s := range n.seats {
		least = min(least, sizes[s]-n.owned(tricks.Seat(s)).Len())
	}
	for s := range n.seats {
		count := n.owned(tricks.Seat(s)).Len()
		n.line = n.seats[s].line
		switch {
		case count > sizes[s]:
			n.fault(say.Errorf("%s has %d cards, but %d are dealt (S1, N)", n.name(tricks.Seat(s)), count, sizes[s]))
		case count < sizes[s]-least && missing != 0:
			n.fault(newOpenErr("%s has %d of %d cards; these stand nowhere: %s (S1, N)", n.name(tricks.Seat(s)),
				count, sizes[s], spelledSet(missing)))
		}
	}
}

// dealtSide is the side deck as a position has it: its cards in order, those taken left out.
func (n *parser) dealtSide(order []tricks.Card, held tricks.Set) map[string][]tricks.Card {
	d := n.sideDeck()
	if d == nil {
		return nil
	}
	if !d.IsTurnedUp() {
		order = slices.DeleteFunc(slices.Clone(order), held.Contains)
	}
	if len(order) == 0 {
		return nil
	}
	return map[string][]tricks.Card{d.Name: order}
}
