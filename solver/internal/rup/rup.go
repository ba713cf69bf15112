// Package rup checks a proof that a formula has no model. Each line of the proof must follow from
// the lines before it by unit propagation (reverse unit propagation). The package implements the
// part of a DRAT checker that the proofs of this program need. It knows nothing about the game or
// the solver, and imports none of their packages.
//
// A line is a clause: one of its literals holds. To check it, all its literals are assumed to be
// false. If every literal but one of some clause is false then, the last one must hold, and so on. The
// line follows if this leads to a clause whose literals are all false. The empty clause follows
// only if the formula has no model.
//
// Literals are numbers as in DIMACS: 5 is variable 5, and −5 is its negation.
package rup

import (
	"fmt"
	"slices"
)

// Checker checks a proof line by line. The zero value is ready for use.
type Checker struct {
	// values reports, by the index of a literal, whether the literal holds.
	values []bool
	// watches is, by the index of a literal, the clauses to examine when the literal becomes false.
	// Two literals of each clause are watched.
	watches [][]int32
	// literals is the literals of all clauses. Before each clause stands its length, or 0 if the clause
	// is forgotten.
	literals []int32
	// garbage is the number of elements of literals that belong to forgotten clauses.
	garbage int
	// places is the clauses' positions in literals by the hash of a clause. They are needed to forget
	// clauses.
	places map[uint64][]int32
	// trail is all literals that hold, in the order in which they came.
	trail []int32
	// done is the number of literals on the trail whose consequences were drawn.
	done int
	// refuted reports whether the formula was proven to have no model.
	refuted bool
	// scratch is reused memory for a clause.
	scratch []int32
}

// Reset forgets the formula and the proof, and keeps the memory for the next ones.
func (c *Checker) Reset() {
	clear(c.values)
	for i := range c.watches {
		c.watches[i] = c.watches[i][:0]
	}
	clear(c.places)
	c.literals = c.literals[:0]
	c.trail = c.trail[:0]
	c.done = 0
	c.garbage = 0
	c.refuted = false
}

// Refuted reports whether the proof is complete: the formula has no model.
func (c *Checker) Refuted() bool { return c.refuted }

// index returns the index of a literal in lists: 2 and 3 for variable 1, 4 and 5 for variable 2.
func index(literal int32) int32 {
	if literal < 0 {
		return -2*literal + 1
	}
	return 2 * literal
}

// clause returns a clause without duplicate literals, in ascending order, and extends the lists for its
// variables.
func (c *Checker) clause(literals []int) []int32 {
	c.scratch = c.scratch[:0]
	for _, l := range literals {
		c.scratch = append(c.scratch, int32(l))
		for most := max(index(int32(l)), index(int32(-l))); int(most) >= len(c.values); {
			c.values = append(c.values, false)
			c.watches = append(c.watches, nil)
		}
	}
	slices.Sort(c.scratch)
	c.scratch = slices.Compact(c.scratch)
	return c.scratch
}

// Add adds a clause of the formula.
func (c *Checker) Add(literals []int) {
	if !c.refuted {
		c.storeClause(c.clause(literals))
	}
}

// storeClause stores a clause. If only one of its literals can hold, it draws the consequences.
func (c *Checker) storeClause(clause []int32) {
	place := int32(len(c.literals))
	key := hash(clause)
	// Move the literals that are not false to the front.
	open := 0
	for i, l := range clause {
		if c.values[index(l)] {
			return // the clause always holds
		}
		if !c.values[index(-l)] {
			clause[open], clause[i] = clause[i], clause[open]
			open++
		}
	}
	switch open {
	case 0:
		c.refuted = true
		return
	case 1:
		c.hold(clause[0])
		c.refuted = !c.propagate()
		return
	}
	c.literals = append(c.literals, int32(len(clause)))
	c.literals = append(c.literals, clause...)
	c.watch(clause[0], place)
	c.watch(clause[1], place)
	if c.places == nil {
		c.places = map[uint64][]int32{}
	}
	c.places[key] = append(c.places[key], place)
}

// watch adds a clause to the watches of a literal.
func (c *Checker) watch(literal, place int32) {
	c.watches[index(literal)] = append(c.watches[index(literal)], place)
}

// Learn checks that a clause follows from all clauses before it, and adds it.
func (c *Checker) Learn(literals []int) error {
	if c.refuted {
		return nil // everything follows
	}
	clause := c.clause(literals)
	begun := len(c.trail)
	follows := false
	for _, l := range clause {
		follows = follows || c.values[index(l)]
		if !follows && !c.values[index(-l)] {
			c.hold(-l)
		}
	}
	follows = follows || !c.propagate()
	for _, l := range c.trail[begun:] {
		c.values[index(l)] = false
	}
	c.trail = c.trail[:begun]
	c.done = begun
	if !follows {
		return fmt.Errorf("the clause %s does not follow by unit propagation, "+
			"and only unit-propagation steps are checked", shown(literals))
	}
	c.storeClause(clause)
	return nil
}

// mostShown limits the literals of a clause in an error.
const mostShown = 10

// shown returns a clause for an error.
func shown(literals []int) string {
	if len(literals) > mostShown {
		return fmt.Sprintf("%v and %d more", literals[:mostShown], len(literals)-mostShown)
	}
	return fmt.Sprint(literals)
}

// hold makes a literal hold.
func (c *Checker) hold(literal int32) {
	c.values[index(literal)] = true
	c.trail = append(c.trail, literal)
}

// propagate draws all consequences of the literals that hold. It returns false if they contradict each
// other.
func (c *Checker) propagate() bool {
	for c.done < len(c.trail) {
		gone := -c.trail[c.done]
		c.done++
		if !c.visit(gone) {
			return false
		}
	}
	return true
}

// visit examines the clauses that watch a literal which has become false. It returns false if all
// literals of a clause are false.
func (c *Checker) visit(gone int32) bool {
	list := c.watches[index(gone)]
	kept := list[:0]
	for i, place := range list {
		length := c.literals[place]
		if length == 0 {
			continue // forgotten
		}
		clause := c.literals[place+1 : place+1+length]
		if clause[0] == gone {
			clause[0], clause[1] = clause[1], clause[0]
		}
		if c.values[index(clause[0])] {
			kept = append(kept, place)
			continue
		}
		if c.watchOther(clause, place) {
			continue
		}
		kept = append(kept, place)
		if c.values[index(-clause[0])] {
			kept = append(kept, list[i+1:]...)
			c.watches[index(gone)] = kept
			return false
		}
		c.hold(clause[0])
	}
	c.watches[index(gone)] = kept
	return true
}

// watchOther replaces the second literal of a clause, which is watched, by a later literal that is not
// false. It returns false if there is none.
func (c *Checker) watchOther(clause []int32, place int32) bool {
	for i := 2; i < len(clause); i++ {
		if !c.values[index(-clause[i])] {
			clause[1], clause[i] = clause[i], clause[1]
			c.watch(clause[1], place)
			return true
		}
	}
	return false
}

// Forget removes a clause. Literals that followed from it still hold, since they follow from the
// formula. Forget does nothing if there is no such clause.
func (c *Checker) Forget(literals []int) {
	clause := c.clause(literals)
	key := hash(clause)
	for i, place := range c.places[key] {
		length := c.literals[place]
		if int(length) != len(clause) {
			continue
		}
		known := slices.Clone(c.literals[place+1 : place+1+length])
		slices.Sort(known)
		if !slices.Equal(known, clause) {
			continue
		}
		c.places[key] = slices.Delete(c.places[key], i, i+1)
		c.literals[place] = 0
		c.garbage += int(length) + 1
		if c.garbage > len(c.literals)/2 {
			c.compact()
		}
		return
	}
}

// compact frees the memory of forgotten clauses. It must not be called while Learn assumes literals to be
// false.
func (c *Checker) compact() {
	old := c.literals
	known := c.places
	c.literals = nil
	c.garbage = 0
	c.places = make(map[uint64][]int32, len(known))
	for i := range c.watches {
		c.watches[i] = c.watches[i][:0]
	}
	var places []int32
	for _, list := range known {
		places = append(places, list...)
	}
	slices.Sort(places)
	for _, place := range places {
		clause := old[place+1 : place+1+old[place]]
		slices.Sort(clause)
		c.storeClause(clause)
	}
}

// hash returns a hash of a clause in ascending order.
func hash(clause []int32) uint64 {
	h := uint64(14695981039346656037)
	for _, l := range clause {
		h = (h ^ uint64(uint32(l))) * 1099511628211
	}
	return h
}
