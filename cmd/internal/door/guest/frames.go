package guest

import (
	"io"
	"sync"
	"time"

	"fellowship/cmd/internal/felt"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
)

// frames draws a visitor's screen: the cells that have changed, and no more often than
// every gap. Nothing is done for a screen that stays as it is. (bubbletea's own way
// looks at each screen thirty times a second. With hundreds of visitors, of whom most
// wait for somebody, that is most of the work.)
type frames struct {
	out io.Writer
	gap time.Duration

	mu         sync.Mutex
	next       *felt.Grid // what is to be shown
	fullRedraw bool       // what the terminal shows is not known
	modes      string     // what it is told before the next frame

	changed chan struct{} // holds something while a frame is due
	done    chan struct{}
	drawing sync.WaitGroup
	// shown is what the terminal shows, for the goroutine that draws.
	shown *felt.Grid
}

// The modes of a terminal in which the mouse is heard, and in which it is not.
const (
	mouseOn  = ansi.SetModeMouseButtonEvent + ansi.SetModeMouseExtSgr
	mouseOff = ansi.ResetModeMouseButtonEvent + ansi.ResetModeMouseExtSgr
)

// newFrames takes over a terminal, until its end is called.
func newFrames(out io.Writer, gap time.Duration) *frames {
	return &frames{
		out: out, gap: gap, changed: make(chan struct{}, 1), done: make(chan struct{}),
		modes: ansi.SetModeAltScreenSaveCursor + ansi.EraseEntireScreen + ansi.HideCursor + ansi.SetModeBracketedPaste,
	}
}

// run draws, until the end.
func (f *frames) run() {
	runPaced(f.done, f.changed, f.gap, func() error {
		out := f.draw()
		if len(out) == 0 {
			return nil
		}
		_, err := f.out.Write(out)
		return err
	})
}

// runPaced does something each time there is news, and no more often than every gap, until
// done is closed or there is an error.
func runPaced(done, changed <-chan struct{}, gap time.Duration, do func() error) {
	for {
		select {
		case <-done:
			return
		case <-changed:
		}
		if do() != nil {
			return
		}
		select {
		case <-done:
			return
		case <-time.After(gap):
		}
	}
}

// end gives the terminal back as it was.
func (f *frames) end() {
	close(f.done)
	f.drawing.Wait()
	_, _ = io.WriteString(f.out,
		mouseOff+ansi.ResetModeBracketedPaste+ansi.ResetModeAltScreenSaveCursor+ansi.ShowCursor)
}

// noteTerminal sees what a message to the program says of its terminal.
func (f *frames) noteTerminal(msg tea.Msg) {
	switch msg {
	case tea.EnableMouseCellMotion():
		f.change(func() { f.modes += mouseOn })
	case tea.DisableMouse():
		f.change(func() { f.modes += mouseOff })
	}
	if _, ok := msg.(tea.WindowSizeMsg); ok {
		f.change(func() { f.fullRedraw = true })
	}
}

// show is given each new view of the program.
func (f *frames) show(view *felt.Grid) { f.change(func() { f.next = view }) }

func (f *frames) change(update func()) {
	f.mu.Lock()
	update()
	f.mu.Unlock()
	select {
	case f.changed <- struct{}{}:
	default:
	}
}

// draw returns the bytes that bring the terminal to the next screen.
func (f *frames) draw() []byte {
	f.mu.Lock()
	next := f.next
	full := f.fullRedraw
	modes := f.modes
	f.fullRedraw = false
	f.modes = ""
	f.mu.Unlock()
	if next == nil {
		return []byte(modes)
	}
	last := f.shown
	out := []byte(modes)
	if full || last == nil || last.W != next.W || last.H != next.H {
		last = nil
		out = append(out, ansi.EraseEntireScreen...)
	}
	out = felt.Diff(out, last, next)
	if len(out) > 0 {
		// A terminal of macOS wants the cursor at the beginning of the last line.
		out = append(out, ansi.CursorPosition(0, next.H)...)
	}
	f.shown = next
	return out
}
