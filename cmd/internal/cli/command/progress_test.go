package command

import (
	"bytes"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

// In a pipe progress is a line every ten seconds, with an estimate.
func TestProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var stderr bytes.Buffer
		p := NewProgress(&stderr)
		for done := 1; done <= 4; done++ {
			time.Sleep(5 * time.Second)
			p.Tell(done, 10)
		}
		p.Clear()
		assert.Equal(t, `fellowship: 2 of 10 measured in 10s, about 40s to go
fellowship: 4 of 10 measured in 20s, about 30s to go
`, stderr.String())
	})
}
