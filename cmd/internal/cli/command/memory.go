package command

import (
	"os"
	"runtime/debug"
)

// usualMemory is what the program gets along with, whatever it is given to read:
// before it takes more, it rather collects garbage more often.
const usualMemory = 640 << 20

// LimitMemory makes that the limit, or more for workers that may have so many MiB
// of tables each. Who has set GOMEMLIMIT knows better.
func LimitMemory(tables int64, workers int) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(max(usualMemory, usualMemory/2+tables<<20*int64(workers)*3/2))
	}
}

// CollectSeldom trades memory for time in commands that play many rounds: they
// hold little and throw much away, so garbage may pile up to some times of what
// is held. Who has set GOGC knows better.
func CollectSeldom(workers int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	LimitMemory(playMemory, workers)
}

// playMemory is the most MiB of tables that a computer player or a measurement
// asks the solver to take.
const playMemory = 64
