package players

import (
	"cmp"
	"math"
	"slices"
)

// Options are compared in the same worlds with the same random numbers. A difference therefore shows
// early, and the comparison can end as soon as the other options cannot win it any more.

const (
	// leastRuns is the number of worlds in which options must be tried before one counts as beaten.
	leastRuns = 24
	// leastAsked is the number of worlds in which the solver must be asked before an option counts as
	// beaten.
	leastAsked = 8
	// runsAtOnce is the number of worlds between two checks whether the comparison is over.
	runsAtOnce = 16
)

// race is how certain the result of a comparison must be. With the zero value no comparison ends early.
type race struct {
	// sure is the number of standard errors by which an option must be behind.
	sure float64
	// slack is the advantage that a beaten option may have. So small a difference is not worth the
	// time to find it.
	slack float64
}

// isClear reports whether a lead with this variance is large enough to end the comparison.
func (r *race) isClear(ahead, variance float64) bool {
	return ahead+r.slack > r.sure*math.Sqrt(variance)
}

// Products are converted to float64 before they are added. Without the conversion, a compiler may
// leave out the rounding of the product on some machines, and another option could win there
// (TestEveryMachine).

// gap compares two lists of numbers from the same worlds. It returns by how much a is larger than b on
// average, the variance of this average, and the number of worlds.
func gap(a, b []float64) (mean, variance float64, n int) {
	n = min(len(a), len(b))
	var sum, squares float64
	for i := range n {
		d := a[i] - b[i]
		sum += d
		squares += float64(d * d)
	}
	if n == 0 {
		return 0, 0, 0
	}
	mean = sum / float64(n)
	return mean, max(0, squares/float64(n)-float64(mean*mean)) / float64(n), n
}

// halved reports whether the better half of the options is known: the best option beats all
// options of the other half.
func (t *trial) halved() bool {
	if t.sure == 0 || t.candidates[0].tried%runsAtOnce != 0 {
		return false
	}
	order := slices.Clone(t.candidates)
	slices.SortStableFunc(order, func(a, b candidate) int { return cmp.Compare(b.sum, a.sum) })
	for i := (len(order) + 1) / 2; i < len(order); i++ {
		ahead, variance, n := gap(order[0].scores, order[i].scores)
		if n < leastRuns || !t.isClear(ahead, variance+unlike(n)) {
			return false
		}
	}
	return true
}

// unlike returns an amount that is added to a variance observed in n worlds. It stands for results
// that have not occurred so far, but may in the next world.
func unlike(n int) float64 { return 1 / float64(n*n) }

// isDecided reports whether, with the certainty of the race, no other option can catch up with the
// most promising one.
func (t *trial) isDecided(best *candidate) bool {
	if t.sure == 0 || best.asked < leastAsked {
		return false
	}
	for i := range t.candidates {
		if c := &t.candidates[i]; c != best && !t.beats(best, c) {
			return false
		}
	}
	return true
}

// beats reports whether option a is better than b: either in the worlds in which the solver was
// asked about both, or even if b could be won in all worlds in which it was not asked about b.
func (t *trial) beats(a, b *candidate) bool {
	_, imagined, n := gap(a.scores, b.scores)
	if n == 0 {
		return false
	}
	ahead := a.sum/float64(a.tried) - b.sum/float64(b.tried)
	if won, variance, n := gap(a.shares, b.shares); n >= leastAsked {
		noise := imagined + float64(fairShare*fairShare*(variance+float64(unlike(n)/4)))
		if t.isClear(ahead+float64(fairShare*won), noise) {
			return true
		}
	}
	asked := float64(a.asked)
	won := a.wins / asked
	hope := (b.wins + float64(b.worlds-b.asked)) / float64(b.worlds)
	noise := imagined + float64(fairShare*fairShare*(won*(1-won)/asked+float64(unlike(a.asked)/2)))
	return t.isClear(ahead+float64(fairShare*(won-hope)), noise)
}

// even reports whether option b is as good as a, as far as the trials can show: in the same worlds, a is not further
// ahead than chance explains.
func (r *race) even(a, b *candidate) bool {
	ahead, imagined, n := gap(a.scores, b.scores)
	won, variance, asked := gap(a.shares, b.shares)
	if n == 0 || asked == 0 {
		return n == asked // without any trial the options count as equal
	}
	noise := imagined + float64(fairShare*fairShare*(variance+float64(unlike(asked)/4)))
	return ahead+float64(fairShare*won)-r.slack <= r.sure*math.Sqrt(noise)
}
