package settings

import (
	"os"
	"path/filepath"
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
