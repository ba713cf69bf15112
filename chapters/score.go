package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// score is how far the goals have come after a trick: the values of all goals. It never
// changes, so that games and moments can share it: each trick has a new one.
type score []characters.Count

// goalsAtMost is how many goals a round has: each seat's and its rider's.
const goalsAtMost = 2 * tricks.MaxSeats

// newScore counts the tricks so far, and tells each goal where its values are.
func newScore(goals []goal, history []characters.Trick) score {
	var sc score
	for i := range goals {
		goals[i].first = len(sc)
		sc = append(sc, goals[i].checker.Start()...)
		goals[i].end = len(sc)
	}
	for i := range history {
		sc = sc.withTrick(goals, &history[i])
	}
	return sc
}

// values returns the values of a goal.
func (sc score) values(goal *goal) []characters.Count { return sc[goal.first:goal.end:goal.end] }

// withTrick returns the score after a trick.
func (sc score) withTrick(goals []goal, t *characters.Trick) score {
	next := slices.Clone(sc)
	for i := range goals {
		goals[i].checker.Count(next.values(&goals[i]), t)
	}
	return next
}

// CountedGoal is a goal as it is counted: the goal itself is Checker.Root. The values are not to be
// changed.
type CountedGoal struct {
	Seat    tricks.Seat
	Rider   bool
	Checker *characters.Checker
	Values  []characters.Count
}

// Goals returns the goals of the round, each of which must be met, with what has been counted of
// them so far.
func (g *Game) Goals() []CountedGoal { return g.AppendGoals(nil) }

// AppendGoals appends what [Game.Goals] returns to a list.
func (g *Game) AppendGoals(out []CountedGoal) []CountedGoal {
	for i := range g.goals {
		goal := &g.goals[i]
		out = append(out, CountedGoal{goal.seat, goal.rider, goal.checker, g.score.values(goal)})
	}
	return out
}

// standings returns how the goals stand, in numbers. It looks only at the cards that the
// player sees. A goal whose threat number he does not see has a status and nothing else.
func (g *Game) standings(v *View) []characters.Standing {
	outlook := g.outlook()
	if !outlook.IsOver {
		outlook.Held = [tricks.MaxSeats]tricks.Set{}
		for s := range v.Seats {
			if seat := &v.Seats[s]; v.PileLeft == 0 && seat.Open.Len() == seat.Cards {
				outlook.Shown |= tricks.Seat(s).Bit()
				outlook.Held[s] = seat.Open
			}
		}
	}
	if v.FaceDown != tricks.NoSeat && v.FaceDown == v.Leader { // C15: nobody else sees what the trick was led with
		outlook.Led = 0
	}
	out := make([]characters.Standing, len(g.goals))
	for i := range g.goals {
		goal := &g.goals[i]
		out[i].Op = characters.All
		if !g.goalHidden(i, v.Player) {
			out[i] = goal.checker.Standing(g.score.values(goal), &outlook)
		}
		out[i].Status = v.Goals[i].Status
	}
	return out
}

// Standing returns how the goal of a seat's character stands, or before play what it will
// count. It is false if nothing is known of it.
func (v *View) Standing(s tricks.Seat) (characters.Standing, bool) {
	for i, g := range v.Goals {
		if g.Seat == s && g.Rider == "" {
			return v.Standings[i], true
		}
	}
	c := v.Seats[s].Character
	if c == nil || v.Goals != nil {
		return characters.Standing{}, false
	}
	f, ok := v.GoalFormula(c, s)
	if !ok {
		return characters.Standing{}, false
	}
	return f.Standing(len(v.Seats)), true
}
