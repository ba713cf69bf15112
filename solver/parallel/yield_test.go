package parallel

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestYieldWith(t *testing.T) {
	usual := yield
	defer func() { yield = usual }()
	times := 0
	YieldWith(func() { times++ })
	Yield()
	Yield()
	assert.Equal(t, 2, times)
}
