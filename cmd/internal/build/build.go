// Package build tells which program this is, by what the Go command noted in it.
package build

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// Release is the release that this program is, or is on the way to: the one after the newest
// of CHANGELOG.md as long as that has an Unreleased section. A test holds both together, and
// packages and archives ask the program.
const Release = "0.2.0"

// Info holds the answer of the version command.
type Info struct {
	// Version is the release, or Release-dev+COMMIT for a program on the way to it.
	Version string `json:"version"`
	// Commit is the whole name of the commit, and Date when it was made.
	Commit string `json:"commit,omitempty"`
	Date   string `json:"date,omitempty"`
	Go     string `json:"go"`
	OS     string `json:"os"`
	Arch   string `json:"arch"`
}

// Read reads what the Go command noted in the program.
func Read() Info {
	info, _ := debug.ReadBuildInfo()
	return read(info)
}

// Version is that of the program, in a word.
func Version() string { return Read().Version }

// shortCommit is how many digits of a commit a version has, as in Go's own versions.
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
	v.Commit, v.Date = noted["vcs.revision"], noted["vcs.time"]
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

// parse takes apart the version that the Go command gave the module: a tag, or a time and
// a commit behind it where there is none, as in v0.0.0-20261123073100-4f1d9a2c1234.
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

// String is the version with all that is known of it, in a line.
func (v Info) String() string {
	origin := ""
	if v.Commit != "" {
		origin = fmt.Sprintf("commit %.12s, %s, ", v.Commit, v.Date)
	}
	return fmt.Sprintf("%s (%s%s, %s/%s)", v.Version, origin, v.Go, v.OS, v.Arch)
}
