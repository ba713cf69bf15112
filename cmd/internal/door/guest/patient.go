package guest

import (
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// patientWriter is a terminal that is hung up on when it does not read: else it would hold its
// program, and goroutines that wait for it, for as long as the connection lives.
type patientWriter struct {
	w       io.Writer
	limit   time.Duration
	hangUp  func()
	once    sync.Once
	written *atomic.Int64
}

// Write writes to the terminal. It returns in time, because hanging up ends it.
func (p *patientWriter) Write(b []byte) (int, error) {
	t := time.AfterFunc(p.limit, func() { p.once.Do(p.hangUp) })
	defer t.Stop()
	n, err := p.w.Write(b)
	p.written.Add(int64(n))
	return n, err
}
