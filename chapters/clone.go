package chapters

import "slices"

// roomForMore is about how many decisions and events are added to a copy, which then need no new memory.
const roomForMore = 8

// Clone returns an independent copy of the game.
func (g *Game) Clone() *Game {
	c := &Game{
		decisions: make([]Decision, 0, len(g.decisions)+roomForMore),
		events:    make([]Event, 0, len(g.events)+roomForMore),
	}
	g.CloneInto(c)
	return c
}

// CloneInto overwrites another game with an independent copy of this one, and reuses the memory of the
// other. Lists to which a game only appends are clipped instead of copied: the next append copies them.
func (g *Game) CloneInto(c *Game) {
	old := *c
	*c = *g
	c.seats = copyInto(old.seats, g.seats)
	c.threats = copyInto(old.threats, g.threats)
	c.pile = copyInto(old.pile, g.pile)
	c.progress.Rejected = slices.Clip(g.progress.Rejected)
	c.progress.Drawn = slices.Clip(g.progress.Drawn)
	c.progress.Transfers = copyInto(old.progress.Transfers, g.progress.Transfers)
	c.lost = slices.Clone(g.lost)
	c.history = slices.Clip(g.history)
	c.count.moments = copyInto(old.count.moments, g.count.moments)
	c.decisions = copyInto(old.decisions, g.decisions)
	c.events = copyInto(old.events, g.events)
}

// copyInto copies a list into the memory of another one.
func copyInto[T any](buffer, list []T) []T { return append(buffer[:0], list...) }
