package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFiles runs the tests of the files of the worker, without a browser.
func TestFiles(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("Node.js is not installed")
	}
	tests, err := os.ReadFile("testdata/files_test.js")
	require.NoError(t, err)
	script := filepath.Join(t.TempDir(), "files.js")
	code := bytes.Join([][]byte{read("files.js"), read("transfer.js"), tests}, []byte("\n"))
	require.NoError(t, os.WriteFile(script, code, 0o600))
	out, err := exec.CommandContext(t.Context(), node, script).CombinedOutput()
	require.NoError(t, err, "%s", out)
}
