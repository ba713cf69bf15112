package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"

	"fellowship/characters/say"
	"fellowship/cmd/internal/bot"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/visit/home"
)

// The exit codes of every command. If several apply to the documents of solve, it ends with the
// first in the order 130, 4, 2, 3, 1. The other commands end with 1 only for --check, and if parts
// of a measurement are missing.
const (
	ExitOK          = 0
	ExitNo          = 1   // proven unwinnable, --check found a difference, or parts are missing
	ExitUsage       = 2   // bad usage or bad input
	ExitUndecided   = 3   // a limit was reached before an answer
	ExitInternal    = 4   // a mistake of the program itself
	ExitAgain       = 75  // another program has the file, or the disk is full: it will work later
	ExitInterrupted = 130 // ctrl-C
)

// ExitError ends the program with an exit code. A nil Err means that the reason has been printed
// already.
type ExitError struct {
	Code int
	Err  error
}

func (e *ExitError) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("exit code %d", e.Code)
	}
	return e.Err.Error()
}

func (e *ExitError) Unwrap() error { return e.Err }

// Exit returns the error that ends the program with a code and prints nothing; nil for 0.
func Exit(code int) error {
	if code == ExitOK {
		return nil
	}
	return &ExitError{Code: code}
}

// ExitCode returns the exit code for an error, and the error to print, if any.
func ExitCode(err error) (int, error) {
	var exit *ExitError
	var unsaved *home.UnsavedError
	switch {
	case errors.As(err, &unsaved):
		code, _ := ExitCode(unsaved.Ended)
		return Worst(code, ExitUsage), err
	case err == nil:
		return ExitOK, nil
	case errors.Is(err, syscall.EPIPE), errors.Is(err, play.ErrExit): // head, or the person, has seen enough
		return ExitOK, nil
	case say.IsInternal(err):
		return ExitInternal, err
	case errors.As(err, &exit):
		return exit.Code, exit.Err
	case errors.Is(err, context.Canceled):
		return ExitInterrupted, nil
	}
	return ExitUsage, err
}

// Worst returns the exit code of a program that has met both codes.
func Worst(a, b int) int {
	for _, code := range []int{ExitInterrupted, ExitInternal, ExitUsage, ExitUndecided, ExitNo} {
		if a == code || b == code {
			return code
		}
	}
	return ExitOK
}

// End shows the results of a measurement that has ended, with an error or without. The exit code
// reports an interrupt. Any error that does not come from an interrupt, the disk or a playing
// program is a bug.
func End(err error, show func() error) error {
	interrupted := errors.Is(err, context.Canceled)
	var disk *os.PathError
	switch {
	case interrupted, err == nil:
	case errors.As(err, &disk), errors.As(err, new(*bot.Error)), say.IsInternal(err):
		return err
	default:
		return say.Internal(err)
	}
	if err := show(); err != nil || !interrupted {
		return err
	}
	return Exit(ExitInterrupted)
}
