package tricks

// Table is what stays the same while a round is played. Make one with [NewTable].
type Table struct {
	Seats int
	// Trump is the trump suit of T8, or NoSuit.
	Trump Suit
	// Free are the seats that need not follow suit and may lead Rings at any
	// time (K: Gandalf, Servant of the Secret Fire). Set it before play.
	Free SeatSet
	// Namers are the seats that may name another leader whenever they would
	// lead (K: Bilbo Baggins). Set it before [Table.Start].
	Namers SeatSet
	// Owned is every card each seat has at the start or draws later.
	Owned [MaxSeats]Set

	locked Set       // cards that are not in a hand from the start
	covers [64]Set   // cards that lie over a card (S9)
	from   [64]uint8 // tricks that must have ended before a card is drawn (S10)
	plan   []SeatSet
}

// SeatSet is a set of seats, one bit a seat.
type SeatSet uint8

// Has reports whether the set holds the seat.
func (m SeatSet) Has(s Seat) bool { return m>>uint8(s)&1 != 0 }

// Bit returns the set that holds just the seat.
func (s Seat) Bit() SeatSet { return 1 << uint8(s) }

// NewTable returns the table for the hands, one a seat, clockwise.
func NewTable(trump Suit, hands ...Hand) *Table {
	t := &Table{Seats: len(hands), Trump: trump}
	for s, h := range hands {
		t.Owned[s] = h.Owned()
		h.lock(t)
	}
	t.plan = t.schedule()
	return t
}

// Locked returns the cards that do not lie in a hand from the start: covered
// cards of a pyramid, cards of the draw pile.
func (t *Table) Locked() Set { return t.locked }

// Over returns the cards that lie over a card of a pyramid at the start (S9).
func (t *Table) Over(c Card) Set { return t.covers[c] }

// DrawnAfter returns how many tricks must have ended before the card is drawn
// from the pile; 0 for all other cards (S10).
func (t *Table) DrawnAfter(c Card) int { return int(t.from[c]) }

// Tricks returns how many tricks the round has (T10).
func (t *Table) Tricks() int { return len(t.plan) }

// Playing returns the seats that play in a trick, counted from 0: those with a
// card in hand (T9). It does not depend on what is played.
func (t *Table) Playing(trick int) SeatSet { return t.plan[trick] }

// schedule works out who plays in which trick, by counting cards.
func (t *Table) schedule() []SeatSet {
	var plan []SeatSet
	s := State{Held: t.Owned}
	for {
		t.openHands(&s)
		playing, n := s.holding(t.Seats)
		if n < 2 {
			return plan
		}
		plan = append(plan, playing)
		for seat := range t.Seats {
			if playing.Has(Seat(seat)) {
				// Any card of the hand will do: the counts are the same.
				s.Held[seat] &^= s.Hand[seat] & -s.Hand[seat]
			}
		}
		s.Number++
	}
}

// State is a moment in the play of a round. It is a plain value: copy it to
// look ahead, keep the copy to go back.
type State struct {
	// Held is every card a seat still has to play, covered cards and cards it
	// will draw included.
	Held [MaxSeats]Set
	// Hand is what of it counts as the hand now: for following, for leading
	// and for playing.
	Hand [MaxSeats]Set
	// Table holds the cards of the current trick, Card them by seat.
	Table Set
	Card  [MaxSeats]Card
	// Leader leads the current trick, Turn moves next, Best is winning so far
	// (NoSeat before the lead).
	Leader, Turn, Best Seat
	// Led is the led suit, NoSuit before the lead.
	Led Suit
	// Number counts the tricks that have ended.
	Number uint8
	// RingsBroken says that a Ring was played in an earlier trick (T6).
	RingsBroken bool
	// Taken says that R1 was played to win the current trick (T7).
	Taken bool
	// Naming says that the leader may still name somebody else, or lead.
	Naming bool
	// Over says that the round has ended (T10).
	Over bool
}

// Start returns the state before the first lead. A leader without cards passes
// the lead to the left (T9).
func (t *Table) Start(leader Seat) State {
	s := State{Held: t.Owned, Leader: leader}
	t.begin(&s)
	return s
}

// openHands works out the hands between two tricks: everything held that is
// neither covered (S9) nor still in the pile (S10).
func (t *Table) openHands(s *State) {
	s.Hand = s.Held
	if t.locked == 0 {
		return
	}
	for seat := range t.Seats {
		held := s.Held[seat]
		for cards := held & t.locked; cards != 0; cards &= cards - 1 {
			if c := cards.First(); t.covers[c]&held != 0 || t.from[c] > s.Number {
				s.Hand[seat] &^= c.Bit()
			}
		}
	}
}

func (s *State) holding(seats int) (who SeatSet, n int) {
	for seat := range seats {
		if s.Hand[seat] != 0 {
			who |= 1 << seat
			n++
		}
	}
	return who, n
}

// begin opens a trick: hands, T10 and T9.
func (t *Table) begin(s *State) {
	t.openHands(s)
	s.Table, s.Led, s.Best, s.Taken = 0, NoSuit, NoSeat, false
	s.Card = [MaxSeats]Card{NoCard, NoCard, NoCard, NoCard}
	if _, n := s.holding(t.Seats); n < 2 {
		s.Over = true
		return
	}
	for s.Hand[s.Leader] == 0 {
		s.Leader = t.Next(s.Leader)
	}
	s.Turn = s.Leader
	s.Naming = t.Namers.Has(s.Leader)
}

// Named returns the seats a leader who may name one can choose from: all with a
// card in hand, himself included.
func (t *Table) Named(s *State) SeatSet {
	who, _ := s.holding(t.Seats)
	return who
}

// Name lets a seat lead the trick instead, or the leader himself.
func (t *Table) Name(s *State, leader Seat) {
	s.Leader, s.Turn, s.Naming = leader, leader, false
}

// Next returns the seat to the left (clockwise).
func (t *Table) Next(s Seat) Seat {
	if int(s)+1 == t.Seats {
		return 0
	}
	return s + 1
}

// Play makes a legal move of the seat to move. When it ends the trick, done is
// true, winner is who took it, and the state is at the start of the next trick.
// The move is not checked: see [Table.Check].
func (t *Table) Play(s *State, m Move) (winner Seat, done bool) {
	seat, bit := s.Turn, m.Card.Bit()
	s.Naming = false
	s.Held[seat] &^= bit
	s.Hand[seat] &^= bit
	s.Table |= bit
	s.Card[seat] = m.Card
	switch {
	case s.Led == NoSuit:
		s.Led, s.Best, s.Taken = m.Card.Suit(), seat, m.ToWin
	case s.Taken:
	case m.ToWin:
		s.Best, s.Taken = seat, true
	case t.beats(m.Card, s.Card[s.Best]):
		s.Best = seat
	}
	for {
		seat = t.Next(seat)
		if seat == s.Leader {
			break
		}
		if s.Hand[seat] != 0 {
			s.Turn = seat
			return NoSeat, false
		}
	}
	winner = s.Best
	s.Leader = winner
	s.Number++
	s.RingsBroken = s.RingsBroken || s.Table&RingSet != 0
	t.begin(s)
	return winner, true
}

// beats reports whether a card takes the lead in the trick from the best card
// so far (T5, T8).
func (t *Table) beats(c, best Card) bool {
	if c.Suit() == best.Suit() {
		return c > best
	}
	return c.Suit() == t.Trump
}
