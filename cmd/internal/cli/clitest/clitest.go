// Package clitest runs the whole program in tests, as scripts say. The scripts of a command lie beside its
// code, in testdata/script, so that a mistake in a command fails the tests of its own package.
package clitest

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"fellowship/cmd/internal/cli"
	"fellowship/cmd/internal/cli/measuring"
	_ "fellowship/cmd/internal/envtest" // the tests have an environment of their own
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/settings"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// muchTooLong is how long a program that hangs does so: a command that waits for it has not heard the signal.
const muchTooLong = time.Minute

// Main runs the tests of a package. Scripts can run the program itself, as fellowship, one of another
// version, as another, and a program that plays, as player.
func Main(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"fellowship": func() { os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
		"another": func() {
			measuring.ProgramVersion = func() string { return "another" }
			os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
		},
		"player": player,
	})
}

// Scripts runs the program as the scripts in testdata/script of the tested package say. They have the
// commands of scriptCommands beside testscript's own. FIXTURES is the folder of the position documents
// with known answers, testdata/fixtures of package cli, for the packages in its folder.
func Scripts(t *testing.T) {
	fixtures, err := filepath.Abs("../testdata/fixtures")
	require.NoError(t, err)
	scripts, err := filepath.Abs("testdata/script") // the scripts change the folder
	require.NoError(t, err)
	testscript.Run(t, testscript.Params{
		Dir:                 scripts,
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("FIXTURES", fixtures)
			env.Setenv("XDG_DATA_HOME", filepath.Join(env.WorkDir, "data"))
			env.Setenv("XDG_STATE_HOME", filepath.Join(env.WorkDir, "state"))
			env.Setenv("STATE", filepath.Join(env.WorkDir, "state", "fellowship"))
			env.Setenv("XDG_CONFIG_HOME", filepath.Join(env.WorkDir, "config"))
			return nil
		},
		Cmds: scriptCommands,
	})
}

// Help compares the help of some commands, and of the commands below them, with testdata/help.txt of the tested
// package. People read there what a command does and what may follow its flags, and nothing else would miss a piece of
// it. The flags that all commands have are left out.
func Help(t *testing.T, commands ...string) {
	t.Helper()
	for _, name := range []string{
		"LANG", "LC_ALL", "LC_MESSAGES", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME",
	} {
		t.Setenv(name, "")
	}
	var pages strings.Builder
	var add func(c *cobra.Command)
	add = func(c *cobra.Command) {
		var out bytes.Buffer
		args := strings.Fields(c.CommandPath())[1:]
		code := cli.Main(append([]string{"help"}, args...), strings.NewReader(""), &out, &out)
		require.Equal(t, 0, code, "%s", out.String())
		page, _, _ := strings.Cut(out.String(), "\nGlobal Flags:")
		fmt.Fprintf(&pages, "$ fellowship help %s\n%s\n", strings.Join(args, " "), page)
		for _, child := range c.Commands() {
			add(child)
		}
	}
	for _, c := range cli.Commands() {
		isBelowRoot := c.HasParent() && !c.Parent().HasParent()
		if isBelowRoot && slices.Contains(commands, c.Name()) {
			add(c)
		}
	}
	path := filepath.Join("testdata", "help.txt")
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(pages.String()), 0o600))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, strings.ReplaceAll(string(want), "\r", ""), pages.String(),
		"is it better? then: go test . -update")
}

// FirstChoices answers every question of a round with its first choice.
var FirstChoices = strings.Repeat("1\n", 100)

// Games runs whole games through pipes as the scripts in testdata/play of the tested package say. The
// file "ones" answers a whole round. Computers choose at random where a script does not name others.
func Games(t *testing.T) {
	scripts, err := filepath.Abs("testdata/play") // the scripts change the folder
	require.NoError(t, err)
	testscript.Run(t, testscript.Params{
		Dir:                 scripts,
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("XDG_STATE_HOME", filepath.Join(env.WorkDir, "state"))
			env.Setenv("GAMES", filepath.Join(env.WorkDir, "state", "fellowship", "games"))
			env.Setenv("CAMPAIGNS", filepath.Join(env.WorkDir, "state", "fellowship", "campaigns"))
			env.Setenv("XDG_CONFIG_HOME", filepath.Join(env.WorkDir, "config"))
			path := filepath.Join(env.WorkDir, "config", "fellowship", "settings.yaml")
			if err := (settings.Settings{Computer: "random"}).Save(path); err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(env.WorkDir, "ones"), []byte(FirstChoices), 0o600)
		},
		Cmds: scriptCommands,
	})
}

// held is the file of player, open as long as that lives.
var held *os.File

// player is a program that plays the first option. Its first argument is a file, which has a line for
// each round it has begun, "-" for none. The others say what it does with a question of that number, from 0.
func player() {
	if file := os.Args[1]; file != "-" {
		var err error
		if held, err = os.OpenFile(file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600); err != nil {
			os.Exit(1)
		}
		fmt.Fprintln(held, "begun")
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for n := 0; in.Scan(); n++ {
		if result, ok := strings.CutPrefix(in.Text(), `{"result":`); ok {
			fmt.Fprintln(os.Stderr, "result", result)
			return
		}
		action := ""
		if len(os.Args) > 3 && os.Args[2] == strconv.Itoa(n) {
			action = os.Args[3]
		}
		switch action {
		case "dies":
			fmt.Fprintln(os.Stderr, "oh\x1b[5m no")
			os.Exit(3)
		case "sleeps":
			time.Sleep(muchTooLong)
		case "babbles":
			fmt.Print("{\"option\":0}\nand more\n")
		case "beyond":
			fmt.Println(`{"option":1000}`)
		default:
			fmt.Println(`{"option":0}`)
		}
	}
}

// scriptCommands are the commands of scripts beside testscript's own. "runs" runs the
// program within the test, which saves it the reading of its data each time; "input" is its
// next standard input; "exits" runs it and compares its exit code; "alone" runs another program;
// "narrow" checks that an output fits in 80 columns; "cut" leaves so many whole lines of a file and half of the next.
var scriptCommands = map[string]func(*testscript.TestScript, bool, []string){
	"runs": func(ts *testscript.TestScript, neg bool, args []string) {
		if code := runInScript(ts, args); (code != 0) != neg {
			ts.Fatalf("exit code %d", code)
		}
	},
	"input": func(ts *testscript.TestScript, _ bool, args []string) {
		ts.Check(os.WriteFile(inputOf(ts), []byte(ts.ReadFile(args[0])), 0o600))
	},
	"exits": func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) < 2 {
			ts.Fatalf("usage: exits code fellowship [args...]")
		}
		if code := runInScript(ts, args[1:]); strconv.Itoa(code) != args[0] {
			ts.Fatalf("exit code %d, want %s", code, args[0])
		}
	},
	"alone": func(ts *testscript.TestScript, _ bool, args []string) {
		processLock.Lock() // what is started meanwhile would hold the locks of games for a moment
		defer processLock.Unlock()
		ts.Check(ts.Exec(args[0], args[1:]...))
	},
	"narrow": narrow,
	"cut": func(ts *testscript.TestScript, _ bool, args []string) {
		n, err := strconv.Atoi(args[1])
		ts.Check(err)
		lines := strings.SplitAfter(ts.ReadFile(args[0]), "\n")
		kept := strings.Join(lines[:n], "") + lines[n][:len(lines[n])/2]
		ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(kept), 0o600))
	},
}

// inputOf is the file with the next standard input of a script.
func inputOf(ts *testscript.TestScript) string { return filepath.Join(ts.Getenv("WORK"), ".input") }

// processLock is held by the script that uses the folder and the environment of the process.
var processLock sync.Mutex

// runInScript runs the program, whose name comes first, in the folder and the environment of a script.
func runInScript(ts *testscript.TestScript, args []string) int {
	if args[0] != "fellowship" {
		ts.Fatalf("%s is not the program", args[0])
	}
	processLock.Lock()
	defer processLock.Unlock()
	folder, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	defer func() { ts.Check(os.Chdir(folder)) }()
	saved := map[string]string{}
	for _, name := range []string{
		"HOME", "LANG", "LC_ALL", "NO_COLOR", "TERM", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
		"XDG_STATE_HOME",
	} {
		saved[name] = os.Getenv(name)
		ts.Check(os.Setenv(name, ts.Getenv(name)))
	}
	defer func() {
		for name, value := range saved {
			ts.Check(os.Setenv(name, value))
		}
	}()
	stdin, err := os.ReadFile(inputOf(ts))
	if err == nil {
		err = os.Remove(inputOf(ts))
	} else if errors.Is(err, os.ErrNotExist) {
		err = nil
	}
	ts.Check(err)
	return cli.Main(args[1:], bytes.NewReader(stdin), ts.Stdout(), ts.Stderr())
}

// narrow checks that a file, or stdout, fits in 80 columns.
func narrow(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: narrow file")
	}
	for i, line := range strings.Split(ts.ReadFile(args[0]), "\n") {
		if n := utf8.RuneCountInString(line); n > page.Width {
			ts.Fatalf("line %d has %d columns: %s", i+1, n, line)
		}
	}
}
