package chapters

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"fellowship/tricks"
)

// build makes the game in which the unseen cards lie as w.placement says. It returns false if such a game
// does not agree with the view.
func (w *Worlds) build(g *Game, src rand.Source) bool {
	w.game.events = nil
	w.game.progress.SetupLog = 0
	if w.Log {
		w.game.events = slices.Clip(w.view.Log)
		w.game.progress.SetupLog = w.view.Progress.SetupLog
	}
	w.game.CloneInto(g)
	g.progress.Drawn = slices.Clone(g.progress.Drawn)
	g.progress.Rejected = slices.Clone(g.progress.Rejected)
	b := builder{Worlds: w, g: g, src: src, rest: w.placement[placeElsewhere].Cards()}
	tricks.Shuffle(src, b.rest)
	if !b.chooseTransfers() {
		return false
	}
	for s := range g.seats {
		if !b.layOutSeat(tricks.Seat(s)) {
			return false
		}
	}
	if g.stage != StagePlay {
		return b.layOutDecks() && b.drawThreats()
	}
	return b.layOutDecks() && b.resumePlay() && b.drawThreats() && b.setGoals()
}

// builder builds one game of a [Worlds].
type builder struct {
	*Worlds
	g   *Game
	src rand.Source
	// rest is the shuffled cards at placeElsewhere that are not laid out yet.
	rest []tricks.Card
	// away is each seat's own cards that are on their way to other seats.
	away [tricks.MaxSeats]tricks.Set
	// coming is the cards of other seats that have come to each seat and may still go back.
	coming [tricks.MaxSeats]tricks.Set
}

// chooseTransfers decides which cards the player does not see in transfers. Say seat 1 (Bill) has passed
// H5 to seat 2, who has returned a card, and seat 3 sees neither. Then one unseen card of seat 2 is at
// placeAway, and one that came to it is at placeComing. It returns false if there are too few cards.
func (b *builder) chooseTransfers() bool {
	var away, coming [tricks.MaxSeats][]tricks.Card
	for s := range tricks.Seat(tricks.MaxSeats) {
		away[s] = b.placement[placeAway.atSeat(s)].Cards()
		coming[s] = b.placement[placeComing.atSeat(s)].Cards()
		tricks.Shuffle(b.src, away[s])
	}
	ok := true
	choose := func(c *tricks.Card, source *[]tricks.Card) {
		ok = ok && len(*source) > 0
		if ok {
			*c, *source = (*source)[0], (*source)[1:]
		}
	}
	list := b.g.progress.Transfers
	// First come cards that were passed and have not arrived. A giver cannot have passed a card that
	// came to it in the same batch, so such cards are sorted to the end.
	for i := range list {
		t := &list[i]
		if t.Card == tricks.Closed && !t.Delivered {
			brought := b.view.broughtTo(t.Giver)
			slices.SortStableFunc(away[t.Giver], func(a, b tricks.Card) int {
				return cmp.Compare(brought&a.Bit(), brought&b.Bit())
			})
			choose(&t.Card, &away[t.Giver])
			ok = ok && !brought.Contains(t.Card)
		}
	}
	// Then come the cards that are returned. Each of them may be the card that was passed.
	for i := range list {
		t := &list[i]
		if t.Back == tricks.Closed {
			choose(&t.Back, &away[t.Receiver])
			coming[t.Receiver] = append(coming[t.Receiver], t.Back)
		}
	}
	// The cards that were passed and have arrived come last.
	for i := range list {
		t := &list[i]
		if t.Card == tricks.Closed {
			if len(coming[t.Receiver]) == 0 {
				// The card lies open among the others of the hand (K: Goldberry).
				coming[t.Receiver] = b.view.Seats[t.Receiver].Open.Cards()
				tricks.Shuffle(b.src, coming[t.Receiver])
			}
			choose(&t.Card, &coming[t.Receiver])
		}
	}
	b.setMovingCards(list)
	return ok
}

// setMovingCards sets which cards of each seat are on their way to others, and which have come to it.
func (b *builder) setMovingCards(list []Transfer) {
	for _, t := range list {
		if t.Card != tricks.NoCard {
			b.away[t.Giver] |= t.Card.Bit()
		}
		if t.Delivered {
			b.coming[t.Receiver] |= t.Card.Bit()
		}
	}
	for _, t := range list {
		switch {
		case t.Back == tricks.NoCard:
		case b.coming[t.Receiver].Contains(t.Back):
			b.coming[t.Receiver] &^= t.Back.Bit()
		default:
			b.away[t.Receiver] |= t.Back.Bit()
		}
	}
}

// layOutSeat gives a seat its cards: in stage play the cards that it had when play began. It returns false
// if there are too few cards for the pyramid.
func (b *builder) layOutSeat(s tricks.Seat) bool {
	v := b.view
	g := b.g
	seat := &g.seats[s]
	sv := &v.Seats[s]
	cardAt := func(p place, shown tricks.Card) tricks.Set {
		if shown.Valid() {
			return shown.Bit()
		}
		return b.placement[p.atSeat(s)]
	}
	seat.tucked = cardAt(placeTucked, sv.Tucked)
	seat.last = cardAt(placeLast, sv.Last)
	seat.first = cardAt(placeFirst, sv.First)
	aside := seat.tucked | seat.last | seat.first
	hidden := b.placement[placeHand.atSeat(s)] | b.placement[placeBack.atSeat(s)]
	seat.hand = (sv.Open|hidden)&^(aside|b.coming[s]) | b.away[s] | b.past[s]
	switch c := b.trickCard(s); {
	case !c.Valid():
	case v.Progress.KeptLast.Contains(s) && len(v.History) == v.Tricks-1:
		seat.last = c.Bit() // the other cards of the seat remain in its hand (T10)
	default:
		seat.hand |= c.Bit()
	}
	if g.stage == StageSetup {
		seat.away = b.away[s]
		seat.coming = b.coming[s]
	}
	if sv.Rows == nil {
		return true
	}
	if !b.layOutPyramid(s, hidden) {
		return false
	}
	// A closed card for which the pyramid has no place lies beside it.
	seat.pyramid.Extra = seat.hand &^ seat.pyramid.Owned()
	if g.stage != StagePlay {
		seat.hand &= sv.Hand | b.away[s]
	}
	return true
}

// layOutPyramid lays cards at the places of a pyramid that the player does not see: hidden cards where a
// card is face down, and cards on their way to other seats where one has left. It returns false if there
// are too few cards.
func (b *builder) layOutPyramid(s tricks.Seat, hidden tricks.Set) bool {
	closed := hidden.Cards()
	away := b.away[s].Cards()
	tricks.Shuffle(b.src, closed)
	sv := &b.view.Seats[s]
	rows := make([][]tricks.Card, len(sv.Rows))
	for r, laid := range sv.Laid {
		rows[r] = slices.Clone(laid)
		for i, c := range laid {
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
			rows[r][i], *source = (*source)[0], (*source)[1:]
		}
	}
	b.g.seats[s].pyramid = tricks.Pyramid{Rows: rows}
	return true
}

// trickCard returns the card of a seat in the current trick, NoCard for none.
func (b *builder) trickCard(s tricks.Seat) tricks.Card {
	faceDown := b.placement[placeFaceDown.atSeat(s)]
	switch c := b.view.Card[s]; {
	case b.g.stage != StagePlay:
		return tricks.NoCard
	case c != tricks.Closed:
		return c
	case faceDown == 0:
		return tricks.NoCard
	}
	return faceDown.First()
}

// anyCard is the set of all cards.
const anyCard = ^tricks.Set(0)

// take removes the first n cards of a set from the rest and returns them. It returns fewer if the rest
// does not have n of them.
func (b *builder) take(n int, allowed tricks.Set) []tricks.Card {
	var out, remaining []tricks.Card
	for _, card := range b.rest {
		if len(out) < n && allowed.Contains(card) {
			out = append(out, card)
		} else {
			remaining = append(remaining, card)
		}
	}
	b.rest = remaining
	return out
}

// layOutDecks lays out the cards that are elsewhere: the side deck, the draw pile, and what is still to be
// dealt. It returns false if there are too few cards.
func (b *builder) layOutDecks() bool {
	g, v := b.g, b.view
	// A round from a deal has one side deck at most. Of several the last one counts.
	var side Side
	if len(v.Sides) > 0 {
		side = v.Sides[len(v.Sides)-1]
	}
	ok := true
	switch {
	case side.Deck == nil:
	case side.Deck.IsTurnedUp():
		g.start.Sides = map[string][]tricks.Card{side.Deck.Name: b.sideDeckOrder(side.Remaining)}
	default:
		allowed := anyCard
		if g.chapter != nil && g.chapter.Side != nil {
			allowed = g.chapter.Side.Cards
		}
		barrow := b.take(side.Remaining, allowed)
		ok = len(barrow) == side.Remaining
		g.start.Sides = map[string][]tricks.Card{side.Deck.Name: barrow}
	}
	g.pile = b.take(v.PileLeft, anyCard)
	ok = ok && len(g.pile) == v.PileLeft
	if g.chapter != nil && g.chapter.Staged > 0 && g.start.Players > 1 && g.stage != StagePlay {
		ok = b.layOutBatches() && ok
	}
	if g.stage == StageDraft && g.start.Rider != "" {
		g.start.RiderSeats = g.seats.clockwiseFrom(0)
		tricks.Shuffle(b.src, g.start.RiderSeats)
	}
	return ok
}

// sideDeckOrder returns an order in which the n cards of the side deck may lie. The cards that were turned
// up come first.
func (b *builder) sideDeckOrder(n int) []tricks.Card {
	var known []tricks.Card
	for i := range b.view.Log {
		if b.view.Log[i].Kind == TurnedUp {
			known = append(known, b.view.Log[i].Card)
		}
	}
	g := b.g
	if g.chapter == nil || g.chapter.Side == nil {
		return known
	}
	l, _ := g.chapter.Layout(g.start.Players)
	d := dealer{chapter: g.chapter, layout: l, src: b.src, pos: Position{Players: g.start.Players}}
	cards := d.sideOrder(known)
	return cards[:min(len(cards), n)]
}

// layOutBatches lays out what is still to be dealt in a staged deal (C16). It returns false if there are
// too few cards.
func (b *builder) layOutBatches() (ok bool) {
	g := b.g
	ok = true
	l, _ := g.chapter.Layout(g.start.Players)
	sizes := g.chapter.laterBatches(l)
	g.start.Staged = make([][]tricks.Set, len(sizes))
	if g.progress.Batches < len(sizes) {
		allowed := anyCard
		if !g.chapter.LostMayBeR1 {
			allowed &^= tricks.OneRing.Bit()
		}
		g.start.Lost = b.take(l.Lost, allowed)
		ok = len(g.start.Lost) == l.Lost
	}
	for i, n := range sizes {
		g.start.Staged[i] = make([]tricks.Set, len(g.seats))
		for s := range g.seats {
			if i >= g.progress.Batches && tricks.Seat(s) != g.start.Pyramid {
				cards := b.take(n, anyCard)
				ok = ok && len(cards) == n
				g.start.Staged[i][s] = tricks.SetOf(cards...)
			}
		}
	}
	return ok
}

// resumePlay lays the hands out and sets the state that the play is in. It plays the cards of the current
// trick one by one, because cards of a pyramid that they have covered open only after the trick (S9). It
// returns false if the trick would be complete with these cards.
func (b *builder) resumePlay() bool {
	g, v := b.g, b.view
	trick := uint8(len(v.History))
	tucked := play{g}.layTable(len(v.History))
	s := tricks.State{
		Held:        g.table.Owned,
		Leader:      v.Leader,
		Tucked:      tucked,
		Number:      trick,
		RingsBroken: v.RingsBroken,
	}
	for seat := range g.seats {
		s.Held[seat] &^= b.past[seat]
	}
	g.table.PlayOn(s.Held, b.playing)
	s = g.table.Resume(s)
	s.Short = v.Short || v.Spared
	if v.Led != tricks.NoSuit {
		g.table.Name(&s, v.Leader)
		for c := b.trickCard(s.Turn); c.Valid() && s.Number == trick; c = b.trickCard(s.Turn) {
			g.table.Play(&s, tricks.Move{Card: c, ToWin: v.Taken && c == tricks.OneRing})
		}
	} else if v.Due.Kind == PlayCard {
		s.Naming = false
	}
	g.state = s
	return s.Number == trick
}
