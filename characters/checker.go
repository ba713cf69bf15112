package characters

import (
	"errors"
	"fmt"
	"math/bits"

	"fellowship/tricks"
)

// Status is what can be said of a goal during a round (S12).
type Status uint8

// The statuses. Sealed and Failed never change again.
const (
	// Open: not met, but can still be.
	Open Status = iota
	// Met: met if the round ended now, but can still fail.
	Met
	// Sealed: met for good; a star in the rules' words (S12).
	Sealed
	// Failed: can no longer be met.
	Failed
	// Waived: failed, but covered by Mithril.
	Waived
)

// String returns the word used in JSON: open, met, sealed, failed or waived.
func (s Status) String() string {
	return [...]string{"open", "met", "sealed", "failed", "waived"}[s]
}

// Trick is one finished trick as the goals see it.
type Trick struct {
	Number int // counted from 0
	Leader tricks.Seat
	Winner tricks.Seat // NoSeat: nobody (C5)
	Cards  tricks.Set  // everything played into it
	Card   [tricks.MaxSeats]tricks.Card
}

// TrickOf returns the trick that ended with a card, played in the state before.
func TrickOf(before *tricks.State, last tricks.Card, winner tricks.Seat) Trick {
	t := Trick{
		Number: int(before.Number), Leader: before.Leader, Winner: winner,
		Cards: before.Table | last.Bit(), Card: before.Card,
	}
	t.Card[before.Turn] = last
	return t
}

// Progress is how far the goals of a [Checker] have come: a plain value. Two
// positions with the same cards left, the same leader and the same Progress
// have the same future.
type Progress struct {
	Tally  uint16 // state of the joint Tally
	Counts uint64 // the counters, packed
}

// Counter is one condition that has to be counted, as the solver sees it.
type Counter struct {
	Atom
	// Value bits of Progress.Counts: shift and width. A count stops at the
	// number beyond which it makes no difference.
	shift, width uint8
	cap          uint8
	tally        *Tally // of a tally inside "any of"
}

// Checker holds the compiled goals of a round.
type Checker struct {
	// Tally is the joint automaton of all conditions on trick winners that must
	// be met.
	Tally *Tally
	// Counters are all other conditions. Those before Firm must all be met;
	// the rest stand in Trees.
	Counters []Counter
	Firm     int

	// Trees are the conditions that are met in more than one way; all of them
	// must be met.
	Trees []Tree

	tallies []Atom // what Tally was built from
	table   *tricks.Table
}

// Tree is an "any of" with what stands in it. Counter is the index of a leaf's
// counter.
type Tree struct {
	Op      Op
	Parts   []Tree
	Counter int
}

// ErrTooMuch is wrapped by the errors of [Compile] about goals that there is no room
// to keep count of.
var ErrTooMuch = errors.New("these goals are too much to keep count of")

var errTooMuch = fmt.Errorf("%w: they need more than 64 bits of progress", ErrTooMuch)

// Compile makes a checker for goals that must all be met at the table. The cache
// may be nil.
func Compile(table *tricks.Table, cache *Cache, goals ...Formula) (*Checker, error) {
	c := &Checker{table: table}
	nobody := len(table.Willow) > 0 // a trick may have no winner (C5)
	var trees []Formula
	var buf [16]Formula
	all := (Formula{Op: All, Parts: goals}).conjuncts(buf[:0])
	c.Counters = make([]Counter, 0, len(all))
	for _, f := range all {
		switch {
		case f.Op == Leaf && f.Atom.Kind.tally():
			c.tallies = append(c.tallies, f.Atom)
		case f.Op == Leaf:
			if err := c.add(f.Atom, cache, nobody); err != nil {
				return nil, err
			}
		default:
			trees = append(trees, f)
		}
	}
	if len(c.tallies) > len(raw{}.memory) {
		return nil, errTooMuch
	}
	c.Firm = len(c.Counters)
	for _, f := range trees {
		n, err := c.grow(f, cache, nobody)
		if err != nil {
			return nil, err
		}
		c.Trees = append(c.Trees, n)
	}
	var err error
	c.Tally, err = cache.tally(table, c.tallies, nobody)
	return c, err
}

func (c *Checker) grow(f Formula, cache *Cache, nobody bool) (Tree, error) {
	n := Tree{Op: f.Op, Counter: len(c.Counters)}
	if f.Op == Leaf {
		return n, c.add(f.Atom, cache, nobody)
	}
	for _, p := range f.Parts {
		part, err := c.grow(p, cache, nobody)
		if err != nil {
			return n, err
		}
		n.Parts = append(n.Parts, part)
	}
	return n, nil
}

// add appends a counter and gives it its bits.
func (c *Checker) add(a Atom, cache *Cache, nobody bool) error {
	k := Counter{Atom: a}
	switch {
	case a.Kind.tally():
		t, err := cache.tally(c.table, []Atom{a}, nobody)
		if err != nil {
			return err
		}
		k.tally, k.width = t, uint8(bits.Len(uint(len(t.States)-1)))
	case a.Kind.Counts():
		k.cap = uint8(min(a.Lo, 63))
		if a.Hi != NoLimit {
			k.cap = uint8(min(max(a.Hi+1, 0), 63))
		}
		k.width = uint8(bits.Len8(k.cap))
	case a.Kind == MostCards:
		k.cap = uint8(a.Of.Len())
		k.width = uint8(bits.Len8(k.cap) * c.table.Seats)
	case a.Kind == PlaysLast:
		k.cap, k.width = 2, 2
	}
	if n := len(c.Counters); n > 0 {
		last := c.Counters[n-1]
		k.shift = last.shift + last.width
	}
	if k.shift+k.width > 64 {
		return errTooMuch
	}
	c.Counters = append(c.Counters, k)
	return nil
}

// Value returns the counter's value in the progress.
func (k *Counter) Value(p Progress) int {
	return int(p.Counts >> (k.shift & 63) & (1<<(k.width&63) - 1)) // a shift below 64 is one instruction
}

// Tally returns the automaton of a condition on trick winners inside "any of", nil
// for all others. Value is its state.
func (k *Counter) Tally() *Tally { return k.tally }

// Won returns how many cards of a MostCards counter the seat has won.
func (k *Counter) Won(p Progress, seat tricks.Seat) int {
	w := bits.Len8(k.cap)
	return int(p.Counts >> (int(k.shift) + int(seat)*w) & (1<<w - 1))
}

// Start returns the progress before the first trick.
func (c *Checker) Start() Progress {
	p := Progress{Tally: c.Tally.Start}
	for i := range c.Counters {
		if k := &c.Counters[i]; k.tally != nil {
			p.Counts |= uint64(k.tally.Start) << k.shift
		}
	}
	return p
}

// After returns the progress after a trick.
func (c *Checker) After(p Progress, t *Trick) Progress {
	next := Progress{Tally: c.Tally.After(p.Tally, t.Winner), Counts: p.Counts}
	for i := range c.Counters {
		k := &c.Counters[i]
		add := 0
		switch k.Kind {
		case CardsWon:
			if t.Winner == k.Seat || t.Winner >= 0 && k.With.Has(t.Winner) {
				add = (t.Cards & k.Of).Len()
			}
		case TricksWith:
			if t.Winner == k.Seat && t.Cards&k.Of != 0 {
				add = 1
			}
		case TricksWithout:
			if t.Winner == k.Seat && t.Cards&k.Of == 0 {
				add = 1
			}
		case Leads:
			if t.Leader == k.Seat && k.Of.Has(t.Card[t.Leader]) {
				add = 1
			}
		case MostCards:
			if t.Winner >= 0 {
				w := bits.Len8(k.cap)
				next.Counts += uint64((t.Cards & k.Of).Len()) << (int(k.shift) + int(t.Winner)*w)
			}
		case PlaysLast:
			if t.Number == c.table.Tricks()-1 {
				add = 2
				if played := t.Card[k.Seat]; played != tricks.NoCard && k.Of.Has(played) {
					add = 1
				}
			}
		case LeftOver:
		default: // a tally inside "any of"
			was := uint16(k.Value(p))
			// In int, because the number of the next state may well be lower.
			next.Counts += uint64(int(k.tally.After(was, t.Winner))-int(was)) << k.shift
		}
		if add > 0 {
			was := k.Value(p)
			next.Counts += uint64(min(was+add, int(k.cap))-was) << k.shift
		}
	}
	return next
}

// Outlook is what is known of the cards still to come.
type Outlook struct {
	// Unplayed is every card that is not lost and lies in no finished trick.
	Unplayed tricks.Set
	// Tricks counts the finished tricks.
	Tricks int
	// Leaders are the seats that may lead the trick that is due, 0 if nobody can
	// say; Led is the card it was led with, 0 before.
	Leaders tricks.SeatSet
	Led     tricks.Set
	// Over says that the round has ended; Held is then what each seat has left.
	Over bool
	Held [tricks.MaxSeats]tricks.Set
}

// Status returns what can be said of all goals of the checker together.
// It uses only what everybody at the table knows, so it gives nothing away.
// Sealed and Failed are proofs; a goal may be sealed or failed in truth a while
// before this can tell, because hands are not looked at.
func (c *Checker) Status(p Progress, o *Outlook) Status {
	if o.Over {
		o.Unplayed = 0
	}
	all := Sealed
	if c.tooMuch(p, o) {
		return Failed
	}
	for i := range c.Counters[:c.Firm] {
		all = both(all, c.Counters[i].status(c, p, o))
	}
	for i := range c.Trees {
		all = both(all, c.Trees[i].status(c, p, o))
	}
	return all
}

// TallyStatus adds what the history of winners says: the tally's own state
// tells Failed and Sealed, the tricks so far tell Met from Open.
func (c *Checker) tallyStatus(state uint16, winners []tricks.Seat) Status {
	switch state {
	case DeadTally:
		return Failed
	case SettledTally:
		return Sealed
	}
	rules := newTallyRules(c.table, c.tallies)
	var r raw
	for trick, w := range winners {
		r = rules.step(r, w, trick)
	}
	if rules.hold(r) {
		return Met
	}
	return Open
}

// Judge returns the status of all goals after the given tricks.
func (c *Checker) Judge(history []Trick, o *Outlook) Status {
	p := c.Start()
	winners := make([]tricks.Seat, len(history))
	for i := range history {
		p = c.After(p, &history[i])
		winners[i] = history[i].Winner
	}
	return both(c.tallyStatus(p.Tally, winners), c.Status(p, o))
}

// both is the status of "a and b".
func both(a, b Status) Status {
	switch {
	case a == Failed || b == Failed:
		return Failed
	case a == Open || b == Open:
		return Open
	case a == Met || b == Met:
		return Met
	}
	return Sealed
}

// either is the status of "a or b".
func either(a, b Status) Status {
	switch {
	case a == Sealed || b == Sealed:
		return Sealed
	case a == Met || b == Met:
		return Met
	case a == Open || b == Open:
		return Open
	}
	return Failed
}

func (n *Tree) status(c *Checker, p Progress, o *Outlook) Status {
	switch n.Op {
	case All:
		s := Sealed
		for i := range n.Parts {
			s = both(s, n.Parts[i].status(c, p, o))
		}
		return s
	case Any:
		s := Failed
		for i := range n.Parts {
			s = either(s, n.Parts[i].status(c, p, o))
		}
		return s
	default:
		return c.Counters[n.Counter].status(c, p, o)
	}
}

// room returns how many of the coming tricks the seat plays in, the most it can
// still win or lead.
func (c *Checker) room(seat tricks.Seat, o *Outlook) int {
	if o.Over {
		return 0
	}
	n := 0
	for t := o.Tricks; t < c.table.Tricks(); t++ {
		if c.table.Playing(t).Has(seat) {
			n++
		}
	}
	return n
}

// tooMuch reports whether the cards that several conditions still ask for cannot
// all be won, although each of them could: there are not as many, or they do not
// fit into the tricks left.
func (c *Checker) tooMuch(p Progress, o *Outlook) bool {
	var cards [tricks.MaxSeats]int // that each seat has to win
	var counted [tricks.MaxSeats]tricks.Set
	asked := map[tricks.Set]int{}
	for i := range c.Counters[:c.Firm] {
		k := &c.Counters[i]
		need := k.Lo - k.Value(p)
		if k.Kind != CardsWon || k.With != 0 || need <= 0 {
			continue
		}
		if asked[k.Of] += need; asked[k.Of] > (k.Of & o.Unplayed).Len() {
			return true
		}
		if k.Of&counted[k.Seat] == 0 { // no card counts for two
			counted[k.Seat] |= k.Of
			cards[k.Seat] += need
		}
	}
	needed := 0
	for _, n := range cards {
		needed += (n + c.table.Seats - 1) / c.table.Seats // a trick has a card of each seat at most
	}
	return needed > c.table.Tricks()-o.Tricks
}

// leadStatus is the status of a count of leads: the trick that is due is led by
// who has the lead, and once it is led nothing more can come of it.
func (k *Counter) leadStatus(c *Checker, p Progress, o *Outlook) Status {
	value, room := k.Value(p), c.room(k.Seat, o)
	leads := o.Leaders.Has(k.Seat)
	if !o.Over && o.Leaders != 0 && (!leads || o.Led != 0) && c.table.Playing(o.Tricks).Has(k.Seat) {
		room--
	}
	switch {
	case leads && o.Led&k.Of != 0:
		value++
	case o.Leaders == k.Seat.Bit() && o.Led == 0 && o.Unplayed&^k.Of == 0:
		value, room = value+1, room-1 // no other card is left to be led
	}
	return within(value, min((k.Of&o.Unplayed&^o.Led).Len(), room), k.Lo, k.Hi)
}

func (k *Counter) status(c *Checker, p Progress, o *Outlook) Status {
	switch k.Kind {
	case Leads:
		return k.leadStatus(c, p, o)
	case CardsWon, TricksWith, TricksWithout:
		room := c.room(k.Seat, o)
		for s := range tricks.Seat(c.table.Seats) {
			if k.With.Has(s) {
				room += c.room(s, o)
			}
		}
		more := room
		switch k.Kind {
		case CardsWon:
			more = min((k.Of & o.Unplayed).Len(), room*c.table.Seats)
		case TricksWith:
			more = min((k.Of & o.Unplayed).Len(), room)
		}
		return within(k.Value(p), more, k.Lo, k.Hi)
	case MostCards:
		return k.mostStatus(c, p, o)
	case PlaysLast:
		switch k.Value(p) {
		case 1:
			return Sealed
		case 2:
			return Failed
		}
		switch {
		case k.Of&o.Unplayed == 0 || !c.table.Playing(c.table.Tricks()-1).Has(k.Seat):
			return Failed
		case o.Unplayed&^k.Of == 0:
			return Sealed // no other card is left to be played
		}
		return Open
	case LeftOver:
		switch {
		case !o.Over && k.Of&o.Unplayed != 0:
			return Open
		case o.Over && k.Of&o.Held[k.Seat] != 0:
			return Sealed
		}
		return Failed
	default:
		switch uint16(k.Value(p)) {
		case DeadTally:
			return Failed
		case SettledTally:
			return Sealed
		}
		return Open
	}
}

// within is the status of "from lo to hi" when a count can still grow by more.
func within(value, more, lo, hi int) Status {
	switch {
	case value > hi || value+more < lo:
		return Failed
	case value < lo:
		return Open
	case value+more > hi:
		return Met
	}
	return Sealed
}

func (k *Counter) mostStatus(c *Checker, p Progress, o *Outlook) Status {
	left := (k.Of & o.Unplayed).Len()
	own := k.Won(p, k.Seat)
	room := min(left, c.room(k.Seat, o)*c.table.Seats)
	status := Sealed
	for s := range tricks.Seat(c.table.Seats) {
		if s == k.Seat {
			continue
		}
		other := k.Won(p, s)
		theirs := min(left, c.room(s, o)*c.table.Seats)
		switch {
		case own+room <= other:
			return Failed
		case own <= other:
			status = Open
		case own <= other+theirs:
			status = both(status, Met)
		}
	}
	return status
}

// MarshalText writes the status as [Status.String].
func (s Status) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
