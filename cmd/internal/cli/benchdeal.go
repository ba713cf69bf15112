package cli

import (
	"fellowship/chapters"
	"fellowship/solver/players"
	"fellowship/tricks/say"
)

// benchID names the deal of a set with that number. Where a chapter is played
// with events or groups the deals go round through them, the first deal with the
// first one.
func benchID(c *chapters.Chapter, players int, seed uint64) chapters.DealID {
	letters := c.Letters()
	return chapters.DealID{Chapter: c.ID, Variant: letters[(seed-1)%uint64(len(letters))], Players: players, Seed: seed}
}

// benchDeal deals a round and brings it to the first trick: characters taken at
// random, and every exchange without effect.
func benchDeal(lib *chapters.Library, id chapters.DealID) (chapters.Position, error) {
	pos, err := lib.Deal(id)
	if err != nil {
		return pos, err
	}
	g, err := lib.NewGame(pos)
	if err != nil {
		return pos, err
	}
	if err := players.DraftWithoutExchanges(g, players.DraftSource(id.Seed)); err != nil {
		return pos, say.Errorf("deal %s: %w", id, err)
	}
	if pos, err = g.FirstTrick(); err != nil {
		return pos, say.Errorf("deal %s: %w", id, err)
	}
	pos.ID = id.String()
	return pos, nil
}
