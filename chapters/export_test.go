package chapters

import "fellowship/tricks"

// Course is what of the view is not exported.
func (v *View) Course() any { return v.course }

// Places lists where the cards of a round are: each set is a place, and no card
// may be in two of them. All is every card there should be.
func (g *Game) Places() (places map[string]tricks.Set, all tricks.Set) {
	places = map[string]tricks.Set{"lost": tricks.SetOf(g.lost...)}
	layout, _ := g.chapter.Layout(g.Players())
	all = layout.Deck
	for i, stage := range g.start.Staged {
		if i >= g.portions {
			for _, cards := range stage {
				places["staged"] |= cards
			}
			places["staged"] |= tricks.SetOf(g.start.Lost...)
		}
	}
	took := 0
	for _, e := range g.events {
		if e.Kind == TookSide {
			took = e.Number
		}
	}
	for name, cards := range g.start.Sides {
		switch name {
		case Barrow:
			places[name] = tricks.SetOf(cards[took:]...)
		case OldForest:
			places[name] = tricks.SetOf(cards...)
			all |= g.chapter.Side.Cards
		}
	}
	if g.stage == StagePlay {
		places["table"] = g.state.Trick
		for s := range g.seats {
			places[tricks.Seat(s).String()] = g.state.Held[s] // with what it will draw (S10)
		}
		for _, t := range g.history {
			places["tricks"] |= t.Cards
		}
		return places, all
	}
	places["pile"] = tricks.SetOf(g.pile...)
	for s := range g.seats {
		places[tricks.Seat(s).String()] = g.seats[s].owned()
	}
	return places, all
}

// TrueLie is where the cards lie that a view of the game does not show.
func (g *Game) TrueLie(v *View) (lie Lie) {
	all := anyCard &^ v.Shown()
	put := func(sp Spot, cards tricks.Set) {
		lie[sp] |= cards & all
		all &^= cards
	}
	for i := range g.seats {
		s, at := tricks.Seat(i), &g.seats[i]
		held := at.owned()&^at.away | at.coming
		if g.stage == StagePlay {
			held = g.state.Held[s] &^ g.table.Undrawn(&g.state)
			if c := g.state.Card[s]; c != tricks.NoCard {
				put(SpotDown.At(s), c.Bit())
			}
		}
		for _, t := range g.transfers {
			switch {
			case t.card == tricks.NoCard:
			case g.stage == StagePlay && t.from == s:
				held &^= t.card.Bit()
			case g.stage == StagePlay && t.to == s, t.delivered && t.to == s && at.coming.Has(t.card):
				if g.Decides(t.from) != v.Player {
					put(SpotCame.At(s), t.card.Bit())
				}
				held |= t.card.Bit()
			case !t.delivered && t.from == s:
				put(SpotAway.At(s), t.card.Bit())
			}
			if t.back != tricks.NoCard && t.to == s {
				put(SpotAway.At(s), t.back.Bit())
			}
		}
		if g.stage != StagePlay || g.state.Tucked != tricks.NoCard {
			put(SpotTucked.At(s), at.tucked&held)
		}
		put(SpotLast.At(s), at.last&held)
		put(SpotFirst.At(s), at.first&held)
		put(SpotHand.At(s), held)
	}
	if g.chapter != nil {
		l, _ := g.chapter.Layout(g.Players())
		put(SpotElsewhere, l.Deck)
	}
	return lie
}

// CompiledGoals are the goals as they were compiled for the game, and anew as they are if
// nothing is kept from other games.
func (g *Game) CompiledGoals() (goals, anew any, err error) {
	fresh := g.Clone()
	fresh.compiled = nil
	err = fresh.compileGoals()
	return g.goals, fresh.goals, err
}
