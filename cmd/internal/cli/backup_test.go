package cli

import (
	"bytes"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/serve"
	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/store/folder"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// keepTables writes two tables into a store, at each of which a round is being played.
func keepTables(t *testing.T, s store.Store) {
	t.Helper()
	code, _, errs := call(strings.Repeat("1\n", 5), "play", "--chapter", "2", "--players", "3", "--seed", "5",
		"--plain")
	require.Equal(t, command.ExitOK, code, errs)
	code, record, errs := call("", "saves", "export", "c02p3s5-1")
	require.Equal(t, command.ExitOK, code, errs)
	begins, err := table.GameAtHome(chapters.Default(), []byte(record), false)
	require.NoError(t, err)
	lines := bytes.SplitAfter(begins, []byte("\n"))
	for _, name := range []string{"one", "two"} {
		for at, part := range [][][]byte{lines[:6], lines[6:]} {
			require.NoError(t, s.Append(name, uint64(at), bytes.Join(part, nil)))
		}
	}
	require.NoError(t, s.Close())
}

// stateOf returns each file below a folder, with its bytes and its time.
func stateOf(t *testing.T, dir string) string {
	t.Helper()
	var out strings.Builder
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		fmt.Fprintln(&out, path, info.Mode(), info.ModTime())
		if err == nil && !d.IsDir() {
			text, err := os.ReadFile(path)
			fmt.Fprintln(&out, string(text))
			return err
		}
		return err
	}))
	return out.String()
}

// TestTablesAreOnlyRead lists and exports the tables of a running server, and the tables in a folder
// without a server: nothing changes there, and the records have what was played. A damaged table is
// named, and the others are exported.
func TestTablesAreOnlyRead(t *testing.T) {
	atHome(t)
	dir := t.TempDir()
	inFolder, err := folder.Open(folder.Options{Dir: filepath.Join(dir, "tables"), Alone: true})
	require.NoError(t, err)
	keepTables(t, inFolder)

	ofFolder := func() string { return stateOf(t, dir) }
	looks := func() {
		t.Helper()
		before := ofFolder()
		code, out, errs := call("", "tables", "list", "--data", dir)
		require.Equal(t, command.ExitOK, code, errs)
		assert.Equal(t, 2, strings.Count(out, " events "), out)
		to := t.TempDir()
		code, out, errs = call("", "tables", "export", "--out", to, "--data", dir)
		require.Equal(t, command.ExitOK, code, errs)
		assert.Equal(t, "one  1 round\ntwo  1 round\n", out)
		assert.Equal(t, before, ofFolder())
		code, _, errs = call("", "replay", filepath.Join(to, "two-001.jsonl"))
		require.Equal(t, command.ExitOK, code, errs)
	}
	looks()

	s, err := serve.Start(serve.Options{
		SSH: "127.0.0.1:0", Dir: dir, Guests: true, Library: chapters.Default(), Texts: texts.New("en"),
		Log: slog.New(slog.DiscardHandler),
	})
	require.NoError(t, err)
	looks()
	require.NoError(t, s.Close(t.Context()))

	path := filepath.Join(dir, "tables", "one.ndjson")
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, text[:len(text)-10], 0o600))
	code, _, errs := call("", "tables", "list", "--data", dir)
	assert.Equal(t, command.ExitOK, code)
	assert.Regexp(t, `^one: the last \d+ bytes of its file are not a whole event and are left out\n$`, errs)
	text[len(text)-10] ^= 1
	require.NoError(t, os.WriteFile(path, text, 0o600))
	before := ofFolder()
	code, out, errs := call("", "tables", "list", "--data", dir)
	assert.Equal(t, command.ExitUsage, code)
	assert.Contains(t, errs, "table one")
	assert.Contains(t, out, "two ")
	to := t.TempDir()
	earlier := filepath.Join(to, "one-001.jsonl")
	require.NoError(t, os.WriteFile(earlier, []byte("longer"), 0o600))
	code, out, errs = call("", "tables", "export", "--out", to, "--data", dir)
	assert.Equal(t, command.ExitUsage, code)
	text, err = os.ReadFile(earlier)
	require.NoError(t, err)
	assert.Equal(t, "longer", string(text), "what was exported before the damage stays")
	assert.Contains(t, errs, "table one")
	assert.Contains(t, out, "two  1 round")
	assert.Equal(t, before, ofFolder())
}
