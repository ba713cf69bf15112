package command

import (
	"encoding/json"
	"iter"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/characters/say"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A JSON answer has the character it was given, as an escape.
func TestJSONEscapes(t *testing.T) {
	var b strings.Builder
	require.NoError(t, WriteJSON(&b, errorAnswer{Error: "a\u009bb\u202ec\u2028\x7f\U000E0041 é🌲"}))
	const want = `{"id":null,"error":"a\u009bb\u202ec\u2028\u007f\udb40\udc41 é🌲"}`
	assert.Contains(t, b.String(), want)
	var back errorAnswer
	require.NoError(t, json.Unmarshal([]byte(b.String()), &back))
	assert.Equal(t, "a\u009bb\u202ec\u2028\x7f\U000E0041 é🌲", back.Error)
}

// TestNothingToRead checks that a stream of nothing that can be read gets a bounded answer, also
// one without an end, and that each run of such documents is counted.
func TestNothingToRead(t *testing.T) {
	bad, good := chapters.Document{Err: say.New("no document")}, chapters.Document{}
	answers := func(documents iter.Seq[chapters.Document]) (told, read int) {
		for e := range answerable("file", documents) {
			if e.Err != nil {
				told++
			} else {
				read++
			}
		}
		return told, read
	}
	told, read := answers(func(yield func(chapters.Document) bool) {
		for yield(bad) {
		}
	})
	assert.Equal(t, maxShown+2, told, "the errors, their count, and that the rest is ignored")
	assert.Zero(t, read)
	told, read = answers(func(yield func(chapters.Document) bool) {
		for i := range 4 * maxShown {
			yield(bad)
			if i%(2*maxShown) == 0 {
				yield(good)
			}
		}
	})
	assert.Equal(t, 1+maxShown+1+maxShown+1, told)
	assert.Equal(t, 2, read)
}
