// Package search searches one set of hands card by card for a line of play that meets all goals. It also
// holds the bounds, which prove many positions lost without a search.
//
// The search goes depth first and remembers lost positions between tricks. Each proof stands
// with the code. These things make the search small:
//
//   - Everything that depends only on who wins which trick is one automaton, minimised
//     backwards, in package characters. Say Pippin wants the fewest tricks and Boromir the
//     last: two tricks before the end it says who can still win which.
//   - The key of a position is exact and short, with relative ranks (key.go). Nothing is
//     hashed down, so a hit is a proof.
//   - Of several equal cards only one is tried, and of cards that cannot win any trick only the
//     highest (order.go). Two cards are not equal if another hand held a card between them when
//     the trick began, even if that card is on the table by now. To forget that is the classic
//     mistake.
//   - Bounds at each trick (judge in bounds.go): the tricks that each seat needs for its cards
//     (needs.go), who may win the trick and what it has to hold then (winners.go), and whether
//     the seats that must win can get the lead (leads.go). Whether a seat that has to win nearly
//     all tricks can do so is tested once, at the first trick (sweep.go).
//   - Each card that is played leaves fewer seats that can win the trick (reach in order.go).
//     Arwen needs M7. It is on the table below M8 of another seat, and she has played: the
//     branch ends.
//   - Moves are tried in order of promise: first those that let a seat win which must win, or
//     give a seat a card that it needs (order.go).
//   - The search makes attempts with shuffled scores and growing budgets, until one of them wins
//     or searches everything. The attempts share the positions that are lost (lost.go). Only
//     positions searched to the end are stored, so a limit never leaves a false entry.
//
// Each of these relies on some rules of a plain round. The file parts.go lists these rules, and the
// special mechanisms that each part takes into account.
package search
