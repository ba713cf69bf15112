package arena

import (
	"math"

	"fellowship/solver/difficulty"
)

// signTest returns the p of the exact two-sided sign test: the chance of a difference between plus and
// minus at least this large, in either direction, if both were equally likely. Rounds with the same
// result for both line-ups do not count.
func signTest(plus, minus int) float64 {
	n := plus + minus
	k := min(plus, minus)
	if plus == minus {
		return 1
	}
	// sum adds the binomial terms from k down, each divided by the term of k.
	sum := 0.0
	term := 1.0
	for i := k; i >= 0 && term > 0; i-- {
		sum += term
		term *= float64(i) / float64(n-i+1)
	}
	return min(1, 2*sum*math.Exp(logBinomial(n, k)-float64(float64(n)*math.Ln2)))
}

// logBinomial returns the logarithm of the number of ways to choose k of n.
func logBinomial(n, k int) float64 {
	log := func(n int) float64 {
		v, _ := math.Lgamma(float64(n + 1))
		return v
	}
	return log(n) - log(k) - log(n-k)
}

// difference compares the shares that two line-ups won of the same n rounds. plus is the number of
// rounds that only the first won, and minus the number that only the second won. It returns the
// difference of the shares with the 95 % interval of D. G. Bonett and R. M. Price (2012). That is
// Wald's interval for pairs, computed as if each line-up had won one more round alone. With n = 0
// the interval is from -1 to 1.
func difference(plus, minus, n int) (difference, low, high float64) {
	if n <= 0 {
		return 0, -1, 1
	}
	p := float64(plus+1) / float64(n+2)
	m := float64(minus+1) / float64(n+2)
	half := float64(difficulty.Z * math.Sqrt((p+m-float64((p-m)*(p-m)))/float64(n+2)))
	return float64(plus-minus) / float64(n), max(-1, p-m-half), min(1, p-m+half)
}
