package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// drawThreats draws the threat numbers that the player does not see, from those that he sees
// nowhere (S8). It reports whether they fit.
func (f *builder) drawThreats() (ok bool) {
	g, v := f.g, f.view
	var unseen []int
	if g.chapter != nil {
		unseen = slices.Clone(g.chapter.Threats)
	}
	var deck []int // where its numbers are told
	if v.Ask != nil && v.Due.Kind == Threat && len(g.progress.Drawn) == 0 {
		for _, d := range v.Ask.Options {
			deck = append(deck, d.Number)
		}
		tricks.Shuffle(f.src, deck)
	}
	seen := slices.Concat(g.progress.Drawn, g.progress.Rejected, deck)
	for s := range g.seats {
		seen = append(seen, g.seats[s].Threat)
	}
	for _, n := range seen {
		if i := slices.Index(unseen, n); i >= 0 {
			unseen = slices.Delete(unseen, i, i+1)
		}
	}
	tricks.Shuffle(f.src, unseen)
	ok = true
	draw := func(fits func(n int) fitness) int {
		if len(unseen) == 0 {
			return 1 // a position that does not hold to its chapter
		}
		i := slices.IndexFunc(unseen, func(n int) bool { return fits(n) == fitsWell })
		if i < 0 {
			i = slices.IndexFunc(unseen, func(n int) bool { return fits(n) == fitsBadly })
		}
		ok = ok && i >= 0
		n := unseen[max(0, i)]
		unseen = slices.Delete(unseen, max(0, i), max(0, i)+1)
		return n
	}
	for s := range tricks.Seat(len(g.seats)) {
		if v.Seats[s].ThreatHidden && v.hasThreat(s) {
			g.seats[s].Threat = draw(func(n int) fitness { return f.threatFitness(s, n) })
		}
	}
	for _, list := range [][]int{g.progress.Drawn, g.progress.Rejected} {
		for i, n := range list {
			if n == 0 {
				list[i] = draw(func(int) fitness { return fitsWell })
			}
		}
	}
	g.threats = deck
	if deck == nil {
		g.threats = unseen[:min(len(unseen), v.ThreatsLeft)]
	}
	return ok
}

// fitness says whether a seat can have a threat number.
type fitness uint8

const (
	fitsNot fitness = iota
	// fitsBadly: only if somebody could still have taken the lost card when it was drawn, and did not.
	fitsBadly
	fitsWell
)

// threatFitness says whether a seat that hides its number can have this one (S8, K: Unseen). With it the goal is
// met for good just if its owner has announced that: one who needs F3 and has won it would have said so.
func (f *builder) threatFitness(s tricks.Seat, n int) fitness {
	if fits, known := f.fitCache[s][n]; known {
		return fits
	}
	fits := fitsWell
	if f.g.stage == StagePlay && !f.matchesGoals(s, n) {
		fits = fitsNot
	} else if f.g.lostForbids(s, n) {
		fits = fitsBadly
	}
	if f.fitCache[s] == nil {
		f.fitCache[s] = map[int]fitness{}
	}
	f.fitCache[s][n] = fits
	return fits
}

// matchesGoals reports whether the goals with a number would be announced as they are.
func (f *builder) matchesGoals(s tricks.Seat, n int) bool {
	g := f.g
	g.seats[s].Threat = n
	goals, err := g.goalsAt(s)
	if err != nil {
		return false
	}
	counted := newScore(goals[:1], g.history)
	fits := true
	for _, goal := range f.view.Goals {
		if fits && goal.Seat == s && goal.Rider == "" {
			look := g.outlook()
			status := goals[0].checker.Status(counted, &look)
			fits = status != characters.Sealed
			if goal.Status == characters.Sealed {
				fits = status != characters.Failed // maybe the last tricks settle it
			}
		}
	}
	return fits
}

// setGoals compiles the goals that everyone has with these numbers, and reports whether they can be.
func (f *builder) setGoals() bool {
	g := f.g
	var threats [tricks.MaxSeats]int
	for s := range g.seats {
		threats[s] = g.seats[s].Threat
	}
	if f.goals == nil || threats != f.threats {
		if g.compileGoals() != nil {
			return false
		}
		f.goals = g.goals
		f.score = g.score
		f.threats = threats
	}
	g.goals, g.score = f.goals, f.score
	return true
}

// hasThreat reports whether a seat whose number is hidden has one by now.
func (v *View) hasThreat(s tricks.Seat) bool {
	drawn := slices.ContainsFunc(v.Log, func(e Event) bool {
		return e.Seat == s && (e.Kind == DrewThreat || e.Kind == ChoseThreat)
	})
	c := v.Seats[s].Character
	return drawn || v.Stage == StagePlay && c != nil && c.Goal.NeedsThreat(v.Seats[s].Range)
}
