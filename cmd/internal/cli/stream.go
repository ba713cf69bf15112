package cli

import (
	"context"
	"errors"
	"iter"

	"fellowship/chapters"
	"fellowship/cmd/internal/texts"

	"github.com/spf13/cobra"
)

// inputError is a mistake in one entry of a stream; the others go on.
type inputError struct{ error }

func (e *inputError) Unwrap() error { return e.error }

// eachEntry calls f for each entry in turn. One that is bad, or that f calls so
// with an inputError, is answered with the error, and so is one at which the
// program fails; the rest go on. The exit code is that of the worst.
func eachEntry(cmd *cobra.Command, t *texts.Texts, asJSON bool, entries iter.Seq[chapters.Entry], f func(*chapters.Entry) error) error {
	code := exitOK
	for e := range entries {
		if cmd.Context().Err() != nil || errors.Is(e.Err, context.Canceled) {
			return exit(exitInterrupted)
		}
		err := e.Err
		if err == nil {
			err = guard(func() error { return f(&e) })
		}
		if err == nil {
			continue
		}
		var bad *inputError
		var exit *exitError
		switch {
		case e.Err != nil:
			code = worst(code, exitUsage)
		case errors.As(err, &bad):
			code = worst(code, exitUsage)
			err = inLine(e.Line, bad.error)
		case errors.As(err, &exit) && exit.err == nil:
			code = worst(code, exit.code)
			continue
		case errors.As(err, &exit) && exit.code == exitInternal:
			code = worst(code, exitInternal)
		default:
			return err // the output cannot be written
		}
		if err := reportBad(cmd, t, asJSON, &e, err); err != nil {
			return err
		}
	}
	if cmd.Context().Err() != nil {
		code = exitInterrupted
	}
	return exit(code)
}
