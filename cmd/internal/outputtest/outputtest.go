// Package outputtest collects the output of a program during a test, and waits for what the test
// expects in it.
package outputtest

import (
	"bytes"
	"io"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Output collects everything that is written to it, from any goroutine. Its zero value is ready for
// use.
type Output struct {
	// mu guards the fields below.
	mu sync.Mutex
	// more is signalled when there is more output, or no more will come.
	more *sync.Cond
	text []byte
	// ended reports whether the reader of Consume has ended.
	ended bool
}

// lock locks the mutex and returns the condition that waits for more output.
func (o *Output) lock() *sync.Cond {
	o.mu.Lock()
	if o.more == nil {
		o.more = sync.NewCond(&o.mu)
	}
	return o.more
}

// Write appends a piece of text.
func (o *Output) Write(p []byte) (int, error) {
	more := o.lock()
	defer o.mu.Unlock()
	o.text = append(o.text, p...)
	more.Broadcast()
	return len(p), nil
}

// Consume reads until the reader ends; then the output has ended.
func (o *Output) Consume(r io.Reader) {
	_, _ = io.Copy(o, r)
	more := o.lock()
	defer o.mu.Unlock()
	o.ended = true
	more.Broadcast()
}

// String returns the output so far.
func (o *Output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return string(o.text)
}

// WaitFor waits until a text has been written. It fails the test after a minute, or if the reader
// ends first.
func (o *Output) WaitFor(t testing.TB, text string) {
	t.Helper()
	o.wait(func() bool { return bytes.Contains(o.text, []byte(text)) })
	require.Contains(t, o.String(), text)
}

// WaitEnd waits until the reader has ended. It fails the test after a minute.
func (o *Output) WaitEnd(t testing.TB) {
	t.Helper()
	require.True(t, o.wait(func() bool { return o.ended }), "it does not end: %q", o)
}

// wait waits until a condition holds or the reader has ended, at most for a minute, and reports
// whether the condition holds.
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
