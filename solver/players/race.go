package players

import (
	"cmp"
	"math"
	"slices"
)

// Options are compared in the same worlds, where the same chances befall them. So it
// shows early which cannot win the comparison any more: then it ends.

const (
	// leastRuns is in how many worlds at least options are tried, and leastAsked in
	// how many the solver is asked, before one of them counts as beaten.
	leastRuns  = 24
	leastAsked = 8
	// runsAtOnce is how many worlds are tried between two looks at who is ahead.
	runsAtOnce = 16
)

// race is how sure a comparison has to be. The zero value ends none before its time.
type race struct {
	// sure is by how many standard errors an option has to be behind.
	sure float64
	// slack is by how much it may be better all the same: so little is not worth
	// the time.
	slack float64
}

// isClear reports whether an option that is ahead by so much, with a variance, has won.
func (r *race) isClear(ahead, variance float64) bool {
	return ahead+r.slack > r.sure*math.Sqrt(variance)
}

// Products are rounded before they are added (float64): a compiler may leave that out, and
// would on some machines only, where another option could win then (TestEveryMachine).

// gap returns by how much some numbers are larger than others of the same worlds, on
// average and with the variance of that, and in how many worlds.
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

// halved reports whether the better half of the options is known already: all others
// are beaten by the best one.
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

// unlike is added to a variance that was seen in n worlds: in the next one something
// may happen that was not seen yet.
func unlike(n int) float64 { return 1 / float64(n*n) }

// isDecided reports whether no other option can catch up with the most promising one, as
// far as that can be told.
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

// beats reports whether an option is better than another one: in the worlds in which the
// solver was asked about both, or even if the other could be won in all worlds in which
// it was not.
func (t *trial) beats(a, b *candidate) bool {
	_, imagined, n := gap(a.scores, b.scores)
	if n == 0 {
		return false
	}
	ahead := a.sum/float64(a.tried) - b.sum/float64(b.tried)
	if won, variance, n := gap(a.shares, b.shares); n >= leastAsked {
		if t.isClear(ahead+float64(fairShare*won),
			imagined+float64(fairShare*fairShare*(variance+float64(unlike(n)/4)))) {
			return true
		}
	}
	asked := float64(a.asked)
	won := a.wins / asked
	hope := (b.wins + float64(b.worlds-b.asked)) / float64(b.worlds)
	return t.isClear(ahead+float64(fairShare*(won-hope)),
		imagined+float64(fairShare*fairShare*(won*(1-won)/asked+float64(unlike(a.asked)/2))))
}

// even reports whether two options are as good as each other, as far as that can be told: in the same worlds the
// first is not further ahead than chance explains.
func (r *race) even(a, b *candidate) bool {
	ahead, imagined, n := gap(a.scores, b.scores)
	won, variance, asked := gap(a.shares, b.shares)
	if n == 0 || asked == 0 {
		return n == asked // nothing is known
	}
	noise := imagined + float64(fairShare*fairShare*(variance+float64(unlike(asked)/4)))
	return ahead+float64(fairShare*won)-r.slack <= r.sure*math.Sqrt(noise)
}
