// Package goldentest compares what a test has made with a golden file. `go test ./PACKAGE -update` rewrites the files.
package goldentest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Compare compares a text with the golden file of a name in the folder testdata of the package under test. With the flag
// -update it writes the file first. Line ends of Windows count as line ends.
func Compare(t testing.TB, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(got), 0o600))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, strings.ReplaceAll(string(want), "\r", ""), got, "%s; is it better? then: go test . -update", name)
}
