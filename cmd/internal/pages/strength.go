package pages

import (
	"strings"

	"fellowship/solver/difficulty"
)

// strengths names the players, weakest first. The player who sees all cards follows
// the solver's line from the draft on: he wins what the solver finds a way for.
func (p *report) strengths() []string { return []string{"random", "greedy", p.FairBy, "open"} }

// Strength is what each of the players won at all tables of a chapter.
func (c chapter) Strength() []*difficulty.Share {
	sum := c.Sum()
	out := []*difficulty.Share{&sum.Random, &sum.Greedy, &sum.Fair, &sum.Draft}
	for _, s := range out {
		s.Undecided = 0 // a player does not win what nobody finds
		s.Low, s.High = difficulty.Wilson(s.Wins, s.Deals)
	}
	return out
}

// doubt is where chance might have put two players into their order: the chapters in
// which the weaker one is not clearly weaker, or even stronger.
type doubt struct {
	Weaker, Stronger string
	Unsure, Wrong    []string
}

// Doubts compares each player with the next.
func (p *report) Doubts() []doubt {
	strengths := p.strengths()
	out := make([]doubt, len(strengths)-1)
	for i := range out {
		out[i].Weaker, out[i].Stronger = strengths[i], strengths[i+1]
	}
	for _, c := range p.Chapters() {
		all := c.Strength()
		for i := range out {
			switch weak, strong := all[i], all[i+1]; {
			case weak.Deals == 0 || strong.Deals == 0 || weak.High < strong.Low:
			case weak.Low > strong.High:
				out[i].Wrong = append(out[i].Wrong, c.ID)
			default:
				out[i].Unsure = append(out[i].Unsure, c.ID)
			}
		}
	}
	return out
}

// effort is how much of the usual work players do who have a name such as strong:0.5.
type effort struct{ Name, Times string }

// EffortBy tells that of the players of the fair rounds, nil if they do the usual work.
func (p *report) EffortBy() *effort {
	name, times, changed := strings.Cut(p.FairBy, ":")
	if !changed {
		return nil
	}
	return &effort{name, times}
}
