package disk

import (
	"context"
	"io"
)

// Interruptible returns a reader that gives up waiting when the context ends:
// its error is context.Canceled then. It reads ahead.
func Interruptible(ctx context.Context, r io.Reader) io.Reader {
	return &interruptibleReader{ctx: ctx, from: r, answers: make(chan readAnswer, 1)}
}

type interruptibleReader struct {
	ctx     context.Context
	from    io.Reader
	buf     []byte // what the goroutine reads into; nobody else touches it meanwhile
	rest    []byte // what of it was not taken yet
	err     error
	answers chan readAnswer
}

type readAnswer struct {
	n   int
	err error
}

func (r *interruptibleReader) Read(p []byte) (int, error) {
	if len(r.rest) == 0 && r.err == nil {
		if r.ctx.Err() != nil {
			return 0, context.Canceled
		}
		if r.buf == nil {
			r.buf = make([]byte, 64<<10)
		}
		go func() {
			n, err := r.from.Read(r.buf)
			r.answers <- readAnswer{n, err}
		}()
		select {
		case <-r.ctx.Done():
			r.err = context.Canceled // the goroutine keeps the buffer
			return 0, r.err
		case a := <-r.answers:
			r.rest, r.err = r.buf[:a.n], a.err
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	if n == 0 && len(p) > 0 {
		return 0, r.err
	}
	return n, nil
}
