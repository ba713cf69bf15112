package search

import (
	"fmt"
	"math/bits"
	"slices"
)

// Parts are parts of the search that can be switched off, to see what each is
// worth. Verdicts do not depend on them, only the time they take.
type Parts uint16

// The parts, see the package comment.
const (
	DeadTable Parts = 1 << iota
	RelativeRanks
	EqualCards
	FewestTricks
	JointNeeds
	Sweeps
	Leads
	Bans
	InTrick
	Order
	Restarts
	Learning
)

var partNames = []string{
	"dead-table", "relative-ranks", "equal-cards", "fewest-tricks", "joint-needs", "sweeps",
	"leads", "bans", "in-trick", "order", "restarts", "learning",
}

// AllParts returns the parts, one by one.
func AllParts() []Parts {
	var out []Parts
	for i := range partNames {
		out = append(out, 1<<i)
	}
	return out
}

// String returns the name of a single part.
func (p Parts) String() string { return partNames[bits.TrailingZeros16(uint16(p))] }

// ParsePart returns the part of a name.
func ParsePart(name string) (Parts, error) {
	i := slices.Index(partNames, name)
	if i < 0 {
		return 0, fmt.Errorf("the search has no part %q: there are %q", name, partNames)
	}
	return 1 << i, nil
}

// Off reports whether a part is switched off.
func (p *Problem) Off(part Parts) bool { return p.without&part != 0 }
