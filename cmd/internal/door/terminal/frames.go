package terminal

import (
	"io"
	"sync"
	"time"

	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
)

// frames draws a visitor's screen. It sends only the cells that have changed, at most once in every gap, and does
// nothing for a screen that stays the same. (The renderer of bubbletea checks each screen thirty times a second. With
// hundreds of visitors, most of them waiting for somebody, that would be most of the work.)
type frames struct {
	out io.Writer
	// gap is the shortest time between two frames.
	gap time.Duration

	mu sync.Mutex
	// next is the screen to show.
	next *felt.Grid
	// fullRedraw reports whether it is not known what the terminal shows.
	fullRedraw bool
	// modes are control sequences to send before the next frame.
	modes string

	// changed holds a value while a frame is due.
	changed chan struct{}
	// done is closed at the end.
	done chan struct{}
	// drawing waits for the goroutine that draws.
	drawing sync.WaitGroup
	// shown is the screen that the terminal shows. Only the goroutine that draws uses it.
	shown *felt.Grid
}

const (
	// mouseOn makes a terminal send the events of the mouse.
	mouseOn = ansi.SetModeMouseButtonEvent + ansi.SetModeMouseExtSgr
	// mouseOff makes it stop that.
	mouseOff = ansi.ResetModeMouseButtonEvent + ansi.ResetModeMouseExtSgr
)

// newFrames takes over a terminal, until end is called.
func newFrames(out io.Writer, gap time.Duration) *frames {
	return &frames{
		out: out, gap: gap, changed: make(chan struct{}, 1), done: make(chan struct{}),
		modes: ansi.SetModeAltScreenSaveCursor + ansi.EraseEntireScreen + ansi.HideCursor + ansi.SetModeBracketedPaste,
	}
}

// run draws frames, until end is called.
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

// runPaced calls do after each change, but at most once in every gap, until done is closed or do returns an error.
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

// noteTerminal handles the messages to the program that concern its terminal: the mouse, the clipboard and the size.
func (f *frames) noteTerminal(msg tea.Msg) {
	switch msg {
	case tea.EnableMouseCellMotion():
		f.change(func() { f.modes += mouseOn })
	case tea.DisableMouse():
		f.change(func() { f.modes += mouseOff })
	}
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		f.change(func() { f.fullRedraw = true })
	case kit.CopyMsg:
		f.change(func() { f.modes += ansi.SetSystemClipboard(string(msg)) })
	}
}

// show sets the screen to show.
func (f *frames) show(view *felt.Grid) { f.change(func() { f.next = view }) }

// change updates what is to be drawn, and causes a frame.
func (f *frames) change(update func()) {
	f.mu.Lock()
	update()
	f.mu.Unlock()
	select {
	case f.changed <- struct{}{}:
	default:
	}
}

// draw returns the bytes that change the terminal to the next screen.
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
