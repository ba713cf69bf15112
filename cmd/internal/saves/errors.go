package saves

import (
	"errors"
	"fmt"
	"io/fs"
)

// What can be wrong with a saved game. The errors of this package wrap them.
var (
	ErrUnknown  = errors.New("there is no such saved game")
	ErrInUse    = errors.New("another program is playing this game")
	ErrEmpty    = errors.New("the file holds no game yet")
	ErrForeign  = errors.New("the file is not a game of this program")
	ErrDamaged  = errors.New("the file is damaged")
	ErrReadOnly = errors.New("nothing can be written there")
	ErrFull     = errors.New("the disk is full")
)

// classify adds what is wrong to an error of the file system.
func classify(err error) error {
	switch {
	case isFull(err):
		return fmt.Errorf("%w: %w", ErrFull, err)
	case errors.Is(err, fs.ErrPermission), isReadOnly(err):
		return fmt.Errorf("%w: %w", ErrReadOnly, err)
	}
	return err
}
