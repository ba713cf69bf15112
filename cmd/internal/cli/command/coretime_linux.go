package command

import (
	"runtime"
	"syscall"
	"time"
)

// CoreTimer starts a timer. The function that it returns stops the timer and returns for how many
// seconds this goroutine had a core to itself. Other work on a busy machine does not count.
func CoreTimer() func() float64 {
	runtime.LockOSThread()
	began := threadTime()
	return func() float64 {
		defer runtime.UnlockOSThread()
		return (threadTime() - began).Seconds()
	}
}

// threadTime returns how long the thread has run.
func threadTime() time.Duration {
	const thisThread = 1 // RUSAGE_THREAD
	var use syscall.Rusage
	if err := syscall.Getrusage(thisThread, &use); err != nil {
		return 0
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
