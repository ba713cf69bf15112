package kit

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// reader scrolls through the lines of a page.
type reader struct {
	// lines are all lines of the page.
	lines []string
	// top is the index of the first visible line.
	top int
	// height is how many lines the window shows at once.
	height int
	// width is the width for which the lines were broken.
	width int
}

// fill sets the lines for a size. If they are broken anew for another width, the reader stays at the same
// place of the text.
func (r *reader) fill(lines []string, w, h int) {
	old := r.lines
	r.lines = lines
	r.height = max(h, 1)
	if r.width != w && r.top > 0 && r.top < len(old) {
		r.top = lineOf(lines, countLetters(old[:r.top]))
	}
	r.width = w
	r.scroll(0)
}

// countLetters returns how many bytes of text lines have, without spaces and colors. Breaking the lines
// differently does not change it.
func countLetters(lines []string) (n int) {
	for _, l := range lines {
		n += len(strings.Join(strings.Fields(ansi.Strip(l)), ""))
	}
	return n
}

// lineOf returns the index of the line that has the letter with this number, by [countLetters].
func lineOf(lines []string, letterCount int) int {
	for i, l := range lines {
		letterCount -= countLetters([]string{l})
		if letterCount < 0 {
			return i
		}
	}
	return len(lines)
}

// visible returns the visible lines; more reports whether others follow below.
func (r *reader) visible() (lines []string, more bool) {
	end := min(r.top+r.height, len(r.lines))
	return r.lines[r.top:end], end < len(r.lines)
}

func (r *reader) scroll(delta int) { r.top = max(min(r.top+delta, len(r.lines)-r.height), 0) }

// key handles a key that scrolls, and reports whether the key does. A space turns the page, as in other
// pagers; on the last page it is left to the screen.
func (r *reader) key(name string) bool {
	delta, ok := map[string]int{
		"up": -1, "k": -1,
		"down": 1, "j": 1,
		"pgup": -r.height, "b": -r.height,
		"pgdown": r.height, "f": r.height, " ": r.height,
		"u": -r.height / 2, "d": r.height / 2,
		"home": -len(r.lines), "end": len(r.lines),
	}[name]
	if _, more := r.visible(); name == " " && !more {
		return false
	}
	r.scroll(delta)
	return ok
}
