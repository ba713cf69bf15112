package realtable

import (
	"errors"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// playTrick plays a written trick and adds cards that are left out because they were the only possible ones.
// up are the cards of the side deck that were turned up before it. ringWins plays R1 to win. ok is false if
// the trick cannot have been played like this; the reason is then noted.
func (x *search) playTrick(current moment, leader tricks.Seat, source *trick, up []tricks.Card,
	ringWins bool,
) (reached moment, outcome playedTrick, ok bool) {
	table := x.table
	if side := x.note.head.sideDeck(); side != nil && side.Effect == chapters.BeatsLowWinners {
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
			return refuse("%s cannot lead without a card (K)", x.note.name(leader))
		}
		table.Name(&reached.State, leader)
	}
	for ended := false; !ended; {
		s := reached.Turn
		choice := tricks.Play{Seat: s, Move: tricks.Move{Card: tricks.NoCard}}
		written := len(cards) > 0 &&
			(cards[0].Card == tricks.NoCard || !x.allKnown || reached.Held[s].Contains(cards[0].Card))
		isLastInOrder := !x.note.piled && source == &x.note.tricks[len(x.note.tricks)-1]
		switch {
		case written:
			choice.Card = cards[0].Card
			choice.ToWin = cards[0].toWin || ringWins && cards[0].Card == tricks.OneRing
			cards = cards[1:]
		case len(cards) > 0 && len(cards) == playing.Len()-len(outcome.plays):
			c := cards[0].Card
			for owner := range tricks.Seat(x.note.head.seatCount) {
				if current.Held[owner].Contains(c) {
					return refuse("%s would play %s, but it is in the hand of %s (T3)", x.note.name(s), spelled(c),
						x.note.name(owner))
				}
			}
			return refuse("%s cannot play %s: it was played before (T3)", x.note.name(s), spelled(c))
		case !x.allKnown && len(cards) == 0 && isLastInOrder && len(outcome.plays) > 0:
			return reached, outcome, true // The round ended in the middle of this trick.
		}
		if choice.Card == tricks.NoCard {
			if !x.allKnown {
				return refuse("%d of %d cards, and without the hands nothing tells the others (T3)",
					len(source.cards), playing.Len())
			}
			legal := table.Legal(&reached.State)
			if legal.Len() != 1 {
				return refuse("the card of %s is not the only one possible: %s (T4)", x.note.name(s), spelledSet(legal))
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
				return say.Errorf("trick %d: %s plays %s, but has %s (T4)", number, x.note.name(choice.Seat),
					spelled(choice.Card), spelledSet(follow))
			}
			return say.Errorf("trick %d: %s %s (%s)", number, x.note.name(choice.Seat), illegal.Reason, illegal.Rule)
		}
	}
	if suit := choice.Card.Suit(); suit < tricks.NoSuit && current.void[choice.Seat][suit] > 0 {
		voidTrick := current.void[choice.Seat][suit]
		return func() error {
			return say.Errorf("trick %d: %s plays %s, but did not play that suit in trick %d (T4); "+
				"is one of the two wrong, or who won one between?",
				number, x.note.name(choice.Seat), spelled(choice.Card), voidTrick)
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
