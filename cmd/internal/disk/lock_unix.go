//go:build unix

package disk

import (
	"errors"
	"os"
	"syscall"
)

// Lock locks the file against other programs until it is closed. The error matches ErrInUse if
// another program has locked it.
func Lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	switch {
	case errors.Is(err, syscall.EWOULDBLOCK):
		return ErrInUse
	case errors.Is(err, syscall.ENOTSUP), errors.Is(err, syscall.ENOLCK), errors.Is(err, syscall.ENOSYS):
		return nil // a file system without locks: better to go on than not
	}
	return err
}

// SyncFolder waits until the disk has the names of new files in a folder. It ignores errors, since
// some file systems cannot do this and the content of the files is synced in any case.
func SyncFolder(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}

// noFollow opens a link with an error, and a pipe without waiting.
const noFollow = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// isLink reports whether a file was not opened because it is a link.
func isLink(err error) bool { return errors.Is(err, syscall.ELOOP) || errors.Is(err, syscall.EMLINK) }

func isFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

func isReadOnly(err error) bool { return errors.Is(err, syscall.EROFS) }
