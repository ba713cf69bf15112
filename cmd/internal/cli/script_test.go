package cli

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"fellowship/cmd/internal/cli/command"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestMain lets scripts run the program itself, as fellowship, and one of another
// version.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"fellowship": func() { os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
		"another": func() {
			command.ProgramVersion = func() string { return "another" }
			os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
		},
	})
}

// TestScripts runs the whole program as the scripts in testdata/script say. They
// have two commands beside testscript's own: "exits" runs a program and compares
// its exit code, "narrow" checks that its output fits in 80 columns. FIXTURES is
// the folder of the position documents with known answers.
func TestScripts(t *testing.T) {
	fixtures, err := filepath.Abs("testdata/fixtures")
	require.NoError(t, err)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
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
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":  exits,
			"narrow": narrow,
		},
	})
}

// exits runs a program and compares its exit code: exits 2 fellowship solve x.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits code program [args...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	code := 0
	var failed *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &failed) {
		code = failed.ExitCode()
	} else {
		ts.Check(err)
	}
	if code != want {
		ts.Fatalf("exit code %d, want %d", code, want)
	}
	if stderr := ts.ReadFile("stderr"); strings.Contains(stderr, "goroutine ") {
		ts.Fatalf("a stack trace reached the user")
	}
}

// narrow checks that a file, or stdout, fits in 80 columns.
func narrow(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: narrow file")
	}
	for i, line := range strings.Split(ts.ReadFile(args[0]), "\n") {
		if n := utf8.RuneCountInString(line); n > command.Width {
			ts.Fatalf("line %d has %d columns: %s", i+1, n, line)
		}
	}
}
