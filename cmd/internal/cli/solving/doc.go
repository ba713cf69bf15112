// Package solving is the commands that ask the solver: deal, solve, analyse, perft and
// bench. Each has its options, a constructor and a method that runs it.
package solving
