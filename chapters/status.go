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

// GoalStatus tells the state of one goal. Rider is set for the goal of a special Black Rider,
// Character for all others.
type GoalStatus struct {
	Seat      tricks.Seat       `json:"seat"`
	Character string            `json:"character,omitempty"`
	Rider     string            `json:"rider,omitempty"`
	Status    characters.Status `json:"status"`
}

// Statuses returns every goal's status (S12), from common knowledge. It is nil before play. If a
// single goal has failed and Mithril can cover it, that one is waived. It is failed as soon as a
// second one is.
func (g *Game) Statuses() []GoalStatus { return g.waive(g.judge()) }

// judge returns every goal's status, Mithril left aside.
func (g *Game) judge() []GoalStatus {
	if g.stage != StagePlay {
		return nil
	}
	if !g.state.IsOver {
		g.settle()
	}
	return g.goalStatuses()
}

// goalStatuses returns every goal's status: what an ending has settled, else by its own count.
func (g *Game) goalStatuses() []GoalStatus {
	outlook := g.outlook()
	out := make([]GoalStatus, len(g.goals))
	for i := range g.goals {
		goal := &g.goals[i]
		out[i] = GoalStatus{Seat: goal.seat, Status: goal.checker.Status(g.score.values(goal), &outlook)}
		if fate := g.fates[i]; fate != characters.Open {
			out[i].Status = fate
		}
		if goal.rider {
			out[i].Rider = g.seats[goal.seat].Rider.ID
		} else {
			out[i].Character = g.seats[goal.seat].Character.ID
		}
	}
	return out
}

// waive lets Mithril cover the one goal that failed, unless it has to cover the Bridge (C14).
func (g *Game) waive(out []GoalStatus) []GoalStatus {
	failed, broken := -1, 0
	for i := range out {
		if out[i].Status == characters.Failed {
			failed = i
			broken++
		}
	}
	if broken == 1 && !g.goals[failed].rider && !g.state.Short && g.waiver() != tricks.NoSeat {
		out[failed].Status = characters.Waived
	}
	return out
}

// waiver returns the seat whose gift lets one character's goal count as met
// (Mithril), NoSeat if nobody has it or its one use is spent.
func (g *Game) waiver() tricks.Seat {
	if g.start.MithrilUsed {
		return tricks.NoSeat
	}
	return g.seatWhere(func(s tricks.Seat) bool { return g.seats[s].hasEffect(characters.WaiveGoal) })
}

// waivesSums reports whether Mithril can cover tricks that fall short of the Balrog,
// all of them, in the place of a goal (C14).
func (g *Game) waivesSums() bool {
	return g.chapter != nil && g.chapter.Side != nil && g.chapter.Side.Waivable && g.waiver() != tricks.NoSeat
}

// fallen reports whether a trick fell short of the Balrog and nothing can cover
// that, so that the round is lost (C14).
func (g *Game) fallen() bool { return g.state.Short && !g.waivesSums() }

// spared reports whether a trick fell short of the Balrog and Mithril covers that (C14).
func (g *Game) spared() bool { return g.state.Short && g.waivesSums() }

// outlook is the common knowledge of the cards still to come.
func (g *Game) outlook() characters.Outlook {
	o := characters.Outlook{Tricks: len(g.history), IsOver: g.state.IsOver, Held: g.state.Held, Unplayed: g.state.Trick}
	for s := range g.seats {
		o.Unplayed |= g.state.Held[s]
	}
	switch {
	case g.state.IsOver:
		o.Unplayed = 0
		return o
	case g.state.Led != tricks.NoSuit:
		o.Leaders = g.state.Leader.Bit()
		o.Led = g.state.Card[g.state.Leader].Bit()
	case g.state.Naming:
		o.Leaders = g.table.Holding(&g.state)
	default:
		o.Leaders = g.state.Leader.Bit()
	}
	// The rest of such a deck lies face down. As far as anybody knows those cards may be
	// in the hands (C6).
	for _, c := range g.sideCards(TakenInSetup) {
		o.Unplayed |= c.Bit()
	}
	for _, t := range g.history {
		o.Unplayed &^= t.Cards
	}
	if g.maySwapLater() {
		o.Unplayed |= tricks.SetOf(g.lost...) // Sting may bring it back (L5)
	}
	return o
}

// Result is how a round stands.
type Result string

// The results.
const (
	Won       Result = "won"
	Lost      Result = "lost"
	Undecided Result = "open"
)

// Result returns lost once a goal has failed, or once a trick has fallen short of a side deck and
// Mithril does not cover that (C14). It is won once every goal is met for good, which at the end of
// a round that is not lost is always so (L1, T11). Else, and before play, it is open.
func (g *Game) Result() Result { return g.resultOf(g.Statuses()) }

// KnownResult returns the result as far as a player may know it, as a [View] has it.
func (g *Game) KnownResult(player tricks.Seat) Result {
	if g.stage != StagePlay {
		return Undecided
	}
	return g.resultOf(g.goalsSeen(player))
}

func (g *Game) resultOf(statuses []GoalStatus) Result {
	if g.stage != StagePlay {
		return Undecided
	}
	if g.fallen() {
		return Lost
	}
	result := Won
	if len(g.table.Balrog) > int(g.state.Number) && !g.IsOver() {
		result = Undecided // C14: there is no early win
	}
	for _, s := range statuses {
		switch s.Status {
		case characters.Failed:
			return Lost
		case characters.Open, characters.Met:
			result = Undecided
		}
	}
	return result
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
