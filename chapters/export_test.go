package chapters

import (
	"fmt"
	"math/rand/v2"

	"fellowship/characters/strictyaml"
	"fellowship/tricks"
)

// Unseen says where each card lies that a view does not show.
type Unseen = placement

// RulesOut returns what in a layout contradicts the player's knowledge, "" if nothing does.
func (w *Worlds) RulesOut(where *Unseen) string {
	for s := range tricks.Seat(len(w.view.Seats)) {
		// These three places are counted as one: a card that came may be the card that goes back, and a
		// tucked card may be in the hand again.
		hand := [...]place{placeHand.atSeat(s), placeComing.atSeat(s), placeBack.atSeat(s)}
		cards := 0
		room := 0
		may := uint64(0)
		for _, p := range hand {
			cards += where[p].Len()
			room += w.room[p]
			may |= 1 << p
		}
		if cards != room {
			return fmt.Sprintf("seat %d has %d cards in the hand, not %d", s, cards, room)
		}
		for p := place(s); p < placeElsewhere; p += tricks.MaxSeats {
			at := uint64(1) << p
			if may&at != 0 {
				at = may
			} else if where[p].Len() != w.room[p] {
				return fmt.Sprintf("%d cards lie at place %d, not %d", where[p].Len(), p, w.room[p])
			}
			for _, c := range where[p].Cards() {
				if w.places[c]&at == 0 {
					return fmt.Sprintf("%s lies at place %d", c, p)
				}
			}
		}
	}
	return ""
}

// Build makes the game in which the unseen cards lie as where says.
func (w *Worlds) Build(where *Unseen, src rand.Source) (*Game, bool) {
	g := &Game{}
	w.placement = *where
	return g, w.build(g, src)
}

// Places returns the cards at each place of a round. No card may be at two places. All is the set of all
// cards that there should be.
func (g *Game) Places() (places map[string]tricks.Set, all tricks.Set) {
	places = map[string]tricks.Set{"lost": tricks.SetOf(g.lost...)}
	layout, _ := g.chapter.Layout(g.start.Players)
	all = layout.Deck
	for i, stage := range g.start.Staged {
		if i >= g.progress.Batches {
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

// TrueUnseen returns where the cards really lie that a view of the game does not show.
func (g *Game) TrueUnseen(v *View) (where Unseen) {
	all := ^tricks.Set(0) &^ v.shown()
	put := func(place place, cards tricks.Set) {
		where[place] |= cards & all
		all &^= cards
	}
	for i := range g.seats {
		s := tricks.Seat(i)
		at := &g.seats[i]
		held := at.owned()&^at.away | at.coming
		if g.stage == StagePlay {
			held = g.state.Held[s] &^ g.table.Undrawn(&g.state)
			if c := g.state.Card[s]; c != tricks.NoCard {
				put(placeFaceDown.atSeat(s), c.Bit())
			}
		}
		for _, t := range g.progress.Transfers {
			switch {
			case t.Card == tricks.NoCard:
			case g.stage == StagePlay && t.Giver == s:
				held &^= t.Card.Bit()
			case g.stage == StagePlay && t.Receiver == s, t.Delivered && t.Receiver == s && at.coming.Contains(t.Card):
				if g.deciderOf(t.Giver) != v.Player {
					put(placeComing.atSeat(s), t.Card.Bit())
				}
				held |= t.Card.Bit()
			case !t.Delivered && t.Giver == s:
				put(placeAway.atSeat(s), t.Card.Bit())
			}
			if t.Back != tricks.NoCard && t.Receiver == s {
				put(placeAway.atSeat(s), t.Back.Bit())
			}
		}
		if g.stage != StagePlay || g.state.Tucked != tricks.NoCard {
			put(placeTucked.atSeat(s), at.tucked&held)
		}
		put(placeLast.atSeat(s), at.last&held)
		put(placeFirst.atSeat(s), at.first&held)
		put(placeHand.atSeat(s), held)
	}
	if g.chapter != nil {
		l, _ := g.chapter.Layout(g.start.Players)
		put(placeElsewhere, l.Deck)
	}
	return where
}

// CompiledGoals returns the goals that the game has, and the same goals compiled again without a cache.
func (g *Game) CompiledGoals() (goals, anew any, err error) {
	fresh := g.Clone()
	fresh.count.cache = nil
	err = judge{fresh}.compile()
	return g.count.goals, fresh.count.goals, err
}

// ParseDecision reads what [Decision.String] writes for a kind.
var ParseDecision = parseDecision

// ParseChapter reads one chapter's file.
func (l *Library) ParseChapter(file string, data []byte) (*Chapter, error) {
	return l.parseChapter(&strictyaml.File{Name: file, Data: data})
}

// NumEvents is the number of kinds of events.
const NumEvents = numEvents

// MostRecord is the largest size of a record in bytes.
const MostRecord = mostRecord

// SlowWhereabouts returns where the unseen cards can be, as [View.Whereabouts] does, from all ways to put them at
// places one after the other, as many at each place as lie there. It also returns how many ways agree with what is
// known.
func (v *View) SlowWhereabouts() (out Whereabouts, ways int) {
	w := v.Worlds()
	out.Unseen = tricks.SetOf(w.unseen...)
	var where Unseen
	var put func(n int)
	put = func(n int) {
		if n < len(w.unseen) {
			for p := range numPlaces {
				if where[p].Len() < w.room[p] {
					where[p] |= w.unseen[n].Bit()
					put(n + 1)
					where[p] &^= w.unseen[n].Bit()
				}
			}
			return
		}
		if !w.agrees(&where) {
			return
		}
		ways++
		out.Elsewhere |= where[placeElsewhere]
		for s := range tricks.Seat(len(v.Seats)) {
			out.Possible[s] |= where.atSeat(s)
		}
	}
	put(0)
	for s := range out.Certain {
		out.Certain[s] = out.Possible[s] &^ out.Elsewhere
		for other := range out.Possible {
			if other != s {
				out.Certain[s] &^= out.Possible[other]
			}
		}
	}
	return out, ways
}

// agrees reports whether a layout agrees with what the makers of games know: each card can lie at its place, no
// seat has more cards that came to it unseen than could come, and each hand fits its announcement.
func (w *Worlds) agrees(where *Unseen) bool {
	v := w.view
	for p := range numPlaces {
		for _, c := range where[p].Cards() {
			may := w.places[c]>>p&1 != 0
			if s := p.seat(); s != tricks.NoSeat && (p == placeHand.atSeat(s) || p == placeComing.atSeat(s)) {
				// A card that has come may be the one that goes back, and then another one is in its place.
				may = w.places[c]>>placeHand.atSeat(s)&1 != 0 || w.places[c]>>placeComing.atSeat(s)&1 != 0
			}
			if !may {
				return false
			}
		}
	}
	w.placement = *where
	for s := range tricks.Seat(len(v.Seats)) {
		if v.keptAnnounced(s) && w.announcedMisfit(s) > 0 {
			return false
		}
		// Cards that the seat has shown came to it as well.
		came := where.atSeat(s) | v.Seats[s].Open
		for _, e := range v.Log {
			if e.Kind == Played && e.Seat == s && e.Card.Valid() {
				came |= e.Card.Bit()
			}
		}
		if (came &^ w.traced[s]).Len() > w.unseenMoves[s] {
			return false
		}
	}
	return w.isReachable()
}

// AtSeat returns the cards at all places of a seat.
func AtSeat(where *Unseen, s tricks.Seat) tricks.Set { return where.atSeat(s) }

// LooseWhereabouts returns where the unseen cards can be, each by itself.
func (v *View) LooseWhereabouts() Whereabouts {
	k := v.newKnowledge()
	return k.whereabouts(&k.places)
}
