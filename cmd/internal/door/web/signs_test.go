package web

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestPlainShield: a character of somebody's own chapter has no emblem, and stands beside a plain shield as in a
// terminal.
func TestPlainShield(t *testing.T) {
	assert.Contains(t, emblemOf("frodo"), "#e-frodo")
	for _, id := range []string{"my-own-hobbit", ""} {
		assert.Contains(t, emblemOf(id), "#"+plainShield, id)
	}
	assert.True(t, emblemSymbols()[plainShield])
}
