package characters

import "fellowship/tricks"

// Standing is how a goal stands: its status and the numbers behind it. It has the shape of
// the goal's [Formula].
type Standing struct {
	Op     Op
	Parts  []Standing
	Status Status
	// The others are a leaf's.
	Atom Atom
	Numbers
	// Possible is the most that Have can still become, as far as the one who asks can know.
	Possible int
	// Missing is the cards that would still bring the seat nearer to Least. It is empty if
	// Least is out of reach.
	Missing tricks.Set
}

// Standing returns how a goal stands before the first trick, at a table with so many seats
// and no card known. It tells what the goal counts.
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

// Numbers returns what the condition of a value counts. Held is what its seat holds, empty
// if that is not known.
func (c *Checker) Numbers(i int, v Value, held tricks.Set) Numbers {
	return c.Atom(i).Numbers(v, c.plan.Seats, held)
}

// Numbers returns what the condition counts at a table of so many seats, see [Checker.Numbers].
func (a *Atom) Numbers(v Value, seats int, held tricks.Set) Numbers {
	return kinds[a.Kind].numbers(a, v, seats, held)
}

// Standing returns how the goal of a checker of one goal stands. Its status is that of
// [Checker.Status].
func (c *Checker) Standing(values []Value, o *Outlook) Standing {
	j := c.judge(values, o)
	s := j.standing(&c.Root)
	s.Status = j.all()
	return s
}

// Met reports whether the goal of a checker of one goal is met at the end of a round, with
// what each seat has left.
func (c *Checker) Met(values []Value, held *[tricks.MaxSeats]tricks.Set) bool {
	return c.Root.Met(func(i int) bool { return c.Numbers(i, values[i], held[c.Atom(i).Seat]).Off == 0 })
}

func (j *judge) standing(n *Tree) Standing {
	s := Standing{Op: n.Op}
	if n.Op != Leaf {
		s.Parts = make([]Standing, len(n.Parts))
		for i := range n.Parts {
			s.Parts[i] = j.standing(&n.Parts[i])
		}
		s.Status = j.tree(n)
		return s
	}
	i := n.Counter
	a, v := j.Atom(i), j.values[i]
	held := tricks.Set(0)
	if j.now.Over || j.now.Shown.Has(a.Seat) {
		held = j.now.Held[a.Seat]
	}
	s.Atom, s.Status, s.Numbers = *a, j.leaf(i), j.Numbers(i, v, held)
	s.Possible = s.Have + kinds[a.Kind].more(a, v, j.now)
	if kinds[a.Kind].wants && s.Have < s.Least && s.Status != Failed {
		s.Missing = a.Of & j.now.Unplayed
	}
	return s
}
