package search

import (
	"math/bits"

	"fellowship/tricks"
)

// Parts is a set of parts of the search that can be switched off. Verdicts do not depend on them,
// only the time that they take.
type Parts uint16

// The parts. docs/maintaining/benchmarks.md lists how much time each of them saves.
const (
	DeadTable Parts = 1 << iota
	RelativeRanks
	EqualCards
	Cards
	FewestTricks
	JointNeeds
	OwnCards
	Sweeps
	Leads
	Bans
	InTrick
	Order
	Restarts
	Learning
)

// knownSpecials is the special mechanisms that this package takes into account.
const knownSpecials = tricks.Trumps | tricks.Willow | tricks.Balrog | tricks.Naming | tricks.Free | tricks.PutFirst |
	tricks.SetAside | tricks.DueLast | tricks.Tucked | tricks.Covered | tricks.Drawn | tricks.Uneven | tricks.Exchange

// everything is all rules of a round.
const everything = ^tricks.Changes(0)

// parts has a row for each of the Parts, in their order. A part is switched off in a round with a special
// mechanism that changes one of its rules and that it does not take into account. The search then takes
// longer, but its answer is still right.
var parts = []struct {
	name string
	// rules is the rules of a plain round that the part relies on.
	rules tricks.Changes
	// handles is the special mechanisms that the part takes into account.
	handles tricks.Specials
}{
	{"dead-table", everything, knownSpecials},
	{"relative-ranks", everything, knownSpecials},
	{"equal-cards", everything, knownSpecials},
	{"cards", tricks.Counts | tricks.Holds | tricks.Plays | tricks.Hands, knownSpecials},
	{"fewest-tricks", tricks.Counts | tricks.Holds | tricks.Plays, knownSpecials},
	{"joint-needs", tricks.Counts | tricks.Holds | tricks.Plays, knownSpecials},
	{"own-cards", tricks.Wins | tricks.Counts | tricks.Holds | tricks.Plays, knownSpecials},
	{"sweeps", tricks.Wins | tricks.Follows | tricks.Holds, tricks.Trumps | tricks.Willow},
	{"leads", tricks.Wins | tricks.Leads | tricks.Plays | tricks.Holds, tricks.Trumps | tricks.Willow},
	{"bans", tricks.Counts | tricks.Holds, knownSpecials},
	{"in-trick", tricks.Wins | tricks.Follows | tricks.Plays | tricks.Hands | tricks.Holds, knownSpecials},
	{"order", 0, 0},
	{"restarts", 0, 0},
	{"learning", everything, knownSpecials},
}

// brokenParts returns the parts that these special mechanisms switch off.
func brokenParts(specials tricks.Specials) (disabled Parts) {
	for i, part := range parts {
		if (specials&^part.handles).Changes()&part.rules != 0 {
			disabled |= 1 << i
		}
	}
	return disabled
}

// AllParts returns every part as a set of its own.
func AllParts() []Parts {
	var out []Parts
	for i := range parts {
		out = append(out, 1<<i)
	}
	return out
}

// String returns the name of a single part.
func (p Parts) String() string { return parts[bits.TrailingZeros16(uint16(p))].name }

// Breaks reports whether a part does not know of a special of the round.
func (p *Problem) Breaks(part Parts) bool { return brokenParts(p.specials)&part != 0 }

// IsDisabled reports whether a part is switched off, or does not know of a special of the round.
func (p *Problem) IsDisabled(part Parts) bool { return p.disabled&part != 0 }
