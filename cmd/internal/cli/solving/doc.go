// Package solving has the commands that ask the solver: deal, solve, check-proof, analyse,
// perft and bench. Each has a type for its options, a constructor and a method that runs it.
package solving
