// Package proof writes a formula and its refutation in formats that other programs read: the
// formula in DIMACS, with comments that give the meaning of each variable, and the refutation in DRAT.
// A checker for DRAT knows nothing about the game or this solver.
//
// Package sat has clauses and linear conditions, but DIMACS has only clauses. A linear condition is
// therefore written as a decision diagram. Example: at least two of a, b and c hold. One helper variable
// stands for "two of a, b and c", others for "two of a and b", "one of a and b" and so on. A helper may hold
// only if its statement is true: "two of a, b and c" requires "one of a and b", and also c or "two of a and
// b". Everything that follows from the condition follows from these clauses by unit propagation
// (I. Abío and others, A New Look at BDDs for Pseudo-Boolean Constraints, 2012). Clauses that the search
// learns from the condition can therefore be checked like any other, and each line of the proof follows
// by unit propagation.
package proof
