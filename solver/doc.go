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
// positions between tricks in a table (table.go). These things make it small:
//
//   - Trick goals are one automaton. Everything that depends only on who wins
//     which trick (counts, fewest, between, last tricks, runs) is compiled into
//     a joint automaton that is minimised backwards, in package characters. It
//     knows exactly which futures of winners are accepted by all those goals at
//     once, so a hopeless combination is seen at the first trick that makes it so,
//     and with the tricks that seats need for their cards, too.
//   - The key is exact and short (key.go): the cards left with relative ranks,
//     leader, the automaton's state, the other goals' counters. Nothing is
//     hashed down, so a hit is a proof. Positions that are shifted in rank or
//     differ in cards nobody can tell apart share an entry.
//   - One problem for each way (ways.go). A goal that can be met in several
//     ways, such as three cards of any one rank, is searched once for each, if it is
//     not met soon in any of them: then the bounds hold to it, and all cards that this
//     way does not name are alike. The ways share the nodes in turns, the most
//     promising first. Mithril, which lets one goal be missed, is a way for each goal,
//     and one more on the Bridge, where it can cover the sums instead (C14).
//   - Equal cards (order.go): of neighbours in a hand that no goal tells apart
//     only one is tried. What others held when the trick began still lies
//     between, even if it is on the table by now; forgetting that is the classic
//     mistake. Cards that win no trick any more may lie between.
//   - Bounds at each trick (bounds.go): a trick brings at most one card of each
//     hand, so cards that are needed mean tricks that are needed; those must fit
//     into what the automaton allows and into the tricks left. A seat that needs
//     every card left of a set must win the tricks it plays its own ones in. What
//     several sets ask for together says how much each trick has to bring. Of a set
//     of which one seat needs all but so many, nobody else wins more in one trick; nor
//     of one of which a seat must win the most, than leaves it ahead.
//   - Seats that must win nearly all tricks (sweep.go): the others have to follow with
//     lower cards, trick after trick, and run out of those; each suit in which one of
//     them is to be void takes discards first and gives some after.
//   - Cards that must win their own tricks (owncards.go): another seat that holds
//     only higher ones of the suit, or such as it may not lose either, has to be rid
//     of them first. Such cards wait for each other, in a circle for ever, and for
//     tricks that must be left; one that nobody can lead to needs the lead. Against the Old
//     Forest each can win a few tricks only, and a matching gives every card and every seat
//     the tricks it needs.
//   - Who gets the lead (leads.go): where all tricks that are left are needed, nobody else
//     wins one, and so nobody else leads. Then the lead must be able to come to each seat
//     that has to win, by a card that it can beat; and a low card that has to win its own
//     trick is not led to by those who do not get the lead.
//   - Who is rid of what in time (riddance.go): a trick led in a suit takes a card of it from
//     all who have any, so there are only so many of each suit, and a hand is rid of other
//     suits in those that come after it is void.
//   - Who can win the trick (reach in order.go): each card played narrows who may
//     win it (a needed card allows only its seat) and who still can (forced to
//     follow, nothing higher). Where a seat can win no trick beside those that it
//     needs, it must win this one with one of the cards that it needs it for. When
//     nobody is left in both, the branch ends inside the trick.
//   - Ducking (order.go): a seat that can win no more tricks, or only with cards that
//     have to win their own, is rid of the highest other card that loses; a lower one in
//     its place never does harm.
//   - Order: towards the seats that must win, gifts to those who need them.
//   - Restarts: attempts with shuffled ties and growing budgets, until one wins or
//     goes through to the end. They share the table. Only positions searched to
//     the end are stored, so a limit never leaves a false entry.
//
// # The other search
//
// The table remembers positions, and a proof of loss needs as many of them as there are
// ways to come to grief, although it may be the same three cards each time that cannot be
// won together. So after 15,000 card plays a second search joins in (learn.go): the whole
// round is written as one propositional formula (formula.go, formula_goals.go), and
// package sat looks for a model by clause learning. Each contradiction becomes a new
// clause that names what clashed and nothing else, and holds for all other ways to get
// there. Of the deals that take the first search more than 15,000 card plays the formula
// decides most within as many steps, a step being what follows from one literal and taking
// half as long as a card play, or as long; those that took tens of millions take a few
// hundred thousand. It is poor where the reason is that things do not add up (so many
// tricks for so many cards), which the bounds see at once; so both take turns, and the
// first to finish has decided it. There is a step for each card play, and four where nine
// tricks are left or fewer, for the formula of a short round is more often the first: the
// hard deals of several sets of four hands take a fifth to a third less time for it; in
// longer rounds it is no less, or more. A model is a line and is replayed like any other.
// All ways and all goals that Mithril may cover are in the same formula; each exchange
// during play (Sting) has one of its own.
//
// What the formula says, and the variables it needs, stand in formula.go. Goals on trick
// winners are the joint automaton, unrolled along the tricks; goals on cards are linear
// conditions, which package sat knows beside clauses. What each seat needs at least, as
// the bounds see it at the beginning, is said as well, and equal cards are put in order.
//
// Draft and exchanges are searched above that (setup.go): a few random casts first as
// the cards lie, then all of them, then random exchanges, then all casts with no real
// exchange, with one, with two, with small budgets before large ones, each distinct set
// of hands once. Where cards are given away in more ways than can be listed, random ways
// are sampled first. What is random can only ever prove a win.
//
// The exchange during play that Sting allows (L5) is a problem for each two cards
// that may change places (swap.go). In it they are not played before, so that who
// plays which card is known from the beginning, and all bounds hold; only what the
// two seats have to follow until then is left out of them. Positions before and
// after the exchange have a table each; that after it is searched once, whenever it
// was made.
//
// # What the parts are worth
//
// Each part can be switched off ([Parts]); tests hold the verdicts to be the same.
// This is "fellowship bench --parts --deals 20 --nodes 300000", twenty deals of each
// chapter and table size, 1,520 in all: solve times in playouts, card plays a deal,
// and how many deals the limit left undecided.
//
//	without          median      p99   card plays  undecided
//	nothing              24    11585          3057          5
//	dead-table           25    13418          4243          7
//	relative-ranks       24    11295          3285          5
//	equal-cards          25     8462          3422          5
//	ways                 22     9874          3059          5
//	fewest-tricks        29    12424          5903          6
//	joint-needs          22     9577          3464          5
//	sweeps               24    11696          3090          5
//	own-cards            22     9370          3337          5
//	leads                24     8067          3122          5
//	old-forest           22     8538          3103          5
//	bans                 23    10144          3284          5
//	in-trick             29    10088          4060          5
//	ducking              23     9064          3200          5
//	order                29     9837          4028          6
//	restarts             23    29498          7143         16
//	learning             23    22036          4177         10
//
// The limit hides what the parts are worth to the hardest deals. Times change by a fifth
// from run to run, the p99 more; card plays and undecided deals do not change. Most deals
// can be won, and there a win is found about as soon without the table, the ranks or equal
// cards; they are for what is lost. Restarts are worth most, since they are what gives the
// formula its turns, too. Some parts are for few deals: that a seat cannot sweep nearly
// all tricks refutes c182p3s76 of chapter 18 at once, which took 3.9 million card plays
// and steps before; and what trick goals still allow together with the tricks that cards
// need saves a seventh of all card plays in chapter 16, where Galadriel plays
// (joint-needs). A problem for each way saves a sixth of them there and, since there is
// the formula, costs a seventh in chapters 5 and 6 (ways). That the lead must come to
// those who have to win is for the last tricks: with two to four of them left it refutes
// every second position in chapter 12 that the bounds before it leave (leads). It saves an
// eighth of the card plays of a typical deal and few of the hardest ones, so the mean does
// not show it.
//
// Before there was the formula the bounds were worth more: without cards that must win
// their own tricks half as many card plays again, without the Old Forest's part a tenth
// more, one way to win c05p3s14 taking 4.9 million card plays to refute in place of
// 160,000. Now a deal that one search takes long for is decided by the other. With the
// formula switched off the deals c16p4s45 and c181p2s1, as "fellowship bench" deals them,
// stay undecided at 100 million card plays; with it they take 1.7 million and 44,000.
//
// # What did not pay
//
//   - To be a problem for each card that a seat can do without, of a set of which it
//     needs all but one: 1.5 times the nodes. The least over those cards of the tricks
//     that the others need: no fewer nodes.
//   - Ten attempts and then one search without chance: a fifth more nodes than
//     attempts to the end. Weights of the order drawn anew for each attempt: the same.
//   - To note which goals a proof of loss rests on, and to remember the position
//     without the others, whose cards are then alike and whose progress is left out:
//     between 20 % fewer nodes and as many, at a quarter more time for each. Positions
//     that differ only in what does not matter are rarer than one would think.
//   - For a seat that may win few tricks: can it lose its cards at all, suit after
//     suit, to higher ones of those who may win? 1 % fewer nodes.
//   - For a seat that needs cards of many sets (Gandalf in chapter 12): a flow from
//     hands to sets in place of a sum. A fifth fewer nodes there, no less time. How many
//     of them each hand can bring at most: no fewer nodes.
//   - Against the Old Forest, that a trick has to be won by a seat that needs it once too
//     few are left for all that is needed: 5 % fewer nodes, no less time.
//   - In the key, of cards that somebody must win the most of, only by how many that seat
//     is ahead, as far as it can be caught: 5 % fewer nodes of lost deals in chapter 10.
//   - To take a goal for the most cards apart by how many that are: twice the nodes. To share
//     out the tricks and all cards that goals count among the seats, each narrowing the
//     others until nothing changes: it refutes two of five positions of lost deals in
//     chapter 10 that are left with four tricks to go, but those that are refuted soon
//     anyhow. A seventh fewer nodes there, more time. That of those who can be named to lead
//     (Bilbo Baggins) only the trick's winner need be tried: a seventh fewer nodes for the
//     search card by card, none for both together.
//   - To let a position be lost, too, where its goals have come no further than in one
//     that is lost, though its key is another: 3 to 6 % fewer nodes.
//   - That hands which win no trick are rid of cards nobody beats, in suits that are led
//     often enough: nothing. That a seat which needs all of a suit must win tricks in suits
//     the others are void in: 5 % fewer nodes for lost deals of three seats, elsewhere none.
//   - To tell the formula which cards cannot be led first as soon as the search has shown
//     it: 5 to 9 % fewer nodes; to have it begin with those that the search tries last: 12 %.
//     Of literals that the formula has settled by the time it is half done, there are too
//     few to be of use to the search.
//   - To put in order the tricks that one seat leads and wins one after another: 12 %
//     more steps. Clauses of three literals watched by all of them: no less time. Trying
//     each literal first: a twentieth fewer steps, which cost ten times that. Learning linear
//     conditions in place of clauses (cutting planes, measured with another solver): as many
//     contradictions for deals of a few thousand.
//   - To try first again what the deepest attempt so far played: up to twice as many
//     nodes until a win is found. Long suits led, discards from long suits: 1 % fewer.
//   - For a seat that wins all the rest: the lowest of the cards that win. For a card
//     that can only be discarded to the seat that needs it: its holder is out of
//     another suit first. That a suit cannot be led before its only card of a seat that
//     has to win it, so that others can only discard theirs. Nothing to speak of.
//   - In the formula: all cards with a literal for "played before this trick" (20 % more
//     steps), the highest card of a trick in order encoding (7 % more), each seat's tricks
//     counted in unary with their sum, a seat's cards of one hand against its tricks, equal
//     cards with own cards between: nothing. As many tricks led in a suit at most as
//     somebody has cards of it: 3 % fewer steps of lost deals. Restarts by the levels of
//     learned clauses, other decays, more or fewer clauses kept, the best signs so far
//     tried again: nothing.
//
// Every answer depends on counted nodes only, never on time: the same position
// gives the same verdict, line and node count on any machine.
package solver
