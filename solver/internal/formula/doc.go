// Package formula writes a problem as a propositional formula: each model is a line that
// wins, and there is a model for each such line, but for the order of equal cards.
//
// The seats that play in a trick are fixed (T9, T10). So there is a variable for each card and
// trick, for each seat and trick that it wins, for each suit and trick that it is led in,
// and for each seat, suit and trick two: it plays one, and it has none left. The last may
// only be true if that is so, and need not be. Goals on trick winners are the joint
// automaton, unrolled along the tricks. Goals on cards are linear conditions, which package
// sat knows beside clauses. The tricks that each seat needs at least, as the bounds see them at
// the beginning, are said as well, and equal cards are put in order.
package formula
