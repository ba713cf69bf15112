package characters

import "fellowship/tricks"

// mostConditions is how many conditions a goal may have at a table, each all and any counted
// as one more. No character of the program has more than 13. Everyone and others multiply
// what stands in them: a few of them inside each other would fill any memory.
const mostConditions = 100

// checkRoom returns the error of [Compile] for a goal that needs more memory than there is
// at some table: with any number of players, any threat number, and tricks without a winner
// (C5). It tries the most cards there can be, those of chapter 17. The cache may be nil.
func checkRoom(g Goal, cache *Cache) error {
	cards := (tricks.Deck | tricks.SuitSet(tricks.Rivers)).Cards()
	for players := 1; players <= 4; players++ {
		seats := tricks.SeatsFor(players)
		hands := make([]tricks.Hand, seats)
		for s, n := 0, len(cards)/seats; s < seats; s++ {
			hands[s] = tricks.Plain(tricks.SetOf(cards[s*n : (s+1)*n]...))
		}
		// Tricks that may have no winner take more memory.
		table := tricks.NewTable(tricks.NoSuit, hands...)
		table.Willow = cards
		for _, b := range roomBindings(g) {
			b.Seats, b.Players, b.Rivers = seats, players, true
			if _, err := Compile(table, cache, g(b)); err != nil {
				return err
			}
		}
	}
	return nil
}

// roomBindings are the numbers with which a goal takes the most memory: about half of all
// tricks, and as many cards as can be asked for.
func roomBindings(g Goal) []Binding {
	list := []Binding{{Threat: 8, Declared: More}}
	if !g.NeedsThreat() {
		return list
	}
	for _, threat := range []int{1, 4, 5, 6, 7, 99} {
		list = append(list, Binding{Threat: threat, Declared: More})
	}
	if g.NeedsDeclaration() {
		for _, b := range list {
			b.Declared = Fewer
			list = append(list, b)
		}
	}
	for _, limits := range [][2]int{{1, 7}, {3, 8}, {6, 8}} {
		if !g.NeedsThreatBeside(limits) {
			list = append(list, Binding{Range: limits, Declared: More})
		}
	}
	return list
}
