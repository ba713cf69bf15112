// Package solver decides whether dealt hands could have been won with open
// cards: is there a legal cooperative line of draft, setup and plays that meets
// every goal? Its answers are proofs. "Winnable" comes with a line that was
// replayed through the game itself. "Unwinnable" is said only after everything
// was searched or ruled out by a bound that is proven where it stands in the
// code. Otherwise the answer is "unknown", with the limit that was reached.
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
// Before any card is tried, the bounds show what a win must look like. Sam needs a trick for H2, and
// Merry needs one of his own. Only two tricks are left, so Pippin may win none.
//
// If Merry leads M5, Sam follows with M4, and Pippin holds no Mountain but M6, which wins: Merry's
// lead is lost, although no second trick was looked at. If he leads H1, Sam takes it with H2 and has
// what he wants. Pippin follows nothing. If he throws S3, M6 takes the trick that Sam leads with M4.
// If he throws M6, Merry's M5 takes the next trick: a win. The solver finds this one of the three ways to
// play with one node (ExampleSolve_small in the tests). If Pippin held M7 in the place of S3, it would prove
// without any node that there is no win.
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
// hundred nodes. But a proof of loss has to visit every way to lose, although the
// reason may be the same three cards each time, which cannot be won together. The
// search of the formula learns the reason from each contradiction, and that rules out
// all other ways that fail for the same reason. It is slow if the reason is a sum, such
// as too few tricks for too many cards. The bounds of the search card by card find such
// reasons at once.
//
// So both take turns (turns.go). The more seats need cards, the sooner the formula is written,
// and the more steps it takes from then on for each card play. The formula is written after 64,000
// nodes if one seat needs cards, and after 4,000 nodes if four seats do. The first search to finish gives
// the verdict. A step draws the consequences of one literal, and takes between half as long and as long as
// a card play. A model is a line and is replayed like any other. One formula contains all the ways in which
// Mithril may help: it may cover any one goal, or the sums of the Bridge (C14). Exchanges during play
// (Sting, L5) are not in a formula. They are only searched card by card.
//
// A node is a card play where there was a choice, or a step of the formula.
//
// # Before play
//
// The search of draft and exchanges (setup_search.go) uses the two searches above. It begins with the setups
// that win most deals and ends with rarely needed ones. Each distinct set of hands is searched once.
// setup_walk.go explains which setups may be left out, and cast_lost.go how a cast can be lost whatever its
// setup brings.
//
// The exchange during play that Sting allows is a problem for each two cards that may
// change places (swaps.go).
//
// Each part of the search can be switched off ([Parts]), and tests check that the verdicts stay
// the same. A part is also switched off by a special mechanism that it does not take into account.
// So a new mechanism can make the search slow, but never wrong. docs/maintaining/benchmarks.md has
// measurements of each part, and of parts that were not worth it.
//
// Every answer depends on counted nodes only, never on time: the same position
// gives the same verdict, line and node count on any machine.
package solver
