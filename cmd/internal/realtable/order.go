package realtable

import (
	"errors"
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
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
	// mostSteps is the maximum number of tricks that are tried.
	mostSteps = 100_000
	// mostOrders is the maximum number of orders that are found.
	mostOrders = 64
)

// trickOrder is a list of tricks in the order in which they were played.
type trickOrder []playedTrick

// playedTrick is a trick that was played.
type playedTrick struct {
	leader tricks.Seat
	// winner is noSeat if nobody won the trick (C5).
	winner tricks.Seat
	plays  []tricks.Play
	// side are the cards of the side deck that were turned up before the trick.
	side []tricks.Card
	// line is the line on which the trick is written.
	line int
}

// search finds the orders in which the tricks can have been played.
type search struct {
	*parser
	table *tricks.Table
	// known are the seats whose hands are written.
	known tricks.SeatSet
	// all reports whether all hands are written.
	all bool
	// loose are the seats from whose plays nothing follows about the suits they hold.
	loose tricks.SeatSet
	// piles are the indexes of the tricks in each pile, from the bottom. The last pile is nobody's, or
	// has all tricks if they are written in order.
	piles [][]int

	// order has the tricks of the order that is being tried.
	order trickOrder
	// found are the orders that fit.
	found []trickOrder
	// steps counts the tries.
	steps int
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

// orders returns the orders that fit. If there is none, it adds a fault.
func (n *parser) orders() []trickOrder {
	searcher := &search{parser: n}
	searcher.dealHands()
	tucked := tricks.NoCard
	for s := range n.seats {
		if set := n.seats[s].Tucked; set != 0 && searcher.known.Contains(tricks.Seat(s)) {
			tucked = set.First()
		}
	}
	for _, leader := range n.leaders() {
		searcher.step(moment{State: searcher.table.Start(leader, tucked)})
	}
	switch {
	case searcher.steps > mostSteps:
		n.line = n.lastLine
		n.fault(say.Errorf("these piles allow more orders than can be searched: " +
			"write the tricks in order, or who led some of them, as in led 3 sam"))
		return nil
	case len(searcher.found) == 0 && n.piled && n.unplacedCards().Len() > n.seatCount:
		// More piles are still to be written.
		n.line = n.lastLine
		n.fault(strayErr(n.unplacedCards()))
	case len(searcher.found) == 0 && searcher.best.err != nil:
		n.line = searcher.best.line
		err := searcher.best.err()
		if n.piled && searcher.best.number > 0 {
			err = say.Errorf("the piles fit no round: up to trick %d they do, but then %w", searcher.best.number, err)
		}
		n.fault(err)
	}
	return searcher.found
}

// unplacedCards returns the cards that are in no trick, and were neither left over nor lost.
func (n *parser) unplacedCards() tricks.Set {
	rest := n.layout.Deck &^ tricks.SetOf(slices.Concat(n.lost, n.side)...)
	for _, l := range n.leftovers {
		rest &^= l.cards
	}
	for k := range n.tricks {
		rest &^= tricks.SetOf(cardsOf(n.tricks[k].cards)...)
	}
	return rest
}

// dealHands prepares the table of the search with the written hands and with placeholders for the others.
func (x *search) dealHands() {
	parsed := x.parser
	refills := parsed.refills()
	hands := make([]tricks.Hand, parsed.seatCount)
	for i := range parsed.seats {
		s := tricks.Seat(i)
		entry := &parsed.seats[i]
		swaps := slices.ContainsFunc(parsed.moves, func(m move) bool {
			return !m.inSetup() && (m.giver == s || m.receiver == s)
		})
		// Sting brings other cards into a written hand (L5).
		if entry.given && !swaps && (parsed.pos.Players != 1 || parsed.pile != nil) {
			x.known |= s.Bit()
		}
		if entry.mayHideSuits() || parsed.pos.Players == 1 || swaps {
			x.loose |= s.Bit()
		}
		hands[i] = x.tableHand(s, refills[i])
	}
	x.all = int(x.known) == 1<<parsed.seatCount-1
	x.table = tricks.NewTable(tricks.NoSuit, hands...)
	if parsed.chapter != nil {
		x.table.Trump = parsed.chapter.Trump
	}
	x.applyAbilities()
	x.piles = make([][]int, parsed.seatCount+1)
	for i, t := range parsed.tricks {
		pile := parsed.seatCount // the pile of nobody, or of all tricks in order
		if t.pile >= 0 {
			pile = int(t.pile)
		}
		x.piles[pile] = append(x.piles[pile], i)
	}
}

// tableHand returns the hand of a seat for the table of the search. drawn are the cards that the seat draws later. A
// hand that is not written has placeholders.
func (x *search) tableHand(s tricks.Seat, drawn []tricks.Card) tricks.Hand {
	entry := &x.seats[s]
	aside := entry.Tucked | entry.First | entry.Last
	switch known := x.known.Contains(s); {
	case known && entry.Rows != nil:
		return tricks.Pyramid{Rows: entry.Rows, Extra: entry.Extra | aside}
	case known && len(drawn) > 0:
		return tricks.Solo{Start: entry.Cards | aside, Drawn: drawn}
	case known:
		return tricks.Plain(entry.Cards | aside)
	}
	count := x.layout.Tricks + 1
	if sizes, _, ok := x.sizes(); ok {
		count = sizes[s]
	}
	return tricks.Plain((tricks.Set(1)<<count - 1) << (tricks.BalrogCard + 1))
}

// applyAbilities sets on the table of the search what characters, gifts and cards put aside change in the rules.
func (x *search) applyAbilities() {
	parsed := x.parser
	first, last := x.table.First, x.table.Last
	for i := range parsed.seats {
		entry := &parsed.seats[i]
		bit := tricks.Seat(i).Bit()
		gift := parsed.lib.Gifts[entry.Gift]
		roundGift := parsed.lib.Gifts[parsed.pos.Gift]
		if gift == nil && roundGift != nil && entry.char != nil && entry.char.Matches(roundGift.Character) {
			gift = roundGift
		}
		if gift != nil && gift.Effect == characters.FreeFirstTrick {
			x.table.FreeOnce |= bit
		}
		if entry.namer() {
			x.table.Namers |= bit
		}
		if entry.char != nil && entry.char.NeedNotFollow {
			x.table.Free |= bit
		}
		if entry.First != 0 && x.known&bit != 0 {
			first[i] = entry.First.First()
		}
		if entry.Last != 0 && x.known&bit != 0 {
			last[i] = entry.Last.First()
		}
	}
	x.table.SetAside(first, last)
}

// mayHideSuits reports whether a seat may hold cards of a suit that it does not follow, because of its
// character or its pyramid.
func (s *seat) mayHideSuits() bool {
	if s.Rows != nil {
		return true
	}
	return s.char != nil &&
		(s.char.NeedNotFollow || s.char.HasAction(characters.Tuck) || s.char.HasAction(characters.SetAside))
}

// leaders returns the seats that may have led the first trick: the one that the note or the rules name
// (S7), or else all.
func (n *parser) leaders() []tricks.Seat {
	for _, leads := range []func(seat) bool{
		func(s seat) bool { return s.leads },
		func(s seat) bool {
			return n.chapter != nil && n.chapter.Leads != "" && s.char != nil && s.char.Matches(n.chapter.Leads)
		},
		func(s seat) bool { return s.char != nil && s.char.Leads },
		func(s seat) bool { return s.char != nil && s.char.TakesR1 },
	} {
		if s := slices.IndexFunc(n.seats, leads); s >= 0 {
			return []tricks.Seat{tricks.Seat(s)}
		}
	}
	if s, ok := n.ledBy[0]; ok {
		return []tricks.Seat{s}
	}
	return n.allSeats()
}

// allSeats returns the numbers of all seats.
func (n *parser) allSeats() (all []tricks.Seat) {
	for s := range tricks.Seat(n.seatCount) {
		all = append(all, s)
	}
	return all
}

// step tries each trick that can come next.
func (x *search) step(m moment) {
	x.steps++
	if x.steps > mostSteps || len(x.found) >= mostOrders {
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
	if x.all && !x.piled && len(order) > 0 && beforeTrick && x.lastTrickIsForced(m) {
		_, last, _ := x.playTrick(*m, m.Leader, &trick{line: x.lastLine}, nil, false)
		order = append(order, last)
	}
	x.turn = m.Turn
	if m.Naming || x.piled || len(x.found) > 0 {
		x.turn = tricks.NoSeat
	}
	if !slices.ContainsFunc(x.found, order.samePlays) {
		x.found = append(x.found, order)
	}
}

// lastTrickIsForced reports whether every seat has one card, and none of them is the One Ring, which leaves
// a choice (T7).
func (x *search) lastTrickIsForced(m *moment) bool {
	for s := range x.seatCount {
		if m.Held[s].Len() != 1 || m.Held[s].Contains(tricks.OneRing) {
			return false
		}
	}
	return true
}

// samePlays reports whether two orders have the same plays.
func (o trickOrder) samePlays(other trickOrder) bool {
	return slices.EqualFunc(o, other, func(a, b playedTrick) bool { return slices.Equal(a.plays, b.plays) })
}

// tryPile tries the next trick of a pile with each seat that may have led it.
func (x *search) tryPile(current moment, pile int) {
	source := &x.tricks[x.piles[pile][current.next[pile]]]
	if current.IsOver {
		x.refuse(&current, source.line, func() error {
			return say.Errorf("trick %d: the round was over before (T10)", current.Number+1)
		})
		return
	}
	named, isNamed := x.ledBy[int(current.Number)]
	if source.named >= 0 {
		named = source.named
		isNamed = true
	}
	leaders := []tricks.Seat{current.Leader}
	switch {
	case current.Naming && isNamed:
		leaders[0] = named
	case current.Naming && x.piled:
		leaders = x.allSeats()
	case isNamed && named != current.Leader:
		x.refuse(&current, source.line, func() error {
			return say.Errorf("%s leads trick %d, not %s (T5)", x.name(current.Leader), current.Number+1, x.name(named))
		})
		return
	}
	up, err := x.turnedUp(int(current.Number), source)
	if err != nil {
		x.refuse(&current, source.line, func() error { return err })
		return
	}
	current.next[pile]++
	for _, leader := range leaders {
		reached, played, ok := x.playTrick(current, leader, source, up, false)
		playedOneRing := slices.ContainsFunc(played.plays, func(p tricks.Play) bool {
			return p.Card == tricks.OneRing && p.Seat == source.pile
		})
		if ok && x.piled && played.winner != source.pile && playedOneRing {
			// The trick lies in this pile only if R1 was played to win.
			reached, played, ok = x.playTrick(current, leader, source, up, true)
		}
		switch {
		case !ok:
			continue
		case x.piled && played.winner != source.pile:
			x.refuse(&current, source.line, x.wrongPile(current.Number+1, played.winner, source.pile))
			continue
		}
		x.order = append(x.order, played)
		x.step(reached)
		x.order = x.order[:len(x.order)-1]
	}
}

// wrongPile returns the error that a trick lies in a pile although another seat wins it.
func (x *search) wrongPile(number uint8, winner, pile tricks.Seat) func() error {
	return func() error {
		switch {
		case winner == noSeat:
			return say.Errorf("trick %d is won by nobody, but lies in the pile of %s (C5)", number, x.name(pile))
		case pile == noSeat:
			return say.Errorf("trick %d is won by %s, but lies in nobody's pile (T5)", number, x.name(winner))
		}
		return say.Errorf("trick %d is won by %s, but lies in the pile of %s (T5)", number, x.name(winner),
			x.name(pile))
	}
}

// turnedUp returns the cards of the side deck that were turned up before a trick (C5, C14).
func (x *search) turnedUp(number int, t *trick) ([]tricks.Card, error) {
	d := x.sideDeck()
	if d == nil || !d.IsTurnedUp() {
		return nil, nil
	}
	each := d.TurnUp[x.pos.Players]
	up := t.side
	if start := number * each; len(up) == 0 && start+each <= len(x.side) {
		up = x.side[start : start+each]
	}
	if len(up) != each {
		return nil, say.Errorf("trick %d: cards of the side deck that are turned up before it: %d, "+
			"but here stand %d; write them before the trick, with | behind them, "+
			"or all in a line %s … (C5, C14)", number+1, each, len(up), say.Word(d.Name))
	}
	return up, nil
}

// playTrick plays a written trick and adds cards that are left out because they were the only possible ones.
// up are the cards of the side deck that were turned up before it. ringWins plays R1 to win. ok is false if
// the trick cannot have been played like this; the reason is then noted.
func (x *search) playTrick(current moment, leader tricks.Seat, source *trick, up []tricks.Card,
	ringWins bool,
) (reached moment, outcome playedTrick, ok bool) {
	table := x.table
	if side := x.sideDeck(); side != nil && side.Effect == chapters.BeatsLowWinners {
		// Only the cards turned up before this trick matter to its winner (C5).
		willow := *x.table
		willow.Willow = append(make([]tricks.Card, current.Number), up...)
		table = &willow
	}
	refuse := func(format string, args ...any) (moment, playedTrick, bool) {
		x.refuse(&current, source.line, func() error {
			return say.Errorf("trick %d: %w", current.Number+1, say.Errorf(format, args...))
		})
		return current, outcome, false
	}
	outcome = playedTrick{leader: leader, winner: noSeat, side: up, line: source.line}
	cards := source.cards
	playing := table.Holding(&current.State)
	reached = current
	if current.Naming {
		if !playing.Contains(leader) {
			return refuse("%s cannot lead without a card (K)", x.name(leader))
		}
		table.Name(&reached.State, leader)
	}
	for ended := false; !ended; {
		s := reached.Turn
		choice := tricks.Play{Seat: s, Move: tricks.Move{Card: tricks.NoCard}}
		written := len(cards) > 0 &&
			(cards[0].Card == tricks.NoCard || !x.all || reached.Held[s].Contains(cards[0].Card))
		isLastInOrder := !x.piled && source == &x.tricks[len(x.tricks)-1]
		switch {
		case written:
			choice.Card = cards[0].Card
			choice.ToWin = cards[0].toWin || ringWins && cards[0].Card == tricks.OneRing
			cards = cards[1:]
		case len(cards) > 0 && len(cards) == playing.Len()-len(outcome.plays):
			c := cards[0].Card
			for owner := range tricks.Seat(x.seatCount) {
				if current.Held[owner].Contains(c) {
					return refuse("%s would play %s, but it is in the hand of %s (T3)", x.name(s), spelled(c),
						x.name(owner))
				}
			}
			return refuse("%s cannot play %s: it was played before (T3)", x.name(s), spelled(c))
		case !x.all && len(cards) == 0 && isLastInOrder && len(outcome.plays) > 0:
			return reached, outcome, true // The round ended in the middle of this trick.
		}
		if choice.Card == tricks.NoCard {
			if !x.all {
				return refuse("%d of %d cards, and without the hands nothing tells the others (T3)",
					len(source.cards), playing.Len())
			}
			legal := table.Legal(&reached.State)
			if legal.Len() != 1 {
				return refuse("the card of %s is not the only one possible: %s (T4)", x.name(s), spelledSet(legal))
			}
			choice.Card = legal.First()
		}
		if err := x.illegality(table, &reached, choice); err != nil {
			x.refuse(&current, source.line, err)
			return current, outcome, false
		}
		x.notePlay(&reached, choice)
		outcome.plays = append(outcome.plays, choice)
		outcome.winner, ended = table.Play(&reached.State, choice.Move)
	}
	if len(cards) > 0 {
		return refuse("%d cards, but %d seats play (T3)", len(source.cards), playing.Len())
	}
	return reached, outcome, true
}

// illegality returns a function that makes the error why a play cannot have been made, nil if the play may
// have been legal. The text is made only for the error that is reported, because the search refuses many plays.
func (x *search) illegality(table *tricks.Table, current *moment, choice tricks.Play) func() error {
	number := current.Number + 1
	if x.known.Contains(choice.Seat) {
		err := table.Check(&current.State, choice)
		var illegal *tricks.IllegalError
		if !errors.As(err, &illegal) {
			return nil
		}
		follow := current.Hand[choice.Seat].OfSuit(current.Led)
		return func() error {
			if illegal.Rule == "T4" {
				return say.Errorf("trick %d: %s plays %s, but has %s (T4)", number, x.name(choice.Seat),
					spelled(choice.Card), spelledSet(follow))
			}
			return say.Errorf("trick %d: %s %s (%s)", number, x.name(choice.Seat), illegal.Reason, illegal.Rule)
		}
	}
	if suit := choice.Card.Suit(); suit < tricks.NoSuit && current.void[choice.Seat][suit] > 0 {
		voidTrick := current.void[choice.Seat][suit]
		return func() error {
			return say.Errorf("trick %d: %s plays %s, but did not play that suit in trick %d (T4); "+
				"is one of the two wrong, or who won one between?",
				number, x.name(choice.Seat), spelled(choice.Card), voidTrick)
		}
	}
	return nil
}

// notePlay puts a played card into a hand that is not written, in place of a placeholder, and notes which
// suits the hand cannot have any more.
func (x *search) notePlay(m *moment, p tricks.Play) {
	s := p.Seat
	if x.known.Contains(s) {
		return
	}
	placeholder := m.Hand[s] & -m.Hand[s]
	m.Held[s] = m.Held[s]&^placeholder | p.Card.Bit()
	m.Hand[s] = m.Hand[s]&^placeholder | p.Card.Bit()
	if x.loose.Contains(s) || m.Number == 0 && x.table.FreeOnce.Contains(s) {
		return
	}
	for suit := range tricks.NoSuit {
		// Whoever leads a Ring before Rings may be led has no other suit (T6).
		ringLed := m.Led == tricks.NoSuit && p.Card.Suit() == tricks.Rings && !m.RingsBroken && suit != tricks.Rings
		notFollowed := suit == m.Led && p.Card.Suit() != m.Led
		if (ringLed || notFollowed) && m.void[s][suit] == 0 {
			m.void[s][suit] = m.Number + 1
		}
	}
}

// namer reports whether the seat's character may name another seat to lead (K: Bilbo Baggins).
func (s *seat) namer() bool { return s.char != nil && s.char.NamesLeader }
