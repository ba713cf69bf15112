package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fellowship/cmd/internal/cli"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTakeoverOfTheOldProgram takes over the folder of a server of commit 1356d14, which was
// killed with -9 while friends played: a table with a round that has ended and one that goes
// on, one of two people on the Road, a campaign, and one that has not begun. What is exported
// is what that program exported, byte for byte.
func TestTakeoverOfTheOldProgram(t *testing.T) {
	dir := t.TempDir()
	unpack(t, "testdata/old.tar.gz", dir)
	var out bytes.Buffer
	require.NoError(t, Run(t.Context(), dir, &out))
	assert.NotContains(t, out.String(), "NOT")
	assert.Contains(t, out.String(), "2 people and 4 codes are known\n")

	var errs bytes.Buffer
	exported := t.TempDir()
	code := cli.Main([]string{"tables", "export", "--data", dir, "--out", exported}, strings.NewReader(""), &out, &errs)
	require.Zero(t, code, errs.String())
	assert.Equal(t, bytesOf(t, "testdata/exported"), bytesOf(t, exported))
}

// unpack writes the files of an archive into a folder.
func unpack(t *testing.T, archive, dir string) {
	t.Helper()
	f, err := os.Open(archive)
	require.NoError(t, err)
	defer f.Close()
	plain, err := gzip.NewReader(f)
	require.NoError(t, err)
	for r := tar.NewReader(plain); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		require.NoError(t, err)
		path := filepath.Join(dir, filepath.FromSlash(h.Name))
		if h.FileInfo().IsDir() {
			require.NoError(t, os.MkdirAll(path, 0o700))
			continue
		}
		data, err := io.ReadAll(r)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, data, 0o600))
	}
}
