package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// Sting (L5): once, before any trick, its owner may exchange with the lost card,
// or with the player who took it.

// stingOwner is the seat that can still use it, as far as that depends on the seat alone. It
// is NoSeat if none can.
func (g *Game) stingOwner() tricks.Seat {
	return g.seatWhere(func(s tricks.Seat) bool {
		return g.seats[s].hasEffect(characters.ExchangeInPlay) && !g.stingUsed() && !g.exchangeBanned(s)
	})
}

// stingUsed reports whether its one use is spent.
func (g *Game) stingUsed() bool { return g.progress.SwappedAt >= 0 }

// swappers returns the two that may still exchange during play (Sting): see [State]. Whether it can
// be done at once is another question.
func (g *Game) swappers() (owner, target tricks.Seat) {
	s := g.stingOwner()
	switch t := g.progress.TookLost; {
	case g.IsOver():
		return tricks.NoSeat, tricks.NoSeat
	case g.stage != StagePlay || s == tricks.NoSeat:
		return s, tricks.NoSeat
	case len(g.lost) > 0:
		return s, LostCard
	case t == tricks.NoSeat || t == s || g.exchangeBanned(t):
		return s, tricks.NoSeat
	default:
		return s, t
	}
}

// checkSting refuses a position in which a seat that can take part in Sting's exchange has
// tucked a card away. Only Shadowfax does that, and he has no Sting and takes no lost card. So
// no round leads there (K).
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

// maySwapLater reports whether it can still be used before a trick.
func (g *Game) maySwapLater() bool {
	now := g.state.Led == tricks.NoSuit && !g.progress.Asked[Swap]
	return !g.IsOver() && g.stingOwner() != tricks.NoSeat && (now || int(g.state.Number)+1 < g.table.Tricks())
}

// sting is the seat that can use it before this trick, NoSeat if none can: a seat that holds
// nothing but what it may not pass on (S6) is not asked.
func (g *Game) sting() tricks.Seat {
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

// isStingRefusal reports whether a decision says before a trick that Sting waits. Records of earlier
// programs say so where its owner need not be asked.
func (g *Game) isStingRefusal(d Decision) bool {
	return d.Kind == Swap && d.Target == tricks.NoSeat && d.Seat == g.stingOwner() &&
		g.stage == StagePlay && g.state.Led == tricks.NoSuit && !g.progress.Asked[Swap] &&
		len(g.progress.Transfers) == 0
}

func (g *Game) swapTargets(s tricks.Seat) []tricks.Seat {
	var out []tricks.Seat
	if len(g.lost) > 0 {
		out = append(out, LostCard)
	}
	if t := g.progress.TookLost; t != tricks.NoSeat && t != s && len(g.lost) == 0 && !g.exchangeBanned(t) &&
		g.inHand(t) != 0 {
		out = append(out, t)
	}
	return out
}

// inHand holds the cards that a seat can exchange during play.
func (g *Game) inHand(s tricks.Seat) tricks.Set { return g.table.Spare(&g.state, s) }

func (g *Game) swapCandidates(d Decision, out []Decision) []Decision {
	return append(g.appendPasses(d, g.swapTargets(d.Seat), g.inHand(d.Seat), out), d)
}

func (g *Game) swapLegal(d Decision) error {
	if d.Target == tricks.NoSeat {
		return nil
	}
	if !slices.Contains(g.swapTargets(d.Seat), d.Target) {
		return ruleError("L5", "seat %d cannot exchange with that", d.Seat)
	}
	return g.mayHandOver(d.Seat, d.Card, g.inHand(d.Seat))
}

// mayHandOver checks a card that leaves a hand during play.
func (g *Game) mayHandOver(s tricks.Seat, card tricks.Card, hand tricks.Set) error {
	switch c := g.seats[s].Character; {
	case !hand.Contains(card):
		return ruleError("S6", "seat %d does not hold %s in hand", s, card)
	case c != nil && c.MayNotPass.Contains(card):
		return ruleError("S6", "%s may not pass on %s", c.ID, card)
	}
	return nil
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

// returnable holds the cards that may come back for the card on its way: that one, too.
func (g *Game) returnable(s tricks.Seat) tricks.Set { return g.inHand(s) | g.passedCard().Bit() }

func (g *Game) swapReturned(d Decision) {
	t := g.progress.Transfers[0]
	g.progress.Transfers = nil
	g.logEvent(Event{Kind: Returned, Seat: t.Receiver, Target: t.Giver, Card: d.Card})
	if d.Card != t.Card {
		g.replaceInPlay(t.Receiver, d.Card, t.Card)
		g.replaceInPlay(t.Giver, t.Card, d.Card)
	}
}

// replaceInPlay puts a card where another was in a hand, during play.
func (g *Game) replaceInPlay(s tricks.Seat, out, in tricks.Card) {
	g.table = g.table.Exchanged(s, out, in)
	g.state.Held[s] = g.state.Held[s]&^out.Bit() | in.Bit()
	g.table.OpenHands(&g.state)
	if g.seats[s].isPyramid() {
		g.seats[s].pyramid = g.seats[s].pyramid.Replaced(map[tricks.Card]tricks.Card{out: in})
	}
}
