package chapters

import (
	"math/rand/v2"

	"fellowship/tricks"
)

// Knowledge is what of the view is not exported.
func (v *View) Knowledge() any { return v.knowledge }

// New is [Builder.Build] in memory of its own.
func (b *Builder) New(where *Unseen, src rand.Source) (*Game, error) {
	g := &Game{}
	return g, b.Build(g, where, src)
}

// Places lists where the cards of a round are: each set is a place, and no card
// may be in two of them. All is every card there should be.
func (g *Game) Places() (places map[string]tricks.Set, all tricks.Set) {
	places = map[string]tricks.Set{"lost": tricks.SetOf(g.lost...)}
	layout, _ := g.chapter.Layout(g.Players())
	all = layout.Deck
	for i, stage := range g.start.Staged {
		if i >= g.batches {
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
		case "barrow":
			places[name] = tricks.SetOf(cards[took:]...)
		case "oldforest":
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

// TrueUnseen is where the cards lie that a view of the game does not show.
func (g *Game) TrueUnseen(v *View) (where Unseen) {
	all := anyCard &^ v.Shown()
	put := func(place Place, cards tricks.Set) {
		where[place] |= cards & all
		all &^= cards
	}
	for i := range g.seats {
		s, at := tricks.Seat(i), &g.seats[i]
		held := at.owned()&^at.away | at.coming
		if g.stage == StagePlay {
			held = g.state.Held[s] &^ g.table.Undrawn(&g.state)
			if c := g.state.Card[s]; c != tricks.NoCard {
				put(PlaceDown.At(s), c.Bit())
			}
		}
		for _, t := range g.transfers {
			switch {
			case t.card == tricks.NoCard:
			case g.stage == StagePlay && t.from == s:
				held &^= t.card.Bit()
			case g.stage == StagePlay && t.to == s, t.delivered && t.to == s && at.coming.Has(t.card):
				if g.Decides(t.from) != v.Player {
					put(PlaceCame.At(s), t.card.Bit())
				}
				held |= t.card.Bit()
			case !t.delivered && t.from == s:
				put(PlaceAway.At(s), t.card.Bit())
			}
			if t.back != tricks.NoCard && t.to == s {
				put(PlaceAway.At(s), t.back.Bit())
			}
		}
		if g.stage != StagePlay || g.state.Tucked != tricks.NoCard {
			put(placeTucked.At(s), at.tucked&held)
		}
		put(placeLast.At(s), at.last&held)
		put(placeFirst.At(s), at.first&held)
		put(PlaceHand.At(s), held)
	}
	if g.chapter != nil {
		l, _ := g.chapter.Layout(g.Players())
		put(PlaceElsewhere, l.Deck)
	}
	return where
}

// CompiledGoals are the goals as they were compiled for the game, and anew as they are if
// nothing is kept from other games.
func (g *Game) CompiledGoals() (goals, anew any, err error) {
	fresh := g.Clone()
	fresh.compiled = nil
	err = fresh.compileGoals()
	return g.goals, fresh.goals, err
}
