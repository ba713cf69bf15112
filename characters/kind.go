package characters

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

	// Cards counts the cards of Condition.Cards that Seat won (G1). The kinds below use this set as well.
	Cards
	// TricksWith counts the tricks that Seat won and that contain one of the cards.
	TricksWith
	// TricksWithout counts the tricks that Seat won and that contain none of the cards.
	TricksWithout
	// Leads counts the tricks that Seat led with one of the cards.
	Leads
	// MostCards is met when Seat won strictly more of the cards than every other seat.
	MostCards
	// PlaysLast is met when Seat plays one of the cards into the last trick.
	PlaysLast
	// LeftOver is met when Seat holds one of the cards at the end (T10).
	LeftOver

	numKinds = iota
)

// MembershipOnly reports whether the kind asks of a card only whether it is in Condition.Cards.
func (k ConditionKind) MembershipOnly() bool { return conditionKinds[k].membershipOnly }

// everybody reports whether a count of the kind covers the tricks of every seat. Conditions of such kinds
// have the same count, whichever seat they belong to.
func (k ConditionKind) everybody() bool { return k == Fewest || k == BetweenOthers }

// winnersOnly reports whether the kind depends only on the winners of the tricks.
func (k ConditionKind) winnersOnly() bool { return conditionKinds[k].winners }

// String returns the word for the kind in a goal.
func (k ConditionKind) String() string { return conditionKinds[k].goal.Word }

// MarshalText writes the kind as [ConditionKind.String].
func (k ConditionKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }
