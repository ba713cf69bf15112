// Package outputtest keeps what a program writes while a test goes on, and waits for what the test
// wants to read there.
package outputtest

import (
	"bytes"
	"io"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Output is all that was written to it, from any goroutine. Its zero value is ready.
type Output struct {
	mu    sync.Mutex
	more  *sync.Cond
	text  []byte
	ended bool
}

// lock returns what waits for more, locked.
func (o *Output) lock() *sync.Cond {
	o.mu.Lock()
	if o.more == nil {
		o.more = sync.NewCond(&o.mu)
	}
	return o.more
}

// Write takes a piece of text.
func (o *Output) Write(p []byte) (int, error) {
	more := o.lock()
	defer o.mu.Unlock()
	o.text = append(o.text, p...)
	more.Broadcast()
	return len(p), nil
}

// Consume takes all that comes from a reader, and ends with it.
func (o *Output) Consume(r io.Reader) {
	_, _ = io.Copy(o, r)
	more := o.lock()
	defer o.mu.Unlock()
	o.ended = true
	more.Broadcast()
}

func (o *Output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return string(o.text)
}

// WaitFor waits until a text was written. It fails after a minute, or if the reader ends without it.
func (o *Output) WaitFor(t testing.TB, text string) {
	t.Helper()
	o.wait(func() bool { return bytes.Contains(o.text, []byte(text)) })
	require.Contains(t, o.String(), text)
}

// WaitEnd waits until the reader has ended. It fails after a minute.
func (o *Output) WaitEnd(t testing.TB) {
	t.Helper()
	require.True(t, o.wait(func() bool { return o.ended }), "it does not end: %q", o)
}

// wait waits at most a minute until something is so, or the reader has ended, and reports whether it is so.
func (o *Output) wait(condition func() bool) bool {
	more := o.lock()
	defer o.mu.Unlock()
	late := false
	timer := time.AfterFunc(time.Minute, func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		late = true
		more.Broadcast()
	})
	defer timer.Stop()
	for !condition() && !o.ended && !late {
		more.Wait()
	}
	return condition()
}
