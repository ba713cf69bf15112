package realtable

import (
	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// handSizes are the sizes of the hands as they follow from the chapter and the characters (N).
type handSizes struct {
	// bySeat is how many cards each seat has at the first trick or draws later.
	bySeat [tricks.MaxSeats]int
	// sideLeft is how many cards of the side deck nobody has taken (C6).
	sideLeft int
	// known is false if the numbers depend on a choice that is not written, or if there is no chapter.
	known bool
}

// sizes returns the sizes of the hands.
func (n *note) sizes() handSizes {
	if !n.head.known {
		return handSizes{}
	}
	layout := &n.head.layout
	sizes := handSizes{sideLeft: layout.Side, known: n.cast()}
	for s := range n.seats {
		sizes.bySeat[s] += layout.Tricks
		c := n.seats[s].char
		if c == nil {
			return handSizes{}
		}
		for _, a := range c.Setup {
			switch {
			case a.Kind == characters.TakeLost && n.takingIsOpen():
				sizes.known = false
			case a.Kind == characters.TakeLost && n.hasTakenLost(tricks.Seat(s)):
				sizes.bySeat[s] += layout.Lost
			case a.Kind == characters.TakeSide:
				sizes.bySeat[s] += min(a.Cards, layout.Side)
				sizes.sideLeft = max(sizes.sideLeft-a.Cards, 0)
			case a.Kind == characters.GiveEach:
				for t := range n.seats {
					sizes.bySeat[t]++
				}
				sizes.bySeat[s] -= n.head.seatCount
			}
		}
	}
	return sizes
}

// takingIsOpen reports whether nothing tells if somebody took the lost cards.
func (n *note) takingIsOpen() bool {
	return n.head.chapter.OptionalLost && !n.lost.known && n.taker == noSeat
}

// hasTakenLost reports whether a seat that can take the lost cards has them: it has to take them, or somebody took
// them, and nothing says that it was another seat.
func (n *note) hasTakenLost(s tricks.Seat) bool {
	return !n.head.chapter.OptionalLost || n.tookLost() && (n.taker == noSeat || n.taker == s)
}

// owned returns every card of a seat whose hand is written, including the cards that it draws later.
func (n *note) owned(s tricks.Seat) tricks.Set {
	h := n.written(s)
	return h.Owned() | tricks.SetOf(n.refills()[s]...)
}

// refills returns the cards that each seat draws from the pile (S10).
func (n *note) refills() [tricks.MaxSeats][]tricks.Card {
	return tricks.Refills(n.pile, n.head.seatCount, func(s tricks.Seat) bool {
		// Not all seats may be written yet.
		return int(s) < len(n.seats) && n.seats[s].char != nil && n.seats[s].char.SoloFull
	})
}

// written returns the hand of a seat as it is written. If the hands are written as they were dealt, the
// cards put aside in setup are left out: they are in the dealt hands already, maybe in another seat's.
func (n *note) written(s tricks.Seat) chapters.HandInfo {
	h := n.seats[s].HandInfo
	if n.handsAsDealt() {
		h.Tucked = 0
		h.First = 0
		h.Last = 0
	}
	return h
}
