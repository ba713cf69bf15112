package characters

import "fellowship/tricks"

// What a file's goal asks is looked at before anything is made of it: everyone
// and others multiply what stands in them, so a few of them in each other would
// fill any memory.

// MostConditions is how many conditions a goal may come to at a table. The most
// that any of ours has is 12.
const MostConditions = 100

// conditions returns how many atoms a goal binds to at most, or any number above
// MostConditions where it is more.
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

func leaves(f Formula) int {
	n := 0
	if f.Op == Leaf {
		n = 1
	}
	for _, p := range f.Parts {
		n += leaves(p)
	}
	return n
}

func conditionsOf(list []Goal) int {
	n := 1
	for _, g := range list {
		if n += conditions(g); n > MostConditions {
			break
		}
	}
	return n
}

// checkRoom returns the error of [Compile] for a goal that takes more to follow
// than there is room for, however many play, whatever the threat number is and
// whether or not each trick has a winner (C5): with the most cards there can be
// (chapter 17). The cache may be nil.
func checkRoom(g Goal, cache *Cache) error {
	cards := (tricks.Deck | tricks.SuitSet(tricks.Rivers)).Cards()
	for players := 1; players <= 4; players++ {
		seats := 3 // S1
		if players == 1 || players == 4 {
			seats = 4
		}
		hands := make([]tricks.Hand, seats)
		for s, n := 0, len(cards)/seats; s < seats; s++ {
			hands[s] = tricks.Plain(tricks.SetOf(cards[s*n : (s+1)*n]...))
		}
		// Where tricks may have no winner there is the more to follow.
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

// roomBindings are the numbers with which a goal takes the most to follow: of
// tricks about half of all, of cards as many as can be asked for.
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
