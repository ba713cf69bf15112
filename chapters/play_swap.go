package chapters

import (
	"fellowship/characters"
	"fellowship/tricks"
)

// Sting (L5): once, before any trick, its owner may exchange with the lost card,
// or with the player who took it.

// stingOwner is the seat that can still use it, as far as that depends on the
// seat alone; NoSeat if none can.
func (g *Game) stingOwner() tricks.Seat {
	for s := range tricks.Seat(len(g.seats)) {
		if g.seats[s].has(characters.ExchangeInPlay) && !g.swapped && !g.exchangeBanned(s) {
			return s
		}
	}
	return tricks.NoSeat
}

// MaySwap reports whether somebody may still exchange during play, or may come
// to (Sting).
func (g *Game) MaySwap() bool {
	gift := g.lib.Gifts[g.start.Gift]
	if g.stage == StageDraft {
		return gift != nil && gift.Effect == characters.ExchangeInPlay
	}
	return !g.Over() && g.stingOwner() != tricks.NoSeat
}

// Swappers returns who may still exchange during play, and with whom or, if to is
// [LostCard], what: ok is false when nobody may (Sting). Whether it can be done at
// once is another question.
func (g *Game) Swappers() (from, to tricks.Seat, ok bool) {
	s := g.stingOwner()
	switch t := g.takenBy; {
	case g.stage != StagePlay || g.Over() || s == tricks.NoSeat:
		return s, tricks.NoSeat, false
	case len(g.lost) > 0:
		return s, LostCard, true
	default:
		return s, t, t != tricks.NoSeat && t != s && !g.exchangeBanned(t)
	}
}

// checkSting refuses a position in which Sting's exchange could be one of a card that is
// tucked away: only Shadowfax does that, who has no Sting and takes no lost card, so no
// play of the game leads there (K).
func (g *Game) checkSting() error {
	from, to, ok := g.Swappers()
	for s := range tricks.Seat(len(g.seats)) {
		if ok && g.seats[s].tucked != 0 && (s == from || s == to) {
			return ruleError("K", "seat %d has tucked a card away, but has Sting or took the lost card: nobody does both", s)
		}
	}
	return nil
}

// maySwapLater reports whether it can still be used before a trick.
func (g *Game) maySwapLater() bool {
	now := g.state.Led == tricks.NoSuit && !g.asked[Swap]
	return g.MaySwap() && (now || int(g.state.Number)+1 < g.table.Tricks())
}

// sting is the seat that can use it before this trick, NoSeat if none can.
func (g *Game) sting() tricks.Seat {
	s := g.stingOwner()
	if s != tricks.NoSeat && len(g.swapTargets(s)) > 0 && g.inHand(s) != 0 {
		return s
	}
	return tricks.NoSeat
}

func (g *Game) swapTargets(s tricks.Seat) []tricks.Seat {
	var out []tricks.Seat
	if len(g.lost) > 0 {
		out = append(out, LostCard)
	}
	if t := g.takenBy; t != tricks.NoSeat && t != s && len(g.lost) == 0 && !g.exchangeBanned(t) && g.inHand(t) != 0 {
		out = append(out, t)
	}
	return out
}

// inHand is what a seat can exchange during play.
func (g *Game) inHand(s tricks.Seat) tricks.Set { return g.table.Spare(&g.state, s) }

func (g *Game) swapCandidates(blank Decision) []Decision {
	s := blank.Seat
	return append(g.passes(blank, g.swapTargets(s), g.inHand(s)), blank)
}

func (g *Game) swapLegal(d Decision) error {
	if d.To == tricks.NoSeat {
		return nil
	}
	for _, t := range g.swapTargets(d.Seat) {
		if t == d.To {
			return g.mayHandOver(d.Seat, d.Card, g.inHand(d.Seat))
		}
	}
	return ruleError("L5", "seat %d cannot exchange with that", d.Seat)
}

func (g *Game) mayHandOver(s tricks.Seat, c tricks.Card, hand tricks.Set) error {
	switch c2 := g.seats[s].character; {
	case !hand.Has(c):
		return ruleError("S6", "seat %d does not hold %s in hand", s, c)
	case c2 != nil && c2.MayNotPass.Has(c):
		return ruleError("S6", "%s may not pass on %s", c2.ID, c)
	}
	return nil
}

func (g *Game) swap(d Decision) error {
	g.asked[Swap] = true
	if d.To == tricks.NoSeat {
		return nil
	}
	g.swapped, g.swappedAt = true, int(g.state.Number)
	if d.To == LostCard {
		in := g.lost[0]
		g.hold(d.Seat, d.Card, in)
		g.lost[0] = d.Card
		g.log(Event{Kind: TookLost, Seat: d.Seat, Card: in, sees: everybody})
		g.log(Event{Kind: SwappedLost, Seat: d.Seat, Card: d.Card, sees: everybody})
		return nil
	}
	g.transfers = []transfer{{kind: Exchange, from: d.Seat, to: d.To, card: d.Card, back: tricks.NoCard}}
	g.log(Event{Kind: Passed, Seat: d.Seat, To: d.To, Card: d.Card, sees: d.Seat.Bit() | d.To.Bit()})
	return nil
}

// swapReturns lists what may come back.
func (g *Game) swapReturns(blank Decision) []Decision {
	t := g.transfers[0]
	return g.passes(blank, []tricks.Seat{t.from}, g.inHand(blank.Seat)|t.card.Bit())
}

func (g *Game) swapReturnLegal(d Decision) error {
	t := g.transfers[0]
	if d.To != t.from {
		return ruleError("S6", "the card goes to seat %d", t.from)
	}
	return g.mayHandOver(d.Seat, d.Card, g.inHand(d.Seat)|t.card.Bit())
}

func (g *Game) swapReturned(d Decision) {
	t := g.transfers[0]
	g.transfers = nil
	g.log(Event{Kind: Returned, Seat: t.to, To: t.from, Card: d.Card, sees: t.to.Bit() | t.from.Bit()})
	if d.Card != t.card {
		g.hold(t.to, d.Card, t.card)
		g.hold(t.from, t.card, d.Card)
	}
}

// hold puts a card where another was in a hand, during play.
func (g *Game) hold(s tricks.Seat, out, in tricks.Card) {
	g.table = g.table.Exchanged(s, out, in)
	g.state.Held[s] = g.state.Held[s]&^out.Bit() | in.Bit()
	g.table.OpenHands(&g.state)
	if g.seats[s].isPyramid() {
		g.seats[s].pyramid = g.seats[s].pyramid.Laid(map[tricks.Card]tricks.Card{out: in})
	}
}
