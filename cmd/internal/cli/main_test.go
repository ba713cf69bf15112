package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/texts"
	"fellowship/solver/players"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// call runs the program and returns its exit code and output.
func call(stdin string, args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = Main(args, strings.NewReader(stdin), &out, &errs)
	return code, out.String(), errs.String()
}

// atHome gives the program folders of its own for what it keeps.
func atHome(t testing.TB) {
	t.Helper()
	for _, dir := range []string{"XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"} {
		t.Setenv(dir, t.TempDir())
	}
}

// won is a document that is won by the next three cards.
const won = `{"id":"won","players":3,"lost":[],"leader":0,"hands":[{"character":"gandalf","cards":"H8"},{"cards":"H1"},{"cards":"H2"}]}` + "\n"

// started runs the program with a standard input that stays open, and returns
// when it has answered the first document.
func started(t *testing.T, args ...string) (stdin *io.PipeWriter, stdout *bufio.Reader, code <-chan int) {
	t.Helper()
	in, stdin := io.Pipe()
	out, answers := io.Pipe()
	done := make(chan int, 1)
	go func() {
		c := Main(args, in, answers, io.Discard)
		_ = answers.Close()
		done <- c
	}()
	_, err := io.WriteString(stdin, won)
	require.NoError(t, err)
	stdout = bufio.NewReader(out)
	line, err := stdout.ReadString('\n')
	require.NoError(t, err)
	assert.Contains(t, line, `"id":"won"`)
	return stdin, stdout, done
}

// Documents are answered while more are still to come.
func TestAnswersBeforeTheEnd(t *testing.T) {
	for _, args := range [][]string{
		{"solve", "--json", "-"},
		{"perft", "--json", "--depth", "1", "-"},
		{"replay", "--json", "-"},
		{"analyse", "--json", "-"},
	} {
		t.Run(args[0], func(t *testing.T) {
			stdin, stdout, code := started(t, args...)
			go func() {
				_, _ = io.WriteString(stdin, won)
				_ = stdin.Close()
			}()
			rest, err := io.ReadAll(stdout)
			require.NoError(t, err)
			want := 1
			if args[0] == "analyse" {
				want = 3 // two lines a document
			}
			assert.Equal(t, want, strings.Count(string(rest), "\n"))
			assert.Equal(t, command.ExitOK, <-code)
		})
	}
}

// An interrupt ends the program also while it waits for input.
func TestInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot interrupt itself there")
	}
	for _, args := range [][]string{
		{"solve", "--json", "-"},
		{"perft", "--json", "--depth", "1", "-"},
		{"replay", "--json", "-"},
		{"analyse", "--json", "-"},
	} {
		t.Run(args[0], func(t *testing.T) {
			_, stdout, code := started(t, args...)
			self, err := os.FindProcess(os.Getpid())
			require.NoError(t, err)
			require.NoError(t, self.Signal(os.Interrupt))
			_, err = io.Copy(io.Discard, stdout)
			require.NoError(t, err)
			assert.Equal(t, command.ExitInterrupted, <-code)
		})
	}
}

// closedPipe is the standard output when head has seen enough.
type closedPipe struct{}

func (closedPipe) Write([]byte) (int, error) {
	return 0, &os.PathError{Op: "write", Path: "|1", Err: syscall.EPIPE}
}

func TestBrokenPipeIsQuiet(t *testing.T) {
	for _, args := range [][]string{
		{"deal", "c01p4s1"},
		{"solve", "c01p4s1"},
		{"analyse", "c01p4s1"},
		{"solve", "c01p4s1", "--json"},
		{"replay", "c01p4s1"},
		{"chapters"},
		{"simulate", "c01p4s1", "--json"},
		{"version"},
		{"bench", "--deals", "1", "--dump"},
		{"--help"},
		{"help", "solve"},
		{"completion", "bash"},
	} {
		var stderr bytes.Buffer
		code := Main(args, strings.NewReader(""), closedPipe{}, &stderr)
		assert.Equal(t, command.ExitOK, code, "%s", args)
		assert.Empty(t, stderr.String(), "%s", args)
	}
}

// fullDisk is the standard output when the disk is full.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) {
	return 0, &os.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.ENOSPC}
}

// A command that cannot write its output says so and fails, help included.
func TestFullDisk(t *testing.T) {
	for _, args := range [][]string{
		{},
		{"--help"},
		{"help"},
		{"help", "solve"},
		{"solve", "--help"},
		{"completion"},
		{"--version"},
		{"completion", "bash"},
		{"completion", "zsh"},
		{"completion", "fish"},
		{"completion", "powershell"},
		{"version"},
		{"deal", "c01p4s1"},
		{"solve", "c01p4s1"},
		{"simulate", "c01p4s1"},
		{"chapters"},
		{"chapters", "show", "1"},
		{"bench", "--deals", "1", "--dump"},
	} {
		var stderr bytes.Buffer
		code := Main(args, strings.NewReader(""), fullDisk{}, &stderr)
		assert.Equal(t, command.ExitUsage, code, "%s", args)
		assert.Contains(t, stderr.String(), "no space left", "%s", args)
		assert.Equal(t, 1, strings.Count(stderr.String(), "\n"), "%s: %s", args, stderr.String())
	}
}

// A mistake of the program is reported in one line, never as a stack trace.
func TestPanicIsAnInternalError(t *testing.T) {
	err := say.Guard(func() error {
		panic("a seat too many")
	})
	code, shown := command.ExitCode(err)
	assert.Equal(t, command.ExitInternal, code)
	require.ErrorContains(t, shown, "internal error, please report it")
	assert.NotContains(t, shown.Error(), "\n")
}

// The exit code for several documents is the worst of their codes.
func TestSolveExitCodeOfSeveral(t *testing.T) {
	lost := strings.Replace(won, "gandalf", "bilbo", 1)
	bad := "{}\n"
	_, hard, _ := call("", "deal", "c02p4s7", "--json")
	for _, test := range []struct {
		stream string
		args   []string
		want   int
	}{
		{won + won, nil, command.ExitOK},
		{won + lost, nil, command.ExitNo},
		{won + lost + bad + won, nil, command.ExitUsage},
		{bad + lost, nil, command.ExitUsage},
		{lost + hard + won, []string{"--nodes", "1"}, command.ExitUndecided},
		{lost + hard + bad, []string{"--nodes", "1"}, command.ExitUsage},
	} {
		code, _, _ := call(test.stream, append([]string{"solve", "--json", "-"}, test.args...)...)
		assert.Equal(t, test.want, code, "%s", test.stream)
	}
}

var seconds = regexp.MustCompile(`"seconds":[^}]*`)

// The answers are the same, and in the same order, for any number of workers.
func TestWorkersAgree(t *testing.T) {
	stream, err := os.ReadFile("testdata/fixtures/endings.jsonl")
	require.NoError(t, err)
	_, one, _ := call(string(stream), "solve", "--json", "--workers", "1", "-")
	_, five, _ := call(string(stream), "solve", "--json", "--workers", "5", "-")
	assert.Equal(t, seconds.ReplaceAllString(one, ""), seconds.ReplaceAllString(five, ""))
	assert.Equal(t, 60, strings.Count(one, "\n"))
}

// What --yaml writes is the chapter, and the keys that chapters show names for
// the points that no source settles change what they say.
func TestPointsAreSwitches(t *testing.T) {
	for _, test := range []struct {
		chapter, old, new string
		deal, want        string
	}{
		{"18", "rivers: {1: 8, 2: 6, 3: 6, 4: 8}\n", "", "c181p1s1", `"pile":"([A-Z]\d ?){20}"`},
		{"18", "length: long\n", "length: long\ntrump: Rivers\n", "c181p4s1", `V1`},
		{
			"18", "    title: {en: Meriadoc's", "    leads: peregrin\n    title: {en: Meriadoc's", "c182p4s1",
			`"group":2`,
		},
		{"9", "- {character: frodo,", `- {character: "frodo*",`, "c09p4s1", `"chapter":9`},
		{"9", `"glorfindel*"`, `glorfindel`, "c09p4s1", `"chapter":9`},
		{
			"road", "optional_lost: true\n", "optional_lost: true\noptional_exchanges: true\n", "roadp4s1",
			`"chapter":"road"`,
		},
		{"14", ", waivable: true", "", "c14bp4s1", `"event":"bridge"`},
	} {
		code, source, errs := call("", "chapters", "show", test.chapter, "--yaml")
		require.Equal(t, command.ExitOK, code, errs)
		require.Contains(t, source, test.old, "chapter %s", test.chapter)
		c, err := chapters.Default().Chapter(test.chapter)
		require.NoError(t, err)
		name := "c" + test.chapter + ".yaml"
		if len(test.chapter) == 1 {
			name = "c0" + test.chapter + ".yaml"
		} else if test.chapter == "road" {
			name = "road.yaml"
		}
		dir := t.TempDir()
		require.NoError(t, os.Mkdir(filepath.Join(dir, "chapters"), 0o700))
		file := filepath.Join(dir, "chapters", name)
		require.NoError(t, os.WriteFile(file, []byte(strings.Replace(source, test.old, test.new, 1)), 0o600))
		code, out, errs := call("", "--chapters", dir, "deal", test.deal, "--json")
		require.Equal(t, command.ExitOK, code, errs)
		assert.Regexp(t, test.want, out)
		code, out, errs = call("", "chapters", "check", "--play", file)
		assert.Equal(t, command.ExitOK, code, "%s%s", out, errs)
		assert.Contains(t, out, "rounds played", c.ID)
	}
}

// FuzzStreams feeds anything to the commands that read streams: every line they
// answer with is a JSON object, and no input is a mistake of the program.
func FuzzStreams(f *testing.F) {
	f.Add(won)
	f.Add("---\nid: a\nplayers: 3\nhands: [{cards: H1}, {cards: H2}, {cards: R1}]\nplays: ['2:R1!']\n---\n")
	f.Add(`{"record":1,"players":3,"lost":[],"stage":"play","leader":0,"hands":[{"cards":"H1"},{"cards":"H2"},{"cards":"H3"}]}` + "\n{\"play\":\"0:H1\"}\n{\"undo\":1}\n")
	f.Add(won + "}\n" + won + "]\n\"\n" + won + `{"id":"half","players":3,"hands":[` + "\n" + won + "id: scrap\n" +
		won + won)
	f.Add(`{"record":1,"players":3,"lost":[],"leader":0,"hands":[{"cards":"H1"},{"cards":"H2"},{"cards":"H3"}]}` +
		"\n{\"play\":\"0:H1\"}\n}\n{\"play\":\"1:H2\"}\n" + won)
	for _, scrap := range []string{
		"{\"a\":[1,\n%s]\n%s", "{\"id\":\"J\",\"players\":\n%s}\n", "x: [\n%s]\n",
		"{\"a\":[\n%s,\n%s,\n%s", "[\n%s]\n", "[[[[\n%s}{\n---\n]\r\n%s",
	} {
		f.Add(strings.ReplaceAll(scrap, "%s", won))
	}
	for _, deal := range []string{"c01p4s1", "c02p3s1", "c03p2s1", "c04p1s1"} {
		_, yaml, _ := call("", "deal", deal)
		f.Add(yaml)
		_, record, _ := call("", "simulate", deal, "--json")
		f.Add(record)
	}
	f.Fuzz(func(t *testing.T, stream string) {
		for _, args := range [][]string{
			{"replay", "--json", "-"},
			{"perft", "--json", "--depth", "2", "-"},
			{"solve", "--json", "--count", "--nodes", "100", "--memory", "1", "--workers", "1", "-"},
			{"analyse", "--json", "--nodes", "100", "--memory", "1", "--workers", "1", "-"},
			{"analyse", "--json", "--from", "draft", "--nodes", "10", "--memory", "1", "--workers", "1", "-"},
		} {
			code, out, errs := call(stream, args...)
			if code == command.ExitInternal {
				t.Errorf("%s: %s%s", args, out, errs)
			}
			for line := range strings.Lines(out) {
				if !json.Valid([]byte(line)) {
					t.Errorf("%s: not JSON: %s", args, line)
				}
			}
		}
	})
}

// A line that belongs nowhere takes no document along, whatever the command.
func TestAStrayLineSpoilsNothingElse(t *testing.T) {
	whole := strings.Repeat(won, 60)
	for _, scrap := range []string{
		"}", "]", `"`, "players: 3", `{"id":"half","players":3,"hands":[`,
		`{"id":"half","pl`,
	} {
		for _, args := range [][]string{
			{"solve", "--json", "-"},
			{"perft", "--json", "--depth", "1", "-"},
			{"replay", "--json", "-"},
			{"analyse", "--json", "-"},
		} {
			code, out, _ := call(whole+scrap+"\n"+whole, args...)
			assert.Equal(t, command.ExitUsage, code, "%s %s", args[0], scrap)
			per := strings.Count(out, `"id":"won"`) / 120
			assert.Positive(t, per, "%s %s", args[0], scrap)
			assert.Equal(t, 120*per+1, strings.Count(out, "\n"), "%s %s", args[0], scrap)
			assert.Regexp(t, `"error":"stdin:61:1: `, out, "%s %s", args[0], scrap)
		}
	}
}

// A line that is cut off, or a stray one, spoils no document that begins with a brace. Each
// mistake is told on its own line.
func TestScrapAroundADocument(t *testing.T) {
	multi := "{\n\"id\":\"won\",\n\"players\":3,\"lost\":[],\"leader\":0,\"hands\":[\n {\"character\":\"gandalf\",\"cards\":\"H8\"},\n {\"cards\":\"H1\"}\n,\n {\"cards\":\"H2\"}\n]\n}\n"
	for _, c := range []struct {
		stream string
		want   []string // "won", or the id and line of an error
	}{
		{`{"a":[1,` + "\n" + won + "]\n" + won, []string{"null 1", "won", "null 3", "won"}},
		{`{"a":[` + "\n" + won + "]\n", []string{"null 1", "won", "null 3"}},
		{`{"hands":[{"cards":"H1"},` + "\n" + won + "]\n", []string{"null 1", "won", "null 3"}},
		{`{"id":"J","players":` + "\n" + won + "}\n", []string{"null 1", "won", "null 3"}},
		{"x: [\n" + won + "]\n", []string{"null 1", "won", "null 3"}},
		{
			`{"a":[` + "\n" + won + ",\n" + won + ",\n" + won,
			[]string{"null 1", "won", "null 3", "won", "null 5", "won"},
		},
		{"[[[[\n" + won + "]\n" + won, []string{"null 1", "won", "null 3", "won"}},
		{`{"id":"J","x":["` + "\n" + won + "\"]}\n" + won, []string{"null 1", "won", "null 3", "won"}},
		{`{"id":"J","hands":[` + "\n---\n" + won + "]}\n", []string{"null 1", "won", "null 4"}},
		{
			"\uFEFF" + `{"id":"J","hands":[` + "\r\n\r\n# c\r\n" + strings.TrimSpace(won) + "\r\n]\r\n" + won,
			[]string{"null 1", "won", "null 5", "won"},
		},
		{"]}\n" + won + "}{\n" + won + `{"id":"end","hands":[`, []string{"null 1", "won", "null 3", "won", "null 5"}},
		{
			`{"hands":[` + "\n" + `{"id":"X","cards":"H1"},` + "\n" + won + "]\n",
			[]string{"null 1", "null 2", "won", "null 4"},
		},
		{`{"a":[1,` + "\n" + multi + "]\n" + multi, []string{"null 1", "null 11", "won"}},
		{`{"a":["` + strings.Repeat("x", 1<<20) + "\n" + won + "]\n" + won, []string{"null 1", "won", "null 3", "won"}},
		{
			"[\n" + strings.TrimSpace(won) + ",\n" + won + "]\n" + won,
			[]string{"null 1", "null 2", "won", "null 4", "won"},
		},
	} {
		code, out, errs := call(c.stream, "solve", "--json", "-")
		assert.Equal(t, command.ExitUsage, code)
		assert.Empty(t, errs)
		var got []string
		for line := range strings.Lines(out) {
			var a struct {
				ID    json.RawMessage
				Error string
			}
			require.NoError(t, json.Unmarshal([]byte(line), &a))
			if a.Error == "" {
				got = append(got, strings.Trim(string(a.ID), `"`))
				continue
			}
			got = append(got, string(a.ID)+" "+strings.Split(a.Error, ":")[1])
		}
		assert.Equal(t, c.want, got, "%.200q", c.stream)
	}
	code, out, _ := call(multi+multi, "solve", "--json", "-")
	assert.Equal(t, command.ExitOK, code)
	assert.Equal(t, 2, strings.Count(out, "winnable"))
}

// An id that is no name is cut wherever it is echoed.
func TestALongIDIsCut(t *testing.T) {
	id := strings.Repeat("x", 200)
	long := strings.Replace(won, `"won"`, `"`+id+`yyy"`, 1)
	for _, doc := range []string{long, strings.Replace(long, `"leader"`, `"leda"`, 1)} {
		for _, args := range [][]string{
			{"solve"},
			{"perft", "--depth", "1"},
			{"replay"},
			{"analyse"},
		} {
			for _, form := range []string{"--json", "--json=false"} {
				_, out, errs := call(doc, append(args, form, "-")...)
				assert.Contains(t, out+errs, id+"…", "%s %s", args[0], form)
				assert.NotContains(t, out+errs, "xy", "%s %s", args[0], form)
			}
		}
	}
}

// Whatever there is to play, each round ends, its record replays, and everything that
// happens can be told in 80 columns.
func TestRoundsAreTold(t *testing.T) {
	for _, id := range chapters.Default().DealIDs(3) {
		deal := id.String()
		pos, err := chapters.Default().Deal(id)
		require.NoError(t, err, deal)
		played, err := chapters.Default().NewGame(pos)
		require.NoError(t, err, deal)
		require.NoError(t, players.Play(t.Context(), played, id.Seed, players.Random{}), deal)
		record := &chapters.Record{Position: pos, Seed: &id.Seed, Decisions: played.Decisions()}
		require.True(t, played.IsOver(), deal)
		require.NotEqual(t, chapters.Undecided, played.Result(), deal)
		for _, g := range played.Statuses() {
			require.NotContains(t, []characters.Status{characters.Open, characters.Met}, g.Status, "%s: %v (S12)",
				deal, g)
		}
		text, err := record.Text()
		require.NoError(t, err, deal)
		entries := slices.Collect(chapters.Default().Read(deal, bytes.NewReader(text)))
		require.Len(t, entries, 1, deal)
		require.NoError(t, entries[0].Err, deal)
		require.Equal(t, record.Decisions, entries[0].Record.Decisions, deal)
		again, err := hindsight.Replay(chapters.Default(), &entries[0].Record, texts.New(texts.Default))
		require.NoError(t, err, deal)
		require.True(t, again.Game.IsOver(), deal)
		require.Equal(t, played.Result(), again.Game.Result(), deal)
		require.Len(t, again.Tricks, len(played.History()), deal)
		require.Equal(t, played.Statuses(), again.Game.Statuses(), deal)
		code, out, errs := call("", "simulate", deal)
		require.Equal(t, command.ExitOK, code, "%s: %s", deal, errs)
		assert.Regexp(t, `(?m)^(Won|Lost): `, out, deal)
		for line := range strings.Lines(out) {
			assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimRight(line, "\n")), page.Width, "%s: %s", deal,
				line)
		}
	}
}
