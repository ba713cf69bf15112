package texts

import (
	"io/fs"
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
)

// TestReadLines checks that files of texts are read as the YAML parser reads them, and that most are simple.
func TestReadLines(t *testing.T) {
	all, simple := 0, 0
	for _, folder := range []fs.FS{files, toldFiles} {
		require.NoError(t, fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || path.Ext(name) != ".yaml" {
				return err
			}
			data, err := fs.ReadFile(folder, name)
			require.NoError(t, err)
			var want map[string]string
			require.NoError(t, yaml.Unmarshal(data, &want), name)
			got, isSimple := readLines(string(data))
			all++
			if isSimple {
				simple++
				assert.Equal(t, want, got, name)
			}
			return nil
		}))
	}
	assert.Greater(t, simple, all*3/4, "most files are simple")
}

// TestReadLinesLeaves checks that what is not simple is left to the YAML parser.
func TestReadLinesLeaves(t *testing.T) {
	for _, file := range []string{
		"a: 'b'\n", "a: |\n", "a: |\n    b\n", "a: |\n  b", "a: |\n  b\n\n  c\n", "a: |\n  b\n c\n", "a: b: c\n", "a: b # c\n", "a: ~\n", "a:\n", "a: \"b\" c\n", "a: \"\\q\"\n", "- a\n",
		"a: null\n", "a: {b: c}\n", "a: b\na: c\n", " a: b\n", "a: b\n  c\n",
	} {
		_, isSimple := readLines(file)
		assert.False(t, isSimple, strings.TrimSpace(file))
	}
}
