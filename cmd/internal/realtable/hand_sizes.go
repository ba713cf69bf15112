package realtable

import (
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// sizes returns how many cards each seat has at the first trick or draws later (N), and how many cards of
// the side deck nobody has taken (C6). ok is false if the numbers depend on a choice that is not written,
// or if there is no chapter.
func (n *parser) sizes() (sizes [tricks.MaxSeats]int, left int, ok bool) {
	if !n.known {
		return sizes, 0, false
	}
	left = n.layout.Side
	ok = n.cast()
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

// owned returns every card of a seat whose hand is written, including the cards that it draws later.
func (n *parser) owned(s tricks.Seat) tricks.Set {
	h := n.written(s)
	return h.Owned() | tricks.SetOf(n.refills()[s]...)
}

// refills returns the cards that each seat draws from the pile (S10).
func (n *parser) refills() [tricks.MaxSeats][]tricks.Card {
	return tricks.Refills(n.pile, n.seatCount, func(s tricks.Seat) bool {
		// Not all seats may be written yet.
		return int(s) < len(n.seats) && n.seats[s].char != nil && n.seats[s].char.SoloFull
	})
}

// written returns the hand of a seat as it is written. If the hands are written as they were dealt, the
// cards put aside in setup are left out: they are in the dealt hands already, maybe in another seat's.
func (n *parser) written(s tricks.Seat) chapters.HandInfo {
	h := n.seats[s].HandInfo
	if n.dealt && n.dealtGame == nil {
		h.Tucked = 0
		h.First = 0
		h.Last = 0
	}
	return h
}

// checkSizes adds faults for written hands with too many or too few cards. If only the lost cards can be
// missing, it makes them the lost cards.
func (n *parser) checkSizes(p *places) {
	missing := n.layout.Deck &^ p.taken
	n.line = n.lastLine
	switch count := missing.Len(); {
	case !n.lostKnown && count <= max(1, n.layout.Lost) && !n.mustTake():
		n.lost = append([]tricks.Card(nil), missing.Cards()...)
		missing = 0
	case n.lostKnown || n.layout.Side > 0 || n.pos.Players == 1 && n.pile == nil:
	case count > 0:
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
			return // The game itself checks the hands of a staged deal.
		}
	}
	if !ok || n.pos.Players == 1 {
		return
	}
	// least is the smallest number of cards that a seat lacks, 0 if a seat has enough or too many. Only seats
	// that lack more have a fault.
	least := sizes[0]
	for s := range n.seats {
		least = min(least, sizes[s]-n.owned(tricks.Seat(s)).Len())
	}
	least = max(least, 0)
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

// dealtSide returns the side deck as a position has it: its cards in order without the taken ones.
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
