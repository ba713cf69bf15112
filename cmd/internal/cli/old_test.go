package cli

import (
	"encoding/json"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"fellowship/cmd/internal/cli/command"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// oldHome gives the program a home with files that the program of commit 1356d14
// wrote, and returns their folder. Git keeps no times, so they follow the names.
func oldHome(t *testing.T, set string) (dir string) {
	t.Helper()
	atHome(t)
	dir = filepath.Join(os.Getenv("XDG_STATE_HOME"), "fellowship")
	require.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "old", set))))
	for i, path := range filesBelow(t, dir) {
		at := time.Unix(1767225600+60*int64(i+1), 0)
		require.NoError(t, os.Chtimes(path, at, at))
	}
	return dir
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

// oldSaid is what the old program said about them.
func oldSaid(t *testing.T) map[string]string {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/old/said.txtar")
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

// alike asks the program, and compares its answer with the old one's.
func alike(t *testing.T, want string, args ...string) {
	t.Helper()
	code, out, errs := call("", args...)
	require.Equal(t, command.ExitOK, code, "%s: %s", args, errs)
	assert.Equal(t, essence(want), essence(out), args)
}

// patient answers whatever is asked: that the next person is there, and the first that
// there is to choose.
var patient = strings.Repeat("\n1\n", 300)

// names returns the names of what a command lists.
func names(t *testing.T, args ...string) (all []listedGame) {
	t.Helper()
	code, out, errs := call("", args...)
	require.Equal(t, command.ExitOK, code, errs)
	for line := range strings.Lines(out) {
		var g listedGame
		require.NoError(t, json.Unmarshal([]byte(line), &g))
		all = append(all, g)
	}
	return all
}

type listedGame struct {
	Name, Error string
	Finished    bool
}

// TestOldFiles looks at games and campaigns that the old program wrote, and then at the
// bytes of their files: whoever only looks changes nothing.
func TestOldFiles(t *testing.T) {
	said := oldSaid(t)
	dir := oldHome(t, "home")
	before := contents(t, dir)
	alike(t, said["list"], "saves", "list", "--json")
	alike(t, said["stats"], "stats", "--json")
	alike(t, said["campaigns"], "campaign", "list", "--json")
	for _, g := range names(t, "saves", "list", "--json") {
		path := filepath.Join(dir, "games", g.Name+".ndjson")
		code, out, errs := call("", "replay", "--json", path)
		require.Equal(t, command.ExitOK, code, errs)
		assert.True(t, strings.HasSuffix(out, said["result-"+g.Name]), "%s: %s", g.Name, out)
		if g.Finished {
			alike(t, said["after-game-"+g.Name], "saves", "export", g.Name)
		}
		code, _, errs = call("", "saves", "show", g.Name)
		assert.Equal(t, command.ExitOK, code, errs)
	}
	for _, c := range names(t, "campaign", "list", "--json") {
		alike(t, said["campaign-"+c.Name], "campaign", "show", c.Name, "--json")
		alike(t, said["book-"+c.Name], "campaign", "show", c.Name)
	}
	assert.Equal(t, before, contents(t, dir))
}

// contents reads all files of a folder, but those that only lock.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, path := range filesBelow(t, dir) {
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		if filepath.Ext(path) != ".lock" {
			all[strings.TrimPrefix(path, dir)] = string(data)
		}
	}
	return all
}

// TestOldGamesGoOn plays on in each old game that has not ended, with the same answers
// as with the old program: it becomes the same game.
func TestOldGamesGoOn(t *testing.T) {
	said := oldSaid(t)
	oldHome(t, "home")
	for _, g := range names(t, "saves", "list", "--json") {
		if g.Finished {
			code, _, errs := call(patient, "play", g.Name)
			assert.Equal(t, command.ExitUsage, code, g.Name)
			assert.Contains(t, errs, "has ended", g.Name)
			continue
		}
		code, out, errs := call(patient, "play", g.Name)
		require.Equal(t, command.ExitOK, code, "%s: %s%s", g.Name, out, errs)
		alike(t, said["after-game-"+g.Name], "saves", "export", g.Name)
	}
}

// TestOldCampaignsGoOn plays a round in each old campaign: the one that was begun, or
// the next. Every round counts once.
func TestOldCampaignsGoOn(t *testing.T) {
	said := oldSaid(t)
	oldHome(t, "home")
	next := []string{"--seed", "5", "--computer", "greedy"}
	for name, flags := range map[string][]string{
		"fresh":  next,
		"killed": next,
		"groups": append([]string{"--group", "1"}, next...),
		"moria":  append([]string{"--keep", "--event", "tomb"}, next...),
		"some":   nil, "two": nil, "onward": nil,
	} {
		code, out, errs := call(patient, append([]string{"campaign", "play", name}, flags...)...)
		require.Equal(t, command.ExitOK, code, "%s: %s%s", name, out, errs)
		alike(t, said["after-campaign-"+name], "campaign", "show", name, "--json")
	}
}

// TestOldDamage looks at damaged files, each damaged in its way, and tries to play on:
// each is named, and stays as it is; those beside it are there.
func TestOldDamage(t *testing.T) {
	dir := oldHome(t, "damaged")
	before := contents(t, dir)
	whole := map[string]bool{"whole": true, "half-line": true}
	for _, g := range names(t, "saves", "list", "--json") {
		assert.Equal(t, whole[g.Name], g.Error == "", "%s: %s", g.Name, g.Error)
		if g.Error == "" {
			continue
		}
		assert.Contains(t, g.Error, g.Name)
		for _, args := range [][]string{{"play", g.Name}, {"saves", "show", g.Name}, {"saves", "export", g.Name}} {
			code, out, errs := call(patient, args...)
			assert.Equal(t, command.ExitUsage, code, "%s: %s", args, out)
			assert.Contains(t, errs, g.Name, args)
		}
	}
	for _, c := range names(t, "campaign", "list", "--json") {
		assert.Equal(t, c.Name == "whole", c.Error == "", "%s: %s", c.Name, c.Error)
		if c.Error == "" {
			continue
		}
		code, out, errs := call(patient, "campaign", "play", c.Name)
		assert.Equal(t, command.ExitUsage, code, "%s: %s", c.Name, out)
		assert.Contains(t, errs, c.Name)
	}
	code, _, errs := call("", "stats")
	assert.Equal(t, command.ExitOK, code, errs)
	assert.Equal(t, before, contents(t, dir))

	// Only the unfinished last line of a crash is cut, where play goes on.
	for name := range whole {
		code, out, errs := call(patient, "play", name)
		assert.Equal(t, command.ExitOK, code, "%s%s", out, errs)
		code, out, errs = call("", "saves", "export", name)
		assert.Equal(t, command.ExitOK, code, errs)
		first, _, _ := strings.Cut(before[filepath.FromSlash("/games/"+name+".ndjson")], "\n")
		assert.True(t, strings.HasPrefix(out, first), "%s: %s", name, out)
	}
}

// TestOldSettings reads settings of the old program: German, with names of all
// alphabets and other keys; and settings that are wrong, which stay as they are.
func TestOldSettings(t *testing.T) {
	oldHome(t, "home")
	config := filepath.Join(os.Getenv("XDG_CONFIG_HOME"), "fellowship")
	require.NoError(t, os.MkdirAll(config, 0o700))
	file := filepath.Join(config, "settings.yaml")
	for name, want := range map[string]string{"german": "angespielte Farbe", "broken": "suit"} {
		data, err := os.ReadFile(filepath.Join("testdata", "old", "settings", name+".yaml"))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(file, data, 0o600))
		code, out, errs := call("", "rules", "T4")
		assert.Equal(t, command.ExitOK, code, errs)
		assert.Contains(t, out, want, name)
		code, out, errs = call("quit\n", "play", "c01p4s8-1")
		assert.Equal(t, command.ExitOK, code, "%s%s", out, errs)
		now, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, string(data), string(now))
	}
}

// TestOldFilesKilled kills the program while it goes on with old games and campaigns, again
// and again: what it writes in their place is there as a whole, and they become the same.
func TestOldFilesKilled(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, uint64(*kills)))
	said := oldSaid(t)
	for range (*kills + 9) / 10 {
		oldHome(t, "home")
		for _, name := range []string{"c02p3s7-1", "c04p1s6-1", "c01p4s8-1", "c01p3s3-1"} {
			for range 3 {
				untilKilled(t, 1+rng.IntN(12), "play", name)
			}
			code, out, errs := call(patient, "play", name)
			require.Equal(t, command.ExitOK, code, "%s: %s%s", name, out, errs)
			alike(t, said["after-game-"+name], "saves", "export", name)
		}
		for _, name := range []string{"some", "onward"} {
			for range 3 {
				untilKilled(t, 1+rng.IntN(12), "campaign", "play", name)
			}
			code, out, errs := call(patient, "campaign", "play", name)
			require.Equal(t, command.ExitOK, code, "%s: %s%s", name, out, errs)
			alike(t, said["after-campaign-"+name], "campaign", "show", name, "--json")
		}
	}
}

// TestOldRoundOfADamagedCampaign damages a campaign in which play went on: the old file of
// its round, which is as it was before, is not taken for it.
func TestOldRoundOfADamagedCampaign(t *testing.T) {
	dir := oldHome(t, "home")
	code, out, errs := call("\n1\nquit\n", "campaign", "play", "some")
	require.Equal(t, command.ExitOK, code, "%s%s", out, errs)
	path := filepath.Join(dir, "campaigns", "some.ndjson")
	bad, err := os.ReadFile(path)
	require.NoError(t, err)
	bad[len(bad)/2] ^= 4
	require.NoError(t, os.WriteFile(path, bad, 0o600))
	for _, g := range names(t, "saves", "list", "--json") {
		if g.Name == "some-r6-1" {
			assert.Contains(t, g.Error, "campaign some")
		} else {
			assert.Empty(t, g.Error, g.Name)
		}
	}
	for _, args := range [][]string{{"play", "some-r6-1"}, {"campaign", "play", "some"}} {
		code, _, errs := call(patient, args...)
		assert.Equal(t, command.ExitUsage, code)
		assert.Contains(t, errs, "some: the file is damaged")
	}
	now, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, bad, now)
}
