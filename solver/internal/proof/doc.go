// Package proof writes a formula and its refutation in the formats that other programs read: the
// formula in DIMACS, with comments that say what each variable means, and the refutation in DRAT.
// A checker of DRAT knows nothing of the game, nor of this solver.
//
// Package sat has clauses and linear conditions, DIMACS has clauses only. So each linear condition is
// written as a decision diagram. Say at least two of a, b and c hold. One helper variable stands for
// "two of a, b and c", others for "two of a and b", "one of a and b" and so on. Each may hold only if
// it is true: "two of a, b and c" asks for "one of a and b", and for c or "two of a and b". All that
// follows from the condition follows from these clauses by unit propagation (I. Abío and others, A New
// Look at BDDs for Pseudo-Boolean Constraints, 2012). So every clause that the search learns from the
// condition can be checked like any other, and no line of the proof needs more than unit propagation.
package proof
