package texts

import (
	"strings"
	"testing"

	"fellowship/characters/strictyaml"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestClean(t *testing.T) {
	for raw, want := range map[string]string{
		"Hügel\tH1\n":                     "Hügel\tH1\n",
		Paint("1;33", "Hügel") + "\n":     "\x1b[1;33mHügel\x1b[0m\n",
		Redraw() + "7 %":                  "\r\x1b[K7 %",
		"\x1b[8mbold\x1b[0m \x1b[38;5;2m": "\uFFFD[8mbold\uFFFD[0m \uFFFD[38;5;2m",
		"\r\x1b[K7 %":                     "\uFFFD\uFFFD[K7 %",
		Paint("1", "a\x1b[0m\r\x1b[Kb"):   "\x1b[1ma\uFFFD[0m\uFFFD\uFFFD[Kb\x1b[0m",
		"\x1b[2J\x1b]0;x\a\rb":            "\uFFFD[2J\uFFFD]0;x\uFFFD\uFFFDb",
		"\u009b2J\u202eabc\u2066":         "\uFFFD2J\uFFFDabc\uFFFD",
		"\x9b\xff":                        "\uFFFD\uFFFD",
		"👩\u200d🌾":                        "👩\u200d🌾",
	} {
		assert.Equal(t, want, Clean(raw), "%q", raw)
	}
}

// TestCleanedInPieces checks that the terminal gets the same bytes however a text is cut into writes,
// and no hidden characters except the program's own sequences.
func TestCleanedInPieces(t *testing.T) {
	words := rapid.SampledFrom([]string{"ä", "🌲", "\u009b", "\u202e", "\x1b]", "a", "\n", "\xc2", "\xf0\x9f", "\a"})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(words).Draw(t, "text"), "")
		var b strings.Builder
		w := Cleaned(&b)
		for rest := text; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "n")
			_, err := w.Write([]byte(rest[:n]))
			require.NoError(t, err)
			rest = rest[n:]
		}
		got := b.String()
		assert.True(t, strings.HasPrefix(Clean(text), got), "%q is no beginning of %q", got, Clean(text))
		assert.LessOrEqual(t, len(Clean(text))-len(got), len("\uFFFD")*3, "only a cut character is missing")
		assert.False(t, strings.ContainsFunc(got, func(r rune) bool { return r != '\n' && strictyaml.Hidden(r) }))
	})
}

// FuzzClean checks that a terminal obeys nothing in any text, painted or not.
func FuzzClean(f *testing.F) {
	for _, text := range []string{
		"\x1b[8mX\x1b[0m", "\r\x1b[K", "a\x1b[1;31m", "\x1b]0;x\a", "\u009b2J", "\u202e",
		"\x9b", "\x1b[;K", "\r",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		clean := Clean(text)
		if strings.ContainsFunc(clean, func(r rune) bool { return r != '\n' && r != '\t' && strictyaml.Hidden(r) }) {
			t.Errorf("%q comes out as %q", text, clean)
		}
		if got, want := Clean(Redraw()+Paint("1", text)), "\r\x1b[K\x1b[1m"+clean+"\x1b[0m"; got != want {
			t.Errorf("painted %q comes out as %q", text, got)
		}
	})
}
