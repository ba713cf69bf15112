package command

import (
	"context"
	"testing"
	"testing/synctest"

	"fellowship/chapters"
	"fellowship/solver/parallel"

	"github.com/stretchr/testify/assert"
	"golang.org/x/sync/semaphore"
)

// Behind a document that takes long so many are read as are useful, but not more
// of large ones than there is room for.
func TestReadAheadHasLimits(t *testing.T) {
	for size, want := range map[int]int{
		300:     ahead + 2, // with the first and the one that waits
		1 << 20: aheadBytes/(jobBytes+jobFactor<<20) + 1,
		1 << 30: 2, // one alone always has room
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			room := semaphore.NewWeighted(aheadBytes)
			read := 0
			all := jobs[int](ctx, room, func(yield func(chapters.Document) bool) {
				for read++; yield(chapters.Document{Size: size}); read++ {
				}
			})
			go func() {
				for range parallel.Stream(ctx, 1, ahead, all, func(*job[int]) {}) {
					<-ctx.Done() // the first one takes long
				}
			}()
			synctest.Wait()
			assert.Equal(t, want, read, "documents of %d bytes", size)
			cancel()
		})
	}
}
