package solver

import (
	"context"
	"encoding/binary"
	"math"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/solver/internal/search"
	"fellowship/tricks"
)

// Lines is how many ways to win there are.
type Lines struct {
	// Count is the number of complete lines that win: sequences of decisions
	// before play and of plays to the round's end. R1 played to win and not to
	// win are two.
	Count uint64
	// Exact reports whether there are no more; else a limit stopped the count
	// there.
	Exact bool
	// Nodes counts the decisions and plays tried.
	Nodes int64
}

// Count counts the lines that win from where the game stands. It goes through
// all of them but for positions it has met before and those that a bound proves
// lost, so a whole deal is often too much, and then the count is a lower bound:
// Nodes of the options is the most work to do, and Memory the most bytes to remember
// positions in. A line that is known to win is tried first; it may be the zero
// Result.
//
// An exchange in play is part of a line, too (Sting, L5).
func Count(ctx context.Context, g *chapters.Game, known Result, opt Options) (Lines, error) {
	if opt.Nodes <= 0 {
		opt.Nodes = unlimited
	}
	if opt.Memory <= 0 {
		opt.Memory = DefaultMemory
	}
	c := &counting{ctx: ctx, most: opt.Nodes, progress: opt.Progress, places: opt.Memory / placeBytes, known: known}
	n, err := c.game(g, append(append([]chapters.Decision{}, known.Draft...), known.Setup...))
	return Lines{Count: n, Exact: !c.cut && !c.unsearched && n < math.MaxUint64, Nodes: c.nodes}, err
}

// counting is a count of lines in progress. The goals are one or more problems, and a line wins if it solves
// one of them: with Mithril there is a problem for each goal that it can cover.
type counting struct {
	ctx         context.Context
	nodes, most int64
	progress    func(nodes int64)
	cut         bool
	known       Result

	*holding
	// places is how many positions can be remembered.
	places int64
	// stored is how many positions are remembered.
	stored int64

	key []byte

	// swaps is the exchange that may be made in play, nil where there is none; unsearched
	// reports whether there are exchanges that are not counted.
	swaps      *swapping
	unsearched bool
}

// holding is the cards of each seat, in a round in which no more are exchanged, or all that
// are, are still to be.
type holding struct {
	table    *tricks.Table
	problems []*search.Problem
	// seen is the count of each position at the beginning of a trick.
	seen map[string]uint64
	// bySwap are those after each exchange that there may be.
	bySwap map[search.Swap]*holding
}

const (
	// placeBytes is the memory of a position: about 100 bytes, and as
	// much until the garbage is collected.
	placeBytes = 200
	// gameNodes is how many nodes it counts to take up the play of one set of hands: that
	// takes as long as so many plays.
	gameNodes = 300
)

// tick counts some work and reports whether there may be more.
func (c *counting) tick(work int64) bool {
	previous := c.nodes
	c.nodes += work
	isDue := c.nodes>>12 != previous>>12
	if c.nodes >= c.most || isDue && c.ctx.Err() != nil {
		c.cut = true
	}
	if isDue && c.progress != nil {
		c.progress(c.nodes)
	}
	return !c.cut
}

// sum adds without overflow.
func sum(a, b uint64) uint64 {
	if a > math.MaxUint64-b {
		return math.MaxUint64
	}
	return a + b
}

// game counts the lines of a game: before play through every decision, those of
// the known way to win first.
func (c *counting) game(g *chapters.Game, known []chapters.Decision) (uint64, error) {
	if g.Stage() == chapters.StagePlay && (g.IsOver() || g.Due().Kind != chapters.Return) {
		var line []tricks.Play
		if known != nil && c.known.Swap == nil {
			line = c.known.Line
		}
		return c.play(g, line)
	}
	options := g.Options()
	var first []chapters.Decision
	if len(known) > 0 {
		first = known[:1]
	}
	var total uint64
	for _, onKnown := range []bool{true, false} {
		for _, d := range options {
			if (len(first) > 0 && d == first[0]) != onKnown {
				continue
			}
			if !c.tick(1) {
				return total, nil
			}
			next := g.Clone()
			mustApply(next, d)
			var rest []chapters.Decision
			if onKnown {
				rest = known[1:]
			}
			n, err := c.game(next, rest)
			total = sum(total, n)
			if err != nil || c.cut {
				return total, err
			}
		}
	}
	return total, nil
}

// play counts the lines of a game in stage play.
func (c *counting) play(g *chapters.Game, line []tricks.Play) (uint64, error) {
	if !c.tick(gameNodes) {
		return 0, nil
	}
	c.holding = &holding{table: g.State().Table, seen: map[string]uint64{}, bySwap: map[search.Swap]*holding{}}
	c.stored = 0
	c.swaps = swappingIn(g)
	c.unsearched = c.unsearched || c.swaps != nil && c.swaps.unsearched
	problems, err := problemsOf(g, &Options{})
	if err != nil {
		return 0, err
	}
	c.problems = problems
	progress := make([]search.Progress, len(problems))
	for i, p := range problems {
		progress[i] = p.Progress
	}
	// All problems begin at the same moment.
	start := c.problems[0].Start
	return c.begin(&start, progress, c.problems[0].Forced, line), nil
}

// trick counts from the beginning of a trick with a play. Forced is the cards that were played into it
// already, line what is known to win.
func (c *counting) trick(s *tricks.State, progress []search.Progress, forced []tricks.Move, line []tricks.Play) uint64 {
	if s.IsOver {
		for i, p := range c.problems {
			if p.Won(s, progress[i]) {
				return 1
			}
		}
		return 0
	}
	if s.Naming {
		return c.name(s, progress, line)
	}
	// A problem that is lost has no more progress that matters.
	alive := false
	current := make([]search.Progress, len(progress))
	for i, p := range c.problems {
		// A position that is lost with these hands may be won after an exchange.
		current[i] = progress[i]
		if c.swaps != nil || !p.Lost(s, progress[i]) {
			alive = true
		} else {
			current[i] = search.Progress{Tally: characters.DeadTally}
		}
	}
	if !alive {
		return 0
	}
	if len(forced) == 0 {
		if n, ok := c.seen[string(c.position(s, current))]; ok {
			return n
		}
	}
	n := c.cards(s, current, forced, line)
	if !c.cut && len(forced) == 0 && c.stored < c.places {
		c.seen[string(c.position(s, current))] = n
		c.stored++
	}
	return n
}

// name counts a trick that any seat may be named to lead.
func (c *counting) name(s *tricks.State, progress []search.Progress, line []tricks.Play) uint64 {
	var total uint64
	holders := c.table.Holding(s)
	for _, onLine := range []bool{true, false} {
		for leader := range tricks.Seat(c.table.Seats) {
			if known := len(line) > 0 && line[0].Seat == leader; !holders.Contains(leader) || known != onLine {
				continue
			}
			next := *s
			c.table.Name(&next, leader)
			rest := line
			if !onLine {
				rest = nil
			}
			total = sum(total, c.trick(&next, progress, nil, rest))
			if c.cut {
				return total
			}
		}
	}
	return total
}

// cards counts within a trick, the card of the known line first.
func (c *counting) cards(s *tricks.State, progress []search.Progress, forced []tricks.Move, line []tricks.Play) uint64 {
	var moves [tricks.MaxMoves]tricks.Move
	list := moves[:0]
	if len(forced) > 0 {
		list, forced = append(list, forced[0]), forced[1:]
	} else {
		for legal := c.problems[0].Legal(s); legal != 0; legal &= legal - 1 {
			card := legal.First()
			list = append(list, tricks.Move{Card: card})
			if card == tricks.OneRing {
				list = append(list, tricks.Move{Card: card, ToWin: true})
			}
		}
		if len(line) > 0 {
			for i, m := range list {
				if m == line[0].Move {
					list[0], list[i] = m, list[0]
				}
			}
		}
	}
	var total uint64
	for i, m := range list {
		if !c.tick(1) {
			return total
		}
		var rest []tricks.Play
		switch {
		case len(line) == 0 || i > 0:
		case line[0].Move == m && line[0].Seat == s.Turn:
			rest = line[1:]
		default:
			rest = line // a forced card, which the line does not name
		}
		next := *s
		winner, done := c.table.Play(&next, m)
		if !done {
			total = sum(total, c.cards(&next, progress, forced, rest))
			continue
		}
		nextProgress := make([]search.Progress, len(progress))
		for j, p := range c.problems {
			if progress[j].Tally != characters.DeadTally {
				nextProgress[j] = p.Advance(progress[j], s, m.Card, winner)
			}
		}
		total = sum(total, c.begin(&next, nextProgress, forced, rest))
	}
	return total
}

// position names a position at the beginning of a trick, exactly: which cards
// are left (who holds them never changes), who leads, what else the rules ask
// for, and the progress of the goals.
func (c *counting) position(s *tricks.State, progress []search.Progress) []byte {
	flags := byte(s.Leader)
	if s.RingsBroken {
		flags |= 1 << 3
	}
	if s.Short {
		flags |= 1 << 4
	}
	c.key = append(c.key[:0], flags, byte(s.Tucked))
	b := binary.LittleEndian.AppendUint64(c.key, uint64(s.Held[0]|s.Held[1]|s.Held[2]|s.Held[3]))
	for _, p := range progress {
		b = binary.LittleEndian.AppendUint16(b, p.Tally)
		b = binary.LittleEndian.AppendUint64(b, p.Counts)
	}
	c.key = b
	return b
}

// begin counts from the beginning of a trick: with each exchange that may come
// before it (Sting, L5), one that brings the same card back among them, and
// without.
func (c *counting) begin(s *tricks.State, progress []search.Progress, forced []tricks.Move, line []tricks.Play) uint64 {
	var total uint64
	if c.swaps != nil && len(forced) == 0 && !s.IsOver {
		total = c.exchange(s, progress)
	}
	if c.cut {
		return total
	}
	return sum(total, c.trick(s, progress, forced, line))
}

// exchange counts what follows each exchange. After it there is no other one, so
// the rest is counted with a holding of its own.
func (c *counting) exchange(s *tricks.State, progress []search.Progress) uint64 {
	allowed, outer := c.swaps, c.holding
	defer func() {
		c.swaps = allowed
		c.holding = outer
	}()
	c.swaps = nil
	var total uint64
	x := search.Swap{Giver: allowed.giver, Receiver: allowed.receiver, First: allowed.first}
	for _, x.Out = range allowed.outs.Cards() {
		for _, x.In = range (allowed.ins | x.Out.Bit()&allowed.same).Cards() {
			moved := *s
			switch {
			case x.In != x.Out && x.Possible(s, outer.table):
				c.holding = outer.withSwap(x)
				moved = x.Move(s, c.table)
			case x.In == x.Out && handed(x, s, outer.table):
				c.holding = outer.withSwap(search.Swap{}) // all that is gone is Sting
			default:
				continue
			}
			if !c.tick(1) {
				return total
			}
			total = sum(total, c.trick(&moved, progress, nil, nil))
			if c.cut {
				return total
			}
		}
	}
	return total
}

// handed reports whether the card can be passed on before the next trick to a seat
// that has cards itself, and so can come back.
func handed(x search.Swap, s *tricks.State, table *tricks.Table) bool {
	for cards := table.Spare(s, x.Receiver); cards != 0; cards &= cards - 1 {
		candidate := x
		candidate.In = cards.First()
		if candidate.Possible(s, table) {
			return true
		}
	}
	return false
}

// withSwap returns the holding after an exchange, the same as it was if that is empty.
func (h *holding) withSwap(x search.Swap) *holding {
	next := h.bySwap[x]
	if next == nil {
		next = &holding{table: h.table, problems: h.problems, seen: map[string]uint64{}}
		if x.Out != x.In {
			next.problems = make([]*search.Problem, len(h.problems))
			for i, p := range h.problems {
				next.problems[i] = p.Exchanged(&x)
			}
			next.table = next.problems[0].Table
		}
		h.bySwap[x] = next
	}
	return next
}
