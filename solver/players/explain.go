package players

import (
	"cmp"
	"context"
	"slices"

	"fellowship/chapters"
	"fellowship/tricks"
)

// inFull completes the reason for a decision. It asks the solver about all remaining options in all
// worlds, and adds the options in their order and the card that matters most to the reason.
func (t *trial) inFull(ctx context.Context, worlds []fairWorld, best *candidate, r *Reason) error {
	if err := best.askAll(ctx, worlds); err != nil {
		return err
	}
	var alternatives []*candidate
	for i := range t.candidates {
		c := &t.candidates[i]
		if c.Decision == best.Decision {
			continue
		}
		if err := c.askAll(ctx, worlds); err != nil {
			return err
		}
		alternatives = append(alternatives, c)
	}
	slices.SortStableFunc(alternatives, func(a, b *candidate) int { return cmp.Compare(b.estimate(0), a.estimate(0)) })
	r.Worlds = len(worlds)
	r.Won = best.won
	r.Open = best.open
	r.Best = Judged{best.Decision, best.won}
	r.Ranked = []Judged{r.Best}
	for _, c := range alternatives {
		r.Ranked = append(r.Ranked, Judged{c.Decision, c.won})
	}
	if len(alternatives) > 0 {
		r.Second = &r.Ranked[1]
	}
	r.Key = keyCard(t.view, worlds, best.wonIn)
	return nil
}

// askAll asks the solver about the option in all worlds in which it was not asked yet.
func (c *candidate) askAll(ctx context.Context, worlds []fairWorld) error {
	for c.asked < len(worlds) {
		if err := ctx.Err(); err != nil {
			return err
		}
		c.ask(&worlds[c.asked])
	}
	return nil
}

const (
	// leastWorlds is the least number of worlds in which a seat holds a key card, and the least
	// number in which it does not.
	leastWorlds = 4
	// minChiSquared is the least chi-squared of a key card. Among cards without meaning, one in a
	// thousand reaches it, and the best of all cards reaches it in one decision of twenty.
	minChiSquared = 11
)

// keyCard returns the card and the seat of a partner that best separate the worlds that are won from
// the others, by chi-squared. It returns nil if no card clearly does.
func keyCard(v *chapters.View, worlds []fairWorld, won []bool) *KeyCard {
	held := make([][tricks.MaxSeats]tricks.Set, len(worlds))
	var unseen tricks.Set
	all := 0 // the number of worlds that are won
	for i := range worlds {
		held[i] = holds(worlds[i].game)
		for s := range v.Seats {
			unseen |= held[i][s]
		}
		if won[i] {
			all++
		}
	}
	for s := range v.Seats {
		unseen &^= v.Seats[s].Open
	}
	var best *KeyCard
	most := 0.0
	good := false
	for ; unseen != 0; unseen &= unseen - 1 {
		for s := range v.Seats {
			if v.Seats[s].Decider == v.Player {
				continue
			}
			k := KeyCard{Card: unseen.First(), Seat: tricks.Seat(s)}
			for i := range worlds {
				if held[i][s].Contains(k.Card) {
					k.HeldWorlds++
					if won[i] {
						k.HeldWins++
					}
				}
			}
			k.OtherWorlds = len(worlds) - k.HeldWorlds
			k.OtherWins = all - k.HeldWins
			if k.HeldWorlds < leastWorlds || k.OtherWorlds < leastWorlds {
				continue
			}
			// If two seats separate the worlds equally well, choose the one that should hold the card.
			more := k.HeldWins*k.OtherWorlds - k.OtherWins*k.HeldWorlds
			parts := float64(more*more) / float64(k.HeldWorlds*k.OtherWorlds)
			if parts > most || parts == most && more > 0 && !good {
				best = &k
				most = parts
				good = more > 0
			}
		}
	}
	if float64(len(worlds))*most < minChiSquared*float64(all*(len(worlds)-all)) {
		return nil
	}
	return best
}

// holds returns the cards that each seat holds in a world.
func holds(g *chapters.Game) (held [tricks.MaxSeats]tricks.Set) {
	if g.Stage() == chapters.StagePlay {
		state := g.State()
		copy(held[:], state.Held[:])
		return held
	}
	for s := range g.Seats() {
		held[s] = g.View(g.View(tricks.Seat(s)).Seats[s].Decider).Seats[s].Open
	}
	return held
}
