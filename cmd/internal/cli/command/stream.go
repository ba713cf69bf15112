package command

// inputError is a mistake in one document of a stream; the others go on.
type inputError struct{ error }

func (e *inputError) Unwrap() error { return e.error }

// BadInput returns an error in one document of a stream; the others go on.
func BadInput(err error) error { return &inputError{err} }
