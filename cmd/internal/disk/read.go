package disk

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"

	"fellowship/characters/say"
)

// These errors are of files that could be opened and are refused.
var (
	ErrTooLarge   = say.New("the file is too large")
	ErrNotRegular = say.New("it is not a regular file")
)

// Open opens a file for reading. The end of the context ends the wait for the
// other end of a pipe, also in the middle of a read, with context.Canceled.
func Open(ctx context.Context, name string) (io.ReadCloser, error) {
	type answer struct {
		file *os.File
		err  error
	}
	opened := make(chan answer, 1)
	go func() {
		file, err := os.Open(name)
		opened <- answer{file, err}
	}()
	select {
	case a := <-opened:
		if a.err != nil {
			return nil, a.err
		}
		return &file{Reader: Interruptible(ctx, a.file), Closer: a.file}, nil
	case <-ctx.Done():
		return nil, context.Canceled
	}
}

type file struct {
	io.Reader
	io.Closer
}

// Read reads a file of up to so many bytes; the error about a larger one matches
// ErrTooLarge.
func Read(ctx context.Context, name string, most int64) ([]byte, error) {
	f, err := Open(ctx, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	switch {
	case errors.Is(err, context.Canceled):
		return nil, err
	case err == nil && int64(len(data)) > most:
		err = say.Errorf("%w: there are more than %d bytes", ErrTooLarge, most)
	}
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: name, Err: err}
	}
	return data, nil
}

// ReadRegular is Read for a file that nobody has named, but that lies where the
// program looks: anything but a regular file is refused (ErrNotRegular).
func ReadRegular(name string, most int64) ([]byte, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, &fs.PathError{Op: "open", Path: name, Err: ErrNotRegular}
	}
	return Read(context.Background(), name, most)
}
