package table

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCodes checks that a code is accepted in all the ways people type it, and that other texts are refused.
func TestCodes(t *testing.T) {
	assert.GreaterOrEqual(t, inviteLength*5, 40)
	assert.GreaterOrEqual(t, returnLength*5, 40)
	assert.Len(t, codeLetters, 32)
	seen := map[string]bool{}
	for range 1000 {
		for _, n := range []int{inviteLength, returnLength} {
			code := newCode(n)
			require.False(t, seen[code])
			seen[code] = true
			shown := ShowCode(code)
			swapped := strings.NewReplacer("0", "O", "1", "l", "v", "U").Replace(shown)
			for _, typed := range []string{
				code, shown, strings.ToUpper(shown),
				" " + strings.ReplaceAll(shown, "-", " ") + "\n", swapped,
			} {
				got, err := ParseCode(typed)
				require.NoError(t, err, typed)
				require.Equal(t, code, got)
			}
		}
	}
	for _, typed := range []string{
		"", "abc", strings.Repeat("a", 1000), "../../etc", "abc-def-gh!", "äbc-def-ghk",
		"abc-def-ghk-mnp-q", "\x1b[2Jabcd",
	} {
		_, err := ParseCode(typed)
		require.ErrorIs(t, err, ErrCode, typed)
		assert.NotContains(t, err.Error(), "\x1b")
	}
}
