package guest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCode(t *testing.T) {
	for typed, want := range map[string]string{
		"": "", "willow-42\n": "willow-42", "Willow-42-OAK": "willow-42-oak",
		strings.Repeat("a", 64): strings.Repeat("a", 64),
	} {
		got, ok := Code(typed)
		assert.True(t, ok, "%q", typed)
		assert.Equal(t, want, got)
	}
	for _, bad := range []string{
		"../../etc/passwd", "a b", "a;b", "rm -rf /", "-v", "a-", "a\x00b", "\x1b[31m", "ä", "a.b", "a/b", "a\\b",
		"a_b", "%2e%2e", "*", ">",
		strings.Repeat("a", 65), "table.>", "a\nb",
	} {
		_, ok := Code(bad)
		assert.False(t, ok, "%q", bad)
	}
}
