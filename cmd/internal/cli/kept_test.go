package cli

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/store/folder"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// keptHome gives the program a home with the files that the program of commit 90b455aa wrote,
// and returns their folder. Git keeps no times: each file has that of its last event.
func keptHome(t *testing.T) (dir string) {
	t.Helper()
	atHome(t)
	dir = filepath.Join(os.Getenv("XDG_STATE_HOME"), "fellowship")
	require.NoError(t, os.CopyFS(dir, os.DirFS("testdata/kept/home")))
	for _, path := range filesBelow(t, dir) {
		file, err := os.Open(path)
		require.NoError(t, err)
		events, err := folder.Events(file)
		require.NoError(t, file.Close())
		if filepath.Ext(path) == ".ndjson" {
			require.NoError(t, err, path)
			at := events[len(events)-1].Time
			require.NoError(t, os.Chtimes(path, at, at))
		}
	}
	return dir
}

// keptSettings puts the settings of that program in their place.
func keptSettings(t *testing.T) (path string) {
	t.Helper()
	data, err := os.ReadFile("testdata/kept/settings.yaml")
	require.NoError(t, err)
	path = settings.Path()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(t, os.WriteFile(path, data, 0o600))
	return path
}

// filesBelow lists the files of a folder, in the order of their names.
func filesBelow(t *testing.T, dir string) (paths []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			paths = append(paths, path)
		}
		return err
	}))
	return paths
}

// contents reads all files of a folder.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, path := range filesBelow(t, dir) {
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		all[strings.TrimPrefix(path, dir)] = string(data)
	}
	return all
}

// keptSaid is what that program said about its files.
func keptSaid(t *testing.T) map[string]string {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/kept/said.txtar")
	require.NoError(t, err)
	said := map[string]string{}
	for _, f := range archive.Files {
		said[f.Name] = string(f.Data)
	}
	return said
}

// What may differ: where a file is, and when it was written or a chapter was won.
var (
	wherever = regexp.MustCompile(`"(path|modified)":"[^"]*",`)
	whenever = regexp.MustCompile(`20\d\d-\d\d-\d\d`)
)

func essence(text string) string {
	return whenever.ReplaceAllString(wherever.ReplaceAllString(text, ""), "DATE")
}

// alike asks the program, and compares its answer with that of 90b455aa.
func alike(t *testing.T, want string, args ...string) {
	t.Helper()
	code, out, errs := call("", args...)
	require.Equal(t, command.ExitOK, code, "%s: %s", args, errs)
	assert.Equal(t, essence(want), essence(out), args)
}

// patient answers whatever is asked: that the next person is there, and the first that
// there is to choose.
var patient = strings.Repeat("\n1\n", 300)

type listedGame struct {
	Name     string
	Finished bool
}

// names lists the games, or the campaigns.
func names(t *testing.T, args ...string) (all []listedGame) {
	t.Helper()
	code, out, errs := call("", args...)
	require.Equal(t, command.ExitOK, code, errs)
	for line := range strings.Lines(out) {
		var g listedGame
		require.NoError(t, json.Unmarshal([]byte(line), &g))
		all = append(all, g)
	}
	require.NotEmpty(t, all)
	return all
}

// TestKeptFiles checks that what 90b455aa has written is read for ever: its games and campaigns are
// listed, shown, exported, replayed and counted as by that program, they go on with the
// same answers to the same end, and its settings are heeded.
func TestKeptFiles(t *testing.T) {
	said := keptSaid(t)
	t.Run("looked at", func(t *testing.T) {
		dir := keptHome(t)
		before := contents(t, dir)
		alike(t, said["list"], "saves", "list", "--json")
		alike(t, said["stats"], "stats", "--json")
		alike(t, said["campaigns"], "campaign", "list", "--json")
		for _, g := range names(t, "saves", "list", "--json") {
			code, record, errs := call("", "saves", "export", g.Name)
			require.Equal(t, command.ExitOK, code, errs)
			code, out, errs := call(record, "replay", "--json", "-")
			require.Equal(t, command.ExitOK, code, errs)
			assert.NotEmpty(t, said["result-"+g.Name])
			assert.True(t, strings.HasSuffix(out, said["result-"+g.Name]), "%s: %s", g.Name, out)
			code, _, errs = call("", "saves", "show", g.Name)
			assert.Equal(t, command.ExitOK, code, errs)
		}
		for _, c := range names(t, "campaign", "list", "--json") {
			alike(t, said["campaign-"+c.Name], "campaign", "show", c.Name, "--json")
		}
		for _, path := range filesBelow(t, dir) {
			if filepath.Base(path) != "fresh.ndjson" { // no round was begun there
				code, _, errs := call("", "replay", path)
				assert.Equal(t, command.ExitOK, code, errs)
			}
		}
		assert.Equal(t, before, contents(t, dir))
	})
	t.Run("games go on", func(t *testing.T) {
		dir := keptHome(t)
		for _, g := range names(t, "saves", "list", "--json") {
			if _, err := os.Stat(filepath.Join(dir, "games", g.Name+".ndjson")); err != nil {
				continue // it goes on with its campaign
			}
			code, out, errs := call(patient, "play", g.Name)
			if g.Finished {
				assert.Equal(t, command.ExitUsage, code, g.Name)
				assert.Contains(t, errs, "has ended", g.Name)
			} else {
				require.Equal(t, command.ExitOK, code, "%s: %s%s", g.Name, out, errs)
			}
			alike(t, said["after-game-"+g.Name], "saves", "export", g.Name)
		}
	})
	t.Run("campaigns go on", func(t *testing.T) {
		keptHome(t)
		for name, flags := range map[string][]string{
			"fresh": {"--seed", "5", "--computer", "greedy"},
			"moria": {"--keep", "--event", "tomb", "--seed", "5", "--computer", "greedy"},
			"some":  nil, "two": nil, "onward": nil,
		} {
			code, out, errs := call(patient, append([]string{"campaign", "play", name}, flags...)...)
			require.Equal(t, command.ExitOK, code, "%s: %s%s", name, out, errs)
			alike(t, said["after-campaign-"+name], "campaign", "show", name, "--json")
		}
	})
	t.Run("settings", func(t *testing.T) {
		keptHome(t)
		path := keptSettings(t)
		now, err := settings.Load(path)
		require.NoError(t, err)
		assert.Len(t, now.Puzzles, 11)
		assert.Equal(t, 3, now.Puzzles["c01p2s59t9"])
		solved := now.Puzzles
		now.Puzzles = nil
		assert.Equal(t, settings.Settings{
			Lang: "de", Computer: "random", Theme: "vivid", Auto: true, Quick: true, Mouse: true,
			Tips:  []string{"exchange"},
			Names: []string{"Änne", "Øystein"}, Keys: map[string][]string{"undo": {"z", "ü"}},
		}, now)
		code, out, errs := call("quit\n", "play", "c01p4s8-1", "--plain")
		require.Equal(t, command.ExitOK, code, errs)
		assert.Contains(t, out, "Karten von")
		code, out, errs = call("quit\n", "puzzle", "--plain")
		require.Equal(t, command.ExitOK, code, errs)
		assert.NotContains(t, solved, regexp.MustCompile(`c\d\dp\ds\d+t\d+`).FindString(out), "the next one")
		kept, err := os.ReadFile("testdata/kept/settings.yaml")
		require.NoError(t, err)
		left, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, string(kept), string(left))
	})
}
