package folder

import (
	"errors"
	"os"
	"sync"
	"time"

	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/store"
)

// health is what is known of whether anything can be written, for those who ask often:
// every screen does.
type health struct {
	mu     sync.Mutex
	err    error
	looked time.Time
}

// lookAgain is how long an answer holds while nothing can be written.
const lookAgain = time.Second

// failed notes what came of writing an event.
func (h *health) failed(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case err == nil:
		h.err = nil
	case errors.Is(err, store.ErrFull), errors.Is(err, disk.ErrReadOnly):
		h.err, h.looked = err, time.Now()
	}
}

// now returns why nothing can be written, nil if it can: while there was no room last it
// tries that from time to time.
func (h *health) now(dir string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.err == nil || time.Since(h.looked) < lookAgain {
		return h.err
	}
	h.looked = time.Now()
	h.err = room(dir)
	return h.err
}

// room reports why nothing can be written in a folder, nil if there is room for some
// events.
func room(dir string) error {
	const some = 1 << 16
	f, err := os.CreateTemp(dir, "room")
	if err != nil {
		return disk.Classify(err)
	}
	_, err = f.Write(make([]byte, some))
	return disk.Classify(errors.Join(err, f.Close(), os.Remove(f.Name())))
}
