package realtable

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// firstInSetup returns the index of the seat that draws its threat card first: the one left of the seat whose
// character takes R1, or else the one that was dealt R1. seats are the seats with their hands as they were dealt.
func firstInSetup(n *note, seats []seat) int {
	if taker := slices.IndexFunc(n.seats, func(s seat) bool { return s.char != nil && s.char.TakesR1 }); taker >= 0 {
		return (taker + 1) % n.head.seatCount
	}
	return max(0, slices.IndexFunc(seats, func(s seat) bool { return s.Owned().Contains(tricks.OneRing) }))
}

// threatDeck returns the threat cards in an order in which each seat draws its own number. That is the
// written order, if there is one. Otherwise the drawn cards come first and the others are made up.
func threatDeck(n *note, seats []seat) []int {
	if n.head.chapter == nil || len(n.head.chapter.Threats) == 0 {
		return nil
	}
	if len(n.threats) > 0 {
		return n.threats
	}
	first := firstInSetup(n, seats)
	remaining := slices.Clone(n.head.chapter.Threats)
	// deck has 0 for a card whose number is not known.
	var deck []int
	// chosen are the numbers of the cards that characters choose from what remains of the deck.
	var chosen []int
	draw := func(number int) {
		if i := slices.Index(remaining, number); i >= 0 {
			remaining = slices.Delete(remaining, i, i+1)
			deck = append(deck, number)
		}
	}
	for i := range n.seats {
		s := &n.seats[(first+i)%n.head.seatCount]
		if s.char == nil || s.Threat == 0 {
			continue
		}
		for _, a := range s.char.Setup {
			switch {
			case a.Kind == characters.Threat && a.Chosen:
				chosen = append(chosen, s.Threat)
			case a.Kind == characters.Threat:
				draw(s.Threat)
				deck = append(deck, make([]int, max(0, a.Cards-1))...) // cards that it drew and did not keep
			}
		}
	}
	for i, number := range deck {
		if number != 0 || len(remaining) == 0 {
			continue
		}
		// A number that nobody has chosen is better, since the chosen one must remain in the deck.
		free := max(0, slices.IndexFunc(remaining, func(t int) bool { return !slices.Contains(chosen, t) }))
		deck[i] = remaining[free]
		remaining = slices.Delete(remaining, free, free+1)
	}
	return append(slices.DeleteFunc(deck, func(t int) bool { return t == 0 }), remaining...)
}
