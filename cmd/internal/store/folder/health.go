package folder

import (
	"errors"
	"os"
	"sync"
	"time"

	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/store"
)

// health remembers whether anything can be written: every screen asks often, and must not wait for
// the disk.
type health struct {
	dir string

	mu     sync.Mutex
	err    error
	probed time.Time
	// probing reports whether a probe is under way.
	probing bool
	// writing holds when those began that write now.
	writing map[*time.Time]bool
}

const (
	// probeAgain is how long an answer holds while nothing can be written.
	probeAgain = time.Second
	// longestWrite is how long an event may take before that is told.
	longestWrite = 2 * time.Second
)

// beginWrite notes that an event is being written, until done is called.
func (h *health) beginWrite() (done func()) {
	began := time.Now()
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.writing == nil {
		h.writing = map[*time.Time]bool{}
	}
	h.writing[&began] = true
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.writing, &began)
	}
}

// noteResult notes what came of writing an event.
func (h *health) noteResult(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case err == nil:
		h.err = nil
	case errors.Is(err, disk.ErrFull), errors.Is(err, disk.ErrReadOnly):
		h.err = err
		h.probed = time.Now()
	}
}

// status returns why nothing can be written, nil if it can. While there was no room last, that is
// tried from time to time, in the background.
func (h *health) status() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.err != nil && !h.probing && time.Since(h.probed) >= probeAgain {
		h.probing = true
		go h.probe()
	}
	if h.err != nil {
		return h.err
	}
	for began := range h.writing {
		if time.Since(*began) > longestWrite {
			return store.ErrWaiting
		}
	}
	return nil
}

// probe tries whether there is room.
func (h *health) probe() {
	err := checkRoom(h.dir)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.err = err
	h.probed = time.Now()
	h.probing = false
}

// checkRoom reports why nothing can be written in a folder, nil if there is room for some
// events.
func checkRoom(dir string) error {
	const probeSize = 1 << 16
	f, err := os.CreateTemp(dir, "room")
	if err != nil {
		return disk.Classify(err)
	}
	_, err = f.Write(make([]byte, probeSize))
	return disk.Classify(errors.Join(err, f.Close(), os.Remove(f.Name())))
}
