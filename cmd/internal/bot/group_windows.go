//go:build windows

package bot

import "os/exec"

// apart does nothing: the end of their standard input ends the programs that a program has started.
func apart(*exec.Cmd) {}

// killGroup kills the program alone.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
