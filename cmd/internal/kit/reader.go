package kit

import (
	"strings"

	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/pages/page"

	"github.com/charmbracelet/x/ansi"
)

// reader has the lines of a page: so many are seen, from the line at on.
type reader struct {
	lines          []string
	top, height, w int
}

// fill keeps its place when the lines are broken anew.
func (r *reader) fill(lines []string, w, h int) {
	old := r.lines
	r.lines = lines
	r.height = max(h, 1)
	if r.w != w && r.top > 0 && r.top < len(old) {
		r.top = lineOf(lines, countLetters(old[:r.top]))
	}
	r.w = w
	r.scroll(0)
}

// countLetters is how much stands in some lines, however they are broken.
func countLetters(lines []string) (n int) {
	for _, l := range lines {
		n += len(strings.Join(strings.Fields(ansi.Strip(l)), ""))
	}
	return n
}

// lineOf is the line in which so much has been read.
func lineOf(lines []string, letterCount int) int {
	for i, l := range lines {
		letterCount -= countLetters([]string{l})
		if letterCount < 0 {
			return i
		}
	}
	return len(lines)
}

// visible are the lines that are seen, and more reports whether there are further ones below.
func (r *reader) visible() (lines []string, more bool) {
	end := min(r.top+r.height, len(r.lines))
	return r.lines[r.top:end], end < len(r.lines)
}

func (r *reader) scroll(delta int) { r.top = max(min(r.top+delta, len(r.lines)-r.height), 0) }

// key takes a key that scrolls, and reports whether it did. A space turns the page as in other programs
// that show texts, and is for others on the last one.
func (r *reader) key(name string) bool {
	delta, ok := map[string]int{
		"up": -1, "k": -1, "down": 1, "j": 1, "pgup": -r.height, "b": -r.height, "pgdown": r.height, "f": r.height,
		" ": r.height,
		"u": -r.height / 2, "d": r.height / 2, "home": -len(r.lines), "end": len(r.lines),
	}[name]
	if _, more := r.visible(); name == " " && !more {
		return false
	}
	r.scroll(delta)
	return ok
}

// PageLines renders a page for a window. A line that is too wide for it goes on below, under
// its own beginning.
func (t *Theme) PageLines(p page.Page, w int) (out []string) {
	for _, line := range p.Lines(page.Style{Width: w, Fold: t.Fold, Paint: t.tone}) {
		words := strings.TrimLeft(line, " ")
		indent := line[:len(line)-len(words)]
		if cells.Width(line) <= w {
			out = append(out, line)
			continue
		}
		if len(indent) > w/2 {
			indent = ""
		}
		out = append(out, Indent(t.Wrap(words, w-len(indent)), indent)...)
	}
	return out
}

func (t *Theme) tone(tone page.Tone, s string) string {
	switch tone {
	case page.Strong:
		return felt.Strong.Paint(t.Fold(s))
	case page.Good:
		return felt.Pen{Fg: felt.Good}.Paint(s)
	case page.Bad:
		return felt.Pen{Fg: felt.Bad}.Paint(s)
	default:
		return s
	}
}
