//go:build !windows

package command

import (
	"syscall"
	"time"
)

// processorTime returns how long the program has had a processor.
func processorTime() time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		return 0
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
