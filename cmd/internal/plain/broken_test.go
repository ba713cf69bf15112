package plain

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestNarrowTerminal holds that no line is wider than the terminal, that no word is
// broken, and that a line that goes on stands under its beginning.
func TestNarrowTerminal(t *testing.T) {
	assert.Equal(t, []string{"  one two", "  three"}, wrapLines("  one two three", 10))
	assert.Equal(t, []string{"  one two three"}, wrapLines("  one two three", 0))
	assert.Equal(t, []string{""}, wrapLines("", 10))
}
