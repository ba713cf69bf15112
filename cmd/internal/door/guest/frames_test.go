package guest

import (
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/texts"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestFramesShow holds that the terminal shows each frame exactly, whatever was on it.
func TestFramesShow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width, height := rapid.IntRange(1, 30).Draw(t, "width"), rapid.IntRange(1, 8).Draw(t, "height")
		line := rapid.Custom(func(t *rapid.T) string {
			text := rapid.SampledFrom([]string{"", "a", "hills 7", "漢字", "é", "हिन्दी", "👍🏽", "═══", strings.Repeat("x", width), strings.Repeat("long ", 9)}).Draw(t, "text")
			if rapid.Bool().Draw(t, "painted") {
				text = texts.Clean(texts.Paint("1;31", text))
			}
			return text + rapid.SampledFrom([]string{"", " ", "b"}).Draw(t, "more")
		})
		f, seen := newFrames(io.Discard, 0), vt.NewEmulator(width, height)
		f.heed(tea.WindowSizeMsg{Width: width, Height: height})
		for range rapid.IntRange(1, 6).Draw(t, "frames") {
			if rapid.IntRange(0, 3).Draw(t, "sized") == 0 {
				width, height = rapid.IntRange(1, 30).Draw(t, "width"), rapid.IntRange(1, 8).Draw(t, "height")
				seen.Resize(width, height)
				f.heed(tea.WindowSizeMsg{Width: width, Height: height})
			}
			lines := rapid.SliceOfN(line, 1, height+2).Draw(t, "lines")
			f.show(strings.Join(lines, "\n"))
			_, _ = seen.Write(f.draw())

			fresh := vt.NewEmulator(width, height)
			lines = lines[max(0, len(lines)-height):]
			for y, l := range lines {
				_, _ = io.WriteString(fresh, ansi.CursorPosition(1, y+1)+cells.Cut(l, width, ""))
			}
			require.Equal(t, drawn(fresh, width, height), drawn(seen, width, height))
		}
	})
}

// drawn is what stands in each cell, and how it looks.
func drawn(e *vt.Emulator, w, h int) []string {
	var out []string
	for y := range h {
		for x := range w {
			c := e.CellAt(x, y)
			if c == nil || c.Content == "" || c.Content == " " && c.Style.IsZero() {
				out = append(out, " ")
				continue
			}
			out = append(out, c.Style.String()+c.Content)
		}
	}
	return out
}

// TestFramesRest holds that a screen that stays as it is costs no byte, and that one that
// changes is shown at once if nothing was shown just before.
func TestFramesRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, all := keeping(nil)
		v := &Visitor{}
		view := "a wait"
		all[v] = &diary{view: func() string { return view }}
		x := arrive(t, h, v)
		time.Sleep(time.Second)
		before := len(x.output())
		for range 100 {
			x.press("a")
			time.Sleep(100 * time.Millisecond)
		}
		assert.Len(t, x.output(), before, "nothing has changed")
		synctest.Wait()
		view = "an end"
		x.press("a")
		synctest.Wait()
		assert.Contains(t, x.output()[before:], "an end", "without a pause")
		x.press("q")
		x.left()
		assert.True(t, strings.HasSuffix(x.output(), ansi.ResetModeAltScreenSaveCursor+ansi.ShowCursor), "the terminal is as before")
	})
}
