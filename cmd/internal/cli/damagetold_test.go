//go:build !windows

package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"fellowship/cmd/internal/cli/command"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// toldDamage is a kind of damage at home, and what is said about it.
type toldDamage struct {
	name string
	// do damages the file of a game or a campaign. other is the path of a file outside of the folder.
	do func(t *testing.T, path, other string)
	// says is what every command says of it, once.
	says string
	// advice is the beginning of a sentence about what the person can do.
	advice string
	// repairable reports whether the game can go on from what can be read.
	repairable bool
}

// rewrite changes the text of a file.
func rewrite(change func(text []byte) []byte) func(t *testing.T, path, other string) {
	return func(t *testing.T, path, _ string) {
		t.Helper()
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, change(text), 0o600))
	}
}

// replaceBy puts something else in the place of a file, which is kept as other.
func replaceBy(do func(path, other string) error) func(t *testing.T, path, other string) {
	return func(t *testing.T, path, other string) {
		t.Helper()
		require.NoError(t, os.Rename(path, other))
		require.NoError(t, do(path, other))
	}
}

// linesOf returns the lines of a text with their ends.
func linesOf(text []byte) [][]byte { return bytes.SplitAfter(text, []byte("\n")) }

// toldDamages are the kinds of damage.
var toldDamages = []toldDamage{
	{
		"cut in half", rewrite(func(text []byte) []byte { return text[:len(text)/2] }),
		"its end is missing; lines that can be read: ", "Or resume from what can be read;", true,
	},
	{
		"cut between lines", rewrite(func(text []byte) []byte { return bytes.Join(linesOf(text)[:4], nil) }),
		"its end is missing; lines that can be read: 4 of ", "If you have a copy of the file,", true,
	},
	{
		"cut, with zeros", rewrite(func(text []byte) []byte {
			return append(text[:len(text)/2], make([]byte, len(text)/2)...)
		}),
		"its end is missing; lines that can be read: ", "Or resume from what can be read;", true,
	},
	{
		"emptied", rewrite(func([]byte) []byte { return nil }),
		"its end is missing; lines that can be read: 0 of ", "If you have a copy of the file,", false,
	},
	{
		"a line is missing", rewrite(func(text []byte) []byte {
			lines := linesOf(text)
			return bytes.Join(append(lines[:3:3], lines[4:]...), nil)
		}),
		"line 4 was changed after it was written", "To look at it: fellowship replay ", true,
	},
	{
		"a line appears twice", rewrite(func(text []byte) []byte {
			lines := linesOf(text)
			return bytes.Join(append(lines[:4:4], lines[3:]...), nil)
		}),
		"line 5 was changed after it was written", "Or resume from what can be read;", true,
	},
	{
		"a flipped bit", rewrite(func(text []byte) []byte {
			text[len(linesOf(text)[0])+30] ^= 1
			return text
		}),
		"line 2 was changed after it was written", "Or resume from what can be read;", true,
	},
	{
		"a long line", rewrite(func(text []byte) []byte {
			return append(bytes.Join(linesOf(text)[:2], nil), bytes.Repeat([]byte("x"), 1<<20)...)
		}),
		"line 3 was changed after it was written", "Or resume from what can be read;", true,
	},
	{
		"of something else", rewrite(func([]byte) []byte { return []byte("Dear diary\n") }),
		"the file is not a game of this program", "It is left as it is.", false,
	},
	{
		"a link", replaceBy(func(path, other string) error { return os.Symlink(other, path) }),
		"a link is in the place of the file", "The program does not follow links to single files.", false,
	},
	{
		"a dead link", replaceBy(func(path, other string) error { return os.Symlink(other+".none", path) }),
		"a link in the place of the file leads to no file", "If the link leads into a synced folder", false,
	},
	{
		"a folder", replaceBy(func(path, _ string) error { return os.Mkdir(path, 0o700) }),
		"a folder, a pipe or a device is in the place of the file", "Move it away,", false,
	},
	{
		"a link to a device", replaceBy(func(path, _ string) error { return os.Symlink(os.DevNull, path) }),
		"a link in the place of the file leads to no file", "If the link leads", false,
	},
	{
		"a pipe", replaceBy(func(path, _ string) error { return syscall.Mkfifo(path, 0o600) }),
		"a folder, a pipe or a device is in the place of the file", "Move it away,", false,
	},
}

// contentOf returns every regular file below a folder with its bytes, and what else is there.
func contentOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		all[path] = d.Type().String()
		if d.Type().IsRegular() {
			text, err := os.ReadFile(path)
			all[path] = string(text)
			return err
		}
		return nil
	}))
	return all
}

// TestDamageIsTold damages a saved game and a campaign in every way. Each command says once, by name, what is wrong and
// what to do, and no file changes by that. Then saves repair makes what can be read go on.
func TestDamageIsTold(t *testing.T) {
	atHome(t)
	games := filepath.Join(os.Getenv("XDG_STATE_HOME"), "fellowship", "games")
	runs := func(input string, args ...string) {
		t.Helper()
		code, _, errs := call(input, args...)
		require.Equal(t, command.ExitOK, code, errs)
	}
	runs(strings.Repeat("1\n", 5), "play", "--chapter", "2", "--players", "3", "--seed", "5", "--plain", "--computer", "random")
	runs("", "campaign", "new", "shire", "--players", "3", "--computer", "random")
	runs(strings.Repeat("1\n", 4), "campaign", "play", "shire", "--plain", "--seed", "3")
	good := contentOf(t, filepath.Dir(games))
	for _, d := range toldDamages {
		for _, name := range []string{"c02p3s5-1", "shire"} {
			path := filepath.Join(games, name+".ndjson")
			for file := range contentOf(t, games) {
				if file != path {
					require.NoError(t, os.Remove(file)) // play would go on with the other one
				}
			}
			d.do(t, path, filepath.Join(t.TempDir(), "other"))
			before := contentOf(t, games)
			asks := [][]string{
				{"saves"}, {"stats"}, {"play", "--plain"}, {"saves", "show", name}, {"play", name, "--plain"},
			}
			if name == "shire" {
				asks = [][]string{
					{"saves"},
					{"stats"},
					{"campaign"},
					{"campaign", "show", "shire"},
					{"campaign", "play", "shire", "--plain"},
					{"play", "--plain"},
				}
			}
			for _, args := range asks {
				_, out, errs := call("", args...)
				label := d.name + ": " + strings.Join(args, " ")
				assert.Equal(t, 1, strings.Count(errs, d.says), "%s\n%s%s", label, out, errs)
				assert.Contains(t, errs, name, label)
				assert.Equal(t, 1, strings.Count(errs, d.advice), "%s\n%s", label, errs)
				assert.NotContains(t, errs+out, "There are no", label)
				now := contentOf(t, games)
				for file, text := range before {
					require.Equal(t, text, now[file], "%s: %s has changed", label, file)
				}
			}
			code, _, errs := call("", "saves", "repair", "--yes", name)
			if d.repairable {
				require.Equal(t, command.ExitOK, code, "%s: %s", d.name, errs)
				kept, err := os.ReadFile(path + ".damaged-1")
				require.NoError(t, err)
				assert.Equal(t, before[path], string(kept), d.name)
				_, _, errs = call("", "saves")
				assert.NotContains(t, errs, name, d.name)
			} else {
				assert.Equal(t, command.ExitUsage, code, "%s: %s", d.name, errs)
				assert.Contains(t, errs, d.says)
			}

			require.NoError(t, os.RemoveAll(filepath.Dir(games)))
			for file, text := range good {
				require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o700))
				require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
			}
		}
	}
}

// TestRepairNamedTwice: a damaged game that is named twice is repaired once, and its intact file is not kept as a damaged
// one.
func TestRepairNamedTwice(t *testing.T) {
	atHome(t)
	path := filepath.Join(os.Getenv("XDG_STATE_HOME"), "fellowship", "games", "c02p3s5-1.ndjson")
	code, _, errs := call("1\n1\n", "play", "c02p3s5", "--plain", "--computer", "random")
	require.Equal(t, command.ExitOK, code, errs)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, text[:len(text)-20], 0o600))
	code, _, errs = call("", "saves", "repair", "--yes", "c02p3s5-1", "c02p3s5-1")
	require.Equal(t, command.ExitOK, code, errs)
	assert.Equal(t, 1, strings.Count(errs, "resumes from what could be read"), errs)
	assert.FileExists(t, path+".damaged-1")
	assert.NoFileExists(t, path+".damaged-2")
}

// TestCopiesAreTold: a copy under the name that a browser or a synced folder gives it is named as what it is, wherever
// somebody asks for it.
func TestCopiesAreTold(t *testing.T) {
	atHome(t)
	games := filepath.Join(os.Getenv("XDG_STATE_HOME"), "fellowship", "games")
	code, _, errs := call("1\n1\n", "play", "c02p3s5", "--plain", "--computer", "random")
	require.Equal(t, command.ExitOK, code, errs)
	text, err := os.ReadFile(filepath.Join(games, "c02p3s5-1.ndjson"))
	require.NoError(t, err)
	for _, name := range []string{
		"c02p3s5-1 (1)", "c02p3s5-1 (Anna's conflicted copy 2026-11-29)", "c02p3s5-1-DESKTOP",
		"c02p3s5-1.sync-conflict-20261129-071051-ABCDEFG", "c02p3s5-1 2",
	} {
		path := filepath.Join(games, name+".ndjson")
		require.NoError(t, os.WriteFile(path, text, 0o600))
		for _, args := range [][]string{{"saves"}, {"saves", "show", name}, {"saves", "show", name + ".ndjson"}, {"play", name}} {
			_, _, errs := call("", args...)
			assert.Equal(t, 1, strings.Count(errs, `it is a copy of "c02p3s5-1" under another name`), "%s\n%s", args, errs)
			assert.Contains(t, errs, "To look at it: fellowship replay ", "%s", args)
			assert.NotContains(t, errs, "no such saved game", "%s", args)
			assert.NotContains(t, errs, "left out: 1", "%s", args)
		}
		code, out, errs := call("", "replay", path)
		require.Equal(t, command.ExitOK, code, errs)
		assert.Contains(t, out, "A Little Delay in the Shire")
		require.NoError(t, os.Remove(path))
	}
}

// TestFolderThatIsADeadLink: where the folder of all games leads into a synced folder that is not there, nobody reads
// that there are no games.
func TestFolderThatIsADeadLink(t *testing.T) {
	atHome(t)
	games := filepath.Join(os.Getenv("XDG_STATE_HOME"), "fellowship", "games")
	require.NoError(t, os.MkdirAll(filepath.Dir(games), 0o700))
	if err := os.Symlink(filepath.Join(t.TempDir(), "none"), games); err != nil {
		t.Skip("there are no links here")
	}
	for _, args := range [][]string{{"saves"}, {"campaign"}, {"stats"}, {"play", "--plain"}, {"play", "c01p3s5", "--plain"}} {
		code, out, errs := call("", args...)
		assert.Equal(t, command.ExitUsage, code, "%s", args)
		assert.Contains(t, errs, "folder of the saved games", "%s", args)
		assert.NotContains(t, out+errs, "There are no", "%s", args)
	}
}

// TestFolderThatIsALink: all games can lie in a synced folder to which the folder of the games is a link.
func TestFolderThatIsALink(t *testing.T) {
	atHome(t)
	games := filepath.Join(os.Getenv("XDG_STATE_HOME"), "fellowship", "games")
	synced := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Dir(games), 0o700))
	if err := os.Symlink(synced, games); err != nil {
		t.Skip("there are no links here")
	}
	code, _, errs := call("1\n", "play", "c02p3s5", "--plain", "--computer", "random")
	require.Equal(t, command.ExitOK, code, errs)
	code, out, errs := call("1\n", "play", "--plain")
	require.Equal(t, command.ExitOK, code, errs)
	assert.Contains(t, out, "The game goes on after")
	assert.Empty(t, errs)
	left, err := os.ReadDir(synced)
	require.NoError(t, err)
	assert.Len(t, left, 1, "only the game is synced")
}

// TestDamageIsAsked: on a terminal, play says what is wrong and asks. Whoever leaves the question changes nothing; whoever
// wants to goes on from what can be read.
func TestDamageIsAsked(t *testing.T) {
	t.Parallel()
	for _, plain := range []bool{false, true} {
		h := newHome(t)
		path := h.kept(filepath.Join("games", "c02p3s5-1.ndjson"))
		code, _, errs := h.call(strings.Repeat("1\n", 5), "play", "c02p3s5", "--plain", "--computer", "random")
		require.Equal(t, command.ExitOK, code, errs)
		rewrite(func(text []byte) []byte { return text[:len(text)*2/3] })(t, path, "")
		before, err := os.ReadFile(path)
		require.NoError(t, err)
		for _, args := range [][]string{{"play", "c02p3s5-1"}, {"play"}} {
			asks := func(f frame) bool {
				return strings.Contains(string(f), "its end is missing") &&
					strings.Contains(string(f), "Leave it as it is")
			}
			if plain {
				w := h.onTerminal(append(args, "--plain")...)
				w.wait("the question", asks)
				w.typed("q\n")
				w.exits()
			} else {
				w := h.onTerminal(args...)
				w.until("the question", asks)
				if len(args) > 1 { // otherwise another game begins
					w.typed("\x1b")
					w.exits()
				} else {
					w.typed("\x03")
					w.exits()
				}
			}
			now, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Equal(t, string(before), string(now), args)
		}
		goesOn := func(f frame) bool { return strings.Contains(string(f), "A Little Delay in the Shire") }
		if plain {
			w := h.onTerminal("play", "--plain")
			w.wait("the question", func(f frame) bool { return strings.Contains(string(f), "Leave it as it is") })
			w.typed("1\n")
			w.wait("the game", goesOn)
			w.typed("quit\n")
			w.exits()
		} else {
			w := h.onTerminal("play")
			w.until("the question", func(f frame) bool { return strings.Contains(string(f), "Leave it as it is") })
			w.press("\r", "the game", goesOn)
			w.typed("\x03")
			w.exits()
		}
		kept, err := os.ReadFile(path + ".damaged-1")
		require.NoError(t, err)
		require.Equal(t, string(before), string(kept))
	}
}
