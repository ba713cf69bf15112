package command

import (
	"bytes"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// In a pipe progress is a line every ten seconds, with an estimate.
func TestProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var stderr bytes.Buffer
		p := NewProgress(&stderr, "measured")
		require.NoError(t, p.While(func() error {
			for done := range 4 {
				p.Tell(done, 10)
				time.Sleep(6 * time.Second)
			}
			return nil
		}))
		assert.Equal(t, `fellowship: 1 of 10 measured in 10s, about 1m30s to go
fellowship: 3 of 10 measured in 20s, about 47s to go
`, stderr.String())
	})
}
