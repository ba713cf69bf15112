//go:build !linux

package cli

import "time"

// coreTimer measures the time by the clock: only Linux tells how long a goroutine
// had a core to itself.
func coreTimer() func() float64 {
	began := time.Now()
	return func() float64 { return time.Since(began).Seconds() }
}
