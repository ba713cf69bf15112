package solver

import (
	"fellowship/characters"
	"fellowship/tricks"
)

// begin counts from the beginning of a trick: with each exchange that may come
// before it (Sting, L5), one that brings the same card back among them, and
// without.
func (c *counter) begin(s *tricks.State, progress []characters.Progress, forced []tricks.Move, line []tricks.Play) uint64 {
	var total uint64
	if c.swaps != nil && len(forced) == 0 && !s.Over {
		total = c.exchange(s, progress)
	}
	if c.cut {
		return total
	}
	return sum(total, c.trick(s, progress, forced, line))
}

// exchange counts what follows each exchange. After it there is no other one, so
// the rest is counted in a world of its own.
func (c *counter) exchange(s *tricks.State, progress []characters.Progress) uint64 {
	may, before := c.swaps, c.world
	defer func() { c.swaps, c.world = may, before }()
	c.swaps = nil
	var total uint64
	x := swap{from: may.from, to: may.to, first: may.first}
	for _, x.out = range may.outs.Cards() {
		for _, x.in = range (may.ins | x.out.Bit()&may.same).Cards() {
			at := *s
			switch {
			case x.in != x.out && x.possible(s, before.table):
				c.world = before.after(x)
				at = x.move(s, c.table)
			case x.in == x.out && x.handed(s, before.table):
				c.world = before.after(swap{}) // all that is gone is Sting
			default:
				continue
			}
			if !c.tick(1) {
				return total
			}
			if total = sum(total, c.trick(&at, progress, nil, nil)); c.cut {
				return total
			}
		}
	}
	return total
}

// handed reports whether the card can be passed on before the next trick to a seat
// that has cards itself, and so can come back.
func (x *swap) handed(s *tricks.State, table *tricks.Table) bool {
	for cards := table.Spare(s, x.to); cards != 0; cards &= cards - 1 {
		at := *x
		if at.in = cards.First(); at.possible(s, table) {
			return true
		}
	}
	return false
}

// after returns the world after an exchange, the same as it was if that is empty.
func (w *world) after(x swap) *world {
	next := w.others[x]
	if next == nil {
		next = &world{table: w.table, problems: w.problems, seen: map[string]uint64{}}
		if x.out != x.in {
			next.problems = make([]*Problem, len(w.problems))
			for i, p := range w.problems {
				next.problems[i] = p.exchanged(&x)
			}
			next.table = next.problems[0].table
		}
		w.others[x] = next
	}
	return next
}
