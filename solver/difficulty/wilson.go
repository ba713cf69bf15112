package difficulty

import "math"

// Z is the 97.5 % point of the normal distribution, which is used for 95 % intervals.
const Z = 1.959963984540054

// Wilson returns Wilson's 95 % score interval for a share, after hits in n samples
// (E. B. Wilson, 1927). Unlike the normal approximation it is sound for few samples and
// for shares near 0 and 1. With n = 0 the interval is from 0 to 1.
func Wilson(hits, n int) (low, high float64) {
	if n <= 0 {
		return 0, 1
	}
	p := float64(hits) / float64(n)
	m := float64(n)
	middle := p + Z*Z/(2*m)
	half := float64(Z * math.Sqrt(float64(p*(1-p))/m+Z*Z/(4*m*m)))
	whole := 1 + float64(Z*Z)/m
	low = (middle - half) / whole
	high = (middle + half) / whole
	if hits == 0 {
		low = 0 // exactly, without the rounding errors
	}
	if hits == n {
		high = 1
	}
	return low, high
}
