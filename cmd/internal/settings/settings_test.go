package settings

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSettingsComeBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fellowship", "settings.yaml")
	got, err := Load(path)
	require.NoError(t, err, "no file is no mistake")
	assert.Equal(t, Settings{}, got)

	want := Settings{
		Lang: "de", Computer: "greedy", Mouse: true, Names: []string{"Anna"},
		Keys: map[string][]string{"undo": {"z"}},
	}
	require.NoError(t, want.Save(path))
	got, err = Load(path)
	require.NoError(t, err)
	assert.Equal(t, want, got)
	files, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	assert.Len(t, files, 1, "nothing else is left there")
}

func TestWrongSettingsAreTold(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.yaml")
	require.NoError(t, os.WriteFile(path, []byte("langue: de\n"), 0o600))
	_, err := Load(path)
	require.ErrorContains(t, err, "langue")
	require.ErrorContains(t, err, path)
}

// TestMistakesHavePlaces: all mistakes are told at once, each with its place,
// and nothing that a terminal would obey gets through.
func TestMistakesHavePlaces(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.yaml")
	require.NoError(t,
		os.WriteFile(path, []byte("lang: de\nascii: yes\nnames: [\"\\e]0;x\\a\"]\nkeys:\n  undo: z\n"), 0o600))
	_, err := Load(path)
	for _, want := range []string{
		":2:8: expected true or false", ":3:9: the character U+001B",
		":5:9: expected a list",
	} {
		require.ErrorContains(t, err, path+want)
	}
	require.NoError(t, os.WriteFile(path, []byte("\n"), 0o600))
	_, err = Load(path)
	require.NoError(t, err, "an empty file is no mistake")
}

// TestOddLineCostsItself puts an odd line anywhere among the settings: it is reported with its place, and the
// others count.
func TestOddLineCostsItself(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.yaml")
	want := Settings{
		Lang: "de", Mouse: true, Puzzles: map[string]int{"c01p2s32t10": 3, "c02p4s7t5": 1},
		Keys: map[string][]string{"undo": {"z"}},
	}
	require.NoError(t, want.Save(path))
	good, err := os.ReadFile(path)
	require.NoError(t, err)
	lines := strings.SplitAfter(string(good), "\n")
	for _, odd := range []string{
		"colour: never\n", "still: maybe\n", "still: [\n", "}\n", "\x00\n", "\xff\n",
		"quick true\n", "theme: vivit\n",
	} {
		for i := range lines {
			if i > 0 && strings.HasPrefix(lines[i], " ") {
				continue // it would end a list that goes on
			}
			text := strings.Join(lines[:i], "") + odd + strings.Join(lines[i:], "")
			require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
			got, err := Load(path)
			require.ErrorContains(t, err, path, "%s", text)
			require.Equal(t, want, got, "%s", text)
		}
	}
	text := strings.Replace(string(good), ": 3", ": many", 1) + "stars: x00000000\n"
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	got, err := Load(path)
	require.ErrorContains(t, err, "expected")
	assert.Equal(t, map[string]int{"c02p4s7t5": 1}, got.Puzzles, "the sum of earlier programs is not asked for")
}
