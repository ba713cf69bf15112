package disk

import (
	"context"
	"io"
	"io/fs"
	"os"

	"fellowship/characters/say"
)

// Errors of files that could be opened and are refused.
var (
	ErrTooLarge   = say.New("the file is too large")
	ErrNotRegular = say.New("it is not a regular file")
)

// Open opens a file for reading. The end of the context ends the wait for the other end of a pipe,
// also in the middle of a read, with the context's error.
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
		return struct {
			io.Reader
			io.Closer
		}{Interruptible(ctx, a.file), a.file}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Read reads a file of at most most bytes; the error for a larger file matches ErrTooLarge.
func Read(ctx context.Context, name string, most int64) ([]byte, error) {
	f, err := Open(ctx, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, err
	case err == nil && int64(len(data)) > most:
		err = say.Errorf("%w: it has more than %d bytes", ErrTooLarge, most)
	}
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: name, Err: err}
	}
	return data, nil
}

// ReadRegular is Read for a file that nobody has named and the program looks for by itself: it
// refuses anything but a regular file (ErrNotRegular).
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

// Interruptible returns a reader that stops waiting when the context ends; its error is then the
// context's. It reads ahead.
func Interruptible(ctx context.Context, r io.Reader) io.Reader {
	return &interruptibleReader{ctx: ctx, source: r, answers: make(chan readAnswer, 1)}
}

type interruptibleReader struct {
	ctx    context.Context
	source io.Reader
	// buf is where the goroutine reads into; nobody else touches it meanwhile.
	buf []byte
	// rest is the part of buf that was not taken yet.
	rest []byte
	err  error
	// answers receives how many bytes the goroutine has read.
	answers chan readAnswer
}

type readAnswer struct {
	n   int
	err error
}

func (r *interruptibleReader) Read(p []byte) (int, error) {
	if len(r.rest) == 0 && r.err == nil {
		if r.ctx.Err() != nil {
			return 0, r.ctx.Err()
		}
		if r.buf == nil {
			r.buf = make([]byte, 64<<10)
		}
		go func() {
			n, err := r.source.Read(r.buf)
			r.answers <- readAnswer{n, err}
		}()
		select {
		case <-r.ctx.Done():
			r.err = r.ctx.Err() // the goroutine keeps the buffer
			return 0, r.err
		case a := <-r.answers:
			r.rest = r.buf[:a.n]
			r.err = a.err
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	if n == 0 && len(p) > 0 {
		return 0, r.err
	}
	return n, nil
}
