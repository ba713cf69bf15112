package cli

import (
	"context"
	"errors"
	"fmt"
	"syscall"

	"fellowship/cmd/internal/tui"
	"fellowship/tricks/say"
)

// The exit codes of every command. Solve ends with the first of 130, 4, 2, 3, 1
// that applies to one of its documents; the others end with 1 only for --check.
const (
	exitOK          = 0
	exitNo          = 1   // proven unwinnable, or --check found a difference
	exitUsage       = 2   // bad usage or bad input
	exitUndecided   = 3   // a limit was reached before an answer
	exitInternal    = 4   // a mistake of the program itself
	exitInterrupted = 130 // ctrl-C
)

// exitError ends the program with a code. Without an err everything worth
// saying has been said already.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// exit returns the error that ends the program quietly with a code: nil for 0.
func exit(code int) error {
	if code == exitOK {
		return nil
	}
	return &exitError{code: code}
}

// internal marks an error as a mistake of the program itself.
func internal(err error) error {
	if err == nil {
		return nil
	}
	return &exitError{code: exitInternal, err: say.Errorf("internal error, please report it: %w", err)}
}

// guard runs f and turns a panic into an internal error. Every goroutine that
// runs the engine has one, so that no stack trace reaches a user.
func guard(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = internal(say.Errorf("%v", p))
		}
	}()
	return f()
}

// exitCode returns the code an error ends the program with, and the error to
// show, if any.
func exitCode(err error) (int, error) {
	var exit *exitError
	switch {
	case err == nil, errors.Is(err, syscall.EPIPE), errors.Is(err, tui.ErrExit): // head, or the person, has seen enough
		return exitOK, nil
	case errors.As(err, &exit):
		return exit.code, exit.err
	case errors.Is(err, context.Canceled):
		return exitInterrupted, nil
	}
	return exitUsage, err
}

// worst returns which of two codes a program that met both ends with.
func worst(a, b int) int {
	for _, code := range []int{exitInterrupted, exitInternal, exitUsage, exitUndecided, exitNo} {
		if a == code || b == code {
			return code
		}
	}
	return exitOK
}
