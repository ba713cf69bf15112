package command

import (
	"os"
	"runtime/debug"
)

// usualMemory is enough for the program, whatever it reads. The program collects garbage more often
// before it takes more.
const usualMemory = 640 << 20

// LimitMemory sets the memory limit to usualMemory, or to more if the workers need it: tables is the
// size of one worker's tables in MiB. It changes nothing if the environment sets GOMEMLIMIT or GOGC.
func LimitMemory(tables int64, workers int) {
	collectAt(100)
	limit(tables, workers)
}

func limit(tables int64, workers int) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(max(usualMemory, usualMemory/2+tables<<20*int64(workers)*3/2))
	}
}

// collectAt lets garbage grow to a percentage of the memory in use.
func collectAt(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// CollectSeldom trades memory for time in commands that hold little and allocate much: commands
// that have just started, or that play many rounds.
func CollectSeldom(workers int) {
	collectAt(400)
	limit(playMemory, workers)
}

// playMemory is the largest table, in MiB, for which a computer player or a measurement asks the
// solver.
const playMemory = 64
