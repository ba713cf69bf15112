package saves

import (
	"errors"
	"fmt"
	"io/fs"
)

// What can be wrong with a saved game. The errors of this package wrap them.
var (
	ErrUnknown  = error(&problem{"problem.unknown", "there is no such saved game"})
	ErrInUse    = error(&problem{"problem.inuse", "another program is playing this game"})
	ErrEmpty    = error(&problem{"problem.empty", "the file holds no game yet"})
	ErrForeign  = error(&problem{"problem.foreign", "the file is not a game of this program"})
	ErrDamaged  = error(&problem{"problem.damaged", "the file is damaged"})
	ErrReadOnly = error(&problem{"problem.readonly", "nothing can be written there"})
	ErrFull     = error(&problem{"problem.full", "the disk is full"})
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

// problem is an error with a text in every language.
type problem struct{ key, text string }

// Error returns what is wrong.
func (p *problem) Error() string { return p.text }

// Key returns the key of the text.
func (p *problem) Key() string { return p.key }
