package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// The gift Sting (L5): its owner may exchange once, before any trick, with the lost card or with the
// player who took it.

// stingOwner returns the seat that has Sting and may still use it, NoSeat for none. Whether there is
// a card to exchange with is not checked.
func (g *Game) stingOwner() tricks.Seat {
	return g.seats.find(func(s tricks.Seat) bool {
		return g.seats[s].hasEffect(characters.ExchangeInPlay) && !g.stingUsed() && !g.seats[s].isExchangeBanned()
	})
}

// stingUsed reports whether the one use of Sting is spent.
func (g *Game) stingUsed() bool { return g.progress.SwappedAt >= 0 }

// swappers returns the two sides that may still exchange during play ([State.SwapFrom] and
// [State.SwapTo]). The exchange need not be possible before the current trick.
func (g *Game) swappers() (owner, target tricks.Seat) {
	owner = g.stingOwner()
	switch taker := g.progress.TookLost; {
	case g.IsOver():
		return tricks.NoSeat, tricks.NoSeat
	case g.stage != StagePlay || owner == tricks.NoSeat:
		return owner, tricks.NoSeat
	case len(g.lost) > 0:
		return owner, LostCard
	case taker == tricks.NoSeat || taker == owner || g.seats[taker].isExchangeBanned():
		return owner, tricks.NoSeat
	default:
		return owner, taker
	}
}

// checkSting refuses a position in which a seat that can take part in Sting's exchange has tucked a card
// away. No round leads to such a position: only Shadowfax tucks a card away, and he has no Sting and
// takes no lost card (K).
func (g *Game) checkSting() error {
	owner, target := g.swappers()
	for s := range tricks.Seat(len(g.seats)) {
		if target != tricks.NoSeat && g.seats[s].tucked != 0 && (s == owner || s == target) {
			return ruleError("K",
				"seat %d has tucked a card away, but has Sting or took the lost card: nobody does both", s)
		}
	}
	return nil
}

// maySwapLater reports whether Sting can still be used, before this trick or a later one.
func (g *Game) maySwapLater() bool {
	beforeThisTrick := g.state.Led == tricks.NoSuit && !g.progress.Asked[Swap]
	beforeLaterTrick := int(g.state.Number)+1 < g.table.Tricks()
	return !g.IsOver() && g.stingOwner() != tricks.NoSeat && (beforeThisTrick || beforeLaterTrick)
}

// swapper returns the seat that is asked before this trick whether it uses Sting, NoSeat for none. A seat
// is not asked if there is nothing to exchange with, or if it may not pass on any of its cards (S6).
func (g *Game) swapper() tricks.Seat {
	s := g.stingOwner()
	if s == tricks.NoSeat || len(g.swapTargets(s)) == 0 {
		return tricks.NoSeat
	}
	spare := g.inHand(s)
	if c := g.seats[s].Character; c != nil {
		spare &^= c.MayNotPass
	}
	if spare == 0 {
		return tricks.NoSeat
	}
	return s
}

// isStingRefusal reports whether a decision declines to use Sting before a trick. Such a decision is legal
// even if the owner of Sting is not asked, because records of earlier versions of the program have it.
func (g *Game) isStingRefusal(d Decision) bool {
	isBeforeTrick := g.stage == StagePlay && g.state.Led == tricks.NoSuit
	isOpen := !g.progress.Asked[Swap] && len(g.progress.Transfers) == 0
	return d.Kind == Swap && d.Target == tricks.NoSeat && d.Seat == g.stingOwner() && isBeforeTrick && isOpen
}

// swapTargets lists what a seat can exchange with before this trick: the lost card, or the seat that took
// it.
func (g *Game) swapTargets(s tricks.Seat) []tricks.Seat {
	if len(g.lost) > 0 {
		return []tricks.Seat{LostCard}
	}
	taker := g.progress.TookLost
	if taker == tricks.NoSeat || taker == s || g.seats[taker].isExchangeBanned() || g.inHand(taker) == 0 {
		return nil
	}
	return []tricks.Seat{taker}
}

// inHand returns the cards that a seat can exchange during play.
func (g *Game) inHand(s tricks.Seat) tricks.Set { return g.table.Spare(&g.state, s) }

func (g *Game) swapCandidates(d Decision, out []Decision) []Decision {
	return append(appendPasses(d, g.swapTargets(d.Seat), g.inHand(d.Seat), out), d)
}

func (g *Game) swapLegal(d Decision) error {
	if d.Target == tricks.NoSeat {
		return nil
	}
	if !slices.Contains(g.swapTargets(d.Seat), d.Target) {
		return ruleError("L5", "seat %d cannot exchange with that", d.Seat)
	}
	return g.seats[d.Seat].mayHandOver(d.Seat, d.Card, g.inHand(d.Seat))
}

func (g *Game) swap(d Decision) {
	if d.Target == tricks.NoSeat {
		return
	}
	g.progress.SwappedAt = int(g.state.Number)
	if d.Target == LostCard {
		in := g.lost[0]
		g.replaceInPlay(d.Seat, d.Card, in)
		g.lost[0] = d.Card
		g.logEvent(Event{Kind: TookLost, Seat: d.Seat, Card: in})
		g.logEvent(Event{Kind: SwappedLost, Seat: d.Seat, Card: d.Card})
		return
	}
	g.progress.Transfers = []Transfer{{
		Kind: Exchange, Giver: d.Seat, Receiver: d.Target, Card: d.Card,
		Back: tricks.NoCard,
	}}
	g.logEvent(Event{Kind: Passed, Seat: d.Seat, Target: d.Target, Card: d.Card})
}

// returnable returns the cards that a seat may return for the card that was passed to it, with that card.
func (g *Game) returnable(s tricks.Seat) tricks.Set { return g.inHand(s) | g.passedCard().Bit() }

// returnSwap ends Sting's exchange: the cards change hands.
func (g *Game) returnSwap(d Decision) {
	t := g.progress.Transfers[0]
	g.progress.Transfers = nil
	g.logEvent(Event{Kind: Returned, Seat: t.Receiver, Target: t.Giver, Card: d.Card})
	if d.Card != t.Card {
		g.replaceInPlay(t.Receiver, d.Card, t.Card)
		g.replaceInPlay(t.Giver, t.Card, d.Card)
	}
}

// replaceInPlay puts the card in into the place of the card out in a seat's hand, during play.
func (g *Game) replaceInPlay(s tricks.Seat, out, in tricks.Card) {
	g.table = g.table.Exchanged(s, out, in)
	g.state.Held[s] = g.state.Held[s]&^out.Bit() | in.Bit()
	g.table.OpenHands(&g.state)
	if g.seats[s].isPyramid() {
		g.seats[s].pyramid = g.seats[s].pyramid.Replaced(map[tricks.Card]tricks.Card{out: in})
	}
}
