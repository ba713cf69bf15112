package cells

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/require"
)

// TestWidth has the cells that tmux gave to texts, or package ansi where it gives more.
func TestWidth(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "Ann": 3, "Jürgen": 6, "\x1b[1;31mAnn\x1b[0m": 3, "♠ – ○": 5, "日本": 4, "한국": 4, "ｗ": 2,
		"हिन्दी": 5, "বাংলা": 5, "தமிழ்": 4, "తెలుగు": 5, "മലയാളം": 6, "ગુજરાતી": 6, "ਪੰਜਾਬੀ": 5,
		"සිංහල": 4, "ខ្មែរ": 4, "မြန်မာ": 5, "กำ": 2, "ລາວ": 3, "བོད": 2, "עִבְרִית": 5, "ქართული": 7,
		"👍🏽": 4, "👍🏽प्रिया": 9, "🇩🇪": 2, "❤️": 2, "1️⃣": 2, "👨‍👩‍👧‍👦": 8,
	} {
		require.Equal(t, want, Width(text), text)
		require.GreaterOrEqual(t, Width(text), ansi.StringWidth(text), text)
	}
}

// TestCut: no sign is taken apart, and nothing is wider than asked.
func TestCut(t *testing.T) {
	require.Equal(t, "हिन्दी", Cut("हिन्दी", 5, ".."))
	require.Equal(t, "हि..", Cut("हिन्दी", 4, ".."))
	require.Equal(t, "👍🏽", Cut("👍🏽प्रिया", 5, ""))
	require.Empty(t, Cut("👍🏽", 3, ""))
	require.Empty(t, Cut("👍🏽", 1, ".."))
	require.Equal(t, "\x1b[1mAn\x1b[0m", Cut("\x1b[1mAnn\x1b[0m", 2, ""))
	require.Equal(t, "हिन्दी  ", Pad("हिन्दी", 7))
}

func TestWrap(t *testing.T) {
	require.Equal(t, []string{"हिन्दी", "हिन्दी"}, Wrap("हिन्दी हिन्दी", 10))
	require.Equal(t, []string{"हिन्दी हिन्दी"}, Wrap("हिन्दी हिन्दी", 11))
	require.Equal(t, []string{"👍🏽", "👍🏽"}, Wrap("👍🏽👍🏽", 7))
	require.Equal(t, []string{"a b", "", "  c"}, Wrap("a b\n\n  c", 3))
	require.Equal(t, []string{"abc"}, Wrap("  abc", 4))
	require.Equal(t, []string{"a", "हिन्दी", "b"}, Wordwrap("a हिन्दी b", 3))
}

// TestLikeAnsi: a text that all terminals draw alike is laid out as by package ansi, but for
// spaces at the ends of lines.
func TestLikeAnsi(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 3))
	of := []string{"a", "b", "cd", " ", "  ", "-", "ü", "–", "♠", "日", "\x1b[7m", "\x1b[0m", "longish"}
	ends := func(s string) string {
		lines := strings.Split(ansi.Strip(s), "\n")
		for i := range lines {
			lines[i] = strings.TrimRight(lines[i], " ")
		}
		return strings.Join(lines, "\n")
	}
	fits := func(s string, n int) bool {
		return !slices.ContainsFunc(strings.Split(s, "\n"), func(l string) bool { return ansi.StringWidth(l) > n })
	}
	for range 5000 {
		var b strings.Builder
		for range rng.IntN(30) {
			b.WriteString(of[rng.IntN(len(of))])
		}
		s := b.String()
		n := 8 + rng.IntN(20)
		require.Equal(t, ansi.StringWidth(s), Width(s), "%q", s)
		require.Equal(t, ansi.Truncate(s, n, ".."), Cut(s, n, ".."), "%q at %d", s, n)
		for _, line := range Wrap(s, n) {
			require.LessOrEqual(t, Width(line), n, "%q at %d", s, n)
		}
		flat := "x" + strings.ReplaceAll(s, "-", "")
		if as := ends(ansi.Wrap(flat, n, "")); fits(as, n) { // as ever but for some with spaces
			require.Equal(t, as, ends(strings.Join(Wrap(flat, n), "\n")), "%q at %d", flat, n)
		}
		if as := ends(ansi.Wordwrap(flat, n, "")); fits(as, n) {
			require.Equal(t, as, ends(strings.Join(Wordwrap(flat, n), "\n")), "%q at %d", flat, n)
		}
	}
}

// TestOnePlace: nobody else measures or cuts texts.
func TestOnePlace(t *testing.T) {
	other := regexp.MustCompile(`\b(ansi\.(StringWidth|Truncate|Cut|Wrap|Wordwrap|Hardwrap)(Wc|Left)?|lipgloss\.(Width|Place|Join)|uniseg\.|displaywidth\.)`)
	tree := os.DirFS("..")
	require.NoError(t, fs.WalkDir(tree, ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") ||
			strings.HasPrefix(name, "cells/") {
			return err
		}
		text, err := fs.ReadFile(tree, name)
		found := other.FindString(string(text))
		require.Empty(t, found, name)
		return err
	}))
}

// TestFlagsAreWhole holds that no line ends within the hyphens of a flag, and that one may end behind
// the hyphen of a word.
func TestFlagsAreWhole(t *testing.T) {
	require.Equal(t, []string{"fellowship", "(--plain)", "very-well-", "known -w"},
		Wrap("fellowship (--plain) very-well-known -w", 10))
	require.Equal(t, []string{"play --", "x"}, Wrap("play -- x", 7))
}
