package players

import (
	"context"

	"fellowship/chapters"
	"fellowship/tricks"
)

// inFull completes the reason for a decision: the best of the others, asked about in
// all worlds too, and the card that matters most.
func (t *trial) inFull(ctx context.Context, worlds []fairWorld, best *candidate, r *Reason) error {
	var second *candidate
	for i := range t.left {
		c := &t.left[i]
		if c.Decision == best.Decision {
			continue
		}
		for c.asked < len(worlds) {
			if err := ctx.Err(); err != nil {
				return err
			}
			c.ask(&worlds[c.asked])
		}
		if second == nil || c.promise(0) > second.promise(0) {
			second = c
		}
	}
	if second != nil {
		r.Second = &Judged{second.Decision, second.won}
	}
	r.Key = keyCard(t.view, worlds, best.wonIn)
	return nil
}

// leastWorlds is in how many worlds at least a card has to be here, and elsewhere, to
// say something.
const leastWorlds = 4

// keyCard returns the card and the seat of a partner that part the worlds best into
// those that are won and those that are not: it takes the most of the variance of
// winning away. It is nil where all worlds end alike, or no card tells them apart.
func keyCard(v *chapters.View, worlds []fairWorld, won []bool) *KeyCard {
	if len(won) < len(worlds) {
		return nil
	}
	held := make([][tricks.MaxSeats]tricks.Set, len(worlds))
	var unseen tricks.Set
	for i := range worlds {
		held[i] = holds(worlds[i].Game)
		for s := range v.Seats {
			unseen |= held[i][s]
		}
	}
	for s := range v.Seats {
		unseen &^= v.Seats[s].Open
	}
	var best *KeyCard
	most := 0.0
	for ; unseen != 0; unseen &= unseen - 1 {
		for s := range v.Seats {
			k := KeyCard{Card: unseen.First(), Seat: tricks.Seat(s)}
			for i := range worlds {
				with, good := &k.Without, &k.Else
				if held[i][s].Has(k.Card) {
					with, good = &k.With, &k.Won
				}
				*with++
				if won[i] {
					*good++
				}
			}
			if v.Seats[s].By == v.Player || k.With < leastWorlds || k.Without < leastWorlds {
				continue
			}
			gap := float64(k.Won)/float64(k.With) - float64(k.Else)/float64(k.Without)
			if parts := gap * gap * float64(k.With*k.Without); parts > most {
				best, most = &k, parts
			}
		}
	}
	return best
}

// holds returns what each seat holds in a world.
func holds(g *chapters.Game) (held [tricks.MaxSeats]tricks.Set) {
	if g.Stage() == chapters.StagePlay {
		state := g.State()
		copy(held[:], state.Held[:])
		return held
	}
	for s := range g.Seats() {
		held[s] = g.Sight(g.Sight(tricks.Seat(s)).Seats[s].By).Seats[s].Open
	}
	return held
}
