//go:build js

package disk

import (
	"errors"
	"os"
	"syscall"
	"syscall/js"
)

// Lock locks the file against other uses in this program until it is closed. The error matches ErrInUse if it is locked
// already. Only one program at a time runs in a browser, which its worker sees to, so locks against others are not
// needed. Node.js has no locks, so there a file is never locked.
func Lock(f *os.File) error {
	files := js.Global().Get("fs")
	if files.Get("lock").Type() == js.TypeFunction && !files.Call("lock", int(f.Fd())).Bool() {
		return ErrInUse
	}
	return nil
}

// SyncFolder does nothing: a change of a name is on the device before the call that makes it returns.
func SyncFolder(string) {}

// noFollow is 0 because the files of a browser have no links that lead elsewhere.
const noFollow = 0

func isLink(error) bool { return false }

func isFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

// isReadOnly reports whether the browser keeps nothing any more. It says EIO when it refuses a change.
func isReadOnly(err error) bool { return errors.Is(err, syscall.EROFS) || errors.Is(err, syscall.EIO) }
