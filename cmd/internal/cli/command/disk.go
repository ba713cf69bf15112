package command

import (
	"errors"
	"fmt"

	"fellowship/cmd/internal/saves"
)

// SeeSaves adds to the error of an unknown name where the names are, and to that
// of a file that is no good how to be rid of it.
func SeeSaves(err error) error {
	switch {
	case errors.Is(err, saves.ErrUnknown):
		return fmt.Errorf("%w\nsee: fellowship saves", err)
	case errors.Is(err, saves.ErrDamaged), errors.Is(err, saves.ErrForeign), errors.Is(err, saves.ErrEmpty):
		return fmt.Errorf("%w\nit is left as it is; fellowship saves delete removes it", err)
	}
	return err
}
