// Package compare holds the solver to a SAT solver, and measures it beside others. It is a
// module of its own, so that the program needs none of them. See docs/maintaining/solver.md.
package compare
