package difficulty

import "math"

// Z is the 97.5 % point of the normal distribution, for intervals of 95 %.
const Z = 1.959963984540054

// Wilson returns the 95 % interval of Wilson's score for a share of which hits
// out of n were seen (E. B. Wilson, 1927). Unlike the usual one it is sound for
// few samples and for shares near 0 and 1. With n = 0 it is all from 0 to 1.
func Wilson(hits, n int) (low, high float64) {
	if n <= 0 {
		return 0, 1
	}
	p := float64(hits) / float64(n)
	m := float64(n)
	middle := p + Z*Z/(2*m)
	half := float64(Z * math.Sqrt(float64(p*(1-p))/m+Z*Z/(4*m*m)))
	whole := 1 + float64(Z*Z)/m
	low, high = (middle-half)/whole, (middle+half)/whole
	if hits == 0 {
		low = 0 // exactly, without the rounding errors
	}
	if hits == n {
		high = 1
	}
	return low, high
}
