package docs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/cli"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
)

// pages are the pages whose blocks are compared with the program:
//
//   - yaml and round blocks begin with a comment that names them as a file,
//   - console blocks are commands, after "$ ", and what they print; a line "..."
//     stands for any lines, and "..." within a line for any text. Blocks without
//     are rewritten by -update,
//   - commands in sh blocks only have to succeed,
//   - text blocks are not looked at,
//   - go blocks stand in an example that is a test,
//   - python blocks are docs/bots/bot.py, and json blocks are JSON.
var pages = []string{
	"README.md", "docs/playing.md", "docs/solving.md", "docs/proofs.md", "docs/writing-chapters.md",
	"docs/maintaining/benchmarks.md", "docs/players.md", "docs/bots.md", "docs/json.md", "docs/real-table.md",
}

var fence = regexp.MustCompile("(?ms)^```([a-z]+)\n(.*?)```$")

func TestPages(t *testing.T) {
	root, err := filepath.Abs(module)
	require.NoError(t, err)
	for _, page := range pages {
		t.Run(filepath.Base(page), func(t *testing.T) {
			name := filepath.Join(root, page)
			data, err := os.ReadFile(name)
			require.NoError(t, err)
			text := string(data)
			links(t, filepath.Dir(name), text)

			t.Chdir(t.TempDir())
			for _, dir := range []string{"XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"} {
				t.Setenv(dir, t.TempDir())
			}
			blocks := fence.FindAllStringSubmatch(text, -1)
			require.NotEmpty(t, blocks)
			for _, b := range blocks {
				if b[1] == "yaml" || b[1] == "round" {
					file, _, _ := strings.Cut(strings.TrimPrefix(b[2], "# "), "\n")
					require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
					require.NoError(t, os.WriteFile(file, []byte(b[2]), 0o644))
				}
			}
			for _, b := range blocks {
				switch b[1] {
				case "yaml", "round", "text":
				case "console":
					if now := console(t, b[2]); *update && now != b[2] {
						text = strings.Replace(text, b[0], "```console\n"+now+"```", 1)
					}
				case "sh":
					shell(t, b[2])
				case "python":
					bot, err := os.ReadFile(filepath.Join(root, "docs/bots/bot.py"))
					require.NoError(t, err)
					assert.Equal(t, string(bot), b[2])
				case "json":
					assert.True(t, json.Valid([]byte(b[2])))
				case "go":
					example, err := os.ReadFile(filepath.Join(root, "solver/example_test.go"))
					require.NoError(t, err)
					contains(t, "solver/example_test.go", string(example), "{\n"+b[2]+"}\n")
				default:
					assert.Fail(t, "unknown block", b[1])
				}
			}
			if *update {
				require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
			}
		})
	}
}

// TestFrontPage holds that no line of a block of the first page is wider than a window of 80 columns, so that nobody has
// to scroll sideways.
func TestFrontPage(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(module, "README.md"))
	require.NoError(t, err)
	for _, block := range fence.FindAllStringSubmatch(string(data), -1) {
		for line := range strings.Lines(block[2]) {
			line = strings.TrimSuffix(line, "\n")
			assert.LessOrEqual(t, len([]rune(line)), 79, line)
		}
	}
}

// console runs the commands of a block, compares what they print, and returns
// the block as it should be.
func console(t *testing.T, block string) string {
	t.Helper()
	now := ""
	code := 0
	for part := range strings.SplitSeq(strings.TrimPrefix(block, "$ "), "\n$ ") {
		command, want, _ := strings.Cut(part, "\n")
		var got string
		if command == "echo $?" {
			got = fmt.Sprintln(code)
		} else {
			got, code = run(t, command)
		}
		want = strings.TrimSuffix(want, "\n")
		if !strings.Contains(want, "...") {
			now += "$ " + command + "\n" + got
		} else {
			now += "$ " + command + "\n" + want + "\n"
		}
		if !*update || strings.Contains(want, "...") {
			assert.Regexp(t, pattern(want), strings.TrimSuffix(got, "\n"), command)
		}
	}
	return now
}

// anyText stands for any text, with the blanks before it: a column at the end of a line, such
// as a time, may be empty.
var anyText = regexp.MustCompile(` *\\\.\\\.\\\.`)

// pattern is the expression for what a console block says.
func pattern(want string) string {
	lines := strings.Split(want, "\n")
	for i, l := range lines {
		if l == "..." {
			lines[i] = "(?s:.*)"
		} else {
			lines[i] = anyText.ReplaceAllString(regexp.QuoteMeta(l), ".*")
		}
	}
	return `\A` + strings.Join(lines, "\n") + `\z`
}

// shell runs the commands of a block that need neither a shell nor a person.
func shell(t *testing.T, block string) {
	t.Helper()
	for command := range strings.Lines(block) {
		command, _, _ = strings.Cut(strings.TrimSpace(command), "  ")
		if strings.HasPrefix(command, "fellowship") {
			out, code := run(t, command)
			assert.Zero(t, code, "%s\n%s", command, out)
		}
	}
}

// run runs commands of the program, one reading what the one before it wrote,
// and returns what can be read on the screen and the last exit code.
func run(t *testing.T, line string) (string, int) {
	t.Helper()
	var in, out bytes.Buffer
	code := 0
	for command := range strings.SplitSeq(line, " | ") {
		args := strings.Fields(command)
		require.Equal(t, "fellowship", args[0], line)
		in, out = out, bytes.Buffer{}
		code = cli.Main(args[1:], &in, &out, &out)
	}
	return sofar.ReplaceAllString(out.String(), ""), code
}

// sofar is how far a command that takes long has come, which it says on a slow
// machine only.
var sofar = regexp.MustCompile(`(?m)^fellowship: .* in (\d+m)?\d+s\b.*\n`)

var link = regexp.MustCompile(`\]\(([^)]*)\)`)

// links checks that the files and headings that a page refers to are there.
func links(t *testing.T, dir, text string) {
	t.Helper()
	for _, m := range link.FindAllStringSubmatch(text, -1) {
		to := m[1]
		in := text
		if strings.HasPrefix(to, "https://") {
			continue
		}
		file, head, anchored := strings.Cut(to, "#")
		if file != "" {
			data, err := os.ReadFile(filepath.Join(dir, file))
			if info, there := os.Stat(filepath.Join(dir, file)); there == nil && info.IsDir() {
				err = nil
			}
			require.NoError(t, err)
			in = string(data)
		}
		assert.True(t, !anchored || anchors(in)["#"+head], "no heading for %s", to)
	}
}

// anchors returns the anchors of the headings of a page.
func anchors(text string) map[string]bool {
	heads := map[string]bool{}
	for _, h := range regexp.MustCompile(`(?m)^##+ (.*)$`).FindAllStringSubmatch(text, -1) {
		anchor := regexp.MustCompile(`[^\p{L}\p{N} -]`).ReplaceAllString(strings.ToLower(h[1]), "")
		heads["#"+strings.ReplaceAll(anchor, " ", "-")] = true
	}
	return heads
}

// TestLinks: what pages refer to is there, and `serve` knows the flags that they name.
func TestLinks(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(module, "docs", "*.md"))
	require.NoError(t, err)
	index, err := os.ReadFile(filepath.Join(module, "docs", "README.md"))
	require.NoError(t, err)
	for _, name := range files {
		name = filepath.Base(name)
		if name != "README.md" {
			contains(t, "docs/README.md", string(index), "("+name+")")
		}
	}
	ours, err := filepath.Glob(filepath.Join(module, "docs", "maintaining", "*.md"))
	require.NoError(t, err)
	files = append(files, ours...)
	for _, name := range append(files, filepath.Join(module, "README.md"), filepath.Join(module, "SECURITY.md"),
		filepath.Join(module, "CONTRIBUTING.md")) {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		t.Run(filepath.Base(name), func(t *testing.T) {
			links(t, filepath.Dir(name), string(data))
			for _, m := range regexp.MustCompile("(?m)fellowship (serve(?: [^`#\n]*)?)").FindAllStringSubmatch(string(data), -1) {
				var out bytes.Buffer
				assert.Zero(t, cli.Main(append(strings.Fields(m[1]), "--help"), strings.NewReader(""), &out, &out),
					"%s\n%s", m[0], &out)
			}
		})
	}
}

// TestPackagedLinks: in packages and archives, too, pages refer to nothing that is not there.
func TestPackagedLinks(t *testing.T) {
	var packages struct{ Contents []struct{ Src, Dst string } }
	var release struct {
		Archives []struct{ Files []struct{ Src, Dst string } }
	}
	for name, into := range map[string]any{"packaging/nfpm.yaml": &packages, ".goreleaser.yaml": &release} {
		data, err := os.ReadFile(filepath.Join(module, name))
		require.NoError(t, err)
		require.NoError(t, yaml.Unmarshal(data, into))
	}
	for name, files := range map[string][]struct{ Src, Dst string }{
		"package": packages.Contents,
		"archive": release.Archives[0].Files,
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for _, f := range files {
				if strings.HasPrefix(f.Src, "dist/") {
					continue // made when a release is built, and no pages
				}
				from, err := filepath.Glob(filepath.Join(module, f.Src))
				require.NoError(t, err)
				for _, file := range from {
					to := f.Dst
					switch {
					case to == "":
						to = strings.TrimPrefix(file, module)
					case strings.HasSuffix(to, "/"):
						to += filepath.Base(file)
					}
					data, err := os.ReadFile(file)
					require.NoError(t, err)
					require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, to)), 0o755))
					require.NoError(t, os.WriteFile(filepath.Join(dir, to), data, 0o644))
				}
			}
			pages := 0
			require.NoError(t, filepath.WalkDir(dir, func(file string, _ os.DirEntry, err error) error {
				if err == nil && filepath.Ext(file) == ".md" {
					data, err := os.ReadFile(file)
					require.NoError(t, err)
					t.Run(filepath.Base(file), func(t *testing.T) { links(t, filepath.Dir(file), string(data)) })
					pages++
				}
				return err
			}))
			assert.Greater(t, pages, 10)
		})
	}
}

// TestHosting: the page for hosts without a name server is the same in both languages: as many
// headings and rows, and the same commands.
func TestHosting(t *testing.T) {
	shape := func(name string) []string {
		data, err := os.ReadFile(filepath.Join(module, "docs", name))
		require.NoError(t, err)
		var out []string
		for line := range strings.Lines(string(data)) {
			line = strings.TrimSpace(line)
			switch {
			case strings.HasPrefix(line, "#"), strings.HasPrefix(line, "|"), strings.HasPrefix(line, "```"):
				out = append(out, regexp.MustCompile("^(#+|\\||```).*").ReplaceAllString(line, "$1"))
			}
		}
		for _, b := range fence.FindAllStringSubmatch(string(data), -1) {
			for line := range strings.Lines(b[2]) {
				line, _, _ = strings.Cut(line, "  #")
				out = append(out, strings.NewReplacer(" --lang de", "", "du@", "you@").Replace(strings.TrimSpace(line)))
			}
		}
		return out
	}
	assert.Equal(t, shape("hosting.md"), shape("hosting.de.md"))
}

// TestGrammarIsWritten: the page on writing chapters names every key and every
// kind, with an example that loads.
func TestGrammarIsWritten(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(module, "docs/writing-chapters.md"))
	require.NoError(t, err)
	text := string(data)

	goals := rows(t, text, "kind", "met when")
	assert.Equal(t, sorted(characters.Words("goal")), slices.Sorted(maps.Keys(goals)))
	for kind, example := range goals {
		assert.True(t, strings.HasPrefix(example, "{"+kind+": "), example)
		require.NoError(t, loads("characters", "rosie", rosie(example, "draw_threat")))
	}
	actions := rows(t, text, "kind", "what happens")
	assert.Equal(t, sorted(characters.Words("action")), slices.Sorted(maps.Keys(actions)))
	for kind, example := range actions {
		assert.Contains(t, example, kind)
		require.NoError(t, loads("characters", "rosie", rosie("{tricks: fewest}", example)))
	}
	for _, word := range characters.Words("comparison") {
		contains(t, "docs/writing-chapters.md", text, "| `{tricks: "+word+"}` |")
		require.NoError(t, loads("characters", "rosie", rosie("{tricks: "+word+"}", "draw_threat, declare")))
	}
	for _, words := range [][]string{
		strictyaml.Keys(characters.Character{}), characters.Words("limit"), characters.Words("card"),
		characters.Words("fidelity"),
		strictyaml.Keys(characters.Gift{}), characters.Words("effect"),
		strictyaml.Keys(chapters.Chapter{}), strictyaml.Keys(chapters.Variant{}),
		strictyaml.Keys(chapters.RosterEntry{}), characters.OverrideKeys,
		strictyaml.Keys(chapters.SideDeck{}), chapters.Words("deck"), chapters.Words("effect"),
		strictyaml.Keys(chapters.Pool{}),
		strictyaml.Keys(chapters.PoolRedraw{}), strictyaml.Keys(chapters.Point{}), chapters.Words("length"),
		suits(),
	} {
		for _, word := range words {
			contains(t, "docs/writing-chapters.md", text, "`"+word+"`")
		}
	}
}

// contains checks that a file has a text. A failure prints the text, and not the whole file.
func contains(t *testing.T, file, text, want string) {
	t.Helper()
	if !strings.Contains(text, want) {
		assert.Fail(t, file+" lacks: "+want)
	}
}

// rows reads a table of kinds and examples by its first and third heading.
func rows(t *testing.T, text, first, third string) map[string]string {
	t.Helper()
	_, table, ok := strings.Cut(text, "| "+first+" | example | "+third+" |\n|---|---|---|\n")
	require.True(t, ok, third)
	out := map[string]string{}
	for row := range strings.Lines(table) {
		m := regexp.MustCompile("^\\| `([a-z_]+)` \\| `(.*?)` \\|").FindStringSubmatch(row)
		if m == nil {
			break
		}
		out[m[1]] = m[2]
	}
	return out
}

// rosie is a character's file with a goal and a setup action.
func rosie(goal, action string) string {
	return fmt.Sprintf(`id: rosie
name: {en: Rosie, de: Rosie}
goal: %s
goal_text: {en: a, de: b}
setup: [%s]
setup_text: {en: a, de: b}
fidelity: reconstructed
note: for a test
`, goal, action)
}

func sorted(words []string) []string { return slices.Sorted(slices.Values(words)) }
