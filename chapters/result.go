package chapters

import (
	"fellowship/characters"
	"fellowship/tricks"
)

// Result is whether a round is won.
type Result string

// The results.
const (
	Won       Result = "won"
	Lost      Result = "lost"
	Undecided Result = "open"
)

// Result returns Lost once a goal has failed, or once a trick has fallen short of a side deck and
// Mithril does not cover that (C14). It returns Won once every goal is met for good (L1, T11), and
// Undecided at any other time, also before play. At the end of a round it is Won or Lost.
func (g *Game) Result() Result { return judge{g}.result(g.Statuses()) }

// KnownResult returns the result as far as a player may know it. [View.Result] is the same.
func (g *Game) KnownResult(player tricks.Seat) Result {
	if g.stage != StagePlay {
		return Undecided
	}
	return judge{g}.result(observer{g, player}.goals())
}

// result returns the result that follows from the statuses of the goals.
func (j judge) result(statuses []GoalStatus) Result {
	g := j.game
	if g.stage != StagePlay {
		return Undecided
	}
	if j.isFallen() {
		return Lost
	}
	result := Won
	if len(g.table.Balrog) > int(g.state.Number) && !g.IsOver() {
		result = Undecided // the Bridge has no early win (C14)
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
