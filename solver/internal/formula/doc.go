// Package formula writes a problem as a propositional formula. Each model of the formula is a
// winning line, and each winning line has a model, except that equal cards are played in a fixed
// order.
//
// It is known in advance which seats play in a trick (T9, T10). The variables are:
//
//   - for each card and trick: the card is played into the trick;
//   - for each seat and trick: the seat wins the trick;
//   - for each suit and trick: the suit is led;
//   - for each seat, suit and trick: the seat plays a card of the suit;
//   - for each seat, suit and trick: the seat has no card of the suit left. This variable is true
//     only if that is so, but may also be false then.
//
// Goals on trick winners become the joint automaton of trick winners, unrolled along the tricks.
// Goals on cards become linear conditions, which package sat supports beside clauses. The formula
// also states how many tricks each seat needs at least, by the bounds at the beginning, and puts
// equal cards in order.
package formula
