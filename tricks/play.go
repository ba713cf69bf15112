package tricks

import "slices"

// Table holds everything that stays the same while a round is played, so that all copies of a game
// share it. Make one with [NewTable], and set its fields before [Table.Start].
type Table struct {
	Plan
	// Trump is the trump suit of T8, or NoSuit.
	Trump Suit
	// Free are the seats that need not follow suit and may lead Rings at any
	// time (K: Gandalf, Servant of the Secret Fire).
	Free SeatSet
	// FreeOnce are the seats that need not follow suit in the first trick (L5:
	// Glamdring).
	FreeOnce SeatSet
	// Namers are the seats that may name another leader whenever they would
	// lead (K: Bilbo Baggins).
	Namers SeatSet
	// First is the card that each seat has put into the first trick before it is led (K: Radagast), or
	// NoCard. [Table.SetAside] sets it.
	First [MaxSeats]Card
	// Last is the card that each seat has set aside for the last trick (K: Radagast), or NoCard.
	// [Table.SetAside] sets it.
	Last [MaxSeats]Card
	// Willow is the card of the Old Forest deck that is turned up before each
	// trick (C5). The trick is nobody's if the card that would win it ranks lower.
	// The same seat then leads again. Tricks beyond the list have none.
	Willow []Card
	// Balrog is the cards that are turned up before each trick (C14). The round is
	// lost if the ranks played into it sum to less than theirs.
	Balrog [][]Card
	// Owned is every card each seat has at the start or draws later.
	Owned [MaxSeats]Set

	// hasSetAside reports whether some seat has set a card aside for the last trick.
	hasSetAside bool
	// finalTrick is the index of the last trick, if hasSetAside.
	finalTrick int
	// locked is the cards that are not in a hand from the start: covered ones, and the draw pile.
	locked Set
	// covers is the cards that lie over each card of a pyramid (S9). It points to uncovered if there is none.
	covers *[64]Set
	// drawTricks is how many tricks must have ended before each card is drawn (S10).
	drawTricks [64]uint8
}

// Plan lists the seats that play in each trick. It depends on how many cards each seat has, not on
// which, so everybody knows it.
type Plan struct {
	Seats   int
	playing []SeatSet
}

// Tricks returns how many tricks the round has (T10).
func (p *Plan) Tricks() int { return len(p.playing) }

// Playing returns the seats that play in a trick, counted from 0: those with a
// card in hand (T9). It does not depend on what is played.
func (p *Plan) Playing(trick int) SeatSet { return p.playing[trick] }

// Equal reports whether the same seats play in the same tricks.
func (p *Plan) Equal(other *Plan) bool {
	return p.Seats == other.Seats && slices.Equal(p.playing, other.playing)
}

// TurnedUp returns the cards of a side deck that are turned up before a trick,
// counted from 0 (C5, C14).
func (t *Table) TurnedUp(trick int) []Card {
	var out []Card
	if trick < len(t.Willow) {
		out = append(out, t.Willow[trick])
	}
	if trick < len(t.Balrog) {
		out = append(out, t.Balrog[trick]...)
	}
	return out
}

// Exchanged returns the table with card in where the seat had card out, which it has
// not played yet (L5: Sting). If out goes to another seat, a second call puts it there.
func (t *Table) Exchanged(s Seat, out, in Card) *Table {
	c := *t
	c.Owned[s] = c.Owned[s]&^out.Bit() | in.Bit()
	swap := func(cards Set) Set {
		if cards.Contains(out) {
			return cards&^out.Bit() | in.Bit()
		}
		return cards
	}
	own := *c.covers
	c.covers = &own
	for covered := c.locked & c.Owned[s]; covered != 0; covered &= covered - 1 {
		card := covered.First()
		c.covers[card] = swap(c.covers[card])
	}
	return &c
}

// NewTable returns the table for the hands, one a seat, clockwise.
func NewTable(trump Suit, hands ...Hand) *Table {
	t := &Table{Plan: Plan{Seats: len(hands)}, Trump: trump, covers: &uncovered}
	t.First, t.Last = noneAside, noneAside
	for s, h := range hands {
		t.Owned[s] = h.Owned()
		h.lock(t)
	}
	t.playing = t.schedule(t.Owned, nil)
	return t
}

// noneAside is the value of First and Last if no seat has set a card aside.
var noneAside = [MaxSeats]Card{NoCard, NoCard, NoCard, NoCard}

// SetAside notes the cards that seats have put into the first trick, and those that they have set
// aside for the last one (K: Radagast), NoCard for none.
func (t *Table) SetAside(first, last [MaxSeats]Card) {
	t.First = first
	t.Last = last
	t.hasSetAside = last != noneAside
	t.reschedule(t.Owned, nil)
}

// PlayOn makes the plan of the tricks to come from what the seats hold, and from which of them played
// in the tricks before: a seat without a card may have sat out until it drew one (T9, S10).
func (t *Table) PlayOn(held [MaxSeats]Set, earlier []SeatSet) {
	if !slices.Equal(earlier, t.playing[:min(len(earlier), len(t.playing))]) {
		t.reschedule(held, earlier)
	}
}

func (t *Table) reschedule(held [MaxSeats]Set, earlier []SeatSet) {
	// A seat that holds nothing but the card for the last trick and undrawn ones sits out, so that
	// the plan may grow when it is known which trick is the last one.
	t.playing = t.schedule(held, earlier)
	for n := 0; t.hasSetAside && len(t.playing) > n; t.playing = t.schedule(held, earlier) {
		n = len(t.playing)
		t.finalTrick = n - 1
	}
}

// uncovered is the covers of a table without a pyramid. It never changes.
var uncovered [64]Set

// Covers returns the cards that lie over a card of a pyramid at the start (S9).
func (t *Table) Covers(c Card) Set { return t.covers[c] }

// DrawnAfter returns how many tricks must have ended before the card is drawn
// from the pile; 0 for all other cards (S10).
func (t *Table) DrawnAfter(c Card) int { return int(t.drawTricks[c]) }

// Undrawn returns the cards that still lie in the draw pile (S10).
func (t *Table) Undrawn(s *State) (pile Set) {
	for cards := t.locked; cards != 0; cards &= cards - 1 {
		if c := cards.First(); t.drawTricks[c] > s.Number {
			pile |= c.Bit()
		}
	}
	return pile
}

// schedule works out the seats that play in each trick, by counting cards. Earlier is the seats that have
// played in each of the tricks that have ended.
func (t *Table) schedule(held [MaxSeats]Set, earlier []SeatSet) []SeatSet {
	plan := append(make([]SeatSet, 0, 16), earlier...)
	s := State{Held: held, Tucked: NoCard, Number: uint8(len(earlier))}
	for {
		t.OpenHands(&s)
		playing := t.Holding(&s)
		if playing.Len() < 2 {
			return plan
		}
		plan = append(plan, playing)
		for seat := range t.Seats {
			if playing.Contains(Seat(seat)) {
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
	// Held is every card a seat still has to play: covered ones too, and those that it will draw.
	Held [MaxSeats]Set
	// Hand is the part of Held that counts as the hand now: for following (T4), for
	// leading (T6) and for playing.
	Hand [MaxSeats]Set
	// Trick is the set of the cards in the current trick.
	Trick Set
	// Card is the card that each seat has played into the current trick, or NoCard.
	Card [MaxSeats]Card
	// Leader is the seat that leads the current trick.
	Leader Seat
	// Turn is the seat that moves next.
	Turn Seat
	// Best is the seat that is winning the current trick so far, NoSeat before the lead.
	Best Seat
	// Led is the led suit, NoSuit before the lead.
	Led Suit
	// Tucked is a held card that is not part of the hand (K: Shadowfax), NoCard
	// for none. To play it is to say that it came back before this trick.
	Tucked Card
	// Number counts the tricks that have ended.
	Number uint8
	// RingsBroken reports whether a Ring was played in an earlier trick (T6).
	RingsBroken bool
	// Taken reports whether R1 was played to win the current trick (T7).
	Taken bool
	// Naming reports whether the leader may still name somebody else, or lead.
	Naming bool
	// Short reports whether the ranks of a trick summed to less than the Balrog cards
	// turned up for it: the round is lost (C14).
	Short bool
	// IsOver reports whether the round has ended (T10).
	IsOver bool
}

// Start returns the state before the first lead. A leader without cards passes the lead to the left
// (T9). Tucked is a card that its owner has put away (K: Shadowfax), NoCard for none.
func (t *Table) Start(leader Seat, tucked Card) State {
	return t.Resume(State{Held: t.Owned, Leader: leader, Tucked: tucked})
}

// Resume returns the state before the lead of any trick. Held, Leader, Tucked, Number
// and RingsBroken say how far the round has come. All else follows from them.
func (t *Table) Resume(s State) State {
	t.begin(&s)
	return s
}

// TakeBack puts the tucked card back into the hand. It is done between tricks.
func (t *Table) TakeBack(s *State) {
	s.Tucked = NoCard
	t.OpenHands(s)
}

// OpenHands works out the hands between two tricks. A hand is everything held that is
// not covered (S9), not in the pile (S10), not set aside and not tucked. A card that was
// set aside is the whole hand in the round's last trick, and where nothing else is left.
// A tucked card comes back when nothing else is left in the hand.
func (t *Table) OpenHands(s *State) {
	s.Hand = s.Held
	if t.locked == 0 && !t.hasSetAside && s.Tucked == NoCard {
		return
	}
	for seat := range t.Seats {
		held := s.Held[seat]
		switch last := t.Last[seat]; {
		case t.lastDueNow(s, Seat(seat)):
			s.Hand[seat] = last.Bit() // what else there is stays over (T10)
		case last != NoCard && held != last.Bit():
			s.Hand[seat] &^= last.Bit()
		}
		if t.locked != 0 {
			t.close(s, seat)
		}
		if s.Tucked != NoCard && held.Contains(s.Tucked) {
			if rest := s.Hand[seat] &^ s.Tucked.Bit(); rest != 0 {
				s.Hand[seat] = rest
			} else {
				s.Tucked = NoCard
			}
		}
	}
}

// LastIsDue reports whether the seat has to play the card that it set aside: the trick,
// counted from 0, is the round's last one, and the seat still holds that card. It plays
// it whatever was led (G2, K: Radagast).
func (t *Table) LastIsDue(seat Seat, trick int, held Set) bool {
	return t.hasSetAside && trick == t.finalTrick && held.Contains(t.Last[seat]) &&
		(trick > 0 || !held.Contains(t.First[seat]))
}

func (t *Table) lastDueNow(s *State, seat Seat) bool {
	return t.LastIsDue(seat, int(s.Number), s.Held[seat])
}

// Spare returns the part of a hand that the seat could exchange between two tricks (L5:
// Sting). The card that it has put into the first trick is no part of it. The card that the seat has set
// aside for the last trick is no part of it either, unless the seat holds no other (K: Radagast).
func (t *Table) Spare(s *State, seat Seat) Set {
	hand := s.Hand[seat]
	if first := t.First[seat]; s.Number == 0 && first != NoCard {
		hand &^= first.Bit()
	}
	if t.lastDueNow(s, seat) {
		other := *s
		other.Held[seat] &^= t.Last[seat].Bit()
		t.OpenHands(&other)
		if other.Hand[seat] != 0 {
			hand = other.Hand[seat]
		}
	}
	return hand
}

// close takes the cards out of a hand that are covered (S9) or not drawn yet (S10).
func (t *Table) close(s *State, seat int) {
	held := s.Held[seat]
	for cards := held & t.locked; cards != 0; cards &= cards - 1 {
		if c := cards.First(); t.covers[c]&held != 0 || t.drawTricks[c] > s.Number {
			s.Hand[seat] &^= c.Bit()
		}
	}
}

// begin opens a trick: hands, T10 and T9.
func (t *Table) begin(s *State) {
	t.OpenHands(s)
	s.Trick = 0
	s.Led = NoSuit
	s.Best = NoSeat
	s.Taken = false
	s.Card = [MaxSeats]Card{NoCard, NoCard, NoCard, NoCard}
	if t.Holding(s).Len() < 2 {
		s.IsOver = true
		return
	}
	for s.Hand[s.Leader] == 0 {
		s.Leader = t.Next(s.Leader)
	}
	s.Turn = s.Leader
	s.Naming = t.Namers.Contains(s.Leader)
}

// Holding returns the seats with a card in hand. A leader who may name another one can
// choose from them, himself included (K: Bilbo Baggins).
func (t *Table) Holding(s *State) (holders SeatSet) {
	for seat := range t.Seats {
		if s.Hand[seat] != 0 {
			holders |= 1 << seat
		}
	}
	return holders
}

// Name lets a seat lead the trick instead, or the leader himself.
func (t *Table) Name(s *State, leader Seat) {
	s.Leader = leader
	s.Turn = leader
	s.Naming = false
}

// Next returns the seat to the left (clockwise).
func (t *Table) Next(s Seat) Seat {
	if int(s)+1 == t.Seats {
		return 0
	}
	return s + 1
}

// Play makes a legal move of the seat to move. It does not check the move: see
// [Table.Check]. If the move ends the trick, done is true and the state is at the start of
// the next one. Winner is then who took the trick, NoSeat if the Old Man Willow did (C5).
func (t *Table) Play(s *State, m Move) (winner Seat, done bool) {
	seat := s.Turn
	bit := m.Card.Bit()
	s.Naming = false
	s.Held[seat] &^= bit
	s.Hand[seat] &^= bit
	s.Trick |= bit
	s.Card[seat] = m.Card
	if m.Card == s.Tucked {
		s.Tucked = NoCard
	}
	if t.Takes(s, m) {
		s.Best = seat
		s.Taken = m.ToWin
	}
	if s.Led == NoSuit {
		s.Led = m.Card.Suit()
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
	if !s.Taken && t.WillowTakes(int(s.Number), s.Card[s.Best]) {
		winner = NoSeat
	} else {
		s.Leader = winner
	}
	s.Short = s.Short || t.Missing(int(s.Number), s.Trick) > 0
	s.Number++
	s.RingsBroken = s.RingsBroken || s.Trick&RingSet != 0
	t.begin(s)
	return winner, true
}

// Shares returns the cards that each seat wins of a finished trick (G1): all of them go to its winner,
// and to nobody if nobody wins it (C5). The cards by seat are there for
// specials that share them otherwise.
func (t *Table) Shares(cards Set, _ *[MaxSeats]Card, winner Seat) (won [MaxSeats]Set) {
	if winner >= 0 {
		won[winner] = cards
	}
	return won
}

// Takes reports whether a move takes the lead in the trick (T5, T7, T8).
func (t *Table) Takes(s *State, m Move) bool {
	if s.Led == NoSuit || s.Taken || m.ToWin {
		return !s.Taken
	}
	return t.Beats(m.Card, s.Card[s.Best])
}

// WillowTakes reports whether the card ranks lower than the one turned up for a trick,
// counted from 0, so that the trick which it would win is nobody's (C5). Ties go to the
// player: H4 wins under F4. R1 played to win is immune, which is not looked at here.
func (t *Table) WillowTakes(trick int, c Card) bool {
	return trick < len(t.Willow) && c.Rank() < t.Willow[trick].Rank()
}

// Missing returns how much the ranks of cards in a trick, counted from 0, lack to the sum
// of the Balrog cards turned up for it (C14). Under S3 S8 B5 the cards H2 H7 F1 lack 6. It
// is 0 or less if nothing lacks.
func (t *Table) Missing(trick int, cards Set) int {
	if trick >= len(t.Balrog) {
		return 0
	}
	missing := 0
	for _, c := range t.Balrog[trick] {
		missing += c.Rank()
	}
	for ; cards != 0; cards &= cards - 1 {
		missing -= cards.First().Rank()
	}
	return missing
}

// Beats reports whether a card takes the lead in the trick from the best card so far (T5, T8).
func (t *Table) Beats(c, best Card) bool {
	if c.Suit() == best.Suit() {
		return c > best
	}
	return c.Suit() == t.Trump
}
