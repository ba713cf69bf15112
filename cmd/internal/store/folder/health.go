package folder

import (
	"errors"
	"os"
	"sync"
	"time"

	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/store"
)

// health remembers whether the folder can be written. Every screen asks often and must not wait for the disk.
type health struct {
	dir string

	// mu guards the fields below.
	mu sync.Mutex
	// err is why nothing can be written, nil if it can.
	err error
	// probed is when err was found out.
	probed time.Time
	// probing reports whether a probe is running.
	probing bool
	// writing has the start times of the writes that are running.
	writing map[*time.Time]bool
}

const (
	// probeAgain is the time between two probes while nothing can be written.
	probeAgain = time.Second
	// longestWrite is how long a write may take before the disk counts as not answering.
	longestWrite = 2 * time.Second
)

// beginWrite notes that an event is being written until done is called.
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

// noteResult notes the result of a write.
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

// status returns why nothing can be written, nil if it can. After a failure it starts a probe in the background
// from time to time.
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

// probe checks whether something can be written again.
func (h *health) probe() {
	err := checkRoom(h.dir)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.err = err
	h.probed = time.Now()
	h.probing = false
}

// checkRoom returns why nothing can be written in a folder, nil if there is room for some events.
func checkRoom(dir string) error {
	const probeSize = 1 << 16
	f, err := os.CreateTemp(dir, "room")
	if err != nil {
		return disk.Classify(err)
	}
	_, err = f.Write(make([]byte, probeSize))
	return disk.Classify(errors.Join(err, f.Close(), os.Remove(f.Name())))
}
