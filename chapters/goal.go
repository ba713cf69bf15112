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
	seat tricks.Seat
	// rider reports whether it is the goal of the seat's rider, and not of its character.
	rider   bool
	checker *characters.Checker

	// first is the index of the goal's first value in a [score].
	first int
	// end is the index after the goal's last value in a [score].
	end int
}

// goalCount is the goals of a round, with what was counted for them so far.
type goalCount struct {
	goals []goal
	score score
	// moments are the states of the last tricks that have not been searched yet for goals that they
	// settle (see judge.settle).
	moments []moment
	// fates are the statuses of goals that the last tricks have settled, Open for the others.
	fates [goalsAtMost]characters.Status
	// cache is shared by the games of one [Worlds], nil for other games.
	cache *goalCache
}

// add counts a trick for all goals.
func (c *goalCount) add(t *characters.Trick) { c.score = c.score.withTrick(c.goals, t) }

// compile sets the goals of the round, and counts the tricks so far for them.
func (j judge) compile() error {
	g := j.game
	g.count.goals = make([]goal, 0, goalsAtMost)
	for s := range g.seats {
		goals, err := g.count.cache.goalsAt(g, tricks.Seat(s))
		if err != nil {
			return err
		}
		g.count.goals = append(g.count.goals, goals...)
	}
	g.count.score = newScore(g.count.goals, g.history)
	return nil
}

// goalsAt compiles the goals at one seat.
func (j judge) goalsAt(s tricks.Seat) ([]goal, error) {
	g := j.game
	var goals []goal
	seat := &g.seats[s]
	// A rider is a character whose goal is added to the other character's.
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
		checker, err := characters.Compile(g.table, &g.lib.Cache, c.Formula(g.binding(s)))
		if err != nil {
			return nil, say.Errorf("seat %d: %s: %w", s, c.ID, err)
		}
		goals = append(goals, goal{seat: s, rider: c == seat.Rider, checker: checker})
	}
	return goals, nil
}

// goalCache keeps goals that were compiled for the games of one [Worlds]. Most of these games end their
// setup with the same characters and numbers, and so with the same goals. It is safe for use by many
// goroutines.
type goalCache struct {
	mu sync.Mutex
	// plan says which seats play in which trick. All goals of the cache were compiled for it.
	plan tricks.Plan
	// goals has the compiled goals of a seat.
	goals map[goalKey][]goal
}

// goalKey is everything that the goals at a seat depend on, beside the plan.
type goalKey struct {
	characters.Binding
	character *characters.Character
	rider     *characters.Character
}

// goalsAt returns the goals of a game at a seat. A nil cache compiles them each time.
func (c *goalCache) goalsAt(g *Game, s tricks.Seat) ([]goal, error) {
	if c == nil {
		return judge{g}.goalsAt(s)
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
		if goals, err = (judge{g}).goalsAt(s); err != nil {
			return nil, err
		}
		c.goals[key] = goals
	}
	return slices.Clip(goals), nil
}
