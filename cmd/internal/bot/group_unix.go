//go:build unix

package bot

import (
	"os/exec"
	"syscall"
)

// apart puts a program, and all programs that it starts, into a process group of its own. A ctrl-C
// at the terminal reaches only this program, which ends the others.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills the process group of a program.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
