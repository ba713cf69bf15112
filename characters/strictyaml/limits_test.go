package strictyaml

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestManyMistakes: of a document full of mistakes some are told, each in its
// place, and how many more there are.
func TestManyMistakes(t *testing.T) {
	const lines = 60_000
	var text strings.Builder
	for i := range lines {
		fmt.Fprintf(&text, "namee%d: 1\n", i)
	}
	s, root := Parse("f", []byte(text.String()))
	root.Map("name", "title")
	var got Errors
	require.ErrorAs(t, s.Err(), &got)
	require.Len(t, got, MaxErrors+1)
	assert.Equal(t, `f:1:1: unknown key "namee0"; did you mean "name"?`, got[0].Error())
	// One of them says that the mapping is too long: the rest is not read.
	assert.Equal(t, fmt.Sprintf("f: and %d more mistakes", MaxItems+1-MaxErrors), got[MaxErrors].Error())
	assert.Less(t, len(s.Err().Error()), 4000)

	s, root = Parse("f", []byte(strings.Repeat("- x\n", MaxErrors+1)))
	for _, v := range root.List() {
		v.Int(1, 2)
	}
	require.ErrorAs(t, s.Err(), &got)
	assert.Equal(t, "f: and 1 more mistake", got[MaxErrors].Error())
}

// TestAtMost: what a list or a mapping has too much is told at its place, once, and left out.
func TestAtMost(t *testing.T) {
	s, root := Parse("f", []byte("list: [1, 2, 3, x]\nmap: {a: 1, b: 2}\ntext: abc\n"))
	f := root.Map("list", "map", "text", "none")
	assert.Len(t, f.Get("list").AtMost(4).List(), 4)
	require.NoError(t, s.Err())
	for range 2 {
		assert.Len(t, f.Get("list").AtMost(2).List(), 2)
		assert.Len(t, f.Get("map").AtMost(1).Entries(), 1)
		assert.Equal(t, "abc", f.Get("text").AtMost(1).Str())
		assert.False(t, f.Get("none").AtMost(1).Present())
	}
	assert.Equal(t, "f:1:14: these are 4 items: at most 2 are read here\nf:2:13: these are 2 keys: at most 1 are read here", s.Err().Error())

	s, root = Parse("f", []byte(strings.Repeat("- 1\n", MaxItems+1)))
	assert.Len(t, root.List(), MaxItems)
	assert.EqualError(t, s.Err(), fmt.Sprintf("f:%d:3: these are %d items: at most %d are read here", MaxItems+1, MaxItems+1, MaxItems))
}

// TestShort: a text has a length, in characters.
func TestShort(t *testing.T) {
	s, root := Parse("f", []byte("a: äöü\nb: abcd\nc: "+strings.Repeat("x", MaxText+1)+"\n"))
	f := root.Map("a", "b", "c")
	assert.Equal(t, "äöü", f.Get("a").Short(3).Str())
	require.NoError(t, s.Err())
	assert.Empty(t, f.Get("b").Short(3).Str())
	assert.Empty(t, f.Get("c").Text())
	assert.EqualError(t, s.Err(), fmt.Sprintf("f:2:4: this text has 4 characters: at most 3 are read here\nf:3:4: this text has %d characters: at most %d are read here", MaxText+1, MaxText))
}

// TestLongChoice: of a choice among very many words only some are listed.
func TestLongChoice(t *testing.T) {
	words := make([]string, 1000)
	for i := range words {
		words[i] = fmt.Sprintf("word%04d", i)
	}
	s, root := Parse("f", []byte("[x]"))
	root.OneOf("word", words...)
	assert.Contains(t, s.Err().Error(), `"word0059", …, found a list`)
}
