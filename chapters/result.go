package chapters

import (
	"fellowship/characters"
	"fellowship/tricks"
)

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
