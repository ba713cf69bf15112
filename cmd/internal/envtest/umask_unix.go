//go:build unix

package envtest

import "syscall"

// setUmask lets new files have the usual rights.
func setUmask() { syscall.Umask(0o022) }
