// Package solver decides whether dealt hands could have been won with open
// cards: is there a legal cooperative line of draft, setup and plays that meets
// every goal? Its answers are proofs. "Winnable" comes with a line that was
// replayed through the game itself; "unwinnable" is said only after everything
// was searched or ruled out by a bound that is proven where it stands in the
// code; anything else is "unknown", with the limit that was hit.
//
// # The search problem
//
// All seats work together, so every position is a choice of ours: there is no
// opponent, no alpha–beta, only the question whether some path wins. A win has
// a short certificate, a loss has none. What makes a position is which cards
// are left (who holds them is fixed once setup is over), who leads, and how far
// the goals have come. Hidden orders, such as the draw pile, count as known:
// the verdict is about the deal, not about what players could know.
//
// The search goes depth first, card by card (search.go), and remembers lost
// positions between tricks in a table (table.go). Seven things make it small:
//
//   - Trick goals are one automaton. Everything that depends only on who wins
//     which trick (counts, fewest, between, last tricks, runs) is compiled into
//     a joint automaton that is minimised backwards, in package characters. It
//     knows exactly which futures of winners are accepted by all those goals at
//     once, so a hopeless combination is seen at the first trick that makes it so.
//   - The key is exact and short (key.go): the cards left with relative ranks,
//     leader, the automaton's state, the other goals' counters. Nothing is
//     hashed down, so a hit is a proof. Positions that are shifted in rank or
//     differ in cards nobody can tell apart share an entry.
//   - Equal cards (order.go): of neighbours in a hand that no goal tells apart
//     only one is tried. What others held when the trick began still lies
//     between, even if it is on the table by now; forgetting that is the classic
//     mistake.
//   - Bounds at each trick (bounds.go): a trick brings at most one card of each
//     hand, so cards that are needed mean tricks that are needed; those must fit
//     into what the automaton allows and into the tricks left. A seat that needs
//     every card left of a set must win the tricks it plays its own ones in.
//   - Who can win the trick (reach in order.go): each card played narrows who may
//     win it (a needed card allows only its seat) and who still can (forced to
//     follow, nothing higher). When nobody is left in both, the branch ends
//     inside the trick.
//   - Order: towards the seats that must win, gifts to those who need them.
//   - Restarts: a few attempts with shuffled ties and growing budgets before the
//     search that goes through to the end. They share the table. Only positions
//     searched to the end are stored, so a limit never leaves a false entry.
//
// Draft and exchanges are searched above that (setup.go): the casts first as
// the cards lie, then with one real exchange, then two, with small budgets
// before large ones, each distinct set of hands once.
//
// Every answer depends on counted nodes only, never on time: the same position
// gives the same verdict, line and node count on any machine.
package solver
