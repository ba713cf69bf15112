package characters

import "fellowship/tricks"

// The goal of a file is looked at before it is compiled. Everyone and others multiply what
// stands in them, so a few of them inside each other would fill any memory: at 4 seats five
// times everyone around one condition are 1024.

// MostConditions is how many conditions a goal may have at a table. No character of the
// program has more than 12.
const MostConditions = 100

// conditions returns how many atoms a goal binds to at most. Above MostConditions it may
// return any number above that.
func conditions(g Goal) int {
	switch g := g.(type) {
	case AllOf:
		return conditionsOf(g)
	case AnyOf:
		return conditionsOf(g)
	case Everyone:
		return tricks.MaxSeats * min(conditions(g.Goal), MostConditions+1)
	case Others:
		return (tricks.MaxSeats - 1) * min(conditions(g.Goal), MostConditions+1)
	default: // no goal stands in it
		return leaves(Bind(g, Binding{Seats: tricks.MaxSeats, Players: 4, Rivers: true}))
	}
}

// leaves counts the atoms of a formula.
func leaves(f Formula) int {
	n := one(f.Op == Leaf)
	for _, p := range f.Parts {
		n += leaves(p)
	}
	return n
}

// conditionsOf is conditions of several goals, and one more.
func conditionsOf(list []Goal) int {
	n := 1
	for _, g := range list {
		if n += conditions(g); n > MostConditions {
			break
		}
	}
	return n
}

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
			if _, err := Compile(table, cache, Bind(g, b)); err != nil {
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
	if !NeedsThreat(g) {
		return list
	}
	for _, threat := range []int{1, 4, 5, 6, 7, 99} {
		list = append(list, Binding{Threat: threat, Declared: More})
	}
	if NeedsDeclaration(g) {
		for _, b := range list {
			b.Declared = Fewer
			list = append(list, b)
		}
	}
	for _, limits := range [][2]int{{1, 7}, {3, 8}, {6, 8}} {
		if !NeedsThreatBeside(g, limits) {
			list = append(list, Binding{Range: limits, Declared: More})
		}
	}
	return list
}
