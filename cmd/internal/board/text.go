package board

import (
	"strings"

	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/scene"
)

// span is a piece of text in one style.
type span struct {
	text  string
	style felt.Pen
}

// textRow is one row of cells that is filled with text from both ends.
type textRow struct {
	grid *felt.Grid
	// y is the row in the window.
	y int
	// left is the next free column.
	left int
	// right is the column after the last free one.
	right int
}

// addLeft writes spans at the left end, one column apart. A span that does not fit is left out.
func (r *textRow) addLeft(spans ...span) {
	for _, s := range spans {
		if s.text != "" && r.left+r.grid.Width(s.text) <= r.right {
			r.left = r.grid.Put(r.left, r.y, s.text, s.style) + 1
		}
	}
}

// addRight writes a span at the right end and leaves gap columns free before it.
func (r *textRow) addRight(s span, gap int) {
	if s.text == "" {
		return
	}
	r.grid.PutRight(r.right, r.y, s.text, s.style)
	r.right -= r.grid.Width(s.text) + gap
}

// firstThatFits returns the first of several texts that fits into a width, or "".
func firstThatFits(grid *felt.Grid, width int, candidates ...string) string {
	for _, text := range candidates {
		if grid.Width(text) <= width {
			return text
		}
	}
	return ""
}

// joinThatFit joins facts with commas and leaves out those for which the width is too small.
func joinThatFit(grid *felt.Grid, facts []string, width int) string {
	joined := ""
	for _, fact := range facts {
		longer := strings.TrimPrefix(joined+", "+fact, ", ")
		if grid.Width(longer) <= width {
			joined = longer
		}
	}
	return joined
}

// roleLabel returns a seat's role in parentheses, so that it does not read as part of the
// character's name.
func roleLabel(s *scene.Seat) string {
	if s.Role == "" {
		return ""
	}
	return "(" + s.Role + ")"
}
