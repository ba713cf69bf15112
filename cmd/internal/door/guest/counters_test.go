package guest

import (
	"reflect"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCounters checks that [Counters.All] returns each counter, under a name of its own.
func TestCounters(t *testing.T) {
	var c Counters
	v := reflect.ValueOf(&c).Elem()
	for i := range v.NumField() {
		n, ok := v.Field(i).Addr().Interface().(*atomic.Int64)
		require.True(t, ok)
		n.Store(int64(i + 1))
	}
	names := map[string]bool{}
	values := map[int64]bool{}
	for _, n := range c.All() {
		names[n.Name], values[n.Value] = true, true
		assert.NotEmpty(t, n.Help)
	}
	assert.Len(t, names, v.NumField())
	assert.Len(t, values, v.NumField())
}
