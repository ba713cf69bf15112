package cli

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"fellowship/cmd/internal/cli/command"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// meantime runs the program and does something when it asks for the first time,
// before it is answered. A program that does not ask within a minute gets no more input, and the test fails.
func meantime(t *testing.T, asks *regexp.Regexp, meanwhile func(), typed string,
	args ...string,
) (code int, stdout, stderr string) {
	t.Helper()
	in, answers := io.Pipe()
	out, printed := io.Pipe()
	var errs bytes.Buffer
	done := make(chan int, 1)
	go func() {
		c := Main(args, in, printed, &errs)
		_ = printed.Close()
		done <- c
	}()
	late := time.AfterFunc(time.Minute, func() { _ = answers.Close() })
	defer late.Stop()
	var seen []byte
	asked := false
	for buf := make([]byte, 4096); ; {
		n, err := out.Read(buf)
		seen = append(seen, buf[:n]...)
		if err != nil {
			break
		}
		if !asked && asks.Match(seen) {
			late.Stop()
			meanwhile()
			asked = true
			go func() { _, _ = io.WriteString(answers, typed) }()
		}
	}
	code = <-done
	require.True(t, asked, "it has not asked: %s%s", seen, &errs)
	return code, string(seen), errs.String()
}

// TestTheGameIsSaved is said only where it is: a file that was deleted meanwhile is
// written anew, and where another has taken its place that is told.
func TestTheGameIsSaved(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows deletes no open file")
	}
	atHome(t)
	games := filepath.Join(os.Getenv("XDG_STATE_HOME"), "fellowship", "games")
	code, out, errs := meantime(t, asks, func() {
		require.NoError(t, os.RemoveAll(games))
	}, "quit\n", "play", "c01p4s7", "--computer", "random")
	assert.Equal(t, command.ExitOK, code, errs)
	assert.Contains(t, out, "The game is saved.")
	code, out, errs = call("quit\n", "play", "c01p4s7-1")
	assert.Equal(t, command.ExitOK, code, "%s%s", out, errs)

	code, out, errs = meantime(t, asks, func() {
		path := filepath.Join(games, "c01p4s8-1.ndjson")
		require.NoError(t, os.Remove(path))
		require.NoError(t, os.WriteFile(path, []byte("another\n"), 0o600))
	}, "quit\n", "play", "c01p4s8", "--computer", "random")
	assert.Equal(t, command.ExitUsage, code)
	assert.NotContains(t, out, "The game is saved.")
	assert.NotContains(t, out, "The record of this game")
	assert.Contains(t, errs, "saved game c01p4s8-1")
	assert.Contains(t, errs, "another one is in its place")
}

// TestWithoutAHome: nothing is written at the root of the file system.
func TestWithoutAHome(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows names the folders itself")
	}
	t.Chdir(t.TempDir())
	for _, name := range []string{"HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"} {
		t.Setenv(name, "")
	}
	for _, args := range [][]string{{"play", "c01p4s7"}, {"campaign", "new", "shire"}} {
		code, _, errs := call("quit\n", args...)
		assert.Equal(t, command.ExitUsage, code)
		assert.Contains(t, errs, "HOME is not set", args)
	}
	code, _, errs := call("", "saves")
	assert.Equal(t, command.ExitOK, code)
	assert.Contains(t, errs, "There are no saved games.")
	code, _, errs = call("", "solve", "c01p4s7")
	assert.Equal(t, command.ExitOK, code, errs)
	files, err := os.ReadDir(".")
	require.NoError(t, err)
	assert.Empty(t, files)
}

// TestSavesWithStrangeNames: a line of the list is a saved game, whatever files
// somebody else has put beside.
func TestSavesWithStrangeNames(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("such files cannot be there")
	}
	atHome(t)
	_, _, _ = call("1\nquit\n", "play", "c01p4s7", "--computer", "random")
	games := filepath.Join(os.Getenv("XDG_STATE_HOME"), "fellowship", "games")
	text, err := os.ReadFile(filepath.Join(games, "c01p4s7-1.ndjson"))
	require.NoError(t, err)
	for _, name := range []string{
		"a\nc18p4s1-1  2026-01-01 00:00  18       4        won", "\x1b[2Jgone",
		"\u202egnp.live",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(games, name+".ndjson"), text, 0o600))
	}
	for _, args := range [][]string{
		{"saves"},
		{"saves", "--json"},
		{"__complete", "play", ""},
		{"__complete", "solve", ""},
		{"__complete", "analyse", ""},
		{"__complete", "replay", ""},
		{"__complete", "saves", "delete", ""},
	} {
		code, out, errs := call("", args...)
		assert.Equal(t, command.ExitOK, code)
		assert.NotContains(t, out, "gone", args)
		assert.NotContains(t, out, "c18", args)
		assert.NotContains(t, out, "live", args)
		assert.False(t, strings.ContainsAny(out+errs, "\x1b\u202e"), args)
		assert.Contains(t, out, "c01p4s7-1", args)
		if args[0] == "saves" && len(args) == 1 {
			assert.Contains(t, errs, "Files in "+games+" that are left out: 3.")
		}
	}
}

// yes is an input that is one line without an end, and goes on until it is closed.
type yes struct{ calls int }

func (y *yes) Read(p []byte) (int, error) {
	y.calls++
	if y.calls > 1000 {
		return 0, io.ErrNoProgress
	}
	return copy(p, strings.Repeat("y", len(p))), nil
}

// TestAnEndlessLine ends the program at once, with a word, wherever a line is read.
func TestAnEndlessLine(t *testing.T) {
	atHome(t)
	t.Chdir(t.TempDir())
	for _, args := range [][]string{
		{"play", "c01p4s7", "--plain"}, {"play", "c01p4s7", "--humans", "2", "--plain"}, {"enter", "--plain"},
	} {
		var out, errs bytes.Buffer
		code := Main(args, &yes{}, &out, &errs)
		assert.Equal(t, command.ExitUsage, code, args)
		assert.Contains(t, errs.String(), "a line has more than 1048576 characters", args)
		if args[0] == "play" {
			assert.Contains(t, out.String(), "The game is saved.")
		}
	}
}

// TestEndlessAnswers ends the program with a word, and a page of output rather than a disk
// of it, when something answers for ever without ever saying what can be used.
func TestEndlessAnswers(t *testing.T) {
	atHome(t)
	t.Chdir(t.TempDir())
	for _, answer := range []string{"\n", "y\n", "help\n"} {
		for _, args := range [][]string{{"play", "c01p4s7", "--plain"}, {"enter", "--plain"}} {
			var errs bytes.Buffer
			out := counter{most: 16 << 20}
			in := io.LimitReader(endlessly(answer), 1<<20)
			code := Main(args, in, &out, &errs)
			assert.Less(t, out.n, out.most, "%q %v", answer, args)
			assert.Equal(t, command.ExitUsage, code, "%q %v", answer, args)
			assert.Contains(t, errs.String(), "none of the last 1000 answers decided anything", "%q %v", answer, args)
		}
	}
}

// endlessly says the same for ever.
type endlessly string

func (e endlessly) Read(p []byte) (int, error) {
	return copy(p, strings.Repeat(string(e), max(1, len(p)/len(e)))), nil
}

// counter counts what is written to it.
type counter struct{ n, most int }

func (c *counter) Write(p []byte) (int, error) {
	c.n += len(p)
	return len(p), nil
}
