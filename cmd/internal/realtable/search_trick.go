package realtable

import (
	"errors"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// attempt plays a written trick on the table of the search. It adds cards that are left out because they were the
// only possible ones.
type attempt struct {
	search *search
	// table is the table of the search with the cards of the side deck that matter to this trick.
	table  *tricks.Table
	source *trick
	// start is the moment before the trick.
	start moment
	// playing are the seats that have a card for the trick.
	playing tricks.SeatSet
	// ringWins reports whether R1 is played to win although that is not written.
	ringWins bool

	// cards are the written cards that are not played yet.
	cards []writtenCard
	// reached is the moment after the plays so far.
	reached moment
	// outcome is the trick as far as it is played.
	outcome playedTrick
}

// newAttempt returns an attempt to play a trick after a moment. up are the cards of the side deck that were turned up
// before it. ringWins plays R1 to win.
func (x *search) newAttempt(start moment, source *trick, up []tricks.Card, ringWins bool) *attempt {
	table := x.table
	if side := x.note.head.sideDeck(); side != nil && side.Effect == chapters.BeatsLowWinners {
		// Only the cards turned up before this trick matter to its winner (C5).
		willow := *x.table
		willow.Willow = append(make([]tricks.Card, start.Number), up...)
		table = &willow
	}
	return &attempt{
		search:   x,
		table:    table,
		source:   source,
		start:    start,
		playing:  table.Holding(&start.State),
		ringWins: ringWins,
		cards:    source.cards,
		reached:  start,
		outcome:  playedTrick{winner: noSeat, side: up, line: source.line},
	}
}

// play plays the trick. It reports false if the trick cannot have been played like this; the reason is then noted.
func (a *attempt) play(leader tricks.Seat) bool {
	a.outcome.leader = leader
	if a.start.Naming {
		if !a.playing.Contains(leader) {
			return a.refuse("%s cannot lead without a card: correct who was named (K)", a.search.note.name(leader))
		}
		a.table.Name(&a.reached.State, leader)
	}
	for ended := false; !ended; {
		if a.brokeOff() {
			return true
		}
		choice, ok := a.nextPlay()
		if !ok {
			return false
		}
		if err := a.search.illegality(a.table, &a.reached, choice); err != nil {
			a.search.refuse(&a.start, a.source.line, err)
			return false
		}
		a.search.notePlay(&a.reached, choice)
		a.outcome.plays = append(a.outcome.plays, choice)
		a.outcome.winner, ended = a.table.Play(&a.reached.State, choice.Move)
	}
	if len(a.cards) > 0 {
		return a.refuse(
			"%d cards, but %d seats play: begin a new trick, or take one out (T3)",
			len(a.source.cards),
			a.playing.Len(),
		)
	}
	return true
}

// brokeOff reports whether the round ended in the middle of this trick: it is the last one of tricks in order, has no
// more cards, and not all hands are written, so that no card follows.
func (a *attempt) brokeOff() bool {
	n := a.search.note
	isLastInOrder := !n.piled && a.source == &n.tricks[len(n.tricks)-1]
	return !a.search.allWritten && len(a.cards) == 0 && isLastInOrder && len(a.outcome.plays) > 0
}

// nextPlay returns the next play: the next written card if the seat can have played it, or the only possible card. It
// reports false if there is no such card.
func (a *attempt) nextPlay() (choice tricks.Play, ok bool) {
	x := a.search
	s := a.reached.Turn
	choice = tricks.Play{Seat: s, Move: tricks.Move{Card: tricks.NoCard}}
	noneLeftOut := len(a.cards) == a.playing.Len()-len(a.outcome.plays)
	switch {
	case len(a.cards) == 0:
	case a.cards[0].Card == tricks.NoCard || !x.allWritten || a.reached.Held[s].Contains(a.cards[0].Card):
		choice.Card = a.cards[0].Card
		choice.ToWin = a.cards[0].toWin || a.ringWins && a.cards[0].Card == tricks.OneRing
		a.cards = a.cards[1:]
	case noneLeftOut:
		return choice, a.refuseCard(s, a.cards[0].Card)
	}
	if choice.Card != tricks.NoCard {
		return choice, true
	}
	if !x.allWritten {
		return choice, a.refuse("%d of %d cards, and without the hands the others are unknown: write them all (T3)",
			len(a.source.cards), a.playing.Len())
	}
	legal := a.table.Legal(&a.reached.State)
	if legal.Len() != 1 {
		return choice, a.refuse("the card of %s is not the only one possible: write which of %s (T4)", x.note.name(s),
			spelledSet(legal))
	}
	choice.Card = legal.First()
	return choice, true
}

// refuse notes why the trick cannot have been played like this. It returns false.
func (a *attempt) refuse(format string, args ...any) bool {
	number := a.start.Number + 1
	a.search.refuse(&a.start, a.source.line, func() error {
		return say.Errorf("trick %d: %w", number, say.Errorf(format, args...))
	})
	return false
}

// refuseCard is refuse for a card that is not in the hand of the seat that would play it.
func (a *attempt) refuseCard(s tricks.Seat, c tricks.Card) bool {
	n := a.search.note
	for _, owner := range n.allSeats() {
		if a.start.Held[owner].Contains(c) {
			return a.refuse(
				"%s would play %s, but it is in the hand of %s: write it in the right hand, or correct the order (T3)",
				n.name(s),
				spelled(c),
				n.name(owner),
			)
		}
	}
	return a.refuse("%s cannot play %s, which was played before: correct one of them (T3)", n.name(s), spelled(c))
}

// illegality returns a function that makes the error why a play cannot have been made, nil if the play may
// have been legal. The text is made only for the error that is reported, because the search refuses many plays.
func (x *search) illegality(table *tricks.Table, current *moment, choice tricks.Play) func() error {
	number := current.Number + 1
	if x.written.Contains(choice.Seat) {
		err := table.Check(&current.State, choice)
		var illegal *tricks.IllegalError
		if !errors.As(err, &illegal) {
			return nil
		}
		follow := current.Hand[choice.Seat].OfSuit(current.Led)
		return func() error {
			if illegal.Rule == "T4" {
				return say.Errorf(
					"trick %d: %s plays %s, but has %s: correct the card, or the hand (T4)",
					number,
					x.note.name(choice.Seat),
					spelled(choice.Card),
					spelledSet(follow),
				)
			}
			return say.Errorf(
				"trick %d: %s %s (%s); correct the card, or who led",
				number,
				x.note.name(choice.Seat),
				illegal.Reason,
				illegal.Rule,
			)
		}
	}
	if suit := choice.Card.Suit(); suit < tricks.NoSuit && current.void[choice.Seat][suit] > 0 {
		voidTrick := current.void[choice.Seat][suit]
		return func() error {
			return say.Errorf("trick %d: %s plays %s, but did not play that suit in trick %d (T4); "+
				"is one of the two wrong, or the winner of a trick between them?",
				number, x.note.name(choice.Seat), spelled(choice.Card), voidTrick)
		}
	}
	return nil
}

// notePlay puts a played card into a hand that is not written, in place of a placeholder, and notes which
// suits the hand cannot have any more.
func (x *search) notePlay(m *moment, p tricks.Play) {
	s := p.Seat
	if x.written.Contains(s) {
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
