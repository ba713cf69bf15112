package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// score holds the values that the checkers of all goals have counted after a trick. A score never
// changes, each trick makes a new one, so games and moments can share it.
type score []characters.Count

// goalsAtMost is the largest number of goals in a round: each seat has its character's and its rider's.
const goalsAtMost = 2 * tricks.MaxSeats

// newScore counts the tricks of a history. It sets the fields first and end of the goals.
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

// CountedGoal is a goal with the values that were counted for it so far.
type CountedGoal struct {
	Seat tricks.Seat
	// Rider reports whether it is the goal of the seat's rider, and not of its character.
	Rider bool
	// Checker counts for the goal. Its field Root is the goal itself.
	Checker *characters.Checker
	// Values holds the counts of Checker. They must not be changed.
	Values []characters.Count
}

// Goals returns the goals of the round, all of which must be met, with what was counted for them so far.
func (g *Game) Goals() []CountedGoal { return g.AppendGoals(nil) }

// AppendGoals appends what [Game.Goals] returns to a list.
func (g *Game) AppendGoals(out []CountedGoal) []CountedGoal {
	for i := range g.count.goals {
		goal := &g.count.goals[i]
		out = append(out, CountedGoal{goal.seat, goal.rider, goal.checker, g.count.score.values(goal)})
	}
	return out
}

// standings returns how the goals stand, in numbers. It uses only cards that the player of the view
// sees. A goal with a threat number that the player does not see has a status and nothing else.
func (o observer) standings(v *View) []characters.Standing {
	g := o.game
	outlook := judge{g}.outlook()
	if !outlook.IsOver {
		outlook.Held = [tricks.MaxSeats]tricks.Set{}
		for s := range v.Seats {
			if seat := &v.Seats[s]; v.PileLeft == 0 && seat.Open.Len() == seat.Cards {
				outlook.Shown |= tricks.Seat(s).Bit()
				outlook.Held[s] = seat.Open
			}
		}
	}
	if v.FaceDown != tricks.NoSeat && v.FaceDown == v.Leader {
		outlook.Led = 0 // the card that leads lies face down (C15)
	}
	out := make([]characters.Standing, len(g.count.goals))
	for i := range g.count.goals {
		goal := &g.count.goals[i]
		out[i].Op = characters.All
		if !o.isGoalHidden(i) {
			out[i] = goal.checker.Standing(g.count.score.values(goal), &outlook)
		}
		out[i].Status = v.Goals[i].Status
	}
	return out
}

// Standing returns how the goal of a seat's character stands in numbers, or before play which numbers
// it will count. It returns false if nothing is known about the goal.
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
