package characters

import "fellowship/tricks"

// Numbers compares what a condition has counted so far with its limits.
type Numbers struct {
	// Counted is the number of tricks or cards counted so far.
	Counted int
	// Least is the lowest number that meets the condition.
	Least int
	// Most is the highest number that meets the condition. It is NoLimit if there is no limit, and below
	// Least if no number meets the condition any more.
	Most int
	// Distance is how many tricks or cards too few or too many there would be if the round ended
	// now. It is 0 if the condition would be met.
	Distance int
}

// Numbers returns the condition's numbers. V is its count, and seats is the number of seats at the table.
// Held is the hand of the condition's seat, empty if the hand is not known.
func (a *Condition) Numbers(v Count, seats int, held tricks.Set) Numbers {
	return conditionKinds[a.Kind].numbers(a, v, seats, held)
}

func newNumbers(counted, least, most int) Numbers {
	return Numbers{Counted: counted, Least: least, Most: most, Distance: max(least-counted, counted-most, 0)}
}

func heldToLimits(a *Condition, v Count, _ int, _ tricks.Set) Numbers {
	return newNumbers(int(v), a.Lo, a.Hi)
}

func atLeastOne(_ *Condition, v Count, _ int, _ tricks.Set) Numbers {
	return newNumbers(int(v), 1, NoLimit)
}

func fewestNumbers(a *Condition, v Count, seats int, _ tricks.Set) Numbers {
	own, fewest, _ := compare(v, seatBits, a.Seat, seats)
	return newNumbers(own, 0, fewest)
}

func betweenNumbers(a *Condition, v Count, seats int, _ tricks.Set) Numbers {
	own, fewest, most := compare(v, seatBits, a.Seat, seats)
	n := newNumbers(own, fewest+1, most-1)
	n.Distance = min(n.Distance, 1)
	return n
}

func runNumbers(a *Condition, v Count, _ int, _ tricks.Set) Numbers {
	n := newNumbers(int(v&(runOn-1)), a.N, a.N)
	if v >= runBroken {
		n.Most = -1
		n.Distance = a.N
	}
	return n
}

// compare returns how many tricks or cards a seat has won, and the fewest and the most that another seat
// has. V holds the numbers of all seats, each width bits wide.
func compare(v Count, width int, seat tricks.Seat, seats int) (own, fewest, most int) {
	fewest = NoLimit
	for s := range tricks.Seat(seats) {
		n := share(v, width, s)
		if s == seat {
			own = n
		} else {
			fewest, most = min(fewest, n), max(most, n)
		}
	}
	return own, fewest, most
}

// boolToInt returns 1 for true and 0 for false.
func boolToInt(cond bool) int {
	if cond {
		return 1
	}
	return 0
}
