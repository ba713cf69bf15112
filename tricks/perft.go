package tricks

// Perft counts the legal sequences of depth plays from the state. R1 played to win and R1 played not
// to win are two different plays (T7). A sequence that ends earlier, with the round (T10), does not
// count. Perft calls stop now and then; if that returns true, the count ends early and ok is false.
// stop may be nil.
func (t *Table) Perft(s State, depth int, stop func() bool) (count uint64, ok bool) {
	p := perft{table: t, stop: stop}
	count = p.count(&s, depth)
	return count, !p.stopped
}

type perft struct {
	table   *Table
	stop    func() bool
	nodes   uint64
	stopped bool
}

func (p *perft) count(s *State, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	if s.IsOver || p.stopped {
		return 0
	}
	p.nodes++
	if p.stop != nil && p.nodes&0xffff == 0 && p.stop() {
		p.stopped = true
		return 0
	}
	if s.Naming {
		var n uint64
		for holders := p.table.Holding(s); holders != 0; holders &= holders - 1 {
			next := *s
			p.table.Name(&next, holders.First())
			n += p.count(&next, depth)
		}
		return n
	}
	legal := p.table.Legal(s)
	if depth == 1 {
		n := uint64(legal.Len())
		if legal.Contains(OneRing) {
			n++
		}
		return n
	}
	var n uint64
	var moves [MaxMoves]Move
	for _, m := range p.table.Moves(s, moves[:0]) {
		next := *s
		p.table.Play(&next, m)
		n += p.count(&next, depth-1)
	}
	return n
}

// MaxMoves bounds the number of legal moves of a seat. There are never more than 46: every card of
// the deck with Rivers, and R1 twice.
const MaxMoves = 48
