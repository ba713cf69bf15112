package tricks

// Specials is a set of mechanisms beside the plain rules of a round. Code that reasons about a
// round asks which rules they change: see [Specials.Changes].
type Specials uint16

// The specials.
const (
	// Trumps is a suit that wins over the led suit (T8).
	Trumps Specials = 1 << iota
	// Willow is Old Man Willow: he takes tricks whose winning card is too low, and the same seat
	// leads again (C5).
	Willow
	// Balrog is the Bridge: a trick whose ranks sum to too little loses the round (C14).
	Balrog
	// Naming lets a seat name another one to lead in its place (K: Bilbo Baggins).
	Naming
	// Free means that some seats need not follow suit (K: Gandalf, Servant of the Secret Fire;
	// L5: Glamdring).
	Free
	// PutFirst is a card put into the first trick before it is led (K: Radagast).
	PutFirst
	// SetAside is a card kept for the last trick (K: Radagast).
	SetAside
	// Tucked is a card that comes back into the hand when its seat wants it (K: Shadowfax).
	Tucked
	// Covered means that cards of a pyramid lie under others (S9).
	Covered
	// Drawn means that seats get cards from the draw pile (S10).
	Drawn
	// Uneven means that hands differ in size, so that seats sit out some tricks (T9).
	Uneven
	// Exchange lets two cards change places during play (L5: Sting).
	Exchange
	// DueLast is a card set aside by a seat that holds more cards than it plays. It is played into
	// the last trick, whatever was led and whatever else the seat holds (G2, K: Radagast).
	DueLast
)

// Changes is a set of the rules of a plain round that a special changes.
type Changes uint8

// The changes.
const (
	// Wins means that a trick is not always won by R1 played to win or by the highest card of the
	// led suit (T5, T7).
	Wins Changes = 1 << iota
	// Leads means that the winner of a trick does not always lead the next one (T5).
	Leads
	// Follows means that a seat may play a card that does not follow suit, or may not play one
	// that does (T4).
	Follows
	// Plays means that not every seat plays a card into every trick.
	Plays
	// Hands means that not every card that a seat has to play is in its hand from the start.
	Hands
	// Holds means that a card is not always played by the seat that holds it.
	Holds
	// Counts means that the outcome of a trick is more or less than its cards going to its winner (G1).
	Counts
	// Ranks means that a card's rank matters, and not only which cards it beats.
	Ranks
)

// changes lists the changes of each special, in the order of the specials.
var changes = []Changes{
	Wins,                          // Trumps
	Wins | Leads | Counts | Ranks, // Willow
	Counts | Ranks,                // Balrog
	Leads,                         // Naming
	Follows,                       // Free
	Follows | Hands,               // PutFirst
	Hands,                         // SetAside
	Follows | Hands,               // Tucked
	Hands,                         // Covered
	Hands,                         // Drawn
	Plays | Leads,                 // Uneven
	Holds | Follows | Hands,       // Exchange
	Follows | Hands,               // DueLast
}

// Changes returns the union of the changes of all specials in the set. A special without an entry in
// the list counts as one that changes every rule: that is slow but never wrong.
func (s Specials) Changes() (all Changes) {
	for i := 0; s != 0; i, s = i+1, s>>1 {
		switch {
		case s&1 == 0:
		case i < len(changes):
			all |= changes[i]
		default:
			return ^Changes(0)
		}
	}
	return all
}

// Specials returns the specials that matter from a state to the round's end. It never includes
// [Exchange]: a table does not know which exchanges may still be made.
func (t *Table) Specials(s *State) (out Specials) {
	add := func(present bool, special Specials) {
		if present {
			out |= special
		}
	}
	add(t.Trump != NoSuit, Trumps)
	add(len(t.Willow) > 0, Willow)
	add(len(t.Balrog) > 0, Balrog)
	add(t.Namers != 0, Naming)
	add(t.Free|t.FreeOnce != 0, Free)
	add(s.Tucked != NoCard, Tucked)
	for seat := range t.Seats {
		add(t.First[seat] != NoCard, PutFirst)
		add(t.Last[seat] != NoCard, SetAside)
		add(t.Last[seat] != NoCard && t.Owned[seat].Len() > t.playCount(Seat(seat)), DueLast)
	}
	for cards := t.locked; cards != 0; cards &= cards - 1 {
		drawn := t.DrawnAfter(cards.First()) > 0
		add(drawn, Drawn)
		add(!drawn, Covered)
	}
	for _, playing := range t.playing {
		add(playing != 1<<t.Seats-1, Uneven)
	}
	return out
}

// playCount returns in how many tricks of the round the seat plays a card.
func (t *Table) playCount(seat Seat) (n int) {
	for _, playing := range t.playing {
		if playing.Contains(seat) {
			n++
		}
	}
	return n
}
