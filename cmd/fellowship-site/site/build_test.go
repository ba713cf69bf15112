package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestBuild checks the files of a site: the worker knows their checksums, the page allows its own script alone, and the
// licences of what is linked are there.
func TestBuild(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds the program for a browser")
	}
	folder := site(t)
	text := func(name string) string {
		text, err := os.ReadFile(filepath.Join(folder, name))
		require.NoError(t, err)
		return string(text)
	}
	worker := text(workerFile)
	for _, name := range []string{loadingPage, program, firstMenuFile("en"), firstMenuFile("de")} {
		assert.Contains(t, worker, checksum([]byte(text(name))), name)
	}
	assert.NotContains(t, worker, `"BUILD"`)
	assert.Contains(t, text(loadingPage), "script-src 'sha256-")
	assert.Equal(t, text(loadingPage), text(notFoundPage))
	licenses := text(licenseFile)
	assert.True(t, strings.HasPrefix(licenses, "== Fellowship: LICENSE"))
	for _, name := range []string{"== Go: LICENSE", "== gopkg.in/yaml.v3 ", "== github.com/klauspost/compress "} {
		assert.Contains(t, licenses, name)
	}
	assert.NotContains(t, licenses, "bubbletea")
}
