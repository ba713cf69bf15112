package solver

import (
	"math/rand/v2"
	"slices"

	"fellowship/chapters"
	"fellowship/tricks"
)

// wideLimit is the number of ways through a setup above which they are sampled before they are listed.
const wideLimit = 200

// isWide reports whether a setup has more than wideLimit ways through its choices, without exchanges.
func isWide(g *chapters.Game) bool {
	ways := 1
	for g = g.Clone(); g.Stage() == chapters.StageSetup && ways <= wideLimit; {
		options := g.Options()
		d, exchange := kept(g, options)
		if !exchange {
			ways *= len(options)
			d = options[0]
		}
		mustApply(g, d)
	}
	return ways > wideLimit
}

// unchanged returns the decision on an exchange that leaves the hands as they are: to decline it, or to pass
// a card that may come back.
func unchanged(g *chapters.Game, options []chapters.Decision) chapters.Decision {
	if i := slices.IndexFunc(options, declines); i >= 0 {
		return options[i]
	}
	for _, d := range options {
		if mayReturn(g, d) {
			return d
		}
	}
	return options[0]
}

// sample returns a copy of the game with random decisions up to the first trick. Each exchange is random with
// a chance of one in rare, and otherwise changes nothing. If rare is 0, no exchange changes anything.
func sample(g *chapters.Game, src rand.Source, rare int) *chapters.Game {
	g = g.Clone()
	for g.Stage() != chapters.StagePlay {
		options := g.Options()
		same, exchange := kept(g, options)
		d := same
		if rare > 0 || !exchange {
			d = options[tricks.IntN(src, len(options))]
		}
		if rare > 0 && tricks.IntN(src, rare) > 0 && exchange {
			d = same
		}
		mustApply(g, d)
	}
	return g
}

// kept returns the decision that keeps the hands as they are, if a decision on an exchange is due. Otherwise
// ok is false.
func kept(g *chapters.Game, options []chapters.Decision) (d chapters.Decision, ok bool) {
	switch g.Due().Kind {
	case chapters.Exchange:
		return unchanged(g, options), true
	case chapters.Return:
		passed := g.State().Passed
		if i := slices.IndexFunc(options, func(d chapters.Decision) bool { return d.Card == passed }); i >= 0 {
			return options[i], true
		}
		return options[0], true
	default:
	}
	return chapters.Decision{}, false
}
