package chapters

import (
	"slices"
	"sync"

	"fellowship/characters"
	"fellowship/tricks"
)

// compiled keeps the goals that were compiled for games made by the same [Builder]. Most of
// those games end their setup with the same characters and numbers.
type compiled struct {
	mu    sync.Mutex
	plan  tricks.Plan // who plays in which trick, where the goals were compiled
	goals map[wanted][]goal
}

// wanted is all that the goals at a seat depend on, beside the plan.
type wanted struct {
	wanter
	character, rider *characters.Character
}

// goalsAt returns the goals of a game at a seat. A nil compiled keeps none.
func (c *compiled) goalsAt(g *Game, s tricks.Seat) ([]goal, error) {
	if c == nil {
		return g.goalsAt(s)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.goals == nil || !c.plan.Equal(&g.table.Plan) {
		c.plan, c.goals = g.table.Plan, map[wanted][]goal{}
	}
	key := wanted{g.wanter(s), g.seats[s].Character, g.seats[s].Rider}
	goals, ok := c.goals[key]
	if !ok {
		var err error
		if goals, err = g.goalsAt(s); err != nil {
			return nil, err
		}
		c.goals[key] = goals
	}
	return slices.Clip(goals), nil
}
