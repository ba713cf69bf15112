// Package felttest checks frames in tests: every cell must be painted, and every text must have enough
// contrast.
package felttest

import (
	"image/color"
	"math"
	"strings"
	"testing"

	"fellowship/cmd/internal/cells"

	"github.com/charmbracelet/x/vt"
)

// least is the least contrast of a legible text, as the guidelines for web pages (WCAG) define it.
const least = 4.5

// Legible fails the test if a frame in true colour or 256 colours has a cell that is not painted, or a text with
// too little contrast. Blocks and lines do not count as text.
func Legible(t testing.TB, frame string) {
	t.Helper()
	lines := strings.Split(frame, "\n")
	screen := vt.NewEmulator(cells.Width(lines[0]), len(lines))
	_, _ = screen.WriteString(strings.ReplaceAll(frame, "\n", "\r\n"))
	for y := range screen.Height() {
		for x := range screen.Width() {
			c := screen.CellAt(x, y)
			if c.Style.Bg == nil {
				t.Errorf("line %d, column %d is not painted", y+1, x+1)
				return
			}
			text := c.Content > " " && (c.Content < "\u2500" || c.Content > "\u259f")
			if text && contrast(c.Style.Fg, c.Style.Bg) < least {
				t.Errorf("line %d, column %d: %q has a contrast of %.1f", y+1, x+1, c.Content,
					contrast(c.Style.Fg, c.Style.Bg))
			}
		}
	}
}

func contrast(a, b color.Color) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + .05) / (min(x, y) + .05)
}

func luminance(shade color.Color) (sum float64) {
	r, g, b, _ := shade.RGBA()
	for i, c := range []uint32{r, g, b} {
		l := float64(c) / 0xffff / 12.92
		if l > .03928/12.92 {
			l = math.Pow((l*12.92+.055)/1.055, 2.4)
		}
		sum += l * []float64{.2126, .7152, .0722}[i]
	}
	return sum
}
