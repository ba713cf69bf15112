package characters

import "fellowship/tricks"

// Outlook is the public knowledge about the cards still to come.
type Outlook struct {
	// Unplayed is every card that is not lost and lies in no finished trick. It is empty at
	// the end.
	Unplayed tricks.Set
	// Tricks counts the finished tricks.
	Tricks int
	// Leaders is the seats that may lead the current trick. It is empty if that is not known.
	Leaders tricks.SeatSet
	// Led is the card that led the current trick, empty before the lead.
	Led tricks.Set
	// IsOver reports whether the round has ended.
	IsOver bool
	// Held is the cards that each seat has left. Before the end of the round only the hands in Shown are
	// used, and only for numbers: a status is the same for everybody.
	Held [tricks.MaxSeats]tricks.Set
	// Shown is the seats whose hands the viewer sees.
	Shown tricks.SeatSet
}

// tableOutlook is an outlook at a certain table.
type tableOutlook struct {
	*Outlook
	plan *tricks.Plan
	// split reports whether the cards of a trick may go to several seats: see [Checker].
	split bool
}

// tricksLeft returns in how many of the coming tricks the seat plays, counted from firstTrick on. It can
// win or lead no more tricks than that.
func (outlook tableOutlook) tricksLeft(seat tricks.Seat, firstTrick int) int {
	if outlook.IsOver {
		return 0
	}
	n := 0
	for t := max(outlook.Tricks, firstTrick); t < outlook.plan.Tricks(); t++ {
		if outlook.plan.Playing(t).Contains(seat) {
			n++
		}
	}
	return n
}

// winnable returns a limit to how many of the condition's cards the seats can still win together: no more
// than are unplayed, and no more than a whole trick for each trick in which one of the seats plays.
func (outlook tableOutlook) winnable(a *Condition, seats tricks.SeatSet) int {
	n := (a.Cards & outlook.Unplayed).Len()
	if outlook.split {
		return n
	}
	most := 0
	for ; seats != 0; seats &= seats - 1 {
		most += outlook.tricksLeft(seats.First(), 0) * outlook.plan.Seats
	}
	return min(n, most)
}
