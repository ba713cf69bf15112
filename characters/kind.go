package characters

import (
	"math/bits"

	"fellowship/tricks"
)

// ConditionKind is the kind of a [Condition].
type ConditionKind uint8

// The kinds of conditions. Those up to TricksInARow depend only on the winners of the tricks.
const (
	// Tricks counts the tricks that Seat won.
	Tricks ConditionKind = iota
	// Fewest is met when no seat won fewer tricks than Seat (ties count, G3).
	Fewest
	// BetweenOthers is met when one seat won strictly fewer and one strictly more tricks than Seat (G3).
	BetweenOthers
	// WinsOneOfLast is met when Seat wins at least one of the last N tricks (G2).
	WinsOneOfLast
	// TricksInARow is met when Seat wins exactly N tricks, one after the other (G4).
	TricksInARow

	// Cards counts the cards of Of that Seat won (G1).
	Cards
	// TricksWith counts the tricks Seat won that contain a card of Of.
	TricksWith
	// TricksWithout counts the tricks Seat won that contain no card of Of.
	TricksWithout
	// Leads counts the tricks Seat led with a card of Of.
	Leads
	// MostCards is met when Seat won strictly more cards of Of than every other seat.
	MostCards
	// PlaysLast is met when Seat plays a card of Of into the last trick.
	PlaysLast
	// LeftOver is met when Seat holds a card of Of at the end (T10).
	LeftOver

	numKinds = iota
)

// Count is how far a condition has come: its kind's memory of the tricks that have ended. It is 0
// before the first trick.
type Count uint32

// Numbers are the numbers of a condition: what was counted so far, and the limits.
type Numbers struct {
	// Counted is the number of tricks or cards counted so far.
	Counted int
	// Least and Most are how many there have to be, both included. Most is NoLimit for no
	// limit, and below 0 if no number will do any more.
	Least, Most int
	// Distance is how many tricks or cards too few or too many there would be if the round ended
	// now, 0 if the condition were met.
	Distance int
}

func newNumbers(counted, least, most int) Numbers {
	return Numbers{Counted: counted, Least: least, Most: most, Distance: max(least-counted, counted-most, 0)}
}

// boolToInt is the count of a thing that is there or not: 1 or 0.
func boolToInt(cond bool) int {
	if cond {
		return 1
	}
	return 0
}

// kindRow is all that this package knows of one kind of condition, except what it
// remembers of a trick: that is in [Condition.Advance].
type kindRow struct {
	// goal is the word for the condition, and for a goal that is this one condition. Without a Form
	// no goal can begin with it.
	goal Word
	// winners reports whether the kind looks at nothing but the winners of the tricks. Such conditions go
	// into the [Tally].
	winners bool
	// membershipOnly reports whether all it sees of a card is whether the card is in Of. To a kind that does
	// not say so no two cards are alike.
	membershipOnly bool
	// wanted reports whether the cards of Of are to be won or played, not avoided.
	wanted bool
	// most returns the value above which all values have the same future: 2 for "at least 2
	// Rings", 4 for "at most 3 tricks".
	most func(a *Condition) Count
	// width returns how many bits a value takes. Without it a value takes as many as most has.
	width func(a *Condition, seats int) int
	// numbers returns the numbers. Held is the seat's hand, empty if that is not known.
	numbers func(a *Condition, v Count, seats int, held tricks.Set) Numbers
	// more returns by how much Have can still grow, as far as everybody knows.
	more func(a *Condition, v Count, now tableOutlook) int
	// status returns the condition's status. Without it numbers and more decide that.
	status func(a *Condition, v Count, now tableOutlook) Status
	// never reports that the condition cannot be met with these cards in play and so many
	// tricks. Without it the condition always can.
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

// Advance returns the count after a trick, from the one before it. The plan is that of the table.
//
// It is no part of the rows, because the solver spends its time here: a call through a row
// would allocate.
func (a *Condition) Advance(v Count, t *Trick, plan *tricks.Plan) Count {
	switch a.Kind {
	case Tricks:
		if t.Winner == a.Seat {
			v++
		}
	case Fewest, BetweenOthers:
		if t.Winner >= 0 {
			v += 1 << (int(t.Winner) * seatBits)
		}
	case WinsOneOfLast:
		if t.Winner == a.Seat && t.Number >= plan.Tricks()-a.N {
			v++
		}
	case TricksInARow:
		won := v & (runOn - 1)
		switch {
		case t.Winner != a.Seat:
			return v &^ runOn
		case v >= runBroken || won > 0 && v < runOn:
			return runBroken | won + 1
		}
		return runOn | won + 1
	case Cards:
		won := t.Won[a.Seat]
		for extra := a.ExtraSeats; extra != 0; extra &= extra - 1 {
			won |= t.Won[extra.First()]
		}
		v += Count((won & a.Cards).Len())
	case TricksWith:
		if t.Winner == a.Seat && t.Cards&a.Cards != 0 {
			v++
		}
	case TricksWithout:
		if t.Winner == a.Seat && t.Cards&a.Cards == 0 {
			v++
		}
	case Leads:
		if t.Leader == a.Seat && a.Cards.Contains(t.Card[t.Leader]) {
			v++
		}
	case MostCards:
		width := shareBits(a)
		for s, won := range &t.Won {
			v += Count((won & a.Cards).Len()) << (s * width)
		}
	case PlaysLast:
		switch played := t.Card[a.Seat]; {
		case t.Number != plan.Tricks()-1:
		case played != tricks.NoCard && a.Cards.Contains(played):
			return lastPlayed
		default:
			return lastOther
		}
	case LeftOver: // no trick says anything of it
	}
	return v
}

// MembershipOnly reports whether all that the kind sees of a card is whether it is one of Of.
func (k ConditionKind) MembershipOnly() bool { return conditionKinds[k].membershipOnly }

// everybody reports whether a value counts the tricks of every seat. It is then the same at
// all seats.
func (k ConditionKind) everybody() bool { return k == Fewest || k == BetweenOthers }

// winnersOnly reports whether the kind depends only on the winners of the tricks.
func (k ConditionKind) winnersOnly() bool { return conditionKinds[k].winners }

// ofLimits is the number beyond which a count makes no difference: the one it has to reach,
// or one more than the most it may.
func ofLimits(a *Condition) Count {
	if a.Hi == NoLimit {
		return Count(min(a.Lo, 63))
	}
	return Count(min(max(a.Hi+1, 0), 63))
}

func noMost(*Condition) Count { return ^Count(0) }

func heldToLimits(a *Condition, v Count, _ int, _ tricks.Set) Numbers {
	return newNumbers(int(v), a.Lo, a.Hi)
}

func atLeastOne(_ *Condition, v Count, _ int, _ tricks.Set) Numbers {
	return newNumbers(int(v), 1, NoLimit)
}

func ownTricks(a *Condition, _ Count, outlook tableOutlook) int { return outlook.tricksLeft(a.Seat, 0) }

func moreTricksThan(a *Condition, _ tricks.Set, tricksInAll int) bool {
	return a.Lo > min(tricksInAll, a.Hi)
}

func noneOf(a *Condition, available tricks.Set, _ int) bool { return a.Cards&available == 0 }

// seatBits is how many bits a value of Fewest and Between has for the tricks of each seat.
const seatBits = 5

func shareBits(a *Condition) int { return bits.Len(uint(a.Cards.Len())) }

// Share returns how many cards a value of MostCards counts for a seat.
func (a *Condition) Share(v Count, s tricks.Seat) int { return share(v, shareBits(a), s) }

func share(v Count, width int, s tricks.Seat) int {
	return int(v >> (int(s) * width) & (1<<width - 1))
}

// compare returns a seat's count, and the fewest and the most that another one has.
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

// comparedStatus is the status of a condition that others can still make or spoil.
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

// The values of TricksInARow: how many tricks the seat won, and beyond seatBits
const (
	runOn     = 1 << seatBits // that it won the last trick
	runBroken = 2 << seatBits // that it won again after a break
)

func runNumbers(a *Condition, v Count, _ int, _ tricks.Set) Numbers {
	n := newNumbers(int(v&(runOn-1)), a.N, a.N)
	if v >= runBroken {
		n.Most = -1
		n.Distance = a.N
	}
	return n
}

// The values of PlaysLast once the last trick has been played.
const (
	lastPlayed = 1 // with such a card of the seat
	lastOther  = 2
)

// lastToCome returns 1 if such a card can still be the seat's in the last trick.
func lastToCome(a *Condition, v Count, outlook tableOutlook) int {
	return boolToInt(v == 0 && a.Cards&outlook.Unplayed != 0 &&
		outlook.plan.Playing(outlook.plan.Tricks()-1).Contains(a.Seat))
}

// leadsToCome returns how many leads that count are sure to come, and how many more may. The trick
// that is due is led by the seat that has the lead, and once it is led nothing more can come of it.
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
		// no other card is left to be led
		sure = 1
		remaining--
	}
	return sure, min((a.Cards & outlook.Unplayed &^ outlook.Led).Len(), remaining)
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

// String returns the word for it in a goal.
func (k ConditionKind) String() string { return conditionKinds[k].goal.Word }

// MarshalText writes the kind as [ConditionKind.String].
func (k ConditionKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }
