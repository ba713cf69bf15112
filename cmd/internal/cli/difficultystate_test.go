package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/disk"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// keeping is a short measurement that is kept in a file.
func keeping(file string, more ...string) []string {
	return append([]string{
		"difficulty", "--chapter", "1", "--players", "3", "--deals", "3", "--fair", "0",
		"--workers", "1", "--json", "--resume", file,
	}, more...)
}

// TestOneMeasurementAFile checks that a second program says at once that the first one is at work, and
// leaves the file alone.
func TestOneMeasurementAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "all.state")
	code, _, errs := call("", keeping(file)...)
	require.Equal(t, command.ExitOK, code, errs)
	first, err := os.OpenFile(file, os.O_RDWR, 0)
	require.NoError(t, err)
	require.NoError(t, disk.Lock(first))
	before, err := os.ReadFile(file)
	require.NoError(t, err)
	code, out, errs := call("", keeping(file)...)
	assert.Equal(t, command.ExitAgain, code)
	assert.Empty(t, out)
	assert.Equal(t, "fellowship: --resume "+file+": another program is writing to this file\n", errs)
	now, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(before), string(now))

	require.NoError(t, first.Close())
	code, _, errs = call("", keeping(file)...)
	assert.Equal(t, command.ExitOK, code, errs)
}

// TestAMeasurementThatWasCutOff goes on from whatever a crash has left of its file,
// to the same result.
func TestAMeasurementThatWasCutOff(t *testing.T) {
	file := filepath.Join(t.TempDir(), "all.state")
	code, want, errs := call("", keeping(file)...)
	require.Equal(t, command.ExitOK, code, errs)
	whole, err := os.ReadFile(file)
	require.NoError(t, err)
	lines := strings.SplitAfter(strings.TrimSuffix(string(whole), "\n"), "\n")
	require.Len(t, lines, 5, "how it is measured, what is wanted and 3 deals")

	head := len(lines[0])
	last := len(lines[4]) + 1 // lines has it without its newline
	cuts := []int{0, 1, head / 2, head - 1, head, head + 1, len(whole) - last - 1, len(whole) - last/2, len(whole) - 1}
	for _, cut := range cuts {
		for _, rest := range []string{"", "\x00\x00\x00"} {
			require.NoError(t, os.WriteFile(file, append(append([]byte{}, whole[:cut]...), rest...), 0o600))
			code, got, errs := call("", keeping(file)...)
			require.Equal(t, command.ExitOK, code, "cut at %d: %s", cut, errs)
			require.Equal(t, want, got, "cut at %d", cut)
			now, err := os.ReadFile(file)
			require.NoError(t, err)
			// A newline that alone is missing comes with the next line, and there is none.
			require.Equal(t, strings.TrimSuffix(string(whole), "\n"), strings.TrimSuffix(string(now), "\n"),
				"cut at %d", cut)
		}
	}
	// A file that is not a measurement is left alone, however short it is.
	for _, other := range []string{"{", "notes", `{"state":2`, lines[0][:head/2] + "\n"} {
		require.NoError(t, os.WriteFile(file, []byte(other), 0o600))
		code, _, _ := call("", keeping(file)...)
		now, err := os.ReadFile(file)
		require.NoError(t, err)
		if strings.HasPrefix(lines[0], other) {
			assert.Equal(t, command.ExitOK, code, other)
			continue
		}
		assert.Equal(t, command.ExitUsage, code, other)
		assert.Equal(t, other, string(now))
	}
}

// TestReportsThatCannotBeWritten are found out before anything is measured.
func TestReportsThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "all.state")
	for _, flag := range []string{"--csv", "--html", "--markdown"} {
		for path, says := range map[string]string{
			filepath.Join(dir, "none", "report"): "no such file or directory",
			dir:                                  "is a directory",
			file:                                 "the measurement itself is saved there",
		} {
			code, out, errs := call("", keeping(file, flag, path)...)
			assert.Equal(t, command.ExitUsage, code)
			assert.Empty(t, out)
			assert.Contains(t, errs, flag+" "+path+": ")
			assert.Contains(t, errs, says)
			assert.NoFileExists(t, file, "nothing was begun")
			if says != "the measurement itself is saved there" {
				code, _, errs = call("", "difficulty", "merge", file, flag, path)
				assert.Equal(t, command.ExitUsage, code)
				assert.Contains(t, errs, flag+" "+path+": ")
			}
		}
	}
	code, _, errs := call("", keeping(dir)...)
	assert.Equal(t, command.ExitUsage, code)
	assert.Contains(t, errs, "this file cannot be read a second time")
}

// TestMergeOfACutPart: what is missing of a part that was killed in the middle is named, with the
// command that measures it.
func TestMergeOfACutPart(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	code, want, errs := call("", keeping("whole.state")...)
	require.Equal(t, command.ExitOK, code, errs)
	for _, part := range []string{"1", "2"} {
		code, _, errs = call("", keeping(part+".state", "--shard", part+"/2")...)
		require.Equal(t, command.ExitOK, code, errs)
	}
	whole, err := os.ReadFile("2.state")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile("2.state", whole[:len(whole)-20], 0o600))
	const command2 = "fellowship difficulty --chapter 1 --players 3 --deals 3 --fair 0 --shard 2/2 --resume 2.state"
	code, out, errs := call("", "difficulty", "merge", "2.state", "1.state", "--json")
	assert.Equal(t, command.ExitNo, code)
	assert.Empty(t, out)
	assert.Equal(t,
		"fellowship: 2 of 3 deals and rounds are measured; this measures the others:\n"+command2+"\n  1-3: deal 3\n",
		errs)
	code, out, _ = call("", "difficulty", "merge", "2.state", "1.state", "--json", "--partial")
	assert.Equal(t, command.ExitOK, code)
	assert.Contains(t, out, `"missing":1,"deals":2,`)
	code, _, errs = call("", strings.Fields(command2)[1:]...)
	require.Equal(t, command.ExitOK, code, errs)
	code, out, errs = call("", "difficulty", "merge", "2.state", "1.state", "--json")
	require.Equal(t, command.ExitOK, code, errs)
	assert.Equal(t, want, out)
}

// TestAFullDiskIsForLater: the same command will work later, which its exit code says.
func TestAFullDiskIsForLater(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full here")
	}
	code, _, errs := call("", "difficulty", "--chapter", "9", "--players", "3", "--deals", "1", "--fair", "0",
		"--csv", "/dev/full")
	assert.Equal(t, command.ExitAgain, code)
	assert.Contains(t, errs, "the disk is full")
}
