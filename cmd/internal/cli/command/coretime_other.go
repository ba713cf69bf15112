//go:build !linux

package command

import "time"

// CoreTimer measures the time by the clock: only Linux tells how long a goroutine
// had a core to itself.
func CoreTimer() func() float64 {
	began := time.Now()
	return func() float64 { return time.Since(began).Seconds() }
}
