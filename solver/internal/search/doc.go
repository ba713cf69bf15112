// Package search has the problem of one set of hands, what can be said of a position
// without a search, and the search card by card.
//
// The search goes depth first and remembers lost positions between tricks. These things
// make it small:
//
//   - Trick goals are one automaton. Everything that depends only on who wins which trick
//     is compiled into a joint automaton that is minimised backwards, in package
//     characters. It knows which futures of winners all those goals accept at once. Say
//     Pippin wants the fewest tricks and Boromir the last: two tricks before the end it
//     says who can still win which.
//   - The key is exact and short (key.go): the cards left with relative ranks, the leader,
//     the automaton's state, the other goals' counters. Nothing is hashed down, so a hit is
//     a proof. If H2 and H6 are left of the Hills, they are H1 and H2 to the key.
//   - Equal cards (order.go): of neighbours in a hand that no goal tells apart only one is
//     tried. With H3, H4 and H6 in a hand and H5 in another one H3 stands for H4, not for
//     H6. The cards that others held when the trick began still stand between, even if they are
//     on the table by now. To forget that is the classic mistake.
//   - Cards that lose (losers in order.go): a seat that may win no more tricks tries of the
//     cards that lose the highest only, of those that no goal tells apart.
//   - Bounds at each trick (bounds.go): a trick brings at most one card of each hand. A
//     seat that needs all four Rings, three of which are in one hand, needs three tricks. Those
//     must fit into what the automaton allows and into the tricks left. All
//     sets of a seat together say how many cards each trick has to bring it. Seats that need
//     cards of the same set leave each other enough of them.
//   - Own cards (needs.go): a seat that needs every card left of a set must win the tricks
//     into which it plays its own ones. A seat that needs all Forests and holds F2 and F5, where
//     another hand has F7, needs three tricks.
//   - Bans (bounds.go): if a seat needs all cards that are left of a set, no other seat wins
//     one. If Gimli needs five Mountains and five are left, the line ends where another seat
//     wins one of them.
//   - Seats that must win nearly all tricks (sweep.go). One that must win every trick and
//     holds H1 needs the others to have no Hills left by then.
//   - The lead (leads.go): a seat that has to win takes the lead from one that has it,
//     with a card that beats one of that hand.
//   - The seats that can win the trick (reach in order.go): each card that is played leaves
//     fewer of them. Arwen needs M7. It is on the table below M8 of another seat, and she has
//     played: the branch ends.
//   - Order: towards the seats that must win, gifts to those who need them.
//   - Attempts with shuffled scores and growing budgets, until one wins or goes through to the
//     end. They share the positions that are lost (lost.go). Only those searched to the end
//     are stored, so a limit never leaves a false entry.
//
// Each of these rests on some rules of a plain round. Parts.go says on which, and which
// special mechanisms it has been told about.
package search
