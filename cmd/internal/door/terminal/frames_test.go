package terminal

import (
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestFramesShow checks that the terminal shows each frame exactly, whatever was on it.
func TestFramesShow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width, height := rapid.IntRange(1, 30).Draw(t, "width"), rapid.IntRange(1, 8).Draw(t, "height")
		line := rapid.SampledFrom([]string{"", "a", "hills 7", "漢字", "é", "═══", "long long long long"})
		f := newFrames(io.Discard, 0)
		seen := vt.NewEmulator(width, height)
		f.noteTerminal(tea.WindowSizeMsg{Width: width, Height: height})
		for range rapid.IntRange(1, 6).Draw(t, "frames") {
			if rapid.IntRange(0, 3).Draw(t, "sized") == 0 {
				width, height = rapid.IntRange(1, 30).Draw(t, "width"), rapid.IntRange(1, 8).Draw(t, "height")
				seen.Resize(width, height)
				f.noteTerminal(tea.WindowSizeMsg{Width: width, Height: height})
			}
			g := written(width, height, strings.Join(rapid.SliceOfN(line, 1, height).Draw(t, "lines"), "\n"))
			f.show(g)
			_, _ = seen.Write(f.draw())
			require.Equal(t, g.Plain(), shown(seen, width, height))
		}
	})
}

// TestMouse checks that the terminal sends the events of the mouse while the program wants them.
func TestMouse(t *testing.T) {
	f := newFrames(io.Discard, 0)
	f.noteTerminal(tea.EnableMouseCellMotion())
	assert.Contains(t, string(f.draw()), mouseOn)
	f.noteTerminal(tea.DisableMouse())
	assert.Equal(t, mouseOff, string(f.draw()))
}

// shown returns the text on a terminal.
func shown(e *vt.Emulator, w, h int) string {
	lines := make([]string, h)
	for y := range h {
		for x := 0; x < w; x++ {
			text := " "
			if c := e.CellAt(x, y); c != nil && c.Content != "" {
				text = c.Content
				x += max(c.Width-1, 0)
			}
			lines[y] += text
		}
	}
	return strings.Join(lines, "\n")
}

// TestFramesRest checks that nothing is sent for a screen that stays the same, and that a change is shown at once if
// nothing was shown just before.
func TestFramesRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, all := keeping(nil)
		tty := newTerminal()
		view := "a wait"
		all[tty] = &diary{view: func() string { return view }}
		x := arrive(t, p, tty)
		time.Sleep(time.Second)
		before := len(x.output())
		for range 100 {
			x.press("a")
			time.Sleep(100 * time.Millisecond)
		}
		assert.Len(t, x.output(), before, "nothing has changed")
		synctest.Wait()
		view = "THE END"
		x.press("a")
		synctest.Wait()
		assert.Contains(t, x.output()[before:], "THE END", "without a pause")
		x.press("q")
		x.left()
		assert.True(t, strings.HasSuffix(x.output(), ansi.ResetModeAltScreenSaveCursor+ansi.ShowCursor),
			"the terminal is as before")
	})
}

// TestFrames checks that no more screens are written in a second than the limit allows.
func TestFrames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _ := keeping(nil)
		p.Limits.Frames = 10
		x := arrive(t, p, newTerminal())
		time.Sleep(time.Second)
		before := strings.Count(x.output(), "I have read")
		for range 400 {
			x.press("a")
			time.Sleep(5 * time.Millisecond)
		}
		assert.LessOrEqual(t, strings.Count(x.output(), "I have read")-before, 21, "in two seconds")
		x.press("q")
		x.left()
	})
}
