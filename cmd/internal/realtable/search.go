package realtable

import (
	"slices"

	"fellowship/characters/say"
	"fellowship/tricks"
)

// The order of the tricks is searched trick by trick. If the tricks are written in order, there is one
// candidate at each step, the next line. With piles the candidates are the next tricks of all piles. A
// candidate has to begin with a card of the seat that leads, and the owner of its pile has to win it. All
// its plays have to be legal as far as that is known: from a hand that is written, or else from the suits
// that a seat did not follow earlier (T4). So a wrong order soon comes to a trick that does not fit, and a
// few hundred steps find all orders that fit. Each of them is then played through as a round.
//
// The tricks are played on a table of the engine. A seat whose hand is not written holds placeholders
// there, cards without a suit, as many as it must have. Each card that it plays replaces one of them.

// Limits of the search. Both are far above what a round needs whose piles were left as they lay.
const (
	// mostSteps is the maximum number of tricks that are tried for a note as it is written.
	mostSteps = 100_000
	// mostOrders is the maximum number of orders that are found.
	mostOrders = 64
)

// search finds the orders in which the tricks can have been played.
type search struct {
	note *note
	// table has the written hands, and placeholders for the others.
	table *tricks.Table
	// written are the seats whose hands are written.
	written tricks.SeatSet
	// allWritten reports whether all hands are written.
	allWritten bool
	// loose are the seats from whose plays nothing follows about the suits they hold.
	loose tricks.SeatSet
	// piles are the indexes of the tricks in each pile, from the bottom. The last pile is nobody's, or
	// has all tricks if they are written in order.
	piles [][]int

	// order has the tricks of the order that is being tried.
	order trickOrder
	// found are the orders that fit.
	found []trickOrder
	// turn is the seat for [Table.Turn].
	turn tricks.Seat
	// steps counts the tries.
	steps int
	// mostSteps is the maximum number of tries.
	mostSteps int
	// best is why the search could not go on where it came furthest.
	best reason
}

// moment is a position of the search.
type moment struct {
	tricks.State
	// next is the index of the next trick in each pile.
	next [tricks.MaxSeats + 1]int
	// void is the number of the trick, counted from 1, in which a seat did not follow a suit; 0 for none.
	void [tricks.MaxSeats][tricks.Suits]uint8
}

// reason is why a trick cannot come next.
type reason struct {
	// number is the number of tricks before it.
	number uint8
	// line is the line on which the trick is written.
	line int
	// err makes the error.
	err func() error
}

// refuse notes why the search cannot go on, if it has come further than before.
func (x *search) refuse(m *moment, line int, err func() error) {
	if m.Number > x.best.number || x.best.err == nil {
		x.best = reason{m.Number, line, err}
	}
}

// findOrders returns the orders that fit, and the seat that plays next after them, NoSeat if that is not known. If
// no order fits, it adds a fault.
func findOrders(n *note, faults *faultList, mostSteps int) ([]trickOrder, tricks.Seat) {
	x := newSearch(n)
	x.mostSteps = mostSteps
	tucked := tricks.NoCard
	for s := range n.seats {
		if set := n.seats[s].Tucked; set != 0 && x.written.Contains(tricks.Seat(s)) {
			tucked = set.First()
		}
	}
	for _, leader := range n.leaders() {
		x.step(moment{State: x.table.Start(leader, tucked)})
	}
	switch {
	case x.steps > x.mostSteps:
		faults.add(n.lastLine, say.Errorf("these piles allow more orders than can be searched: "+
			"write the tricks in order, or who led some of them, as in led 3 sam"))
		return nil, x.turn
	case len(x.found) == 0 && n.piled && unplacedCards(n).Len() >= n.head.seatCount && len(shortTricks(n)) == 0:
		// More piles are still to be written.
		faults.add(
			n.lastLine,
			newOpenErr("these cards are not placed yet: %s; write the missing pile, or the missing tricks of one (T1)",
				spelledSet(unplacedCards(n))),
		)
	case len(x.found) == 0 && n.piled && len(shortTricks(n)) > 0 && unplacedCards(n) != 0:
		for _, t := range shortTricks(n) {
			faults.add(
				t.line,
				say.Errorf(
					"%s: %d of %d cards; add what lay there, not placed yet: %s (T3)",
					t.spelled(),
					len(t.cards),
					n.head.seatCount,
					spelledSet(unplacedCards(n)),
				),
			)
		}
	case len(x.found) == 0 && x.best.err != nil:
		err := x.best.err()
		if n.piled && x.best.number > 0 {
			err = say.Errorf("the piles fit no round: they do up to trick %d, but then %w", x.best.number, err)
		}
		faults.add(x.best.line, err)
	}
	return x.found, x.turn
}

// shortTricks returns the tricks with fewer cards than seats.
func shortTricks(n *note) (all []*trick) {
	for k := range n.tricks {
		if t := &n.tricks[k]; len(t.cards) < n.head.seatCount {
			all = append(all, t)
		}
	}
	return all
}

// unplacedCards returns the cards that are in no trick, and were neither left over nor lost.
func unplacedCards(n *note) tricks.Set {
	rest := n.head.layout.Deck &^ tricks.SetOf(slices.Concat(n.lost.cards, n.side)...)
	for _, l := range n.leftovers {
		rest &^= l.cards
	}
	for k := range n.tricks {
		rest &^= tricks.SetOf(cardsOf(n.tricks[k].cards)...)
	}
	return rest
}

// step tries each trick that can come next.
func (x *search) step(m moment) {
	x.steps++
	if x.steps > x.mostSteps || len(x.found) >= mostOrders {
		return
	}
	ended := true
	for p, pile := range x.piles {
		if m.next[p] < len(pile) {
			ended = false
			x.tryPile(m, p)
		}
	}
	if ended {
		x.addOrder(&m)
	}
}

// addOrder adds an order that fits. The note may leave out the last trick if nobody has a choice in it.
func (x *search) addOrder(m *moment) {
	order := slices.Clone(x.order)
	beforeTrick := m.Led == tricks.NoSuit && !m.IsOver && !m.Naming
	if x.allWritten && !x.note.piled && len(order) > 0 && beforeTrick && x.lastTrickIsForced(m) {
		last := x.newAttempt(*m, &trick{line: x.note.lastLine}, nil, false)
		last.play(m.Leader)
		order = append(order, last.outcome)
	}
	x.turn = m.Turn
	if m.Naming || x.note.piled || len(x.found) > 0 {
		x.turn = tricks.NoSeat
	}
	if !slices.ContainsFunc(x.found, order.samePlays) {
		x.found = append(x.found, order)
	}
}

// lastTrickIsForced reports whether every seat has one card, and none of them is the One Ring, which leaves
// a choice (T7).
func (x *search) lastTrickIsForced(m *moment) bool {
	for s := range x.note.head.seatCount {
		if m.Held[s].Len() != 1 || m.Held[s].Contains(tricks.OneRing) {
			return false
		}
	}
	return true
}

// tryPile tries the next trick of a pile with each seat that may have led it.
func (x *search) tryPile(current moment, pile int) {
	source := &x.note.tricks[x.piles[pile][current.next[pile]]]
	if current.IsOver {
		x.refuse(&current, source.line, func() error {
			return say.Errorf(
				"trick %d: the round was already over: correct a trick above, or remove this one (T10)",
				current.Number+1,
			)
		})
		return
	}
	leaders := x.leadersOf(&current, source)
	if leaders == nil {
		return
	}
	up, err := x.turnedUp(int(current.Number), source)
	if err != nil {
		x.refuse(&current, source.line, func() error { return err })
		return
	}
	current.next[pile]++
	for _, leader := range leaders {
		x.tryTrick(current, leader, source, up)
	}
}

// leadersOf returns the seats that may lead a trick at a moment: a seat that is named to lead it, or the only one that
// can by the rules. If these are not the same, it notes that and returns nil.
func (x *search) leadersOf(m *moment, source *trick) []tricks.Seat {
	named, isNamed := x.note.ledBy[int(m.Number)]
	if source.named >= 0 {
		named = source.named
		isNamed = true
	}
	switch {
	case m.Naming && isNamed:
		return []tricks.Seat{named}
	case m.Naming && x.note.piled:
		return x.note.allSeats()
	case isNamed && named != m.Leader:
		number := m.Number + 1
		leader := m.Leader
		x.refuse(m, source.line, func() error {
			return say.Errorf(
				"%s leads trick %d, not %s: correct who led it, or the trick before (T5)",
				x.note.name(leader),
				number,
				x.note.name(named),
			)
		})
		return nil
	}
	return []tricks.Seat{m.Leader}
}

// tryTrick plays a trick and goes on with the tricks after it, if it can have been played like this and its winner is
// the owner of its pile.
func (x *search) tryTrick(current moment, leader tricks.Seat, source *trick, up []tricks.Card) {
	inPile := func(a *attempt) bool { return !x.note.piled || a.outcome.winner == source.pile }
	playedOneRing := func(p tricks.Play) bool { return p.Card == tricks.OneRing && p.Seat == source.pile }
	a := x.newAttempt(current, source, up, false)
	ok := a.play(leader)
	if ok && !inPile(a) && slices.ContainsFunc(a.outcome.plays, playedOneRing) {
		// The trick lies in this pile only if R1 was played to win.
		a = x.newAttempt(current, source, up, true)
		ok = a.play(leader)
	}
	if !ok {
		return
	}
	if !inPile(a) {
		x.refuse(&current, source.line, x.wrongPile(current.Number+1, a.outcome.winner, source.pile))
		return
	}
	x.order = append(x.order, a.outcome)
	x.step(a.reached)
	x.order = x.order[:len(x.order)-1]
}

// wrongPile returns the error that a trick lies in a pile although another seat wins it.
func (x *search) wrongPile(number uint8, winner, pile tricks.Seat) func() error {
	return func() error {
		switch {
		case winner == noSeat:
			return say.Errorf(
				"trick %d is won by nobody, but lies in the pile of %s: move it after nobody:, or correct its cards (C5)",
				number,
				x.note.name(pile),
			)
		case pile == noSeat:
			return say.Errorf(
				"trick %d is won by %s, but lies in nobody's pile: move it, or correct its cards (T5)",
				number,
				x.note.name(winner),
			)
		}
		return say.Errorf(
			"trick %d is won by %s, but lies in the pile of %s: move it, or correct its cards (T5)",
			number,
			x.note.name(winner),
			x.note.name(pile),
		)
	}
}

// turnedUp returns the cards of the side deck that were turned up before a trick (C5, C14).
func (x *search) turnedUp(number int, t *trick) ([]tricks.Card, error) {
	d := x.note.head.sideDeck()
	if d == nil || !d.IsTurnedUp() {
		return nil, nil
	}
	each := d.TurnUp[x.note.head.players]
	up := t.side
	if start := number * each; len(up) == 0 && start+each <= len(x.note.side) {
		up = x.note.side[start : start+each]
	}
	if len(up) != each {
		return nil, say.Errorf("trick %d: cards of the side deck that are turned up before it: %d, "+
			"but there are %d here; write them before the trick, with | after them, "+
			"or all in a line %s … (C5, C14)", number+1, each, len(up), say.Word(d.Name))
	}
	return up, nil
}
