package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// sheet is how far the goals have come, kept as the play goes on.
type sheet struct {
	progress progresses
	// values is the values of all goals, those of each where it says.
	values []characters.Value
}

// goalsAtMost is how many goals a round has: each seat's and its rider's.
const goalsAtMost = 2 * tricks.MaxSeats

// progresses is the progress of each goal.
type progresses [goalsAtMost]characters.Progress

// newSheet counts the tricks so far, and says to each goal where its values are.
func newSheet(goals []goal, history []characters.Trick) (sh sheet) {
	for i := range goals {
		goal := &goals[i]
		var values []characters.Value
		sh.progress[i], values = goal.checker.Follow(history)
		goal.first = len(sh.values)
		sh.values = append(sh.values, values...)
		goal.end = len(sh.values)
	}
	return sh
}

// clone returns a copy that shares nothing.
func (sh *sheet) clone() sheet { return sheet{sh.progress, slices.Clone(sh.values)} }

// of returns the values of a goal.
func (sh *sheet) of(goal *goal) []characters.Value { return sh.values[goal.first:goal.end:goal.end] }

// count brings the sheet up to date after a trick.
func (sh *sheet) count(goals []goal, t *characters.Trick) {
	for i := range goals {
		goal := &goals[i]
		sh.progress[i] = goal.checker.After(sh.progress[i], t)
		goal.checker.Count(sh.of(goal), t)
	}
}

// Counted is one of [Game.Goals] as it is counted. The values are not to be changed.
type Counted struct {
	Seat    tricks.Seat
	Rider   bool
	Checker *characters.Checker
	Values  []characters.Value
}

// Counted returns the goals with what has been counted of them so far.
func (g *Game) Counted() []Counted {
	out := make([]Counted, len(g.goals))
	for i := range g.goals {
		goal := &g.goals[i]
		out[i] = Counted{goal.seat, goal.rider, goal.checker, g.sheet.of(goal)}
	}
	return out
}

// standings returns how the goals stand whose statuses a player is told: nothing but that
// of a goal whose threat number he does not see. Only the cards that he sees are looked
// at.
func (g *Game) standings(v *View) []characters.Standing {
	look := g.outlook()
	if !look.Over {
		look.Held = [tricks.MaxSeats]tricks.Set{}
		for s := range v.Seats {
			if at := &v.Seats[s]; v.PileLeft == 0 && at.Open.Len() == at.Cards {
				look.Shown |= tricks.Seat(s).Bit()
				look.Held[s] = at.Open
			}
		}
	}
	out := make([]characters.Standing, len(g.goals))
	for i := range g.goals {
		out[i].Op = characters.All
		if !g.goalHidden(i, v.Player) {
			out[i] = g.goals[i].checker.Standing(g.sheet.progress[i], g.sheet.of(&g.goals[i]), &look)
		}
		out[i].Status = v.Goals[i].Status
	}
	return out
}
