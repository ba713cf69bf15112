// Package envtest keeps the environment of whoever runs the tests away from them. A test that imports it, if only for
// that, sees no language, time zone, colours, terminal, editor, folders or home of theirs. It names what it needs, as
// with t.Setenv. The package has no function: importing it does all.
package envtest

import (
	"cmp"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// names are the variables that are taken away.
var names = []string{
	"BASH_ENV", "BROWSER", "CLICOLOR", "CLICOLOR_FORCE", "COLORFGBG", "COLORTERM", "COLUMNS", "EDITOR", "ENV",
	"FORCE_COLOR", "GREP_OPTIONS", "LANG", "LANGUAGE", "LESS", "LINES", "NO_COLOR", "PAGER", "STY", "TERM",
	"TERM_PROGRAM", "TERM_PROGRAM_VERSION", "TMUX", "VISUAL", "WT_SESSION",
}

// prefixes begin the names of further variables that are taken away.
var prefixes = []string{"FELLOWSHIP_", "GIT_", "LC_", "SSH_", "XDG_"}

// kept are prefixes of variables that stay. Some are for these tests, and the others say where git and go find
// what they need.
var kept = []string{
	"FELLOWSHIP_AXE", "FELLOWSHIP_PICTURES", "FELLOWSHIP_PROOFS", "FELLOWSHIP_SETUPS", "FELLOWSHIP_TEST", "GIT_CONFIG",
	"XDG_CACHE_HOME", "XDG_RUNTIME_DIR",
}

// init changes the environment before packages from outside the module read it: Go initializes packages in the order
// of their paths. A program that testscript runs has another name than the tests, and keeps the environment that its
// script states.
func init() {
	name := strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
	if !strings.HasSuffix(name, ".test") {
		return
	}
	leaveHome()
	for _, variable := range os.Environ() {
		if name, _, _ := strings.Cut(variable, "="); isTakenAway(name) {
			set(name, "")
		}
	}
	set("TZ", "UTC")
	setUmask()
}

// isTakenAway reports whether a variable is taken away.
func isTakenAway(name string) bool {
	begins := func(prefix string) bool { return strings.HasPrefix(name, prefix) }
	return slices.Contains(names, name) || slices.ContainsFunc(prefixes, begins) && !slices.ContainsFunc(kept, begins)
}

// noHome is the home of the tests. It is not there, and not even root can make it where there is a /proc.
const noHome = "/proc/no-home"

// leaveHome takes the home away. The tools of Go still find their folders.
func leaveHome() {
	if runtime.GOOS == "windows" {
		return // there the home has several names, and programs need them
	}
	home, homeErr := os.UserHomeDir()
	config, configErr := os.UserConfigDir()
	cache, cacheErr := os.UserCacheDir()
	if homeErr == nil {
		set("GOPATH", cmp.Or(os.Getenv("GOPATH"), filepath.Join(home, "go")))
	}
	if configErr == nil {
		set("GOENV", cmp.Or(os.Getenv("GOENV"), filepath.Join(config, "go", "env")))
	}
	if cacheErr == nil {
		set("GOCACHE", cmp.Or(os.Getenv("GOCACHE"), filepath.Join(cache, "go-build")))
	}
	set("HOME", noHome)
}

// set sets a variable, or takes it away if the value is empty.
func set(name, value string) {
	err := os.Unsetenv(name)
	if value != "" {
		err = os.Setenv(name, value)
	}
	if err != nil {
		panic(err) // only a name that no variable can have
	}
}
