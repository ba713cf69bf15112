package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// numbers draws the threat numbers that the player does not see, from those that he sees
// nowhere (S8). It reports whether they fit.
func (f *build) numbers() (ok bool) {
	g, v := f.g, f.view
	var unseen []int
	if g.chapter != nil {
		unseen = slices.Clone(g.chapter.Threats)
	}
	var deck []int // where its numbers are told
	if v.Ask != nil && v.Due == Threat && len(g.drawn) == 0 {
		for _, d := range v.Ask.Options {
			deck = append(deck, d.Number)
		}
		tricks.Shuffle(f.src, deck)
	}
	seen := slices.Concat(g.drawn, g.rejected, deck)
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
	draw := func(fits func(n int) bool) int {
		if len(unseen) == 0 {
			return 1 // a position that does not hold to its chapter
		}
		i := slices.IndexFunc(unseen, fits)
		ok = ok && i >= 0
		n := unseen[max(0, i)]
		unseen = slices.Delete(unseen, max(0, i), max(0, i)+1)
		return n
	}
	for s := range tricks.Seat(len(g.seats)) {
		if v.Seats[s].ThreatHidden && v.hasThreat(s) {
			g.seats[s].Threat = draw(func(n int) bool { return f.fit(s, n) })
		}
	}
	for _, list := range [][]int{g.drawn, g.rejected} {
		for i, n := range list {
			if n == 0 {
				list[i] = draw(func(int) bool { return true })
			}
		}
	}
	if g.threats = deck; deck == nil {
		g.threats = unseen[:min(len(unseen), v.ThreatsLeft)]
	}
	return ok
}

// fit reports whether a seat that hides its number can have this one (S8, K: Unseen). The lost
// card must not forbid it. With it the goal is met for good just if its owner has announced
// that: one who needs F3 and has won it would have said so.
func (f *build) fit(s tricks.Seat, n int) bool {
	if fits, known := f.fits[s][n]; known {
		return fits
	}
	g := f.g
	fits := !g.lostForbids(s, n)
	if fits && g.stage == StagePlay {
		g.seats[s].Threat = n
		goals, err := g.goalsAt(s)
		fits = err == nil
		var counted score
		if fits {
			counted = newScore(goals[:1], g.history)
		}
		for _, is := range f.view.Goals {
			if fits && is.Seat == s && is.Rider == "" {
				look := g.outlook()
				now := goals[0].checker.Status(counted, &look)
				if fits = now != characters.Sealed; is.Status == characters.Sealed {
					fits = now != characters.Failed // maybe the last tricks settle it
				}
			}
		}
	}
	if f.fits[s] == nil {
		f.fits[s] = map[int]bool{}
	}
	f.fits[s][n] = fits
	return fits
}

// want compiles the goals that everyone has with these numbers.
func (f *build) want() error {
	g := f.g
	var threats [tricks.MaxSeats]int
	for s := range g.seats {
		threats[s] = g.seats[s].Threat
	}
	if f.goals == nil || threats != f.threats {
		if err := g.compileGoals(); err != nil {
			return err
		}
		f.goals, f.score, f.threats = g.goals, g.score, threats
	}
	g.goals, g.score = f.goals, f.score
	return nil
}

// hasThreat reports whether a seat whose number is hidden has one by now.
func (v *View) hasThreat(s tricks.Seat) bool {
	drawn := slices.ContainsFunc(v.Log, func(e Event) bool {
		return e.Seat == s && (e.Kind == DrewThreat || e.Kind == ChoseThreat)
	})
	c := v.Seats[s].Character
	return drawn || v.Stage == StagePlay && c != nil && c.Goal.NeedsThreatBeside(v.Seats[s].Range)
}
