package chapters

import (
	"slices"
	"sync"

	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// goal is one compiled goal of the round: a character's, or a rider's.
type goal struct {
	seat    tricks.Seat
	rider   bool
	checker *characters.Checker
	// first and end are where its values lie in a score.
	first, end int
}

func (g *Game) compileGoals() error {
	g.goals = make([]goal, 0, goalsAtMost)
	for s := range g.seats {
		goals, err := g.goalCache.goalsAt(g, tricks.Seat(s))
		if err != nil {
			return err
		}
		g.goals = append(g.goals, goals...)
	}
	g.score = newScore(g.goals, g.history)
	return nil
}

// goalsAt compiles the goals at one seat.
func (g *Game) goalsAt(s tricks.Seat) ([]goal, error) {
	var goals []goal
	seat := &g.seats[s]
	for _, c := range []*characters.Character{seat.Character, seat.Rider} {
		if c == nil {
			continue
		}
		if seat.Threat == 0 && c.Goal.NeedsThreat(seat.Range) {
			return nil, ruleError("S8", "seat %d: %s needs a threat number", s, c.ID)
		}
		if c.Goal.NeedsDeclaration() && seat.Declared == "" {
			return nil, ruleError("K", "seat %d: %s has to declare more or fewer", s, c.ID)
		}
		checker, err := characters.Compile(g.table, &g.lib.Cache, c.Goal(g.binding(s)))
		if err != nil {
			return nil, say.Errorf("seat %d: %s: %w", s, c.ID, err)
		}
		goals = append(goals, goal{seat: s, rider: c == seat.Rider, checker: checker})
	}
	return goals, nil
}

// goalCache keeps the goals that were compiled for games made by the same [Worlds]. Most of
// those games end their setup with the same characters and numbers.
type goalCache struct {
	mu    sync.Mutex
	plan  tricks.Plan // who plays in which trick, where the goals were compiled
	goals map[goalKey][]goal
}

// goalKey is all that the goals at a seat depend on, beside the plan.
type goalKey struct {
	characters.Binding
	character, rider *characters.Character
}

// goalsAt returns the goals of a game at a seat. A nil compiled keeps none.
func (c *goalCache) goalsAt(g *Game, s tricks.Seat) ([]goal, error) {
	if c == nil {
		return g.goalsAt(s)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.goals == nil || !c.plan.Equal(&g.table.Plan) {
		c.plan = g.table.Plan
		c.goals = map[goalKey][]goal{}
	}
	key := goalKey{g.binding(s), g.seats[s].Character, g.seats[s].Rider}
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
