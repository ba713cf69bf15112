package solver

import "fellowship/solver/internal/search"

// Parts are parts of the search that can be switched off, to see what each is worth.
// Verdicts do not depend on them, only the time they take.
type Parts = search.Parts

// AllParts returns the parts, one by one.
func AllParts() []Parts { return search.AllParts() }
