package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// sheet is how far the goals have come, kept as the play goes on. It never changes: each
// trick has a new one, and games and moments share them.
type score struct {
	progress progresses
	// values is the values of all goals; each says where its own are.
	values []characters.Value
}

// goalsAtMost is how many goals a round has: each seat's and its rider's.
const goalsAtMost = 2 * tricks.MaxSeats

// progresses is the progress of each goal.
type progresses [goalsAtMost]characters.Progress

// newSheet counts the tricks so far, and says to each goal where its values are.
func newScore(goals []goal, history []characters.Trick) *score {
	sh := &score{}
	n := 0
	for i := range goals {
		goals[i].first = n
		n += goals[i].checker.Values()
		goals[i].end = n
	}
	sh.values = make([]characters.Value, n)
	for i := range goals {
		sh.progress[i] = goals[i].checker.Follow(history, sh.of(&goals[i]))
	}
	return sh
}

// of returns the values of a goal.
func (sh *score) of(goal *goal) []characters.Value { return sh.values[goal.first:goal.end:goal.end] }

// after returns the sheet after a trick.
func (sh *score) after(goals []goal, t *characters.Trick) *score {
	next := &score{values: slices.Clone(sh.values)}
	for i := range goals {
		goal := &goals[i]
		next.progress[i] = goal.checker.After(sh.progress[i], t)
		goal.checker.Count(next.of(goal), t)
	}
	return next
}

// Counted is one of [Game.Goals] as it is counted. The values are not to be changed.
type Counted struct {
	Seat    tricks.Seat
	Rider   bool
	Checker *characters.Checker
	Values  []characters.Value
}

// Counted appends the goals with what has been counted of them so far.
func (g *Game) Counted(out []Counted) []Counted {
	for i := range g.goals {
		goal := &g.goals[i]
		out = append(out, Counted{goal.seat, goal.rider, goal.checker, g.score.of(goal)})
	}
	return out
}

// standings returns how the goals stand, in numbers. Of a goal whose threat number the
// player does not see that is only its status, with no parts. Only the cards that he
// sees are looked at.
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
	if v.FaceDown != tricks.NoSeat && v.FaceDown == v.Leader { // C15: nobody else sees what the trick was led with
		look.Led = 0
	}
	out := make([]characters.Standing, len(g.goals))
	for i := range g.goals {
		goal := &g.goals[i]
		if out[i].Op = characters.All; !g.goalHidden(i, v.Player) {
			out[i] = goal.checker.Standing(g.score.progress[i], g.score.of(goal), &look)
		}
		out[i].Status = v.Goals[i].Status
	}
	return out
}

// Standing returns how the goal of a seat's character stands; before play, what it will
// count. It is false where nothing is known of it.
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
	f, ok := v.Wants(c, s)
	if !ok {
		return characters.Standing{}, false
	}
	return f.Standing(len(v.Seats)), true
}
