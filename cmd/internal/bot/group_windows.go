//go:build windows

package bot

import "os/exec"

// apart does nothing: what a program has started sees its standard input end.
func apart(*exec.Cmd) {}

// killGroup kills the program alone.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
