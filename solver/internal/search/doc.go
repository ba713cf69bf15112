// Package search has the problem of one set of hands, what can be said of a position
// without a search, and the search card by card.
//
// The search goes depth first and remembers lost positions between tricks. Each proof stands
// with the code. These things make the search small:
//
//   - Everything that depends only on who wins which trick is one automaton, minimised
//     backwards, in package characters. Say Pippin wants the fewest tricks and Boromir the
//     last: two tricks before the end it says who can still win which.
//   - The key of a position is exact and short, with relative ranks (key.go). Nothing is
//     hashed down, so a hit is a proof.
//   - Of equal cards one is tried, and of cards that lose the highest (order.go). The cards
//     that others held when the trick began still stand between two, even if they are on the
//     table by now. To forget that is the classic mistake.
//   - Bounds at each trick (judge in bounds.go): the tricks that each seat needs for its cards
//     (needs.go), who may win the trick and what it has to hold then (winners.go), and whether
//     the lead gets to those who must win (leads.go). A seat that has to win nearly all tricks is
//     looked at once (sweep.go).
//   - Each card that is played leaves fewer seats that can win the trick (reach in order.go).
//     Arwen needs M7. It is on the table below M8 of another seat, and she has played: the
//     branch ends.
//   - Order: towards the seats that must win, gifts to those who need them.
//   - Attempts with shuffled scores and growing budgets, until one wins or goes through to the
//     end. They share the positions that are lost (lost.go). Only those searched to the end
//     are stored, so a limit never leaves a false entry.
//
// Each of these rests on some rules of a plain round. Parts.go says on which, and which
// special mechanisms it has been told about.
package search
