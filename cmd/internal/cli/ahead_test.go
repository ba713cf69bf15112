package cli

import (
	"context"
	"testing"
	"testing/synctest"

	"fellowship/chapters"

	"github.com/stretchr/testify/assert"
	"golang.org/x/sync/semaphore"
)

// Behind a document that takes long so many are read as are useful, but not more
// of large ones than there is room for.
func TestReadAheadHasLimits(t *testing.T) {
	for size, want := range map[int]int{
		300:     ahead + 1, // and the one that waits
		1 << 20: aheadBytes/(jobBytes+jobFactor<<20) + 1,
		1 << 30: 2, // one alone always has room
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			s := solveRun{room: semaphore.NewWeighted(aheadBytes)}
			inOrder, work := make(chan *solveJob, ahead), make(chan *solveJob)
			read := 0
			go func() {
				s.read(ctx, func(yield func(chapters.Entry) bool) {
					for read++; yield(chapters.Entry{Size: size}); read++ {
					}
				}, inOrder, work)
				close(work)
			}()
			go func() {
				for job := range work {
					close(job.done)
				}
			}()
			synctest.Wait()
			assert.Equal(t, want, read, "documents of %d bytes", size)
			cancel()
		})
	}
}
