package solver

import (
	"fellowship/chapters"
	"fellowship/tricks"
)

// Verdict is the answer to "could this be won with open cards?".
type Verdict string

// The verdicts. Winnable comes with a line that wins, Unwinnable only after the
// whole space was searched, else it is Unknown.
const (
	Winnable   Verdict = "winnable"
	Unwinnable Verdict = "unwinnable"
	Unknown    Verdict = "unknown"
)

// Reason says which limit left a verdict unknown.
type Reason string

// The reasons.
const (
	NoReason    Reason = ""
	TimeLimit   Reason = "time limit"
	NodeLimit   Reason = "node limit"
	MemoryLimit Reason = "memory limit"
	Interrupted Reason = "interrupted"
)

// Options are the limits of a search. The zero value has none but the memory
// default.
type Options struct {
	// Nodes is the most card plays to try, 0 for no limit.
	Nodes int64
	// Memory is the most bytes for the table of dead positions, 0 for
	// DefaultMemory. A full table forgets; it never makes a verdict unknown.
	Memory int64
	// Progress, if set, is called now and then from the searching goroutine.
	Progress func(Progress)
}

// DefaultMemory is the default limit of the table, in bytes.
const DefaultMemory = 256 << 20

// Progress is how far a search has come.
type Progress struct {
	Nodes int64
	// Casts counts the character choices and exchanges examined, when the
	// search began before play.
	Casts int64
}

// Result is the answer of [Solve].
type Result struct {
	Verdict Verdict
	Reason  Reason
	// Draft, Setup and Line are the decisions and plays that win, from the
	// game's own last decision to the round's end.
	Draft, Setup []chapters.Decision
	Line         []tricks.Play
	// Nodes counts the card plays tried.
	Nodes int64
}
