package cli

import (
	"context"
	"os"
	"runtime/debug"
	"sync"
)

// collectSeldom trades memory for time in commands that play many rounds: they
// hold little and throw much away, so garbage may pile up to some times of what
// is held. Who has set GOGC knows better.
func collectSeldom(workers int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	limitMemory(playMemory, workers)
}

// playMemory is the most MiB of tables that a computer player or a measurement
// asks the solver to take.
const playMemory = 64

// inParallel calls f for each number below n, by so many workers, and waits for
// them. An interrupt lets those that run end and is returned.
func inParallel(ctx context.Context, workers, n int, f func(i int)) error {
	work := make(chan int)
	var running sync.WaitGroup
	for range min(workers, n) {
		running.Go(func() {
			for i := range work {
				f(i)
			}
		})
	}
	for i := range n {
		if ctx.Err() != nil {
			break
		}
		work <- i
	}
	close(work)
	running.Wait()
	return ctx.Err()
}
