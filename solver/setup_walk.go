package solver

import (
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// The walk through a setup has to come to every set of hands that the rules allow. It may leave a
// decision out only if another one leads to the same hands.
//
// All decisions but exchanges are tried as they are: threat numbers, gifts, cards put aside. Exchanges
// are counted. An exchange is real if another card comes back than the one that was passed, or none. The walk
// is repeated with exactly no real exchange, with one, with two, until there are no more to make. In a
// real exchange every card is tried, and every answer. So only exchanges that change nothing are left.
//
// Batches. The cards of a batch are on their way at the same time: a single exchange with its answer, all
// exchanges of one action (S6: Bill, Glorfindel), or all exchanges of the setup (C14: The Long Dark).
// A seat can use a card once in a batch: pass it on in one exchange or return it in another one.
//
// An exchange that changes nothing leaves the hands as they are, whichever card goes and comes
// back, and so does declining it. Which card it is matters in two ways only.
//
// 1. The card cannot be used elsewhere in the batch while it is on its way. Sam cannot lend Frodo
// H1 and pass H1 to Merry.
//
// 2. In solo the exchange is the only one of the round (S10), even if nothing changes. After it nobody can
// swap the lost card, so a threat number that the lost card makes impossible is drawn again (S8).
// Both are tried there, to decline and to exchange nothing ([chapters.Game.ExchangeSettlesLost]).
//
// So a card that nothing else in the batch uses can stand for every other such card. Call a card ordinary
// if no character in play is forbidden to pass it on (Frodo and R1, S6). Say a seat exchanges nothing,
// and real exchanges of the batch can still use n of its cards: one for each that waits for its answer,
// and one for each that may still be made. Then the walk tries the first n+1 ordinary cards, and every card
// that is not ordinary.
//
// Proof. Take any setup, and in a batch the first exchange in which a seat lends an ordinary card x and
// gets it back. Real exchanges of the batch use at most n of its first n+1 ordinary cards, so at least one of
// these is not used. Let y be the first card that is not used. Lend y in place of x. If y was lent in another
// exchange of the batch, lend x there in place of y. All partners may return ordinary cards, x and y are used nowhere else,
// and every seat has as many cards at hand as before. So all decisions stay legal. All hands are
// the same in the end. So are the places of a pyramid, for whoever gets his own card back keeps it in
// its place (S9). Go on with the next such exchange. The setup that comes out at the end is walked.
//
// The cards before y are all used by real exchanges. [intentions.needed] is the set of these cards. A walk in
// which one of them is not used is cut, because another walk comes to the same hands by lending that card. If x
// is not ordinary nothing is replaced, and so nothing is needed.
//
// It makes no difference which partner the card is lent to: it comes back, and every hand has as many cards as
// before.
// Declining is as good as exchanging nothing, but for point 2 and where it calls off other exchanges: a
// character that exchanges with several partners at the same time declines all of these together. There the
// walk goes both ways as long as real exchanges may still be made.
//
// All that holds as long as no hand runs out of cards. If one does, an exchange that is open is not answered, a gift is
// called off, and nothing is put aside (chapters.Game leaves out what cannot be done). Then it matters whether
// a card was lent, which one, and to whom. That takes a chapter of one's own whose exchanges all happen at the
// same time, with hands of a few cards, or with other actions that take cards from a hand meanwhile, for
// example a gift. There everything is tried, and no walk is cut ([everyLoan]).
//
// The walk is repeated with one more real exchange if it came to an exchange that it could not make real. No walk that
// lends nothing is cut, and every exchange is asked for as long as no hand runs out. So the walk whose first exchanges
// are the real ones comes to the next exchange, if there is one.
//
// For Sting, one real exchange more is counted than the setup makes. So more cards are tried than can be needed.

// intentions holds the decisions of a walk about the answers to the exchanges of a batch, which it makes when
// a card is passed on.
type intentions struct {
	// same is the cards that have been passed on and are to come back themselves.
	same tricks.Set
	// other is the cards that have been passed on and are to be answered with another card.
	other tricks.Set
	// needed is the cards that a real exchange of the batch has to use.
	needed tricks.Set
}

// intend returns the intentions after a card was passed on, to come back or to be exchanged for another one.
func (in intentions) intend(d chapters.Decision, same bool) intentions {
	if same {
		in.same |= d.Card.Bit()
		return in
	}
	in.needed &^= d.Card.Bit()
	if d.Target != chapters.LostCard {
		in.other |= d.Card.Bit()
	}
	return in
}

// settled returns the intentions after a card came back for the one that was passed on.
func (in intentions) settled(passed, back tricks.Card) intentions {
	if !in.same.Contains(passed) {
		in.needed &^= back.Bit()
	}
	return in
}

// answers returns the options that answer a card as intended. If the card was passed on before the search
// began, they are all options.
func (in intentions) answers(options []chapters.Decision, passed tricks.Card) []chapters.Decision {
	switch {
	case in.same.Contains(passed):
		return filter(options, func(d chapters.Decision) bool { return d.Card == passed })
	case in.other.Contains(passed):
		return filter(options, func(d chapters.Decision) bool { return d.Card != passed })
	}
	return options
}

// underway returns how many cards have been passed on in the current batch, and how many of them are open:
// not answered yet, and to be answered with another card.
func (in intentions) underway(g *chapters.Game) (cards, open int) {
	for _, t := range g.Transfers() {
		if t.Card == tricks.NoCard {
			continue
		}
		cards++
		if t.Kind == chapters.Exchange && t.Back == tricks.NoCard && !in.same.Contains(t.Card) {
			open++
		}
	}
	return cards, open
}

// walk goes through the setup decisions of a game with exactly as many real exchanges as the effort
// asks for, and calls found with the hands that they lead to. Made is how many real exchanges have been made
// already. walk returns true if the whole search has ended: won, or stopped by a limit.
func (t *setupSearch) walk(g *chapters.Game, made int, in intentions) bool {
	remaining := t.effort.exchanges - made
	underway, open := in.underway(g)
	if underway == 0 {
		if in.needed != 0 {
			return false // the batch has ended without using these cards
		}
		in = intentions{}
	}
	if in.needed.Len() > open+2*remaining {
		return false // an open exchange uses one more card, and one to come uses two
	}
	if g.Stage() == chapters.StagePlay {
		return t.found(g, made)
	}
	if t.opt.Excused == 0 && g.Hopeless() {
		return false
	}
	if t.countDecision() {
		return true
	}
	options := g.Options()
	switch g.Due().Kind {
	case chapters.Exchange:
		return t.exchangeNothing(g, options, made, in) || t.exchange(g, options, made, in)
	case chapters.Return:
		passed := g.State().Passed
		for _, d := range in.answers(options, passed) {
			if t.step(g, d, made, in.settled(passed, d.Card)) {
				return true
			}
		}
	default:
		for _, d := range options {
			if t.step(g, d, made, in) {
				return true
			}
		}
	}
	return false
}

// decisionsPerNode is how many setup decisions count as a node. Usually decisions lead to hands, which are counted
// themselves. But a walk can make millions of decisions and come to no hands: for example in the Mirror (C16) if
// Galadriel has to make a real exchange and the effort allows none.
const decisionsPerNode = 64

// countDecision counts a decision of the walk, and reports whether a limit ends the search.
func (t *setupSearch) countDecision() (ended bool) {
	t.decisions++
	if t.decisions%decisionsPerNode == 0 {
		t.result.Nodes++
	}
	if t.decisions%decisionsPerReport == 0 {
		t.report(0)
	}
	return t.limited()
}

// decisionsPerReport is after how many setup decisions the search reports how far it has come.
const decisionsPerReport = 1 << 14

// step makes a decision and walks on.
func (t *setupSearch) step(g *chapters.Game, d chapters.Decision, made int, in intentions) bool {
	next := g.Clone()
	mustApply(next, d)
	return t.walk(next, made, in)
}

// exchange walks on with every real exchange, if the effort has one left.
func (t *setupSearch) exchange(g *chapters.Game, options []chapters.Decision, made int, in intentions) bool {
	if made == t.effort.exchanges {
		t.deeper = true
		return false
	}
	for _, d := range options {
		if declines(d) {
			continue
		}
		if t.step(g, d, made+1, in.intend(d, false)) {
			return true
		}
	}
	return false
}

// exchangeNothing walks on without a real exchange: it declines the exchange that is due, or passes a card that
// is to come back itself. It tries as many cards as can make a difference.
func (t *setupSearch) exchangeNothing(g *chapters.Game, options []chapters.Decision, made int, in intentions) bool {
	remaining := t.effort.exchanges - made
	everything := everyLoan(g)
	if i := slices.IndexFunc(options, declines); i >= 0 {
		if t.step(g, options[i], made, in) {
			return true
		}
		if !everything && !g.ExchangeSettlesLost() && (remaining == 0 || !declinesSeveral(g)) {
			return false
		}
	}
	lendable := filter(options, func(d chapters.Decision) bool { return mayReturn(g, d) })
	if len(lendable) == 0 {
		return false
	}
	if everything {
		for _, d := range lendable {
			if t.step(g, d, made, in.intend(d, true)) {
				return true
			}
		}
		return false
	}
	underway, used := in.underway(g)
	if choosesMore(g, lendable[0]) {
		used += remaining
	} else if underway == 0 {
		// This is the only exchange of its batch, so any card stands for all.
		return t.step(g, lendable[0], made, in.intend(lendable[0], true))
	}
	special := unpassable(g)
	var tried, ordinary tricks.Set
	for _, d := range lendable {
		isOrdinary := !special.Contains(d.Card)
		if tried.Contains(d.Card) || isOrdinary && ordinary.Len() > used {
			continue
		}
		lent := in.intend(d, true)
		if isOrdinary {
			lent.needed |= ordinary
		}
		tried |= d.Card.Bit()
		if isOrdinary {
			ordinary |= d.Card.Bit()
		}
		if t.step(g, d, made, lent) {
			return true
		}
	}
	return false
}

// declines reports whether a decision on an exchange is not to exchange.
func declines(d chapters.Decision) bool { return d.Target == tricks.NoSeat }

// declinesSeveral reports whether to decline the exchange that is due calls off others as well: those that
// the same seat would make at the same time (S6).
func declinesSeveral(g *chapters.Game) bool {
	seat := g.Due().Seat
	waiting := 0
	for _, t := range g.Transfers() {
		if t.Giver == seat && t.Card == tricks.NoCard {
			waiting++
		}
	}
	return waiting > 1
}

// choosesMore reports whether cards of the same batch are still to be chosen after a decision.
func choosesMore(g *chapters.Game, d chapters.Decision) bool {
	next := g.Clone()
	mustApply(next, d)
	return next.Due().Kind != chapters.Return
}

// mayReturn reports whether a card that is passed to another seat may come back: Frodo could not
// return R1 (S6).
func mayReturn(g *chapters.Game, d chapters.Decision) bool {
	return d.Target >= 0 && !g.Character(d.Target).MayNotPass.Contains(d.Card)
}

// unpassable returns the cards that some character in play may not pass on (S6).
func unpassable(g *chapters.Game) (cards tricks.Set) {
	for s := range tricks.Seat(g.Seats()) {
		cards |= g.Character(s).MayNotPass
	}
	return cards
}

// everyLoan reports whether exchanges that change nothing have to be tried with every card and every partner. That
// is so if all exchanges of the setup happen at the same time (C14), and a hand may run out of cards or other
// actions take cards from hands meanwhile.
func everyLoan(g *chapters.Game) bool {
	if !g.Chapter().ExchangesTogether || g.Start().Players == 1 {
		return false
	}
	for s := range tricks.Seat(g.Seats()) {
		leaving, otherActions := leavesHand(g, s)
		if otherActions || g.AtHand(s).Len() < leaving+spareCards {
			return true
		}
	}
	return false
}

// spareCards is how many more cards than leave it a hand needs, so that it never runs out: one that its character may
// not pass on (S6), and one more to pass on.
const spareCards = 2

// leavesHand returns how many cards a seat's own exchanges take from its hand at most before any is answered. The
// cards with which the seat answers are not counted: it has received a card for each answer, so answers never empty
// its hand. OtherActions reports whether other setup actions may take cards as well.
func leavesHand(g *chapters.Game, s tricks.Seat) (cards int, otherActions bool) {
	for _, a := range g.Character(s).Setup {
		switch a.Kind {
		case characters.Exchange:
			if a.Each {
				cards += g.Seats() - 1
			} else {
				cards++
			}
		case characters.GiveEach, characters.PassRight, characters.Tuck, characters.SetAside:
			otherActions = true
		default:
		}
	}
	return cards, otherActions
}

// filter returns the decisions for which holds returns true.
func filter(options []chapters.Decision, holds func(chapters.Decision) bool) []chapters.Decision {
	var list []chapters.Decision
	for _, d := range options {
		if holds(d) {
			list = append(list, d)
		}
	}
	return list
}
