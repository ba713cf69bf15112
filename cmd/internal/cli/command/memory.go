package command

import (
	"os"
	"runtime/debug"
)

// usualMemory is enough for the program, whatever it is given to read: before it takes more, it
// rather collects garbage more often.
const usualMemory = 640 << 20

// LimitMemory makes that the limit, or more for workers that may have so many MiB
// of tables each. The person who has set GOMEMLIMIT or GOGC knows better.
func LimitMemory(tables int64, workers int) {
	collectAt(100)
	limit(tables, workers)
}

func limit(tables int64, workers int) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(max(usualMemory, usualMemory/2+tables<<20*int64(workers)*3/2))
	}
}

// collectAt lets garbage pile up to that percentage of what is held.
func collectAt(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// CollectSeldom trades memory for time in commands that hold little and throw much away:
// those that have just begun, or play many rounds.
func CollectSeldom(workers int) {
	collectAt(400)
	limit(playMemory, workers)
}

// playMemory is the most MiB of tables that a computer player or a measurement
// asks the solver to take.
const playMemory = 64
