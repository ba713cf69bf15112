package solver

import "fellowship/solver/internal/search"

// Parts is a set of parts of the search that can be switched off, to measure what each is worth.
// They affect how long a verdict takes, but never the verdict.
type Parts = search.Parts

// AllParts returns a list of all parts.
func AllParts() []Parts { return search.AllParts() }
