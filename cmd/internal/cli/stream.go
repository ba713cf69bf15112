package cli

import (
	"context"
	"errors"

	"fellowship/chapters"

	"github.com/spf13/cobra"
)

// inputError is a mistake in one entry of a stream; the others go on.
type inputError struct{ error }

func (e *inputError) Unwrap() error { return e.error }

// eachRound plays the round of each entry through, and calls f with it. F returns what
// shows the round to people, nil where it has answered in JSON; an empty line stands
// between two rounds.
func (o *rootOptions) eachRound(cmd *cobra.Command, lib *chapters.Library, args []string, asJSON bool, f func(*chapters.Entry, *round) (func(*text), error)) error {
	first := true
	return o.eachEntry(cmd, lib, args, asJSON, func(e *chapters.Entry) error {
		r, err := replayRound(lib, &e.Record, o.texts())
		if err != nil {
			return &inputError{err}
		}
		show, err := f(e, r)
		if err != nil || show == nil {
			return err
		}
		t := newText(cmd.OutOrStdout(), o)
		if !first {
			t.line("")
		}
		first = false
		show(t)
		return t.flush()
	})
}

// eachEntry calls f for each entry that the argument of a command names, in turn. One that is bad, or that f calls so
// with an inputError, is answered with the error, and so is one at which the
// program fails; the rest go on. The exit code is that of the worst.
func (o *rootOptions) eachEntry(cmd *cobra.Command, lib *chapters.Library, args []string, asJSON bool, f func(*chapters.Entry) error) error {
	entries, err := readEntries(cmd.Context(), cmd, lib, firstArg(args))
	if err != nil {
		return err
	}
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
		if err := reportBad(cmd, o.texts(), asJSON, &e, err); err != nil {
			return err
		}
	}
	if cmd.Context().Err() != nil {
		code = exitInterrupted
	}
	return exit(code)
}
