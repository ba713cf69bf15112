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
		if i >= g.stages {
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
		places["table"] = g.state.Table
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
