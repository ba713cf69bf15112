package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// The gift Sting (L5): its owner may exchange once, before any trick, with the lost card or with the
// player who took it.

// sting is the exchange that the gift Sting allows.
type sting struct{ game *Game }

// owner returns the seat that has Sting and may still use it, NoSeat for none. Whether there is
// a card to exchange with is not checked.
func (st sting) owner() tricks.Seat {
	g := st.game
	return g.seats.find(func(s tricks.Seat) bool {
		return g.seats[s].hasEffect(characters.ExchangeInPlay) && !st.isUsed() && !g.seats[s].isExchangeBanned()
	})
}

// isUsed reports whether the one use of Sting is spent.
func (st sting) isUsed() bool { return st.game.progress.SwappedAt >= 0 }

// sides returns the two sides that may still exchange during play ([State.SwapFrom] and
// [State.SwapTo]). The exchange need not be possible before the current trick.
func (st sting) sides() (owner, target tricks.Seat) {
	g := st.game
	owner = st.owner()
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

// check refuses a position in which a seat that can take part in Sting's exchange has tucked a card
// away. No round leads to such a position: only Shadowfax tucks a card away, and he has no Sting and
// takes no lost card (K).
func (st sting) check() error {
	owner, target := st.sides()
	for s := range tricks.Seat(len(st.game.seats)) {
		if target != tricks.NoSeat && st.game.seats[s].tucked != 0 && (s == owner || s == target) {
			return ruleError("K",
				"seat %d has tucked a card away, but has Sting or took the lost card: no seat can do both", s)
		}
	}
	return nil
}

// mayUseLater reports whether Sting can still be used, before this trick or a later one.
func (st sting) mayUseLater() bool {
	g := st.game
	beforeThisTrick := g.state.Led == tricks.NoSuit && !g.progress.Asked[Swap]
	beforeLaterTrick := int(g.state.Number)+1 < g.table.Tricks()
	return !g.IsOver() && st.owner() != tricks.NoSeat && (beforeThisTrick || beforeLaterTrick)
}

// asked returns the seat that is asked before this trick whether it uses Sting, NoSeat for none. A seat
// is not asked if there is nothing to exchange with, or if it may not pass on any of its cards (S6).
func (st sting) asked() tricks.Seat {
	s := st.owner()
	if s == tricks.NoSeat || len(st.targets(s)) == 0 {
		return tricks.NoSeat
	}
	spare := st.inHand(s)
	if c := st.game.seats[s].Character; c != nil {
		spare &^= c.MayNotPass
	}
	if spare == 0 {
		return tricks.NoSeat
	}
	return s
}

// isRefusal reports whether a decision declines to use Sting before a trick. Such a decision is legal
// even if the owner of Sting is not asked, because records of earlier versions of the program have it.
func (st sting) isRefusal(d Decision) bool {
	g := st.game
	isBeforeTrick := g.stage == StagePlay && g.state.Led == tricks.NoSuit
	isOpen := !g.progress.Asked[Swap] && len(g.progress.Transfers) == 0
	return d.Kind == Swap && d.Target == tricks.NoSeat && d.Seat == st.owner() && isBeforeTrick && isOpen
}

// transfer returns the transfer of the card that is on its way during play (Sting), nil for none.
func (st sting) transfer() *Transfer {
	g := st.game
	if g.stage == StagePlay && len(g.progress.Transfers) > 0 {
		return &g.progress.Transfers[0]
	}
	return nil
}

// targets lists what a seat can exchange with before this trick: the lost card, or the seat that took
// it.
func (st sting) targets(s tricks.Seat) []tricks.Seat {
	g := st.game
	if len(g.lost) > 0 {
		return []tricks.Seat{LostCard}
	}
	taker := g.progress.TookLost
	if taker == tricks.NoSeat || taker == s || g.seats[taker].isExchangeBanned() || st.inHand(taker) == 0 {
		return nil
	}
	return []tricks.Seat{taker}
}

// inHand returns the cards that a seat can exchange during play.
func (st sting) inHand(s tricks.Seat) tricks.Set { return st.game.table.Spare(&st.game.state, s) }

func swapCandidates(g *Game, d Decision, out []Decision) []Decision {
	gift := sting{g}
	return append(appendPasses(d, gift.targets(d.Seat), gift.inHand(d.Seat), out), d)
}

func swapLegal(g *Game, d Decision) error {
	if d.Target == tricks.NoSeat {
		return nil
	}
	gift := sting{g}
	if !slices.Contains(gift.targets(d.Seat), d.Target) {
		return ruleError("L5", "seat %d cannot exchange with that", d.Seat)
	}
	return g.seats[d.Seat].mayHandOver(d.Seat, d.Card, gift.inHand(d.Seat))
}

func applySwap(g *Game, d Decision) {
	if d.Target == tricks.NoSeat {
		return
	}
	g.progress.SwappedAt = int(g.state.Number)
	if d.Target == LostCard {
		in := g.lost[0]
		sting{g}.replace(d.Seat, d.Card, in)
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
func (st sting) returnable(s tricks.Seat) tricks.Set {
	g := st.game
	return st.inHand(s) | transfers{g}.passedCard().Bit()
}

// finish ends Sting's exchange: the cards change hands.
func (st sting) finish(d Decision) {
	g := st.game
	t := g.progress.Transfers[0]
	g.progress.Transfers = nil
	g.logEvent(Event{Kind: Returned, Seat: t.Receiver, Target: t.Giver, Card: d.Card})
	if d.Card != t.Card {
		st.replace(t.Receiver, d.Card, t.Card)
		st.replace(t.Giver, t.Card, d.Card)
	}
}

// replace puts the card in into the place of the card out in a seat's hand, during play.
func (st sting) replace(s tricks.Seat, out, in tricks.Card) {
	g := st.game
	g.table = g.table.Exchanged(s, out, in)
	g.state.Held[s] = g.state.Held[s]&^out.Bit() | in.Bit()
	g.table.OpenHands(&g.state)
	if g.seats[s].isPyramid() {
		g.seats[s].pyramid = g.seats[s].pyramid.Replaced(map[tricks.Card]tricks.Card{out: in})
	}
}
