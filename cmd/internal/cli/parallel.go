package cli

import (
	"context"
	"sync"
)

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
