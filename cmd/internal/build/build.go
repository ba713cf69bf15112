// Package build identifies the program, from what the Go command recorded in it.
package build

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
)

// Release is the release that this program is, or will become: the release after the newest one in
// CHANGELOG.md as long as that file has an Unreleased section. A test compares them. Packages and
// archives ask the program.
const Release = "0.2.0"

// Info is the answer of the command version.
type Info struct {
	// Version is the release, or Release-dev+COMMIT before the release.
	Version string `json:"version"`
	// Commit is the full hash of the commit.
	Commit string `json:"commit,omitempty"`
	// Date is when the commit was made.
	Date string `json:"date,omitempty"`
	// Go is the version of Go.
	Go string `json:"go"`

	OS   string `json:"os"`
	Arch string `json:"arch"`
}

// Read reads what the Go command recorded in the program.
func Read() Info {
	info, _ := debug.ReadBuildInfo()
	return read(info)
}

// Version returns the version of this program.
var Version = sync.OnceValue(func() string { return Read().Version })

// Fingerprint returns a text that is another one for each other build of the program, also before its changes are
// committed. It is empty if the file of the program cannot be found.
func Fingerprint() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	return fingerprintOf(path)
}

// fingerprintOf returns the fingerprint of a program in a file.
func fingerprintOf(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	return fmt.Sprint(Version(), " ", runtime.Version(), " ", info.Size(), " ", info.ModTime().UnixNano())
}

// shortCommit is the number of digits of a commit in a version, as in Go's own versions.
const shortCommit = 12

func read(info *debug.BuildInfo) Info {
	v := Info{Version: Release + "-dev", Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	if info == nil {
		return v
	}
	noted := map[string]string{}
	for _, s := range info.Settings {
		noted[s.Key] = s.Value
	}
	v.Commit = noted["vcs.revision"]
	v.Date = noted["vcs.time"]
	tag, commit := parse(info.Main.Version)
	if tag != "" {
		v.Version = tag
		return v
	}
	if v.Commit != "" {
		commit = v.Commit[:min(shortCommit, len(v.Commit))]
	}
	if commit != "" {
		v.Version += "+" + commit
		if noted["vcs.modified"] == "true" {
			v.Version += ".dirty"
		}
	}
	return v
}

// parse splits the version that the Go command gave the module: a tag, or without a tag a time and
// a commit, as in v0.0.0-20261123073100-4f1d9a2c1234.
func parse(version string) (tag, commit string) {
	version, numbered := strings.CutPrefix(version, "v")
	if !numbered {
		return "", ""
	}
	plain, _, _ := strings.Cut(version, "+")
	parts := strings.Split(plain, "-")
	if last := parts[len(parts)-1]; len(parts) > 2 && len(last) == shortCommit {
		return "", last
	}
	return version, ""
}

// String returns the version with everything known about it, in a line.
func (v Info) String() string {
	origin := ""
	if v.Commit != "" {
		origin = fmt.Sprintf("commit %.12s, %s, ", v.Commit, v.Date)
	}
	return fmt.Sprintf("%s (%s%s, %s/%s)", v.Version, origin, v.Go, v.OS, v.Arch)
}
