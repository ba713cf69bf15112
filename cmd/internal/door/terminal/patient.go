package terminal

import (
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// patientWriter writes to a terminal, and hangs up if the terminal does not read for too long. Otherwise the terminal
// would block its program, and goroutines that wait for the program, for as long as the connection lives.
type patientWriter struct {
	w io.Writer
	// limit is how long one write may take.
	limit time.Duration
	// hangUp drops the connection. It is called once.
	hangUp func()
	once   sync.Once
	// written counts the bytes.
	written *atomic.Int64
}

// Write writes to the terminal. It always returns, because hanging up ends it.
func (p *patientWriter) Write(b []byte) (int, error) {
	t := time.AfterFunc(p.limit, func() { p.once.Do(p.hangUp) })
	defer t.Stop()
	n, err := p.w.Write(b)
	p.written.Add(int64(n))
	return n, err
}
