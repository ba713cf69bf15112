//go:build !windows

package bot

import (
	"os/exec"
	"syscall"
)

// apart lets a program that starts, and all that it starts, be a group of its own. A ctrl-C at
// the terminal reaches only this program, which ends the others.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills the group of a program.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
