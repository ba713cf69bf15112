// Package fused adds a product that was not rounded: the test holds that the compiler tells it.
package fused

// Add returns a*b + c.
func Add(a, b, c float64) float64 { return a*b + c }
