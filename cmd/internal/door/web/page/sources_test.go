package page

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// widest is how many columns a line of a source has at most.
const widest = 120

// TestSources checks that the sources can be read: each file begins with a sentence that says what it is for, and no
// line is too wide.
func TestSources(t *testing.T) {
	for _, folder := range []string{"template", "style", "script"} {
		require.NoError(t, filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			assert.Regexp(t, `^(/\*|//|{{/\*) [A-Z]`, string(text), name)
			for i, line := range strings.Split(string(text), "\n") {
				assert.LessOrEqual(t, len([]rune(line)), widest, "%s:%d", name, i+1)
			}
			return nil
		}))
	}
}

// comparison matches the functions that compare.
var comparison = regexp.MustCompile(`\b(eq|ne|lt|le|gt|ge)\b`)

// TestTemplatesCompareNothing checks that a template asks methods, whose names say what they mean.
func TestTemplatesCompareNothing(t *testing.T) {
	names, err := filepath.Glob("template/*.html")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		for _, action := range action.FindAllString(string(text), -1) {
			assert.NotRegexp(t, comparison, action, name)
		}
	}
}

// action matches an action of a template that is no comment.
var action = regexp.MustCompile(`{{[^/].*?}}`)
