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
