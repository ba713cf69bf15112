package characters

import "fellowship/tricks"

func ownTricks(a *Condition, _ Count, outlook tableOutlook) int { return outlook.tricksLeft(a.Seat, 0) }

// lastToCome returns 1 if the seat may still play one of the condition's cards into the last trick, else 0.
func lastToCome(a *Condition, v Count, outlook tableOutlook) int {
	return boolToInt(v == 0 && a.Cards&outlook.Unplayed != 0 &&
		outlook.plan.Playing(outlook.plan.Tricks()-1).Contains(a.Seat))
}

// leadsToCome returns how many leads that count are sure to come, and how many more are possible. The seat
// cannot lead the current trick if another seat has the lead, or if the trick has been led already.
func leadsToCome(a *Condition, outlook tableOutlook) (sure, open int) {
	remaining := outlook.tricksLeft(a.Seat, 0)
	leads := outlook.Leaders.Contains(a.Seat)
	if !outlook.IsOver && outlook.Leaders != 0 && (!leads || outlook.Led != 0) &&
		outlook.plan.Playing(outlook.Tricks).Contains(a.Seat) {
		remaining--
	}
	switch {
	case leads && outlook.Led&a.Cards != 0:
		sure = 1
	case outlook.Leaders == a.Seat.Bit() && outlook.Led == 0 && outlook.Unplayed&^a.Cards == 0:
		// The seat has the lead, and every card that it may lead with counts.
		sure = 1
		remaining--
	}
	return sure, min((a.Cards & outlook.Unplayed &^ outlook.Led).Len(), remaining)
}

// comparedStatus returns the status of a condition that compares seats. Other seats can change it until
// the round is over, so it is never sealed before that.
func (outlook tableOutlook) comparedStatus(n Numbers) Status {
	switch {
	case outlook.IsOver && n.Distance == 0:
		return Sealed
	case outlook.IsOver:
		return Failed
	case n.Distance == 0:
		return Met
	}
	return Open
}

func mostStatus(a *Condition, v Count, outlook tableOutlook) Status {
	width := shareBits(a)
	own := share(v, width, a.Seat)
	more := outlook.winnable(a, a.Seat.Bit())
	status := Sealed
	for s := range tricks.Seat(outlook.plan.Seats) {
		if s == a.Seat {
			continue
		}
		other := share(v, width, s)
		switch {
		case own+more <= other:
			return Failed
		case own <= other:
			status = Open
		case own <= other+outlook.winnable(a, s.Bit()):
			status = min(status, Met)
		}
	}
	return status
}
