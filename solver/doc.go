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
// # A drawing
//
//	a deal
//	  |  characters and exchanges, small budgets first (setup_search.go)
//	  v
//	sets of hands, each a question of its own (search.Problem)
//	  |
//	  +--- in turns (turns.go) ---+
//	  |                           |
//	card by card                the same as a formula
//	(internal/search)           (internal/formula, internal/sat)
//	  |         |                 |           |
//	a line    no card left      a model     a contradiction
//	  |       to try              |           |
//	  v         v                 v           v
//	replayed  lost              replayed    lost
//	through chapters.Game
//	  |
//	winnable                    unwinnable once all questions are lost
//
// # A small position
//
// Merry leads. He wants one or two tricks, Sam the 2 of Hills, and Pippin no more tricks than
// anybody else.
//
//	Merry   H1 M5
//	Sam     H2 M4
//	Pippin  M6 S3
//
// Before any card is tried the bounds have the shape of a win. Sam needs a trick for H2, and Merry
// one of his own. Two are left, so that both are needed, and Pippin may win neither.
//
// If Merry leads M5, Sam follows with M4, and Pippin holds no Mountain but M6, which wins: Merry's
// lead is lost, although no second trick was looked at. If he leads H1, Sam takes it with H2 and has
// what he wants. Pippin follows nothing. If he throws S3, M6 takes the trick that Sam leads with M4.
// If he throws M6, Merry's M5 takes it: a win. Of the three ways to play this one is found with one node
// ([ExampleSolve_small] in the tests), and without any node it is proven that there is none if Pippin
// holds M7 in the place of S3.
//
// # Where things stand
//
// This package answers the questions of its callers: [Solve] (solve.go), with the draft and the setup
// (setup_search.go), [Analyse] (analyse.go) and [Count] (count.go). It uses these packages, and none of
// them uses it:
//
//   - internal/search holds the problem of one set of hands, the bounds that prove a position
//     lost without a search, and the search card by card;
//   - internal/formula writes the same problem as a propositional formula;
//   - internal/sat finds a model of a formula, or that there is none;
//   - internal/proof writes a formula and the proof that it has no model for other programs
//     ([Prove]), and internal/rup checks such a proof and knows nothing of all the others
//     ([CheckDeal]).
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
// after 64,000 nodes, with four seats after 4,000. The first to finish has decided it. A step
// draws the consequences of one literal, and takes half as long as a card play, or as long. A
// model is a line and is replayed like any other. All that Mithril may cover, one goal or another
// or the sums of the Bridge (C14), is in the same formula. Exchanges during play (Sting, L5) are
// not: they are searched card by card alone.
//
// A node is a card play where there was a choice, or a step of the formula.
//
// # Before play
//
// Draft and exchanges are searched above that (setup_search.go), from what wins most deals to what
// is rarely needed. Each distinct set of hands is searched once. Which setups may be left out, and why,
// stands in setup_walk.go. How a cast can be lost whatever its setup brings stands in cast_lost.go.
//
// The exchange during play that Sting allows is a problem for each two cards that may
// change places (swaps.go).
//
// Each part of the search can be switched off ([Parts]), and tests hold the verdicts to
// be the same. A part is also switched off by a special mechanism that it does not take into account.
// So a new mechanism can make the search slow, but never wrong. The worth of each part, and of
// parts that did not pay, stands in docs/maintaining/benchmarks.md.
//
// Every answer depends on counted nodes only, never on time: the same position
// gives the same verdict, line and node count on any machine.
package solver
