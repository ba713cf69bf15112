package characters

import "fellowship/tricks"

// kindRow describes one kind of condition. Only how a trick changes the count is elsewhere: see
// [Condition.Advance].
type kindRow struct {
	// goal is the word for a goal that consists of this condition alone. If the word has no Form, no goal
	// can begin with it.
	goal Word
	// winners reports whether the condition depends only on the winners of the tricks. Such conditions go
	// into the [Tally].
	winners bool
	// membershipOnly reports whether the condition asks of a card only whether it is in Condition.Cards. The
	// solver takes no two cards for alike if a goal has a condition of another kind.
	membershipOnly bool
	// wanted reports whether the cards of Condition.Cards are to be won or played, rather than avoided.
	wanted bool
	// most returns the value above which all values have the same future: 2 for "at least 2
	// Rings", 4 for "at most 3 tricks".
	most func(a *Condition) Count
	// width returns how many bits a value takes. If it is nil, a value takes as many bits as most.
	width func(a *Condition, seats int) int
	// numbers returns the condition's numbers. Held is the seat's hand, empty if the hand is not known.
	numbers func(a *Condition, v Count, seats int, held tricks.Set) Numbers
	// more returns by how much Numbers.Counted can still grow, as far as everybody knows.
	more func(a *Condition, v Count, outlook tableOutlook) int
	// status returns the condition's status. If it is nil, the status follows from numbers and more.
	status func(a *Condition, v Count, outlook tableOutlook) Status
	// never reports whether the condition cannot be met with the available cards and number of tricks,
	// wherever the cards lie. If it is nil, the condition can always be met.
	never func(a *Condition, available tricks.Set, tricksInAll int) bool
}

// conditionKinds has a row for every kind of condition.
var conditionKinds = [numKinds]kindRow{
	Tricks: {
		goal:    Word{Word: "tricks", Form: "tricks", Description: "How many tricks are won: a comparison, or limits."},
		winners: true, most: ofLimits, numbers: heldToLimits, more: ownTricks,
		never: func(a *Condition, _ tricks.Set, n int) bool { return a.Lo > min(n, a.Hi) },
	},
	Fewest: {
		goal:    Word{Word: "fewest", Form: compared},
		winners: true, most: noMost, numbers: fewestNumbers, more: ownTricks,
		status: func(a *Condition, v Count, outlook tableOutlook) Status {
			return outlook.comparedStatus(fewestNumbers(a, v, outlook.plan.Seats, 0))
		},
	},
	BetweenOthers: {
		goal:    Word{Word: "between", Form: compared},
		winners: true, most: noMost, numbers: betweenNumbers, more: ownTricks,
		status: func(a *Condition, v Count, outlook tableOutlook) Status {
			return outlook.comparedStatus(betweenNumbers(a, v, outlook.plan.Seats, 0))
		},
	},
	WinsOneOfLast: {
		goal: Word{
			Word: "wins_one_of_last", Form: "number",
			Description: "Wins at least one of the last so many tricks.", Most: mostTricks,
		},
		winners: true,
		most:    func(*Condition) Count { return 1 },
		numbers: atLeastOne,
		more: func(a *Condition, _ Count, outlook tableOutlook) int {
			return outlook.tricksLeft(a.Seat, outlook.plan.Tricks()-a.N)
		},
	},
	TricksInARow: {
		goal: Word{
			Word: "tricks_in_a_row", Form: "number",
			Description: "Wins exactly so many tricks, one right after the other.", Most: mostTricks,
		},
		winners: true, most: func(*Condition) Count { return runBroken }, numbers: runNumbers, more: ownTricks,
	},

	Cards: {
		goal:           Word{Word: "cards", Form: "counted", Description: "How many such cards are won."},
		membershipOnly: true, wanted: true, most: ofLimits, numbers: heldToLimits,
		more: func(a *Condition, _ Count, outlook tableOutlook) int {
			return outlook.winnable(a, a.Seat.Bit()|a.ExtraSeats)
		},
		never: func(a *Condition, available tricks.Set, _ int) bool {
			return a.Lo > min((a.Cards&available).Len(), a.Hi)
		},
	},
	TricksWith: {
		goal: Word{
			Word: "tricks_with", Form: "counted",
			Description: "How many tricks with such a card in them are won.",
		},
		membershipOnly: true, wanted: true, most: ofLimits, numbers: heldToLimits, never: moreTricksThan,
		more: func(a *Condition, v Count, outlook tableOutlook) int {
			return min((a.Cards & outlook.Unplayed).Len(), ownTricks(a, v, outlook))
		},
	},
	TricksWithout: {
		goal: Word{
			Word: "tricks_without", Form: "counted",
			Description: "How many tricks without any such card in them are won.",
		},
		membershipOnly: true, most: ofLimits, numbers: heldToLimits, more: ownTricks, never: moreTricksThan,
	},
	Leads: {
		goal:           Word{Word: "leads", Form: "counted", Description: "How many tricks are led with such a card."},
		membershipOnly: true, wanted: true, most: ofLimits, numbers: heldToLimits, never: moreTricksThan,
		more: func(a *Condition, _ Count, outlook tableOutlook) int {
			sure, open := leadsToCome(a, outlook)
			return sure + open
		},
		status: func(a *Condition, v Count, outlook tableOutlook) Status {
			sure, open := leadsToCome(a, outlook)
			return reach(int(v)+sure, open, a.Lo, a.Hi)
		},
	},
	MostCards: {
		goal: Word{
			Word: "most_cards", Form: "cards",
			Description: "Wins strictly more such cards than everyone else.",
		},
		membershipOnly: true, wanted: true, most: noMost, status: mostStatus,
		width: func(a *Condition, seats int) int { return shareBits(a) * seats },
		numbers: func(a *Condition, v Count, seats int, _ tricks.Set) Numbers {
			own, _, most := compare(v, shareBits(a), a.Seat, seats)
			return newNumbers(own, most+1, NoLimit)
		},
		more:  func(a *Condition, _ Count, outlook tableOutlook) int { return outlook.winnable(a, a.Seat.Bit()) },
		never: noneOf,
	},
	PlaysLast: {
		goal: Word{
			Word: "plays_last", Form: "cards",
			Description: "Plays such a card into the last trick, whoever wins it.",
		},
		membershipOnly: true, wanted: true, most: func(*Condition) Count { return lastOther },
		numbers: func(_ *Condition, v Count, _ int, _ tricks.Set) Numbers {
			return newNumbers(boolToInt(v == lastPlayed), 1, NoLimit)
		},
		more: lastToCome,
		status: func(a *Condition, v Count, outlook tableOutlook) Status {
			switch {
			case v == lastPlayed:
				return Sealed
			case lastToCome(a, v, outlook) == 0:
				return Failed
			case outlook.Unplayed&^a.Cards == 0:
				return Sealed // no other card is left to be played
			}
			return Open
		},
		never: noneOf,
	},
	LeftOver: {
		goal:           Word{Word: "left_over"},
		membershipOnly: true, wanted: true, most: func(*Condition) Count { return 0 }, never: noneOf,
		numbers: func(a *Condition, _ Count, _ int, held tricks.Set) Numbers {
			return newNumbers(boolToInt(held&a.Cards != 0), 1, NoLimit)
		},
		more: func(a *Condition, _ Count, outlook tableOutlook) int {
			return boolToInt(!outlook.IsOver && a.Cards&outlook.Unplayed != 0 &&
				(!outlook.Shown.Contains(a.Seat) || a.Cards&outlook.Held[a.Seat] != 0))
		},
		status: func(a *Condition, _ Count, outlook tableOutlook) Status {
			switch {
			case !outlook.IsOver && a.Cards&outlook.Unplayed != 0:
				return Open
			case outlook.IsOver && a.Cards&outlook.Held[a.Seat] != 0:
				return Sealed
			}
			return Failed
		},
	},
}

// ofLimits returns the number beyond which a count makes no difference: the lower limit, or the first
// number above the upper limit if there is one.
func ofLimits(a *Condition) Count {
	if a.Hi == NoLimit {
		return Count(min(a.Lo, 63))
	}
	return Count(min(max(a.Hi+1, 0), 63))
}

func noMost(*Condition) Count { return ^Count(0) }

func moreTricksThan(a *Condition, _ tricks.Set, tricksInAll int) bool {
	return a.Lo > min(tricksInAll, a.Hi)
}

func noneOf(a *Condition, available tricks.Set, _ int) bool { return a.Cards&available == 0 }
