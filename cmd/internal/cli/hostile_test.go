package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/store/folder"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
)

// evil is what a terminal must never get from a file: colours, a new title, a
// bell, a screen cleared by a C1 character, writing turned around, a forged line.
const evil = "a\x1b[31m\x1b]0;evil\a\u009b2J\u202e\u2066\nFORGED\rFORGED\tb"

// evilJSON is evil as JSON writes it.
const evilJSON = `"a\u001b[31m\u001b]0;evil\u0007\u009b2J\u202e\u2066\nFORGED\rFORGED\tb"`

// tame fails if a terminal would obey something in an output: the tests run
// without colours, so there is nothing of the program's own but line breaks.
func tame(t *testing.T, out string, what ...any) {
	t.Helper()
	for line := range strings.Lines(out) {
		line = strings.TrimSuffix(line, "\n")
		if strings.ContainsFunc(line, strictyaml.Hidden) || strings.HasPrefix(line, "FORGED") {
			assert.Fail(t, "a terminal would obey this", "%v: %q", what, line)
			return
		}
	}
}

var jsonTexts = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// evilTexts calls f with the JSON text, once for each text or key in it, evil in
// its place.
func evilTexts(doc string, f func(evil string)) {
	for _, at := range jsonTexts.FindAllStringIndex(doc, -1) {
		f(doc[:at[0]] + evilJSON + doc[at[1]:])
	}
}

// evilYAML calls f with the YAML document, once for each text, number and key in
// it, evil in its place.
func evilYAML(t *testing.T, doc []byte, f func(evil string)) {
	t.Helper()
	var root yaml.Node
	require.NoError(t, yaml.Unmarshal(doc, &root))
	var scalars []*yaml.Node
	var walk func(*yaml.Node)
	walk = func(n *yaml.Node) {
		if n.Kind == yaml.ScalarNode {
			scalars = append(scalars, n)
		}
		for _, inner := range n.Content {
			walk(inner)
		}
	}
	walk(&root)
	for _, n := range scalars {
		was := *n
		n.Value = evil
		n.Style = yaml.DoubleQuotedStyle
		n.Tag = "!!str"
		text, err := yaml.Marshal(&root)
		require.NoError(t, err)
		*n = was
		f(string(text))
	}
}

// runs calls the program with each of the commands and looks at what it says.
func runs(t *testing.T, stdin string, commands ...string) {
	t.Helper()
	for _, command := range commands {
		_, stdout, stderr := call(stdin, strings.Fields(command)...)
		tame(t, stdout, command, stdin)
		tame(t, stderr, command, stdin)
	}
}

// fullDocument has nearly every key that a document can have.
const fullDocument = `{"id":"x","chapter":14,"players":2,"event":"bridge","events_done":["doors","tomb"],"lost":["F4","F5"],` +
	`"completed":["sam"],"rider":"terror","gift":"mithril","pool":["sam"],"leader":1,"pyramid":2,"pile":"","threats":[1,2],"sides":{"balrog":"S1 S2"},"staged":["H1"],` +
	`"hands":[{"character":"frodo","cards":"H1 M1","gift":"mithril","announced":["H"]},{"character":"sam","threat":3,"declared":"fewer","rider":"terror","cards":"H2 M2","tucked":"H2","first":"M2","last":"M2"},` +
	`{"character":"gandalf-servant","rows":["H3","M3 F3"],"extra":"F2"}],"plays":["0:H1"],"expect":{"verdict":"winnable"}}`

// Nothing in a document or a record reaches the terminal raw (the two locks:
// readers refuse it, and what is printed is cleaned).
func TestHostileDocuments(t *testing.T) {
	atHome(t)
	_, record, _ := call("", "simulate", "c02p4s7", "--json")
	record = strings.Replace(record, `"players":4`, `"players":4,"by":["human:ann","greedy","greedy","greedy"]`, 1)
	_, deal, _ := call("", "deal", "roadp2s1", "--json")
	for _, doc := range []string{won, fullDocument, deal, record} {
		evilTexts(doc, func(bad string) {
			runs(t, bad, "solve --nodes 50 -", "solve --nodes 50 --json -", "replay -", "replay --json -")
		})
		evilTexts(doc[:strings.IndexByte(doc+"\n", '\n')], func(bad string) {
			runs(t, bad, "perft --depth 1 -", "perft --depth 1 --json -", "analyse --nodes 50 -",
				"analyse --json --nodes 50 -")
		})
	}
	// A text that cannot be read may still have an id.
	for _, bad := range []string{
		`{"id":` + evilJSON + `,"hands":[`, "id: \"\\e[2J\"\nhands: [",
		"id: \x1b[2J\nhands: [", "{\"id\":\"\u202e\",", "\x1b[2J", "id: &\u202e x", "id: *\u202e",
	} {
		runs(t, bad, "solve -", "solve --json -", "replay -")
	}
}

// Nothing in the data files that people share reaches the terminal raw.
func TestHostileChapters(t *testing.T) {
	atHome(t)
	dir := t.TempDir()
	chapter := filepath.Join(dir, "chapters", "c30.yaml")
	character := filepath.Join(dir, "characters", "rosie.yaml")
	good := map[string]string{
		chapter: `chapter: 30
title: {en: A Wedding, de: Eine Hochzeit}
length: short
characters: ["frodo*", "rosie*", sam, merry, pippin]
threats: [1, 2, 3, 4]
notes: {en: Dance, de: Tanzt}
rules: [{en: Sing, de: Singt}]
fidelity: reconstructed
note: our own invention
`,
		character: `id: rosie
name: {en: Rosie, de: Rosie}
goal: {all: [{tricks: {at_least: 1}}, {cards: {suit: Shadows, at_most: 1}}]}
goal_text: {en: win, de: gewinne}
setup: [{exchange: [sam]}]
setup_text: {en: exchange with Sam, de: tausche mit Sam}
fidelity: reconstructed
note: our own invention
`,
	}
	write := func(path, text string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	for path, text := range good {
		write(path, text)
	}
	for path, text := range good {
		evilYAML(t, []byte(text), func(bad string) {
			write(path, bad)
			runs(t, "", "chapters check "+dir, "chapters check --json "+dir)
			global := "--chapters " + dir + " "
			if code, out, errs := call("", strings.Fields(global+"chapters show 30")...); code == command.ExitOK {
				tame(t, out, bad)
				runs(t, "", global+"chapters show 30 --sources", global+"deal c30p4s1")
			} else { // as it would be to all other commands
				tame(t, errs, bad)
			}
		})
		write(path, text)
	}
	// The names of files are somebody's words, too.
	link := filepath.Join(dir, "characters", "\r\x1b[Krosie\nFORGED\x1b[8m.yaml")
	require.NoError(t, os.Symlink("nowhere", link))
	runs(t, "", "chapters check "+dir, "chapters check --json "+dir, "--chapters "+dir+" chapters")
	require.NoError(t, os.Remove(link))
	for _, name := range []string{"\x1b]0;evil\a\u202e", "rosie\nFORGED"} {
		odd := filepath.Join(dir, "characters", name+".yaml")
		write(odd, good[character])
		runs(t, "", "chapters check "+dir, "chapters check --json "+dir, "--chapters "+dir+" chapters")
		require.NoError(t, os.Remove(odd))
	}
}

// An error about a file of a person's own names the file as it is found from
// where the program was started, and is one error whatever the file is called.
func TestFilesOfAFolderAreNamed(t *testing.T) {
	atHome(t)
	dir := t.TempDir()
	t.Chdir(dir)
	require.NoError(t, os.MkdirAll(filepath.Join("own", "characters", "folder\nFORGED.yaml"), 0o700))
	require.NoError(t, os.Symlink("nowhere", filepath.Join("own", "characters", "gone.yaml")))
	for _, args := range [][]string{{"--chapters", "own", "chapters"}, {"chapters", "check", "own"}} {
		code, _, stderr := call("", args...)
		assert.Equal(t, command.ExitUsage, code, args)
		assert.Contains(t, stderr, "own/characters/folder\uFFFDFORGED.yaml: this is not a file\n", args)
		assert.Contains(t, stderr, "own/characters/gone.yaml: no such file or directory\n", args)
	}
	_, stdout, _ := call("", "chapters", "check", "--json", "own")
	for line := range strings.Lines(stdout) {
		var a struct{ Errors []string }
		require.NoError(t, json.Unmarshal([]byte(line), &a))
		assert.Len(t, a.Errors, 1, line)
	}
	require.NoError(t, os.WriteFile(filepath.Join("own", "riders"), nil, 0o600))
	_, _, stderr := call("", "--chapters", "own", "chapters")
	assert.Contains(t, stderr, "own/riders: this is not a folder\n")
}

// homeTable is how the lines of a table at home for four begin, before a record.
const homeTable = `{"created":{"who":"me","players":4,"first":{},"home":true,"version":1}}
{"sealed":{"salt":""}}
`

// writeTable writes the file of a table with these lines, and with the sums that belong there.
func writeTable(t *testing.T, path, lines string) {
	t.Helper()
	_ = os.Remove(path)
	keeper, err := folder.Open(folder.Options{Dir: filepath.Dir(path)})
	require.NoError(t, err)
	require.NoError(t, keeper.Append(strings.TrimSuffix(filepath.Base(path), ".ndjson"), 0, []byte(lines)))
	require.NoError(t, keeper.Close())
}

// Nothing in files on disk reaches the terminal raw: games, campaigns, settings, measurements.
func TestHostileSaves(t *testing.T) {
	atHome(t)
	state, config := os.Getenv("XDG_STATE_HOME"), os.Getenv("XDG_CONFIG_HOME")
	t.Setenv("NO_COLOR", "1")
	game := filepath.Join(state, "fellowship", "games", "c01p4s1-1.ndjson")
	book := filepath.Join(filepath.Dir(game), "shire.ndjson")
	_, record, _ := call("", "simulate", "c01p4s1", "--json")
	header, rest, _ := strings.Cut(record, "\n")
	write := func(path, text string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	commands := []string{
		"saves", "saves --json", "saves show c01p4s1-1", "saves export c01p4s1-1", "stats", "play --plain",
		"play c01p4s1-1 --plain",
	}
	writeTable(t, game, homeTable+record)
	code, _, stderr := call("", "saves", "show", "c01p4s1-1")
	require.Equal(t, command.ExitOK, code, stderr)
	evilTexts(homeTable+header, func(bad string) {
		writeTable(t, game, bad+"\n"+rest)
		runs(t, "quit\n", commands...)
	})
	writeTable(t, game, homeTable+header+"\n{\"draft\":"+evilJSON+"}\n")
	runs(t, "quit\n", commands...)
	write(game, record)
	runs(t, "quit\n", commands...)
	require.NoError(t, os.Remove(game))

	for _, name := range []string{"\x1b]0;evil\a", "a\nFORGED", "\u202eevil", "c01p4s1-1\x1b[2J"} {
		write(filepath.Join(filepath.Dir(game), name+".ndjson"), record)
		write(filepath.Join(state, "fellowship", "campaigns", name+".ndjson"), "x")
	}
	runs(t, "quit\n", "saves", "saves --json", "stats", "saves show c01p4s1-11", "play --plain", "campaign list",
		"campaign list --json", "campaign show", "campaign show evill")

	c, err := campaign.New(chapters.Default(), 3, 1)
	require.NoError(t, err)
	text, err := c.YAML()
	require.NoError(t, err)
	evilYAML(t, text, func(bad string) {
		inside, err := json.Marshal(bad)
		require.NoError(t, err)
		writeTable(t, book,
			strings.Replace(homeTable, `"players":4`, `"players":3,"campaign":true,"book":`+string(inside), 1))
		runs(t, "quit\n", "campaign show shire", "campaign show shire --json", "campaign list",
			"campaign play shire --plain")
	})

	require.NoError(t, os.Remove(book))
	code, _, stderr = call("", "campaign", "new", "shire", "--players", "3")
	require.Equal(t, command.ExitOK, code, stderr)
	table, err := os.ReadFile(book)
	require.NoError(t, err)
	evilTexts(string(table), func(bad string) {
		write(book, bad)
		runs(t, "quit\n", "campaign show shire", "campaign show shire --json", "campaign list", "campaign play shire --plain")
	})

	want := settings.Settings{
		Lang: "en", Computer: "fair", Color: "never", Names: []string{"Ann"},
		Keys: map[string][]string{"undo": {"z"}},
	}
	path := filepath.Join(config, "fellowship", "settings.yaml")
	require.NoError(t, want.Save(path))
	text, err = os.ReadFile(path)
	require.NoError(t, err)
	evilYAML(t, text, func(bad string) {
		write(path, bad)
		runs(t, "quit\n", "play --chapter 1 --plain --humans 2", "chapters", "rules T4")
	})
	require.NoError(t, os.Remove(path))

	measured := filepath.Join(t.TempDir(), "measured")
	code, answer, stderr := call("", "difficulty", "--chapter", "13", "--players", "4", "--deals", "1", "--fair", "1",
		"--nodes", "100", "--resume", measured, "--json")
	require.Equal(t, command.ExitOK, code, stderr)
	text, err = os.ReadFile(measured)
	require.NoError(t, err)
	for _, doc := range []string{answer, string(text)} {
		evilTexts(doc, func(bad string) {
			write(measured, bad)
			runs(t, "", "difficulty merge "+measured, "difficulty merge --json "+measured,
				"difficulty --chapter 13 --players 4 --deals 1 --fair 1 --nodes 100 --resume "+measured)
		})
	}
}

// Nothing that is typed or pasted as an answer reaches the terminal raw.
func TestHostileAnswers(t *testing.T) {
	atHome(t)
	for _, answers := range []string{
		"\x1b[8mX\n1\n4\nq\n", "1\n4\n\x1b[31mH1\x1b[0m H2\nq\n",
		"1\n4\n\u202eH1\r\x1b[K\nq\n",
	} {
		runs(t, answers, "enter --plain", "play c01p4s1 --plain --computer random")
	}
	t.Setenv("XDG_STATE_HOME", filepath.Join(t.TempDir(), "\r\x1b[Ka\nFORGED\x1b[8m"))
	runs(t, "quit\n", "play c01p4s1 --plain --computer random", "campaign new q", "saves")
}

// Nothing on the command line, where a name may have been pasted, reaches the terminal raw.
func TestHostileArguments(t *testing.T) {
	atHome(t)
	long := strings.Repeat("x", 100_000)
	for _, cmd := range allCommands(newRootCmd(command.NewRoot(new(atomic.Int64)), "")) {
		path := strings.Fields(cmd.CommandPath())[1:]
		for _, args := range [][]string{
			{evil},
			{"--" + evil},
			{"--lang", evil},
			{"--chapters", evil},
			{"--color", evil},
			{"-" + evil},
			{long},
			{"--lang", long},
		} {
			_, stdout, stderr := call("", append(path, args...)...)
			assert.Less(t, len(stderr), 1000, path)
			if len(path) > 0 && path[0] != "completion" { // its scripts are indented by tabs
				tame(t, stdout, path, args)
			}
			tame(t, stderr, path, args)
		}
	}
}

// FuzzHostile checks that the output about any document is tame.
func FuzzHostile(f *testing.F) {
	f.Add(won)
	f.Add(fullDocument)
	for _, at := range jsonTexts.FindAllStringIndex(fullDocument, -1) {
		f.Add(fullDocument[:at[0]] + evilJSON + fullDocument[at[1]:])
	}
	f.Add("id: \"\\e[2J\"\nplayers: 3\nhands: []\n")
	lib := chapters.Default()
	f.Fuzz(func(t *testing.T, text string) {
		for e := range lib.Read("x\x1b", strings.NewReader(text)) {
			if e.Err != nil {
				tame(t, e.Err.Error(), text)
			}
			var answer strings.Builder
			require.NoError(t, command.WriteJSON(&answer, hindsight.JSONID(&e.Record.Position)))
			tame(t, fmt.Sprint(answer.String(), command.NameOf(&e), e.Record.Deal, e.Record.PlayerNames), text)
		}
	})
}
