package characters

import (
	"slices"
	"sync/atomic"

	"fellowship/tricks"
)

// futures remembers answers of [Tally.Allows]. Each is one word that holds its whole question too,
// so no answer is taken for that of another question. Many searches may share them.
type futures []atomic.Uint64

// futuresKept is how many answers a tally keeps at most, a power of two.
const futuresKept = 1 << 11

// newFutures returns an empty memory for the answers about a tally of these conditions. It
// is nil where Min and Max and the tricks left say just as much. In trials they did for all
// kinds but Between.
func newFutures(atoms []Atom) futures {
	if !slices.ContainsFunc(atoms, func(a Atom) bool { return a.Kind == Between }) {
		return nil
	}
	return make(futures, futuresKept)
}

// Allows reports whether an accepted future of so many tricks may bring each seat at least
// as many as it needs, below 32 each. It says yes where Min and Max say as much. It may be
// used from many goroutines.
//
// Say 3 tricks are left, nobody has won any, and seat 0 must end between the others
// (Between, G3): it wins one, and some other seat two. Min and Max allow seats 1 and 2 one
// trick each. Allows does not: then nobody would have more than seat 0.
func (t *Tally) Allows(state uint16, left int, need [tricks.MaxSeats]int) bool {
	return t.futures == nil || t.allows(state, left, need)
}

func (t *Tally) allows(state uint16, left int, need [tricks.MaxSeats]int) bool {
	if state == DeadTally {
		return false
	}
	sum := 0
	question := uint64(state)
	for _, n := range need {
		sum += n
		question = question<<5 | uint64(n)
	}
	if sum > left || state == SettledTally {
		return sum <= left
	}
	const yes, known = 2, 1
	at := &t.futures[question*0x9e3779b97f4a7c15>>53%futuresKept]
	if answer := at.Load(); answer>>2 == question && answer&known != 0 {
		return answer&yes != 0
	}
	answer := question<<2 | known
	for w, next := range t.States[state].Next {
		rest := need
		if w < len(rest) {
			rest[w] = max(rest[w]-1, 0)
		}
		if t.allows(next, left-1, rest) {
			answer |= yes
			break
		}
	}
	at.Store(answer)
	return answer&yes != 0
}
