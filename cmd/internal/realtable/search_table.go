package realtable

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// newSearch returns a search whose table has the written hands, and placeholders for the others.
func newSearch(n *note) *search {
	x := &search{note: n, turn: tricks.NoSeat}
	refills := n.refills()
	hands := make([]tricks.Hand, n.head.seatCount)
	for i := range n.seats {
		s := tricks.Seat(i)
		entry := &n.seats[i]
		swaps := slices.ContainsFunc(n.moves, func(m move) bool {
			return !m.inSetup() && (m.giver == s || m.receiver == s)
		})
		// Sting brings other cards into a written hand (L5).
		if entry.given && !swaps && (n.head.players != 1 || n.pile != nil) {
			x.written |= s.Bit()
		}
		if entry.mayHideSuits() || n.head.players == 1 || swaps {
			x.loose |= s.Bit()
		}
		hands[i] = x.tableHand(s, refills[i])
	}
	x.allWritten = int(x.written) == 1<<n.head.seatCount-1
	x.table = tricks.NewTable(tricks.NoSuit, hands...)
	if n.head.chapter != nil {
		x.table.Trump = n.head.chapter.Trump
	}
	x.applyAbilities()
	x.piles = make([][]int, n.head.seatCount+1)
	for i, t := range n.tricks {
		pile := n.head.seatCount // the pile of nobody, or of all tricks in order
		if t.pile >= 0 {
			pile = int(t.pile)
		}
		x.piles[pile] = append(x.piles[pile], i)
	}
	return x
}

// tableHand returns the hand of a seat for the table of the search. drawn are the cards that the seat draws later. A
// hand that is not written has placeholders.
func (x *search) tableHand(s tricks.Seat, drawn []tricks.Card) tricks.Hand {
	entry := &x.note.seats[s]
	aside := entry.Tucked | entry.First | entry.Last
	switch written := x.written.Contains(s); {
	case written && entry.Rows != nil:
		return tricks.Pyramid{Rows: entry.Rows, Extra: entry.Extra | aside}
	case written && len(drawn) > 0:
		return tricks.Solo{Start: entry.Cards | aside, Drawn: drawn}
	case written:
		return tricks.Plain(entry.Cards | aside)
	}
	count := x.note.head.layout.Tricks + 1
	if sizes := x.note.sizes(); sizes.known {
		count = sizes.bySeat[s]
	}
	return tricks.Plain((tricks.Set(1)<<count - 1) << (tricks.BalrogCard + 1))
}

// applyAbilities sets on the table of the search what characters, gifts and cards put aside change in the rules.
func (x *search) applyAbilities() {
	n := x.note
	first, last := x.table.First, x.table.Last
	for i := range n.seats {
		entry := &n.seats[i]
		bit := tricks.Seat(i).Bit()
		gift := n.head.lib.Gifts[entry.Gift]
		roundGift := n.head.lib.Gifts[n.round.Gift]
		if gift == nil && roundGift != nil && entry.char != nil && entry.char.Matches(roundGift.Character) {
			gift = roundGift
		}
		if gift != nil && gift.Effect == characters.FreeFirstTrick {
			x.table.FreeOnce |= bit
		}
		if entry.namer() {
			x.table.Namers |= bit
		}
		if entry.char != nil && entry.char.NeedNotFollow {
			x.table.Free |= bit
		}
		if entry.First != 0 && x.written&bit != 0 {
			first[i] = entry.First.First()
		}
		if entry.Last != 0 && x.written&bit != 0 {
			last[i] = entry.Last.First()
		}
	}
	x.table.SetAside(first, last)
}
