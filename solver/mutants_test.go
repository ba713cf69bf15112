package solver_test

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
)

var mutants = flag.String("mutants", "",
	"make the changes of testdata/mutants.yaml whose description matches, and run their tests")

// omission is a way in which the solver leaves something out, with a change that makes it wrong.
type omission struct {
	What  string
	Where string
	File  string
	Old   string
	New   string
	// Test is the folder of a package and the name of its test that fails with the change.
	Test string
}

// omissionGroup is the omissions of one part of the solver.
type omissionGroup struct {
	Group string
	Rows  []omission
}

// omissions reads the list.
func omissions(t *testing.T) (groups []omissionGroup) {
	text, err := os.ReadFile("testdata/mutants.yaml")
	require.NoError(t, err)
	decoder := yaml.NewDecoder(strings.NewReader(string(text)))
	decoder.KnownFields(true)
	require.NoError(t, decoder.Decode(&groups))
	return groups
}

// TestMutants: each change of testdata/mutants.yaml can be made, and its test exists. With -mutants . the changes
// are made, one after the other, and each test fails. The files themselves stay as they are.
func TestMutants(t *testing.T) {
	t.Parallel()
	for _, group := range omissions(t) {
		for _, row := range group.Rows {
			t.Run(row.What, func(t *testing.T) {
				source, err := os.ReadFile(filepath.Join("..", row.File))
				require.NoError(t, err)
				require.Equal(t, 1, strings.Count(string(source), row.Old), "%s has this once: %s", row.File, row.Old)
				folder, test, ok := strings.Cut(row.Test, " ")
				require.True(t, ok, "a package and a test: %s", row.Test)
				require.True(t, hasTest(t, folder, test), row.Test)
				if *mutants == "" || !regexp.MustCompile(*mutants).MatchString(row.What) {
					return
				}
				changed := strings.Replace(string(source), row.Old, row.New, 1)
				output, err := runChanged(t, row.File, changed, folder, test)
				require.Error(t, err, "%s passes with the change", row.Test)
				require.Contains(t, output, "--- FAIL", "%s does not build or run with the change:\n%s", row.Test,
					output)
			})
		}
	}
}

// hasTest reports whether the tests of a package have one of this name.
func hasTest(t *testing.T, folder, test string) bool {
	files, err := filepath.Glob(filepath.Join("..", folder, "*_test.go"))
	require.NoError(t, err)
	for _, file := range files {
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		if strings.Contains(string(source), "func "+test+"(") {
			return true
		}
	}
	return false
}

// runChanged runs a test of a package with the changed text of one file in its place.
func runChanged(t *testing.T, file, text, folder, test string) (output string, err error) {
	dir := t.TempDir()
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	changed := filepath.Join(dir, "changed.go")
	require.NoError(t, os.WriteFile(changed, []byte(text), 0o600))
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {filepath.Join(root, file): changed}})
	require.NoError(t, err)
	list := filepath.Join(dir, "overlay.json")
	require.NoError(t, os.WriteFile(list, overlay, 0o600))
	run := exec.CommandContext(t.Context(), "go", "test", "-vet=off", "-count=1", "-failfast", "-overlay", list,
		"-run", "^"+test+"$", "./"+folder)
	run.Dir = root
	said, err := run.CombinedOutput()
	return string(said), err
}

// TestOmissionsAreListed: docs/maintaining/solver.md shows the list, one row for each omission.
func TestOmissionsAreListed(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../docs/maintaining/solver.md")
	require.NoError(t, err)
	for _, group := range omissions(t) {
		lists(t, string(page), "### "+group.Group)
		for _, row := range group.Rows {
			_, test, _ := strings.Cut(row.Test, " ")
			lists(t, string(page), "| "+row.What+" | "+row.Where+" | "+test+" |")
		}
	}
}

// lists checks that a page has a line. A failure prints the line, and not the whole page.
func lists(t *testing.T, page, line string) {
	t.Helper()
	if !strings.Contains(page, line) {
		assert.Fail(t, "docs/maintaining/solver.md lacks: "+line)
	}
}
