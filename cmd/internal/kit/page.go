package kit

import (
	"strings"

	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/pages/page"
)

// PageLines renders a page in a width. A line that is too wide continues below its own beginning.
func (t *Theme) PageLines(p page.Page, w int) (out []string) {
	for _, line := range p.Lines(page.Style{Width: w, Fold: t.Fold, Paint: t.paintTone}) {
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

// paintTone colors a piece of a page.
func (t *Theme) paintTone(tone page.Tone, s string) string {
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
