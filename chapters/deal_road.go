package chapters

import (
	"math/rand/v2"
	"slices"

	"fellowship/tricks"
)

// mostDraws is the largest number of pools that are thrown away before one is kept. Without a limit a
// person's own chapter that throws all pools away would be drawn for ever.
const mostDraws = 1000

// DrawRoad draws the characters, the rider and the gift of a Road (L5).
func (l *Library) DrawRoad(c *Chapter, players int, seed uint64) Terms {
	src := tricks.NewSource(seed, poolStream^uint64(players))
	for tries := 0; ; tries++ {
		if terms, redraw := c.drawRoad(players, src); !redraw || tries == mostDraws {
			return terms
		}
	}
}

// drawRoad draws once, and reports whether the draw has to be thrown away (see [PoolRedraw]).
func (c *Chapter) drawRoad(players int, src rand.Source) (terms Terms, redraw bool) {
	p := c.Pool
	draw := func(source []string, n int) []string {
		cards := slices.Clone(source)
		tricks.Shuffle(src, cards)
		return cards[:min(n, len(cards))]
	}
	gold := draw(p.Gold, p.GoldDrawn[players])
	if len(gold) > 0 {
		// One gold card, chosen at random, lies on its burdened side.
		i := tricks.IntN(src, len(gold))
		for _, e := range c.Roster {
			if e.Character.Burdened && e.Character.CountsAs == gold[i] {
				gold[i] = e.Character.ID
			}
		}
	}
	drawn := slices.Concat(gold, draw(p.Black, p.BlackDrawn[players]))
	terms = Terms{Rider: draw(p.Riders, 1)[0], Gift: draw(p.Gifts, 1)[0]}
	for _, e := range c.Roster {
		if p.isFixed(&e) || slices.Contains(drawn, e.Character.ID) {
			terms.Pool = append(terms.Pool, e.Character.ID)
		}
	}
	isDrawn := func(id string) bool { return slices.Contains(terms.Pool, id) || terms.Gift == id }
	redraw = slices.ContainsFunc(p.Redraw, func(r PoolRedraw) bool {
		return slices.Contains(r.Players, players) && isDrawn(r.Character) && !slices.ContainsFunc(r.Unless, isDrawn)
	})
	return terms, redraw
}
