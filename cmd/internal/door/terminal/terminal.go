package terminal

import (
	"io"
	"sync"

	"fellowship/cmd/internal/door/guest"

	"github.com/muesli/termenv"
)

// Terminal is the terminal of one visitor. A door fills in the exported fields and passes the terminal to
// [Programs.Serve]; the program reads them.
type Terminal struct {
	// Visitor is the person at the terminal.
	Visitor *guest.Visitor
	// Colors are the colours of the terminal.
	Colors termenv.Profile
	// ASCII reports whether the terminal can show only the characters of ASCII.
	ASCII bool

	// In reads the visitor's keys.
	In io.Reader
	// Out writes to the terminal.
	Out io.Writer
	// HangUp drops the connection at once, which ends In and Out.
	HangUp func()

	// window is the size of the terminal.
	window window
}

// window is the size of a terminal, which a door sets and a program reads.
type window struct {
	mu     sync.Mutex
	width  int
	height int
	// resized holds a value while the program does not know the last size.
	resized chan struct{}
}

// Sizes of a terminal, in cells. A terminal that has no size gets the common one.
const (
	maxWidth, maxHeight       = 500, 200
	commonWidth, commonHeight = 80, 24
)

// Resize sets the size of the terminal. A door may call it at any time, also before the session, and as often as the
// terminal wants: the program sees only the last size, at most a few times a second.
func (t *Terminal) Resize(width, height int) {
	if width <= 0 || height <= 0 {
		width, height = commonWidth, commonHeight
	}
	w := &t.window
	w.mu.Lock()
	defer w.mu.Unlock()
	w.width = min(width, maxWidth)
	w.height = min(height, maxHeight)
	if w.resized == nil {
		w.resized = make(chan struct{}, 1)
	}
	select {
	case w.resized <- struct{}{}:
	default:
	}
}

// Size returns the size of the terminal in cells.
func (t *Terminal) Size() (width, height int) {
	w := &t.window
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.width, w.height
}

// showFarewell writes to the terminal why the session has ended.
func (t *Terminal) showFarewell(out io.Writer, end guest.EndReason) {
	if text := end.Message(t.Visitor.Texts()); text != "" {
		_, _ = io.WriteString(out, text+"\r\n")
	}
}
