package bot

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/solver/players"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// muchTooLong is how long a test waits for what has to happen.
const muchTooLong = time.Minute

// TestMain lets this program be the program that plays: "bot:bot.test plays HOW".
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "plays" {
		plays(os.Args[2])
		return
	}
	os.Exit(m.Run())
}

// plays is a program that plays well, or badly.
func plays(how string) {
	fmt.Fprintf(os.Stderr, "\x1b[31mI am %s\x1b[0m\n", how)
	in := bufio.NewReader(os.Stdin)
	for n := 0; ; n++ {
		if how == "deaf" {
			time.Sleep(muchTooLong)
		}
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var q struct {
			Decide *struct{ Options []json.RawMessage }
		}
		if json.Unmarshal(line, &q) != nil || q.Decide == nil {
			return
		}
		if pipe, ok := strings.CutPrefix(how, "parent="); ok {
			bears(pipe)
		}
		switch how {
		case "dies":
			os.Exit(7)
		case "half":
			fmt.Print(`{"opt`)
			os.Exit(0)
		case "sleeps":
			time.Sleep(muchTooLong)
		case "babbles":
			fmt.Print("{\"option\":0}\n{\"option\":0}\n")
			continue
		case "endless":
			for {
				fmt.Print(strings.Repeat("x", 4096))
			}
		case "garbage":
			fmt.Println("option 0 \x1b[2J")
			continue
		case "writes":
			fmt.Print("{\"option\":0}\n" + strings.Repeat("\x1b[2Jé", 100) + "\nmore\n")
			continue
		case "empty":
			fmt.Println()
			continue
		case "beyond":
			fmt.Printf("{\"option\":%d}\n", len(q.Decide.Options))
			continue
		case "before":
			fmt.Println(`{"option":-1}`)
			continue
		case "blank":
			fmt.Print("{\"option\":0}\n\n")
			continue
		case "talks":
			for range 100 {
				fmt.Fprintln(os.Stderr, strings.Repeat("blah ", 1000))
			}
		case "leaves":
			fmt.Println(`{"option":0}`)
			os.Exit(0)
		}
		fmt.Printf("{\"option\":%d}\n", n%len(q.Decide.Options))
	}
}

// bears starts a child that holds a pipe until it dies, says so there, and waits.
func bears(pipe string) {
	child := exec.Command(os.Args[0], "plays", "deaf")
	held, err := os.OpenFile(pipe, os.O_WRONLY, 0)
	if err == nil {
		child.Stdout = held
		err = child.Start()
	}
	if err != nil {
		os.Exit(1)
	}
	fmt.Fprintln(held, "born")
	time.Sleep(muchTooLong)
}

// named is the name of this program, playing so.
func named(t *testing.T, how string) string {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	return fmt.Sprintf("bot:'%s' plays %s", self, how)
}

// playAll lets a program play all seats of a round.
func playAll(ctx context.Context, t *testing.T, p *Programs, name string) (*chapters.Game, error) {
	t.Helper()
	pos, err := chapters.Default().Deal(chapters.DealID{Chapter: "2", Players: 4, Seed: 7})
	require.NoError(t, err)
	g, err := chapters.Default().NewGame(pos)
	require.NoError(t, err)
	player, err := p.New(name)
	require.NoError(t, err)
	return g, players.Play(ctx, g, 7, player)
}

func TestPlays(t *testing.T) {
	p := &Programs{Timeout: muchTooLong}
	g, err := playAll(t.Context(), t, p, named(t, "well"))
	require.NoError(t, err)
	again, err := playAll(t.Context(), t, p, named(t, "well"))
	require.NoError(t, err)
	assert.True(t, g.IsOver())
	assert.Equal(t, g.Decisions(), again.Decisions())

	greedy, err := p.New("greedy")
	require.NoError(t, err)
	assert.Equal(t, players.Greedy{}, greedy)
}

// A program that does not answer as it should is named with the decision.
func TestFaults(t *testing.T) {
	for how, want := range map[string]string{
		"dies":    "it exited: exit status 7",
		"half":    `it exited in the middle of a line, {"opt: exit status 0`,
		"leaves":  "it exited: exit status 0",
		"babbles": `it wrote more than the one line that was requested: {"option":0}; it last`,
		"blank":   "it wrote more than the one line that was requested: an empty line; it last",
		"writes": "it wrote more than the one line that was requested: " + strings.Repeat(`\x1b[2Jé`, 8) +
			`\x1b[2J…; it last`,
		"endless": "it wrote a line of more than 65536 bytes: " + strings.Repeat("x", 80) + "…; it last",
		"garbage": `its answer is option 0 \x1b[2J instead of one such as {"option":0}: it is not JSON; it last`,
		"empty":   `it wrote an empty line instead of an answer such as {"option":0}; it last`,
		"beyond":  "its answer is option 4, but the options are 0 to 3",
		"before":  "its answer is option -1, but the options are 0 to 3",
	} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			_, err := playAll(t.Context(), t, &Programs{Timeout: muchTooLong}, named(t, how))
			require.ErrorContains(t, err, named(t, how)+", asked to decide for seat ")
			require.ErrorContains(t, err, ", c02p4s7): "+want)
			require.ErrorContains(t, err, "; it last said: I am "+how)
			require.ErrorAs(t, err, new(*Error))
		})
	}
	_, err := playAll(t.Context(), t, &Programs{Timeout: muchTooLong}, "bot:/no/such/program")
	require.ErrorContains(t, err,
		"bot:/no/such/program, asked to decide for seat 2 (draft, c02p4s7): it could not be started: ")
}

// A program that takes too long is killed.
func TestTimeout(t *testing.T) {
	for _, how := range []string{"sleeps", "deaf"} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			_, err := playAll(t.Context(), t, &Programs{Timeout: 300 * time.Millisecond}, named(t, how))
			require.ErrorContains(t, err, "it did not answer within 300ms")
			assert.Less(t, time.Since(began), muchTooLong)
		})
	}
}

// A decision that nobody wants any more is no fault of the program.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(200*time.Millisecond, cancel)
	_, err := playAll(ctx, t, &Programs{Timeout: muchTooLong}, named(t, "sleeps"))
	require.ErrorIs(t, err, context.Canceled)
}

// What it says is passed on without what a terminal would obey, and not for ever.
func TestSays(t *testing.T) {
	var said bytes.Buffer
	_, err := playAll(t.Context(), t, &Programs{Timeout: muchTooLong, Stderr: &said}, named(t, "talks"))
	require.NoError(t, err)
	assert.Contains(t, said.String(), "bot: I am talks\n")
	assert.Equal(t, 4, strings.Count(said.String(), "bot: (it says more, which is left out)\n"))
	assert.NotContains(t, said.String(), "\x1b")
	assert.Less(t, said.Len(), 4*(maxErrorBytes+maxErrorLine)+1000)
}

// A process that waits for its standard input ends with it.
func TestInputEnds(t *testing.T) {
	p, err := start([]string{os.Args[0], "plays", "well"}, func(string) {})
	require.NoError(t, err)
	require.NoError(t, p.in.Close())
	l := <-p.lines
	require.ErrorIs(t, l.err, io.EOF)
	p.kill()
}

func TestNames(t *testing.T) {
	for list, want := range map[string][]string{
		"greedy,fair":                       {"greedy", "fair"},
		"bot:python3 bot.py,greedy":         {"bot:python3 bot.py", "greedy"},
		`greedy,bot:x "a,b" 'c,d' e,strong`: {"greedy", `bot:x "a,b" 'c,d' e`, "strong"},
		`bot:x "it's",fair`:                 {`bot:x "it's"`, "fair"},
	} {
		assert.Equal(t, want, Split(list))
		assert.Equal(t, list, strings.Join(Split(list), ","))
	}
	for name, want := range map[string][]string{
		"bot:python3  bot.py":           {"python3", "bot.py"},
		`bot:'/my bots/x' --a="b c" ""`: {"/my bots/x", "--a=b c", ""},
		`bot:x "it's" '"'`:              {"x", "it's", `"`},
		`bot:C:\bots\x.exe`:             {`C:\bots\x.exe`},
	} {
		got, err := words(name)
		require.NoError(t, err)
		assert.True(t, slices.Equal(want, got), "%q", got)
	}
	for name, want := range map[string]string{
		"bot:":         "names no program: write, say, bot:python3 bot.py",
		"bot: ''":      "names no program",
		"bot:x 'y":     "has an unclosed quotation mark",
		"bot:x\u202ey": "an invisible character",
	} {
		require.ErrorContains(t, Check(name), want)
	}
}
