package kit

import (
	"strings"

	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/pages/page"

	"github.com/charmbracelet/bubbles/viewport"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
)

// Reader has the lines of a page, which scroll.
type Reader struct {
	Pager viewport.Model
	lines []string
}

// NewReader returns a reader at the beginning of its page.
func NewReader() Reader {
	r := Reader{Pager: viewport.New(0, 0)}
	r.Pager.MouseWheelEnabled = false
	return r
}

func (r *Reader) fill(t *Theme, lines []string, w, h int) {
	at, old, turned := r.Pager.YOffset, r.lines, r.Pager.Width != max(w, 1)
	r.Pager.Width, r.Pager.Height = max(w, 1), max(h, 1)
	r.lines = t.Margin(lines, w)
	r.Pager.SetContent(strings.Join(r.lines, "\n"))
	if turned && at > 0 && at < len(old) {
		r.Pager.SetYOffset(lineOf(r.lines, letters(old[:at])))
	}
}

// letters is how much stands in some lines, however they are broken.
func letters(lines []string) (n int) {
	for _, l := range lines {
		n += len(strings.Join(strings.Fields(ansi.Strip(l)), ""))
	}
	return n
}

// lineOf is the line in which so much has been read.
func lineOf(lines []string, read int) int {
	for i, l := range lines {
		if read -= letters([]string{l}); read < 0 {
			return i
		}
	}
	return len(lines)
}

// PageLines renders a page for a window. A line that is too wide for it goes on below, under
// its own beginning.
func (t *Theme) PageLines(p page.Page, w int) (out []string) {
	for _, line := range p.Lines(page.Style{Width: w, Fold: t.Fold, Paint: t.tone}) {
		if cells.Width(line) <= w {
			out = append(out, line)
			continue
		}
		words := strings.TrimLeft(line, " ")
		by := line[:len(line)-len(words)]
		if len(by) > w/2 {
			by = ""
		}
		out = append(out, Indent(t.Wrap(words, w-len(by)), by)...)
	}
	return out
}

func (t *Theme) tone(tone page.Tone, s string) string {
	switch tone {
	case page.Strong:
		return felt.Strong.On(t.Fold(s))
	case page.Good:
		return felt.Pen{Fg: felt.Good}.On(s)
	case page.Bad:
		return felt.Pen{Fg: felt.Bad}.On(s)
	default:
		return s
	}
}

// Draw draws what is seen of the page. The pager itself would fill its lines up by a measure of its
// own.
func (r *Reader) Draw(t *Theme, w, h int) []string {
	at := min(r.Pager.YOffset, len(r.lines))
	return t.Fill(r.lines[at:min(at+r.Pager.Height, len(r.lines))], w, h)
}

// Turns takes a space with more to read below: it turns the page, as in other
// programs that show texts, and closes only the last.
func (r *Reader) Turns(msg tea.KeyMsg) bool {
	if msg.String() != " " || r.Pager.AtBottom() {
		return false
	}
	r.Pager.PageDown()
	return true
}

// Scroll takes the keys that scroll.
func (r *Reader) Scroll(msg tea.KeyMsg) (cmd tea.Cmd) {
	switch msg.String() {
	case "home":
		r.Pager.GotoTop()
	case "end":
		r.Pager.GotoBottom()
	default:
		r.Pager, cmd = r.Pager.Update(msg)
	}
	return cmd
}
