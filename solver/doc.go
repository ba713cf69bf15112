// Package solver decides whether dealt hands could have been won with open
// cards: is there a legal cooperative line of draft, setup and plays that meets
// every goal? Its answers are proofs. "Winnable" comes with a line that was
// replayed through the game itself. "Unwinnable" is said only after everything
// was searched or ruled out by a bound that is proven where it stands in the
// code. Anything else is "unknown", with the limit that was hit.
//
// # The problem
//
// All seats work together, so every position is a choice of ours. There is no
// opponent and no alpha–beta, only the question whether some path wins. A win has
// a short certificate, a loss has none. A position is the cards that are left, the
// leader, and how far the goals have come. The seat that holds a card is fixed once setup is
// over. Hidden orders, such as the draw pile, count as known: the verdict
// is about the deal, not about what players could know.
//
// # Where things stand
//
// This package holds what is asked: [Solve] (solve.go), the draft and the setup (setup.go),
// [Analyse] (analyse.go) and [Count] (count.go). Below it the arrows run one way:
//
//   - internal/search has the problem of one set of hands, what can be said of a
//     position without a search, and the search card by card;
//   - internal/formula writes the same problem as a propositional formula;
//   - internal/sat finds a model of a formula, or that there is none.
//
// # Two searches in turns
//
// The search card by card remembers lost positions. It finds most wins in a few
// hundred nodes. But a proof of loss needs as many positions as there are ways to
// come to grief, although it may be the same three cards each time that cannot be
// won together. The search of the formula learns from each contradiction what
// clashed, and that holds for all other ways to get there. It is poor where the
// reason is that things do not add up, so many tricks for so many cards. That the
// bounds of the search card by card see at once.
//
// So both take turns (turns.go). The more seats need cards, the sooner the formula is written,
// and the more steps it takes from then on for each card play. With one seat in need that is
// after 64,000 nodes, with four seats after 4,000. The first to finish has decided it. A step draws the consequences of one literal, and takes half as long as a card
// play, or as long. A model is a line and is replayed like any other. All that Mithril may cover,
// one goal or another or the sums of the Bridge (C14), is in the same formula. Exchanges
// during play (Sting, L5) are not: they are searched card by card alone.
//
// A node is a card play where there was a choice, or a step of the formula.
//
// # Before play
//
// Draft and exchanges are searched above that (setup.go), from what wins most deals to what
// is rarely needed. Each distinct set of hands is searched once.
//
// The exchange during play that Sting allows is a problem for each two cards that may
// change places (swaps.go).
//
// # What the parts are worth
//
// Each part of the search can be switched off ([Parts]), and tests hold the verdicts to
// be the same. A special mechanism that a part has not been told about switches it off,
// too. So a new one can make the search slow, but never wrong.
//
// This is "go test ./cmd/internal/cli/solving -run TestParts -parts 20 -v", twenty deals of each
// chapter and table size, 1,520 in all: the median solve time in playouts, nodes a deal,
// and how many deals the limit left undecided.
//
//	without         median   nodes a deal  undecided
//	nothing               18           3424          3
//	dead-table            17           4811          9
//	relative-ranks        17           3417          5
//	equal-cards           19           3971          5
//	cards                445          19511         19
//	fewest-tricks         24           6660          7
//	joint-needs           17           4023          4
//	own-cards             17           3731          4
//	sweeps                17           3424          3
//	leads                 19           3314          3
//	bans                  19           3812          4
//	in-trick              38           6012          5
//	order                 22           4091          3
//	restarts              16          12171         35
//	learning              17           6156         20
//
// The limit hides what the parts are worth to the hardest deals. Restarts are worth most,
// since they are what gives the formula its turns. That a seat cannot sweep nearly all
// tricks refutes c182p3s76 at once, which takes 8.2 million nodes without. That a seat
// must win its own cards of a set that it needs all of makes hard deals four times as fast with
// Glorfindel.
//
// # What does not pay
//
// These are sound, and the formula takes their place: without each of them the 7,600 deals of
// "fellowship bench" take 5 % longer at most.
//
//   - Cards that must win their own tricks wait for each other, for tricks that must be
//     left, and for hands that have to be rid of others first.
//   - Against the Old Forest each card can win a few tricks only, and a matching gives
//     every card and every seat the tricks it needs.
//   - To make a problem of each way to meet a goal.
//   - That of a set of which a seat needs all but one, nobody else wins two in one trick.
//   - The exchange that Sting allows, in a formula for each two cards.
//   - A card that a seat has to keep for the last trick is not played before.
//
// These make the search slower, or no faster.
//
//   - To make a problem of each card that a seat can do without. The least over those
//     cards of the tricks that the others need.
//   - Ten attempts and then one search without chance. Weights of the order drawn anew
//     for each attempt.
//   - To note which goals a proof of loss rests on, and to remember the position without
//     the others: positions that differ only in what does not matter are rare.
//   - To let a position be lost where its goals have come no further than in one that is
//     lost, though its key is another.
//   - A flow from hands to sets for a seat that needs cards of many sets. A goal for the
//     most cards taken apart by how many that are.
//   - To tell the formula what the search has shown, or to begin with what it tries last.
//     Literals that the formula has settled, told to the search.
//   - In the formula: an order of the tricks that one seat leads and wins one after
//     another, clauses of three literals watched by all of them, each literal tried first,
//     linear conditions learned in place of clauses, "played before this trick" of all
//     cards, the highest card in order encoding, tricks counted in unary, and sets of which
//     one literal holds at most as conditions of their own.
//   - Restarts by the levels of learned clauses, other decays, more or fewer clauses kept,
//     the best signs so far tried again, in rounds of twelve tricks two steps
//     for each card play.
//   - That cards of seats which win no more tricks do not part equal cards of others: five
//     nodes of a hundred, and as much time for each that is left.
//
// Every answer depends on counted nodes only, never on time: the same position
// gives the same verdict, line and node count on any machine.
package solver
