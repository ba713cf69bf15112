package chapters

import (
	"math/rand/v2"
	"slices"

	"fellowship/tricks"
)

// mostDraws keeps a chapter of somebody's own from being drawn for ever.
const mostDraws = 1000

// DrawRoad draws the characters, the rider and the gift of a Road (L5).
func (l *Library) DrawRoad(c *Chapter, players int, seed uint64) Terms {
	src := tricks.NewSource(seed, poolStream^uint64(players))
	for tries := 0; ; tries++ {
		if r, again := c.drawRoad(players, src); !again || tries == mostDraws {
			return r
		}
	}
}

// drawRoad draws once, and reports whether it has to be done again.
func (c *Chapter) drawRoad(players int, src rand.Source) (r Terms, again bool) {
	p := c.Pool
	draw := func(source []string, n int) []string {
		cards := slices.Clone(source)
		tricks.Shuffle(src, cards)
		return cards[:min(n, len(cards))]
	}
	gold := draw(p.Gold, p.GoldDrawn[players])
	if len(gold) > 0 {
		// One of them, at random, lies on its burdened side.
		i := tricks.IntN(src, len(gold))
		for _, e := range c.Roster {
			if e.Character.Burdened && e.Character.CountsAs == gold[i] {
				gold[i] = e.Character.ID
			}
		}
	}
	drawn := slices.Concat(gold, draw(p.Black, p.BlackDrawn[players]))
	r = Terms{Rider: draw(p.Riders, 1)[0], Gift: draw(p.Gifts, 1)[0]}
	for _, e := range c.Roster {
		if p.isFixed(&e) || slices.Contains(drawn, e.Character.ID) {
			r.Pool = append(r.Pool, e.Character.ID)
		}
	}
	return r, slices.ContainsFunc(p.Redraw, func(d PoolRedraw) bool {
		held := func(id string) bool { return slices.Contains(r.Pool, id) || r.Gift == id }
		return slices.Contains(d.Players, players) && held(d.Character) && !slices.ContainsFunc(d.Unless, held)
	})
}
