package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// drawThreats draws the threat numbers that the player does not see from the numbers of the chapter that
// the player sees nowhere (S8), and puts the threat deck in order. It returns false if a seat cannot have
// any of the numbers.
func (b *builder) drawThreats() (ok bool) {
	g, v := b.g, b.view
	// A player who chooses any number of the deck sees the numbers in it.
	var seenDeck []int
	if v.Ask != nil && v.Due.Kind == Threat && len(g.progress.Drawn) == 0 {
		for _, d := range v.Ask.Options {
			seenDeck = append(seenDeck, d.Number)
		}
		tricks.Shuffle(b.src, seenDeck)
	}
	unseen := b.unseenThreats(seenDeck)
	tricks.Shuffle(b.src, unseen)
	ok = true
	draw := func(fits func(n int) fitness) int {
		if len(unseen) == 0 {
			return 1 // a position in stage play may have more numbers than its chapter
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
			g.seats[s].Threat = draw(func(n int) fitness { return b.threatFitness(s, n) })
		}
	}
	for _, list := range [][]int{g.progress.Drawn, g.progress.Rejected} {
		for i, n := range list {
			if n == 0 {
				list[i] = draw(func(int) fitness { return fitsWell })
			}
		}
	}
	g.threats = seenDeck
	if seenDeck == nil {
		g.threats = unseen[:min(len(unseen), v.ThreatsLeft)]
	}
	return ok
}

// unseenThreats returns the threat numbers of the chapter that the player sees neither at a seat, nor
// drawn, set aside or in the deck.
func (b *builder) unseenThreats(seenDeck []int) []int {
	g := b.g
	var unseen []int
	if g.chapter != nil {
		unseen = slices.Clone(g.chapter.Threats)
	}
	seen := slices.Concat(g.progress.Drawn, g.progress.Rejected, seenDeck)
	for s := range g.seats {
		seen = append(seen, g.seats[s].Threat)
	}
	for _, n := range seen {
		if i := slices.Index(unseen, n); i >= 0 {
			unseen = slices.Delete(unseen, i, i+1)
		}
	}
	return unseen
}

// fitness says whether a seat can have a threat number.
type fitness uint8

const (
	// fitsNot means that the seat cannot have the number.
	fitsNot fitness = iota
	// fitsBadly means that the seat can have the number only if somebody could still have taken the lost
	// card when the number was drawn, and did not.
	fitsBadly
	// fitsWell means that nothing speaks against the number.
	fitsWell
)

// threatFitness returns whether a seat that hides its threat number can have a number (S8, K: Unseen). With
// that number the goal must be met for good exactly if its owner has announced that: an owner who needs F3
// and has won it would have said so.
func (b *builder) threatFitness(s tricks.Seat, n int) fitness {
	if fits, known := b.fitCache[s][n]; known {
		return fits
	}
	fits := fitsWell
	if b.g.stage == StagePlay && !b.matchesGoals(s, n) {
		fits = fitsNot
	} else if (threatDeck{b.g}).lostForbids(s, n) {
		fits = fitsBadly
	}
	if b.fitCache[s] == nil {
		b.fitCache[s] = map[int]fitness{}
	}
	b.fitCache[s][n] = fits
	return fits
}

// matchesGoals reports whether the goal of a seat's character, with a threat number, agrees with what the
// owner has announced or not announced about it.
func (b *builder) matchesGoals(s tricks.Seat, n int) bool {
	g := b.g
	g.seats[s].Threat = n
	goals, err := judge{g}.goalsAt(s)
	if err != nil {
		return false
	}
	counted := newScore(goals[:1], g.history)
	fits := true
	for _, goal := range b.view.Goals {
		if fits && goal.Seat == s && goal.Rider == "" {
			outlook := judge{g}.outlook()
			status := goals[0].checker.Status(counted, &outlook)
			fits = status != characters.Sealed
			if goal.Status == characters.Sealed {
				// The goal's own count need not seal it: the last tricks may have settled it.
				fits = status != characters.Failed
			}
		}
	}
	return fits
}

// setGoals compiles the goals of all seats for their threat numbers, or uses the last game's goals again.
// It returns false if they cannot be compiled.
func (b *builder) setGoals() bool {
	g := b.g
	var threats [tricks.MaxSeats]int
	for s := range g.seats {
		threats[s] = g.seats[s].Threat
	}
	if b.goals == nil || threats != b.threats {
		if (judge{g}).compile() != nil {
			return false
		}
		b.goals = g.count.goals
		b.score = g.count.score
		b.threats = threats
	}
	g.count.goals, g.count.score = b.goals, b.score
	return true
}

// hasThreat reports whether a seat whose threat number is hidden has one by now.
func (v *View) hasThreat(s tricks.Seat) bool {
	drawn := slices.ContainsFunc(v.Log, func(e Event) bool {
		return e.Seat == s && (e.Kind == DrewThreat || e.Kind == ChoseThreat)
	})
	c := v.Seats[s].Character
	return drawn || v.Stage == StagePlay && c != nil && c.Goal.NeedsThreat(v.Seats[s].Range)
}
