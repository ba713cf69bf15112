package texts

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestQuoted: a word is written as a shell reads it.
func TestQuoted(t *testing.T) {
	for word, want := range map[string]string{
		"c02p4s7": "c02p4s7", "my file": "'my file'", "it's": `'it'\''s'`, "": "''", "$HOME": "'$HOME'",
		"a/b-c_d.e:f=g,h+i@j%k": "a/b-c_d.e:f=g,h+i@j%k", "Ü": "'Ü'",
	} {
		assert.Equal(t, want, Quoted(word))
	}
}
