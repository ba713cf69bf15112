package command

import (
	"runtime"
	"runtime/debug"
)

// ProgramVersion is the version whose numbers may be counted together, and that of the
// chapters in a folder of the user's own. Tests stand in for another program.
var ProgramVersion = StateVersion

// StateVersion is the version whose numbers may be counted together.
func StateVersion() string {
	v := ReadVersion()
	if v.Commit != "" {
		return v.Version + " " + v.Commit
	}
	return v.Version
}

// versionInfo is what the version command tells.
type versionInfo struct {
	Version string `json:"version"`
	Commit  string `json:"commit,omitempty"`
	Go      string `json:"go"`
	OS      string `json:"os"`
	Arch    string `json:"arch"`
}

// ReadVersion reads what the Go command noted in the program.
func ReadVersion() versionInfo {
	v := versionInfo{Version: "(devel)", Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	if info.Main.Version != "" {
		v.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			v.Commit = s.Value
		}
	}
	return v
}
