package characters

import "fellowship/tricks"

// Standing is how a goal stands: its status, and the numbers behind it. It is a tree like
// the goal's [Formula].
type Standing struct {
	Op     Op
	Parts  []Standing
	Status Status
	// The others are a leaf's.
	Atom Atom
	Numbers
	// Possible is the most that Have can still become, for all that the one who asks
	// knows.
	Possible int
	// Missing is the cards that would still bring the seat nearer to Least, 0 if that is
	// out of reach.
	Missing tricks.Set
}

// moment is a moment of a round at a table, for all that is known.
type moment struct {
	*Outlook
	plan  *tricks.Plan
	split bool // see [Checker]
}

// room returns how many of the coming tricks the seat plays in, the most it can
// still win or lead, of those from one on.
func (now moment) room(seat tricks.Seat, from int) int {
	if now.Over {
		return 0
	}
	n := 0
	for t := max(now.Tricks, from); t < now.plan.Tricks(); t++ {
		if now.plan.Playing(t).Has(seat) {
			n++
		}
	}
	return n
}

// cards returns how many of the cards that count some seats can still win.
func (now moment) cards(a *Atom, seats tricks.SeatSet) int {
	n := (a.Of & now.Unplayed).Len()
	if now.split {
		return n
	}
	most := 0
	for ; seats != 0; seats &= seats - 1 {
		most += now.room(seats.First(), 0) * now.plan.Seats
	}
	return min(n, most)
}

// Standing returns how a goal stands before the first trick, at a table with so many
// seats of which no cards are known yet: what it is that it counts.
func (f Formula) Standing(seats int) Standing {
	s := Standing{Op: f.Op, Atom: f.Atom}
	for _, p := range f.Parts {
		s.Parts = append(s.Parts, p.Standing(seats))
	}
	if f.Op == Leaf {
		s.Numbers = kinds[f.Atom.Kind].numbers(&f.Atom, 0, seats, 0)
		s.Possible = NoLimit
	}
	return s
}

// Values returns how many values there are: those of the counters, and then those of the
// conditions of the tally, see [Tree].
func (c *Checker) Values() int { return len(c.Counters) + len(c.tallies) }

// Atom returns the condition of a value.
func (c *Checker) Atom(i int) *Atom {
	if i < len(c.Counters) {
		return &c.Counters[i].Atom
	}
	return &c.tallies[i-len(c.Counters)]
}

// Count brings the values up to date after a trick. Unlike a [Progress] they stop at
// no number.
func (c *Checker) Count(values []Value, t *Trick) {
	for i := range values {
		a := c.Atom(i)
		values[i] = a.after(values[i], t, &c.plan)
	}
}

// Follow returns the progress after the given tricks. It counts them in the values, which
// are all 0, unless those are nil.
func (c *Checker) Follow(history []Trick, values []Value) Progress {
	p := c.Start()
	for i := range history {
		p = c.After(p, &history[i])
		c.Count(values, &history[i])
	}
	return p
}

// Numbers returns what the condition of a value counts. Held is what its seat holds, 0 if
// that is not known.
func (c *Checker) Numbers(i int, v Value, held tricks.Set) Numbers {
	a := c.Atom(i)
	return kinds[a.Kind].numbers(a, v, c.plan.Seats, held)
}

// Status returns what can be said of all goals of the checker together, but that those on
// trick winners count as met as long as they can be.
// It uses only what everybody at the table knows, so it gives nothing away.
// Sealed and Failed are proofs; a goal may be sealed or failed in truth a while
// before this can tell, because hands are not looked at.
func (c *Checker) Status(p Progress, o *Outlook) Status { return c.Judge(p, nil, o) }

// Judge returns the status of all goals together. It is as sharp as [Checker.Status],
// and tells whether those on trick winners are met.
func (c *Checker) Judge(p Progress, values []Value, o *Outlook) Status {
	r := reading{Checker: c, progress: p, values: values, now: moment{o, &c.plan, c.split}}
	return r.all()
}

// Standing returns how the goal of a checker of one goal stands. Its status is
// [Checker.Judge]'s.
func (c *Checker) Standing(p Progress, values []Value, o *Outlook) Standing {
	r := reading{Checker: c, progress: p, values: values, now: moment{o, &c.plan, c.split}}
	s := r.standing(&c.Root)
	s.Status = r.all()
	return s
}

// Met reports whether all goals are met at the end of a round, with what each seat has
// left.
func (c *Checker) Met(p Progress, held *[tricks.MaxSeats]tricks.Set) bool {
	if p.Tally != SettledTally {
		return false
	}
	for i := range c.Firm {
		if !c.metBy(i, p, held) {
			return false
		}
	}
	for i := range c.Trees {
		if !c.metTree(&c.Trees[i], p, held) {
			return false
		}
	}
	return true
}

func (c *Checker) metTree(n *Tree, p Progress, held *[tricks.MaxSeats]tricks.Set) bool {
	if n.Op == Leaf {
		return c.metBy(n.Counter, p, held)
	}
	for i := range n.Parts {
		if c.metTree(&n.Parts[i], p, held) != (n.Op == All) {
			return n.Op == Any
		}
	}
	return n.Op == All
}

func (c *Checker) metBy(i int, p Progress, held *[tricks.MaxSeats]tricks.Set) bool {
	k := &c.Counters[i]
	if k.tally != nil {
		return uint16(k.Value(p)) == SettledTally
	}
	return c.Numbers(i, Value(k.Value(p)), held[k.Seat]).Off == 0
}

// reading is what is known of the goals of a checker at a moment. The values are nil if
// only the progress is known.
type reading struct {
	*Checker
	progress Progress
	values   []Value
	now      moment
}

// tally is the status of the conditions on trick winners that must all be met: the
// tally's own state tells Failed and Sealed, the values tell Met from Open.
func (r *reading) tally() Status {
	switch r.progress.Tally {
	case DeadTally:
		return Failed
	case SettledTally:
		return Sealed
	}
	if r.values != nil {
		for i := len(r.Counters); i < len(r.values); i++ {
			if r.Numbers(i, r.values[i], 0).Off > 0 {
				return Open
			}
		}
	}
	return Met
}

// all is the status of all goals together.
func (r *reading) all() Status {
	if r.tooMuch(r.progress, r.now.Outlook) {
		return Failed
	}
	s := r.tally()
	for i := range r.Firm {
		s = both(s, r.leaf(i))
	}
	for i := range r.Trees {
		s = both(s, r.tree(&r.Trees[i]))
	}
	return s
}

func (r *reading) tree(n *Tree) Status {
	switch n.Op {
	case All:
		s := Sealed
		for i := range n.Parts {
			s = both(s, r.tree(&n.Parts[i]))
		}
		return s
	case Any:
		s := Failed
		for i := range n.Parts {
			s = either(s, r.tree(&n.Parts[i]))
		}
		return s
	default:
		return r.leaf(n.Counter)
	}
}

// leaf is the status of one condition.
func (r *reading) leaf(i int) Status {
	a := r.Atom(i)
	state, alone := r.progress.Tally, len(r.tallies) == 1
	switch {
	case i < len(r.Counters) && r.Counters[i].tally != nil:
		state, alone = uint16(r.Counters[i].Value(r.progress)), true
	case i < len(r.Counters):
		v := Value(r.Counters[i].Value(r.progress))
		if r.values != nil {
			v = r.values[i]
		}
		return r.status(a, v)
	}
	switch {
	case state == SettledTally:
		return Sealed
	case state == DeadTally && alone:
		return Failed
	case r.values != nil:
		return r.status(a, r.values[i])
	}
	return Open
}

// status is the status of a condition as its kind sees it.
func (r *reading) status(a *Atom, v Value) Status {
	row := &kinds[a.Kind]
	if row.status != nil {
		return row.status(a, v, r.now)
	}
	n := row.numbers(a, v, r.plan.Seats, 0)
	return reach(n.Have, row.more(a, v, r.now), n.Least, n.Most)
}

// reach is the status of "from least to most" when a count can still grow by more.
func reach(have, more, least, most int) Status {
	switch {
	case have > most || have+more < least:
		return Failed
	case have < least:
		return Open
	case have+more > most:
		return Met
	}
	return Sealed
}

func (r *reading) standing(n *Tree) Standing {
	s := Standing{Op: n.Op}
	if n.Op != Leaf {
		s.Parts = make([]Standing, len(n.Parts))
		for i := range n.Parts {
			s.Parts[i] = r.standing(&n.Parts[i])
		}
		s.Status = r.tree(n)
		return s
	}
	i := n.Counter
	a, v := r.Atom(i), r.values[i]
	held := tricks.Set(0)
	if r.now.Over || r.now.Shown.Has(a.Seat) {
		held = r.now.Held[a.Seat]
	}
	s.Atom, s.Status, s.Numbers = *a, r.leaf(i), r.Numbers(i, v, held)
	s.Possible = s.Have + kinds[a.Kind].more(a, v, r.now)
	if kinds[a.Kind].wants && s.Have < s.Least && s.Status != Failed {
		s.Missing = a.Of & r.now.Unplayed
	}
	return s
}
