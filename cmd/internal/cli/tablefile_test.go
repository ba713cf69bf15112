package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"fellowship/cmd/internal/store/folder"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTableFile reads the file of a table where a record is asked for, with the rounds in it;
// one that is damaged ends with what could be read before, and the exit code 2.
func TestTableFile(t *testing.T) {
	// It runs alone: a program that another test starts meanwhile would hold the lock of its table for a moment.
	record, err := os.ReadFile(filepath.Join("..", "tui", "testdata", "picture.ndjson"))
	require.NoError(t, err)
	dir := t.TempDir()
	s, err := folder.Open(folder.Options{Dir: dir})
	require.NoError(t, err)
	at := uint64(0)
	for line := range bytes.Lines(append(bytes.Clone(record), record...)) { // two rounds
		require.NoError(t, s.Append("two-of-us", at, line))
		at++
	}
	require.NoError(t, s.Close())
	path := filepath.Join(dir, "copy of two-of-us.ndjson")
	require.NoError(t, os.Rename(filepath.Join(dir, "two-of-us.ndjson"), path))
	one, both := filepath.Join(dir, "one.jsonl"), filepath.Join(dir, "both.jsonl")
	require.NoError(t, os.WriteFile(one, record, 0o600))
	require.NoError(t, os.WriteFile(both, append(bytes.Clone(record), record...), 0o600))
	run := func(args ...string) (string, int) {
		cmd := exec.Command("fellowship", args...)
		out, err := cmd.Output()
		exit := (*exec.ExitError)(nil)
		if err != nil {
			require.ErrorAs(t, err, &exit)
			return string(out) + string(exit.Stderr), exit.ExitCode()
		}
		return string(out), 0
	}
	for _, args := range [][]string{{"replay", "--json"}, {"replay"}, {"replay", "--ascii"}} {
		want, code := run(append(args, both)...)
		require.Zero(t, code, want)
		got, code := run(append(args, path)...)
		require.Zero(t, code, got)
		assert.Equal(t, want, got, args)
	}
	good, err := os.ReadFile(path)
	require.NoError(t, err)
	bad := bytes.Clone(good)
	bad[len(bad)-30] ^= 1
	require.NoError(t, os.WriteFile(path, bad, 0o600))
	got, code := run("replay", "--json", path)
	assert.Equal(t, 2, code)
	assert.Contains(t, got, "of the table's file")
	first, _ := run("replay", "--json", one)
	assert.True(t, bytes.HasPrefix([]byte(got), []byte(first)), "what could be read is shown")
	now, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, bad, now)
}
