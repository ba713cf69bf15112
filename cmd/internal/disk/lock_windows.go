//go:build windows

package disk

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// Lock locks the file against other programs until it is closed. The error matches ErrInUse if
// another program has locked it. Other programs cannot even read locked bytes, so the byte that is
// locked lies far behind the end of every file.
func Lock(f *os.File) error {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	far := &windows.Overlapped{OffsetHigh: 1 << 30}
	err := windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, far)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return ErrInUse
	}
	return err
}

// SyncFolder does nothing: the system keeps names safe by itself.
func SyncFolder(string) {}

// noFollow is 0 because Windows has no such flag: OpenOwn only looks at the path before.
const noFollow = 0

func isLink(error) bool { return false }

func isFull(err error) bool {
	return errors.Is(err, windows.ERROR_DISK_FULL) || errors.Is(err, windows.ERROR_HANDLE_DISK_FULL)
}

func isReadOnly(err error) bool { return errors.Is(err, windows.ERROR_WRITE_PROTECT) }
