package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// sheet is how far the goals have come, kept as the play goes on. It never changes: each
// trick has a new one, and games, moments and views share them.
type sheet struct {
	progress progresses
	// values is the values of all goals; each says where its own are.
	values []characters.Value
}

// goalsAtMost is how many goals a round has: each seat's and its rider's.
const goalsAtMost = 2 * tricks.MaxSeats

// progresses is the progress of each goal.
type progresses [goalsAtMost]characters.Progress

// newSheet counts the tricks so far, and says to each goal where its values are.
func newSheet(goals []goal, history []characters.Trick) *sheet {
	sh := &sheet{}
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
func (sh *sheet) of(goal *goal) []characters.Value { return sh.values[goal.first:goal.end:goal.end] }

// after returns the sheet after a trick.
func (sh *sheet) after(goals []goal, t *characters.Trick) *sheet {
	next := &sheet{values: slices.Clone(sh.values)}
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
		out = append(out, Counted{goal.seat, goal.rider, goal.checker, g.sheet.of(goal)})
	}
	return out
}

// counted is what a player knows of how the goals stand. Nothing in it changes.
type counted struct {
	goals []goal
	sheet *sheet
	// look is what everybody knows, and the cards that this player sees.
	look characters.Outlook
	// hidden are the goals whose threat number he does not see.
	hidden [goalsAtMost]bool
}

// countedSeen is what a player knows of how the goals stand.
func (g *Game) countedSeen(v *View) counted {
	c := counted{goals: g.goals, sheet: g.sheet, look: g.outlook()}
	if !c.look.Over {
		c.look.Held = [tricks.MaxSeats]tricks.Set{}
		for s := range v.Seats {
			if at := &v.Seats[s]; v.PileLeft == 0 && at.Open.Len() == at.Cards {
				c.look.Shown |= tricks.Seat(s).Bit()
				c.look.Held[s] = at.Open
			}
		}
		if v.FaceDown != tricks.NoSeat && v.FaceDown == v.Leader { // C15: with what the trick was led is not seen yet
			c.look.Led = 0
		}
	}
	for i := range g.goals {
		if g.goalHidden(i, v.Player) {
			c.hide(i)
		}
	}
	return c
}

// hide takes out all that is known of a goal but whose it is.
func (c *counted) hide(i int) {
	if c.hidden == [goalsAtMost]bool{} {
		c.goals = slices.Clone(c.goals)
		c.sheet = &sheet{progress: c.sheet.progress, values: slices.Clone(c.sheet.values)}
	}
	goal := &c.goals[i]
	c.hidden[i], c.sheet.progress[i] = true, characters.Progress{}
	clear(c.sheet.of(goal))
	goal.checker, goal.formula = nil, characters.Formula{}
}

// Standing returns how one of [View.Goals] stands, in numbers. Of a goal whose threat
// number this player does not see that is only its status, with no parts.
func (v *View) Standing(i int) characters.Standing {
	s := characters.Standing{Op: characters.All}
	c := &v.counted
	if goal := &c.goals[i]; !c.hidden[i] {
		s = goal.checker.Standing(c.sheet.progress[i], c.sheet.of(goal), &c.look)
	}
	s.Status = v.Goals[i].Status
	return s
}

// StandingOf returns how the goal of a seat's character stands; before play, what it will
// count. It is false where nothing is known of it.
func (v *View) StandingOf(s tricks.Seat) (characters.Standing, bool) {
	for i, g := range v.Goals {
		if g.Seat == s && g.Rider == "" {
			return v.Standing(i), true
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
