package command

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// In a pipe progress is a line every ten seconds, with an estimate.
func TestProgress(t *testing.T) {
	var stderr bytes.Buffer
	now := time.Unix(1000, 0)
	p := NewProgress(&stderr, func() time.Time { return now })
	for done := 1; done <= 4; done++ {
		now = now.Add(5 * time.Second)
		p.Tell(done, 10)
	}
	p.Clear()
	assert.Equal(t, `fellowship: 2 of 10 measured in 10s, about 40s to go
fellowship: 4 of 10 measured in 20s, about 30s to go
`, stderr.String())
}
