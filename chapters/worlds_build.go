package chapters

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"fellowship/tricks"
)

// build makes the game in which the unseen cards lie as w.where says. It reports whether they fit.
func (w *Worlds) build(g *Game, src rand.Source) bool {
	w.game.events = nil
	w.game.progress.SetupLog = 0
	if w.Log {
		w.game.events = slices.Clip(w.view.Log)
		w.game.progress.SetupLog = w.view.Progress.SetupLog
	}
	w.game.CloneInto(g)
	g.progress.Drawn, g.progress.Rejected = slices.Clone(g.progress.Drawn), slices.Clone(g.progress.Rejected)
	f := builder{Worlds: w, g: g, src: src, rest: w.placement[placeElsewhere].Cards()}
	tricks.Shuffle(src, f.rest)
	if !f.chooseTransfers() {
		return false
	}
	for s := range g.seats {
		if !f.layOutSeat(tricks.Seat(s)) {
			return false
		}
	}
	if !f.layOutDecks() || g.stage == StagePlay && !f.resumePlay() || !f.drawThreats() {
		return false
	}
	return g.stage != StagePlay || f.setGoals()
}

// builder is a game being built.
type builder struct {
	*Worlds
	g   *Game
	src rand.Source
	// rest is the cards elsewhere that are not laid down yet.
	rest []tricks.Card
	// away is, for each seat, its own cards that are on their way to others. Came is the cards
	// of others that have come to it, and may still go back.
	away, coming [tricks.MaxSeats]tricks.Set
}

// chooseTransfers decides which cards are on their way. Say seat 1 (Bill) has passed H5 to seat 2,
// who has returned a card. Seat 3 sees neither. Then one unseen card of seat 2 is at
// placeAway, and one that came to it at placeCame. It reports whether there are enough.
func (f *builder) chooseTransfers() bool {
	var away, coming [tricks.MaxSeats][]tricks.Card
	for s := range tricks.Seat(tricks.MaxSeats) {
		away[s] = f.placement[placeAway.atSeat(s)].Cards()
		coming[s] = f.placement[placeComing.atSeat(s)].Cards()
		tricks.Shuffle(f.src, away[s])
	}
	ok := true
	choose := func(c *tricks.Card, source *[]tricks.Card) {
		if ok = ok && len(*source) > 0; ok {
			*c, *source = (*source)[0], (*source)[1:]
		}
	}
	list := f.g.progress.Transfers
	for i := range list { // what was given before an exchange is no card that came with it
		t := &list[i]
		if t.Card == tricks.Closed && !t.Delivered {
			brought := f.view.broughtTo(t.Giver)
			slices.SortStableFunc(away[t.Giver], func(a, b tricks.Card) int {
				return cmp.Compare(brought&a.Bit(), brought&b.Bit())
			})
			choose(&t.Card, &away[t.Giver])
			ok = ok && !brought.Contains(t.Card)
		}
	}
	for i := range list {
		t := &list[i]
		if t.Back == tricks.Closed {
			choose(&t.Back, &away[t.Receiver])
			coming[t.Receiver] = append(coming[t.Receiver], t.Back) // it may be the one that came
		}
	}
	for i := range list {
		t := &list[i]
		if t.Card == tricks.Closed {
			if len(coming[t.Receiver]) == 0 { // it lies open among others (K: Goldberry)
				coming[t.Receiver] = f.view.Seats[t.Receiver].Open.Cards()
				tricks.Shuffle(f.src, coming[t.Receiver])
			}
			choose(&t.Card, &coming[t.Receiver])
		}
		if t.Card != tricks.NoCard {
			f.away[t.Giver] |= t.Card.Bit()
		}
		if t.Delivered {
			f.coming[t.Receiver] |= t.Card.Bit()
		}
	}
	for i := range list {
		switch t := &list[i]; {
		case t.Back == tricks.NoCard:
		case f.coming[t.Receiver].Contains(t.Back):
			f.coming[t.Receiver] &^= t.Back.Bit()
		default:
			f.away[t.Receiver] |= t.Back.Bit()
		}
	}
	return ok
}

// layOutSeat lays a seat's cards out: in play as they lay when it began. It reports whether the
// cards fit.
func (f *builder) layOutSeat(s tricks.Seat) bool {
	v, g, seat := f.view, f.g, &f.g.seats[s]
	sv := &v.Seats[s]
	cardAt := func(p place, shown tricks.Card) tricks.Set {
		if shown.Valid() {
			return shown.Bit()
		}
		return f.placement[p.atSeat(s)]
	}
	seat.tucked = cardAt(placeTucked, sv.Tucked)
	seat.last = cardAt(placeLast, sv.Last)
	seat.first = cardAt(placeFirst, sv.First)
	aside := seat.tucked | seat.last | seat.first
	hidden := f.placement[placeHand.atSeat(s)] | f.placement[placeBack.atSeat(s)]
	seat.hand = (sv.Open|hidden)&^(aside|f.coming[s]) | f.away[s] | f.past[s]
	switch c := f.trickCard(s); {
	case !c.Valid():
	case v.Progress.KeptLast.Contains(s) && len(v.History) == v.Tricks-1:
		seat.last = c.Bit() // what else the seat held stays over (T10)
	default:
		seat.hand |= c.Bit()
	}
	if g.stage == StageSetup {
		seat.away = f.away[s]
		seat.coming = f.coming[s]
	}
	if sv.Rows == nil {
		return true
	}
	closed := hidden.Cards()
	away := f.away[s].Cards()
	tricks.Shuffle(f.src, closed)
	seat.pyramid = tricks.Pyramid{Rows: make([][]tricks.Card, len(sv.Rows))}
	for r, row := range sv.Laid {
		row = slices.Clone(row)
		for i, c := range row {
			source := &closed
			switch {
			case c == tricks.Leaving:
				source = &away
			case c != tricks.Closed:
				continue
			}
			if len(*source) == 0 {
				return false
			}
			row[i], *source = (*source)[0], (*source)[1:]
		}
		seat.pyramid.Rows[r] = row
	}
	seat.pyramid.Extra = seat.hand &^ seat.pyramid.Owned() // with closed cards for which there is no place
	if g.stage != StagePlay {
		seat.hand &= sv.Hand | f.away[s]
	}
	return true
}

// trickCard is the card of a seat in the trick, NoCard for none.
func (f *builder) trickCard(s tricks.Seat) tricks.Card {
	switch c := f.view.Card[s]; {
	case f.g.stage != StagePlay:
		return tricks.NoCard
	case c != tricks.Closed:
		return c
	case f.placement[placeFaceDown.atSeat(s)] == 0:
		return tricks.NoCard
	}
	return f.placement[placeFaceDown.atSeat(s)].First()
}

// anyCard is all cards there are.
const anyCard = ^tricks.Set(0)

// layOutDecks puts the cards elsewhere in order: the side deck, the pile, what is still to be
// dealt. It reports whether there are enough.
func (f *builder) layOutDecks() bool {
	g, v := f.g, f.view
	var side Side
	for _, side = range v.Sides {
		continue // of several, which no round from a deal has, the last one
	}
	ok := true
	take := func(n int, allowed tricks.Set) []tricks.Card {
		var out, remaining []tricks.Card
		for _, card := range f.rest {
			if len(out) < n && allowed.Contains(card) {
				out = append(out, card)
			} else {
				remaining = append(remaining, card)
			}
		}
		f.rest = remaining
		ok = ok && len(out) == n
		return out
	}
	switch {
	case side.Deck == nil:
	case side.Deck.IsTurnedUp():
		g.start.Sides = map[string][]tricks.Card{side.Deck.Name: f.sideDeckOrder(side.Remaining)}
	default:
		allowed := anyCard
		if g.chapter != nil && g.chapter.Side != nil {
			allowed = g.chapter.Side.Cards
		}
		g.start.Sides = map[string][]tricks.Card{side.Deck.Name: take(side.Remaining, allowed)}
	}
	g.pile = take(v.PileLeft, anyCard)
	if g.chapter != nil && g.chapter.Staged > 0 && g.start.Players > 1 && g.stage != StagePlay {
		f.layOutBatches(take)
	}
	if g.stage == StageDraft && g.start.Rider != "" {
		g.start.RiderSeats = g.clockwiseFrom(0)
		tricks.Shuffle(f.src, g.start.RiderSeats)
	}
	return ok
}

// sideDeckOrder is an order in which the side deck may lie. The cards that were turned up come first.
func (f *builder) sideDeckOrder(n int) []tricks.Card {
	var known []tricks.Card
	for i := range f.view.Log {
		if f.view.Log[i].Kind == TurnedUp {
			known = append(known, f.view.Log[i].Card)
		}
	}
	g := f.g
	if g.chapter == nil || g.chapter.Side == nil {
		return known
	}
	l, _ := g.chapter.Layout(g.start.Players)
	d := dealer{chapter: g.chapter, layout: l, src: f.src, pos: Position{Players: g.start.Players}}
	cards := d.sideOrder(known)
	return cards[:min(len(cards), n)]
}

// layOutBatches lays down what is still to be dealt (C16).
func (f *builder) layOutBatches(take func(int, tricks.Set) []tricks.Card) {
	g := f.g
	l, _ := g.chapter.Layout(g.start.Players)
	sizes := g.chapter.laterBatches(l)
	g.start.Staged = make([][]tricks.Set, len(sizes))
	if g.progress.Batches < len(sizes) {
		allowed := anyCard
		if !g.chapter.LostMayBeR1 {
			allowed &^= tricks.OneRing.Bit()
		}
		g.start.Lost = take(l.Lost, allowed)
	}
	for i, n := range sizes {
		g.start.Staged[i] = make([]tricks.Set, len(g.seats))
		for s := range g.seats {
			if i >= g.progress.Batches && tricks.Seat(s) != g.start.Pyramid {
				g.start.Staged[i][s] = tricks.SetOf(take(n, anyCard)...)
			}
		}
	}
}

// resumePlay lays the table out and brings it to where the play stands. It plays the cards of the trick
// again, because a card covered by one of a pyramid opens only after the trick (S9). It reports
// whether the cards fit.
func (f *builder) resumePlay() bool {
	g, v := f.g, f.view
	tucked := g.layTable(len(v.History))
	now := uint8(len(v.History))
	s := tricks.State{Held: g.table.Owned, Leader: v.Leader, Tucked: tucked, Number: now, RingsBroken: v.RingsBroken}
	for seat := range g.seats {
		s.Held[seat] &^= f.past[seat]
	}
	g.table.PlayOn(s.Held, f.playing)
	s = g.table.Resume(s)
	s.Short = v.Short || v.Spared
	if v.Led != tricks.NoSuit {
		g.table.Name(&s, v.Leader)
		for c := f.trickCard(s.Turn); c.Valid() && s.Number == now; c = f.trickCard(s.Turn) {
			g.table.Play(&s, tricks.Move{Card: c, ToWin: v.Taken && c == tricks.OneRing})
		}
	} else if v.Due.Kind == PlayCard {
		s.Naming = false
	}
	g.state = s
	return s.Number == now
}
