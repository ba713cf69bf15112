package realtable_test

import (
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/realtable"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestIsNote checks that the first line that is not empty tells a note from a document.
func TestIsNote(t *testing.T) {
	for text, want := range map[string]bool{
		"2 4":                         true,
		"\n# a remark\n 02 4 lost f8": true,
		"; 14 bridge 4":               true,
		"- 4":                         true,
		"Road 3":                      true,
		"":                            false,
		"2":                           true,
		"Chapter 2, 4 players":        true,
		"shire 4":                     true,
		"frodo: h1234 / m5678":        true,
		"m: h1234 / m5678":            true,
		"c02p4s1":                     true,
		"chapter: 2":                  false,
		"players: 4":                  false,
		"pile: H1":                    false,
		"{\"chapter\": 2}":            false,
		"---\n2 4":                    false,
	} {
		assert.Equal(t, want, realtable.IsNote([]byte(text)), text)
	}
}

// TestHasHeading checks that only a text whose first line can be read is a note and nothing else.
func TestHasHeading(t *testing.T) {
	for text, want := range map[string]bool{
		"# friday\n2 4":  true,
		"shire 4\nfrodo": true,
		"- 3":            true,
		"":               false,
		"2":              false,
		"Dear diary":     false,
		"chapter: 2":     false,
	} {
		assert.Equal(t, want, realtable.HasHeading(chapters.Default(), text), text)
	}
}

// TestHead checks what the first line says.
func TestHead(t *testing.T) {
	for _, tt := range []struct {
		line, chapter string
		players       int
	}{
		{"2 4", "2", 4},
		{"02 4p lost f8", "2", 4},
		{"14 bridge 3", "14", 3},
		{"18 2g 2", "18", 2},
		{"18 2 2", "18", 2},
		{"ROAD 1", "road", 1},
		{"Chapter 2, 4 players", "2", 4},
		{"4 players, chapter 2, lost f8", "2", 4},
		{"Kapitel 2 mit 4 Spielern", "2", 4},
		{"Kapitel 2: 4", "2", 4},
		{"shire 4", "2", 4},
		{"Auenland 3", "2", 3},
		{"the old forest 2", "5", 2},
		{"Lothlórien 4p", "15", 4},
		{"moria bridge 3", "14", 3},
		{"Minen von Moria bridge 3 lost f8h2", "14", 3},
		{"chapter 18 2 with 2 players", "18", 2},
		{"- 4", "", 0},
		{"99 4", "", 0},
		{"2 5", "", 0},
		{"2", "", 0},
		{"14 4 bridge", "", 0},
		{"2 4 lost z9", "", 0},
		{"2 4 f8", "", 0},
		{"ring 4", "", 0},
		{"elrond", "", 0},
		{"c02p4s1", "", 0},
	} {
		c, players, ok := realtable.Head(chapters.Default(), tt.line)
		assert.Equal(t, tt.chapter != "", ok, tt.line)
		assert.Equal(t, tt.players, players, tt.line)
		if ok {
			assert.Equal(t, tt.chapter, c.ID, tt.line)
		}
	}
}

// TestDocuments checks which documents a note in a stream gives, and that an error names the line of the stream.
func TestDocuments(t *testing.T) {
	lib := chapters.Default()
	const two = "3 4 lost m8\nsam 3\ngildor\nfrodo\nmaggot 2\nsam: f5183 / s715f2\n" +
		"gildor: s3h1m16 / f76h4m2 / r13m65 / m534h3\nfrodo: s428r2 / h7865 / f4m7r4h2\n"

	_, ok := realtable.Documents(lib, "-", 1, []byte("chapter: 2\n"))
	assert.False(t, ok, "a document is no note")

	list, ok := realtable.Documents(lib, "-", 10, []byte(whole))
	require.True(t, ok)
	require.Len(t, list, 1)
	require.NoError(t, list[0].Err)
	assert.Equal(t, 10, list[0].Line)
	assert.Equal(t, len(whole), list[0].Size)
	assert.Empty(t, list[0].Record.ID)
	assert.NotEmpty(t, list[0].Notes)

	list, _ = realtable.Documents(lib, "-", 1, []byte(two))
	require.Len(t, list, 2)
	assert.Equal(t, "1 of 2", list[0].Record.ID)
	assert.Equal(t, "2 of 2", list[1].Record.ID)
	assert.NotEmpty(t, list[0].Notes)
	assert.Empty(t, list[1].Notes, "the notes belong to all rounds, and stand at the first")

	list, _ = realtable.Documents(lib, "table.txt", 10, []byte(strings.Replace(whole, "fro\n", "frood\n", 1)))
	require.Len(t, list, 1)
	assert.EqualError(t, list[0].Err, `table.txt:13:1: nobody is called "frood": write one of Frodo, Sam, Merry, Gandalf, Pippin (S4)`)
}
