//go:build !linux

package command

import "time"

// CoreTimer starts a timer. The function that it returns returns the seconds since then by the
// clock, because only Linux tells for how long a goroutine has had a core to itself.
func CoreTimer() func() float64 {
	began := time.Now()
	return func() float64 { return time.Since(began).Seconds() }
}
