package settings

import (
	"bytes"
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

	want := Settings{Lang: "de", Computer: "greedy", Mouse: true, Names: []string{"Anna"}, Keys: map[string][]string{"undo": {"z"}}}
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
	require.NoError(t, os.WriteFile(path, []byte("lang: de\nascii: yes\nnames: [\"\\e]0;x\\a\"]\nkeys:\n  undo: z\n"), 0o600))
	_, err := Load(path)
	for _, want := range []string{":2:8: expected true or false", ":3:9: the character U+001B", ":5:9: expected a list"} {
		require.ErrorContains(t, err, path+want)
	}
	require.NoError(t, os.WriteFile(path, []byte("\n"), 0o600))
	_, err = Load(path)
	require.NoError(t, err, "an empty file is no mistake")
}

// TestStarsAreNotAnothers flips each bit of the stars that were kept: they are the same, or
// damage is told with its place. Who has removed the sum has written stars by hand.
func TestStarsAreNotAnothers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.yaml")
	want := Settings{Puzzles: map[string]int{"c01p2s32t10": 3, "c02p4s7t5": 1}}
	require.NoError(t, want.Save(path))
	good, err := os.ReadFile(path)
	require.NoError(t, err)
	for i := range 8 * len(good) {
		bad := bytes.Clone(good)
		bad[i/8] ^= 1 << (i % 8)
		require.NoError(t, os.WriteFile(path, bad, 0o600))
		got, err := Load(path)
		if err == nil {
			require.Equal(t, want, got, "%s", bad)
			continue
		}
		require.ErrorContains(t, err, path)
	}
	text, _, _ := strings.Cut(string(good), "stars:")
	require.NoError(t, os.WriteFile(path, []byte(strings.Replace(text, ": 3", ": 2", 1)), 0o600))
	got, err := Load(path)
	require.NoError(t, err)
	assert.Equal(t, 2, got.Puzzles["c01p2s32t10"])
}
