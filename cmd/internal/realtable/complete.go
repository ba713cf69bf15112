package realtable

import (
	"slices"

	"fellowship/characters/say"
	"fellowship/tricks"
)

// checkComplete adds faults for everything that is missing in a settled note, before its rounds are worked out.
func checkComplete(n *note, missing tricks.Set, faults *faultList) {
	if len(n.seats) < n.head.seatCount {
		faults.add(
			n.lastLine,
			newOpenErr(
				"%d of %d seats are written: write a line for each, clockwise (S1)",
				len(n.seats),
				n.head.seatCount,
			),
		)
		return
	}
	for i := range n.seats {
		s := &n.seats[i]
		if c := s.char; c != nil && !n.dealt && c.Goal.NeedsThreat(s.Range) && s.Threat == 0 {
			faults.add(s.line, say.Errorf("%s needs a threat number after the name, such as 3 (S8)", c.Name))
		} else if c != nil && !n.dealt && c.Goal.NeedsDeclaration() && s.Declared == "" {
			faults.add(s.line, say.Errorf("%s needs the word more or fewer after the name (K)", c.Name))
		}
		if err := checkPyramid(&n.head, s.Rows); err != nil {
			faults.add(s.line, err)
		}
	}
	switch {
	case n.head.players == 2 && !slices.ContainsFunc(n.seats, func(s seat) bool { return s.Rows != nil }):
		faults.add(
			n.lastLine,
			newOpenErr("the pyramid is missing: write its rows from the top, with / between them (S9)"),
		)
	case n.head.players == 1 && n.pile == nil:
		faults.add(n.lastLine, newOpenErr("the draw pile is missing: write pile and its cards, next one first (S10)"))
	case len(n.tricks) == 0 && !n.allHands():
		faults.add(
			n.lastLine,
			newOpenErr(
				"neither all hands nor the tricks are written: write the pile of each seat after its name, the tricks in order, or all hands",
			),
		)
	case n.allHands() && !n.dealt && faults.isEmpty():
		checkSizes(n, missing, faults)
	}
}

// checkPyramid returns an error if the rows of a pyramid do not have the chapter's lengths (S9). A place whose card has
// gone counts, too.
func checkPyramid(h *heading, rows [][]tricks.Card) error {
	want := h.layout.Rows
	laid := slices.Concat(rows...)
	if !h.known || rows == nil ||
		slices.EqualFunc(want, rows, func(length int, row []tricks.Card) bool { return len(row) == length }) {
		return nil
	}
	total := 0
	for _, length := range want {
		total += length
	}
	err := say.Errorf("the rows of the pyramid have %v cards, from the top: write - for an empty place (S9)", want)
	if len(laid) < total {
		return &openErr{err}
	}
	return err
}

// checkSizes adds faults for written hands with too many or too few cards. missing are the cards without a place.
// If only the lost cards can be missing, it makes them the lost cards.
func checkSizes(n *note, missing tricks.Set, faults *faultList) {
	layout := &n.head.layout
	// mayLie reports whether missing cards may lie somewhere that the note does not tell.
	mayLie := n.lost.known || layout.Side > 0 || n.head.players == 1 && n.pile == nil
	switch count := missing.Len(); {
	case !n.lost.known && count <= max(1, layout.Lost) && !n.mustTake():
		n.lost.cards = append([]tricks.Card(nil), missing.Cards()...)
		missing = 0
	case count > 0 && !mayLie:
		faults.add(n.lastLine, strayErr(missing))
		return
	}
	sizes := writtenSizes(n)
	if !sizes.known {
		return
	}
	var counts []int
	// least is the smallest number of cards that a seat lacks, 0 if a seat has enough or too many. Only seats
	// that lack more have a fault.
	least := sizes.bySeat[0]
	for s := range n.seats {
		counts = append(counts, n.owned(tricks.Seat(s)).Len())
		least = min(least, sizes.bySeat[s]-counts[s])
	}
	least = max(least, 0)
	for s, count := range counts {
		name := n.name(tricks.Seat(s))
		size := sizes.bySeat[s]
		switch {
		case count > size:
			faults.add(
				n.seats[s].line,
				say.Errorf("%s has %d cards, but %d are dealt: take out what others had (S1, N)", name, count, size),
			)
		case count < size-least && missing != 0:
			faults.add(
				n.seats[s].line,
				newOpenErr("%s has %d of %d cards; add what belongs there, not placed yet: %s (S1, N)", name,
					count, size, spelledSet(missing)),
			)
		}
	}
}

// writtenSizes returns how many cards the hands have to have as they are written: at the first trick, or when they
// were dealt. They are not known for solo and for staged deals, whose hands the game itself checks.
func writtenSizes(n *note) handSizes {
	if n.head.players == 1 {
		return handSizes{}
	}
	isDeal := n.dealt || n.head.known && !n.cast()
	if !isDeal {
		return n.sizes()
	}
	if n.head.chapter != nil && n.head.chapter.Staged > 0 {
		return handSizes{}
	}
	sizes := handSizes{known: n.head.known}
	for s := range sizes.bySeat {
		sizes.bySeat[s] = n.head.layout.Hand
	}
	return sizes
}
