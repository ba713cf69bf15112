package arena

import (
	"math"

	"fellowship/solver/difficulty"
)

// signTest returns the chance of seeing a difference as large as plus against minus,
// or larger, to either side, if neither were more likely than the other: the exact
// two-sided sign test. Rounds in which both did the same say nothing.
func signTest(plus, minus int) float64 {
	n := plus + minus
	k := min(plus, minus)
	if plus == minus {
		return 1
	}
	// The binomial terms from k down, each next to that of k.
	sum, term := 0.0, 1.0
	for i := k; i >= 0 && term > 0; i-- {
		sum += term
		term *= float64(i) / float64(n-i+1)
	}
	return min(1, 2*sum*math.Exp(logBinomial(n, k)-float64(float64(n)*math.Ln2)))
}

// logBinomial is the logarithm of the ways to choose k of n.
func logBinomial(n, k int) float64 {
	log := func(n int) float64 {
		v, _ := math.Lgamma(float64(n + 1))
		return v
	}
	return log(n) - log(k) - log(n-k)
}

// difference returns how much more of n rounds one line-up won than another that
// played the same ones, if it alone won plus of them and the other alone minus, with
// the 95 % interval of D. G. Bonett and R. M. Price (2012): Wald's for pairs, as if
// one round more had been won alone by each. With n = 0 it is all from -1 to 1.
func difference(plus, minus, n int) (difference, low, high float64) {
	if n <= 0 {
		return 0, -1, 1
	}
	p := float64(plus+1) / float64(n+2)
	m := float64(minus+1) / float64(n+2)
	half := float64(difficulty.Z * math.Sqrt((p+m-float64((p-m)*(p-m)))/float64(n+2)))
	return float64(plus-minus) / float64(n), max(-1, p-m-half), min(1, p-m+half)
}
