package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// guides are the pages that lead through the source.
var guides = []string{"CONTRIBUTING.md", "docs/maintaining/developing.md", "docs/maintaining/changing.md"}

var (
	quoted     = regexp.MustCompile("`([^`\n]+)`")
	identifier = regexp.MustCompile(`^[A-Za-z]\w*(\.[A-Z]\w*)*$`)
	beside     = regexp.MustCompile("`([a-z]\\w*)`(?: \\(`[^`]+\\.go`| in `[^`]+\\.go`)|\\.go`, `([a-z]\\w*)`")
	sentence   = regexp.MustCompile(`\n\n|\n\d+\. |\n- |\n\| `)
)

// TestNames holds that each file which a guide names is there, and that each function or type
// which it names beside a file stands in one of the files of the same paragraph.
func TestNames(t *testing.T) {
	for _, page := range guides {
		text, err := os.ReadFile(filepath.Join("..", "..", "..", page))
		require.NoError(t, err)
		for _, part := range sentence.Split(string(text), -1) {
			var source strings.Builder
			var names []string
			for _, m := range quoted.FindAllStringSubmatch(part, -1) {
				name := m[1]
				switch {
				case strings.HasSuffix(name, ".go"):
					files := find(t, name, part)
					if assert.NotEmpty(t, files, "%s: there is no file %s", page, name) {
						for _, f := range files {
							code, err := os.ReadFile(f)
							require.NoError(t, err)
							source.Write(code)
						}
					}
				case identifier.MatchString(name) && strings.ToLower(name) != name:
					names = append(names, name)
				}
			}
			for _, m := range beside.FindAllStringSubmatch(part, -1) { // words in small letters, too
				names = append(names, m[1]+m[2])
			}
			for _, name := range names {
				last := name[strings.LastIndexByte(name, '.')+1:]
				if source.Len() > 0 {
					isThere := regexp.MustCompile(`\b` + last + `\b`).MatchString(source.String())
					assert.True(t, isThere, "%s: %s is not in the files of its paragraph:\n%s", page, name, part)
				}
			}
		}
	}
}

// find returns the files that a guide means by a name: a path, or a name whose folder stands
// elsewhere in the paragraph.
func find(t *testing.T, name, part string) (out []string) {
	t.Helper()
	root := filepath.Join("..", "..", "..")
	if _, err := os.Stat(filepath.Join(root, name)); err == nil {
		return []string{filepath.Join(root, name)}
	}
	for _, m := range quoted.FindAllStringSubmatch(part, -1) {
		for _, dir := range []string{m[1], filepath.Dir(m[1])} {
			path := filepath.Join(root, dir, name)
			if _, err := os.Stat(path); err == nil {
				out = append(out, path)
			}
		}
	}
	if len(out) == 0 && !strings.Contains(name, "/") { // of a command's folder, or told before
		all, err := filepath.Glob(filepath.Join(root, "*", "internal", "*", name))
		require.NoError(t, err)
		deep, err := filepath.Glob(filepath.Join(root, "*", "*", "internal", "*", name))
		require.NoError(t, err)
		return append(all, deep...)
	}
	return out
}
