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
	// Count is the number of complete lines that win. A line is a sequence of decisions
	// before play and of plays to the round's end. R1 played to win and R1 played not to
	// win make different lines.
	Count uint64
	// Exact reports whether there are no more lines. If it is false, a limit has ended the
	// count early, and Count is a lower bound.
	Exact bool
	// Nodes counts the decisions and plays tried.
	Nodes int64
}

// Count counts the lines that win from where the game stands. It goes through
// all of them, except after positions that it has counted before or that a bound proves
// lost. A whole deal is often too much, and then the count is a lower bound. The option
// Nodes limits the work, and Memory the bytes to remember positions in. The known line
// is tried first; it may be the zero Result.
//
// An exchange during play is part of a line, too (Sting, L5).
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
	ctx context.Context
	// nodes counts the decisions and plays tried.
	nodes int64
	// most is the limit of nodes.
	most     int64
	progress func(nodes int64)
	// cut reports whether a limit has ended the count.
	cut bool
	// known is the line that is known to win.
	known Result

	*holding
	// places is how many positions can be remembered.
	places int64
	// stored is how many positions are remembered.
	stored int64

	// key is the buffer of [counting.position].
	key []byte

	// swaps describes the exchanges that may be made during play. It is nil if there are none.
	swaps *swapping
	// unsearched reports whether there are exchanges that are not counted.
	unsearched bool
}

// holding holds the table, the problems and the counts for one distribution of the cards. An exchange
// during play leads to another holding.
type holding struct {
	table    *tricks.Table
	problems []*search.Problem
	// seen is the count of each position at the beginning of a trick.
	seen map[string]uint64
	// bySwap is the holding after each possible exchange.
	bySwap map[search.Swap]*holding
}

const (
	// placeBytes is the memory of a position: about 100 bytes, and as
	// much until the garbage is collected.
	placeBytes = 200
	// gameNodes is how many nodes the setting up of one set of hands counts as, because it
	// takes as long as that many plays.
	gameNodes = 300
)

// tick counts some work and reports whether the limits allow more.
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

// sum returns a+b, or the largest number if that overflows.
func sum(a, b uint64) uint64 {
	if a > math.MaxUint64-b {
		return math.MaxUint64
	}
	return a + b
}

// game counts the lines of a game. Before play it goes through every decision, the known
// ones first.
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

// trick counts from the beginning of a trick that begins with a play. The forced moves were played into
// the trick already. line is the rest of the known line, or empty.
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
	// The progress of a lost problem no longer matters, so it is made the same for all positions.
	alive := false
	current := make([]search.Progress, len(progress))
	for i, p := range c.problems {
		// As long as an exchange may come, a position that is lost with these hands may be won.
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

// name counts from a trick for which a leader has to be named: any seat with cards.
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

// cards counts from within a trick. It tries the card of the known line first.
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
			rest = line // the move is forced, and the line does not contain forced moves
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

// position returns an exact description of a position at the beginning of a trick: which
// cards are left (the holding determines which seat holds each), who leads, whatever else the rules
// depend on, and the progress of the goals.
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

// begin counts from the beginning of a trick: without an exchange before it, and with each
// possible one (Sting, L5), even if the same card comes back.
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

// exchange counts the lines after each possible exchange. No second exchange follows, so
// the rest is counted with its own holding and without exchanges.
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
				c.holding = outer.withSwap(search.Swap{}) // the cards are the same, but Sting is used up
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
// that has another card to give. Then the seat may also give the same card back.
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

// withSwap returns the holding after an exchange. After the empty exchange it has the same cards and
// problems, but its own counts.
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
