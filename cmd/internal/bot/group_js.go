//go:build js

package bot

import "os/exec"

// apart does nothing: a browser starts no programs.
func apart(*exec.Cmd) {}

// killGroup does nothing, because no program was started.
func killGroup(*exec.Cmd) {}
