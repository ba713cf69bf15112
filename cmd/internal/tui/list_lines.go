package tui

import (
	"strings"

	"fellowship/cmd/internal/felt"
)

// linePens are the styles of a line of a list.
type linePens struct {
	// name is for what the line is about.
	name felt.Pen
	// note is for what there is to say about it.
	note felt.Pen
}

// drawLineGround draws the ground of a line of a list, which is gold if the line is chosen, and returns the styles of
// what stands on it. Without colours a mark stands before the chosen line.
func drawLineGround(g *felt.Grid, x, y, w, rows int, chosen bool) linePens {
	switch {
	case !chosen:
		return linePens{name: felt.Text, note: felt.Faint}
	case g.Palette().NoColor():
		g.Put(x, y, ">", felt.Strong)
		return linePens{name: felt.Strong, note: felt.Text}
	}
	g.Fill(x, y, w, rows, felt.Gold)
	return linePens{name: felt.Chosen, note: felt.Pen{Fg: felt.Dark, Bg: felt.Gold}}
}

// drawListTitle draws the headline of a part of a list, with a note at the right end and a line below.
func drawListTitle(g *felt.Grid, x, y, w int, title, note string) {
	g.PutRight(x+w-1, y, note, felt.Faint)
	g.Put(x+1, y, g.Cut(title, w-2-g.Width(note)), felt.Golden)
	g.Put(x, y+1, strings.Repeat("─", max(w, 0)), felt.Pen{Fg: felt.Line})
}

// firstVisible returns the first line of a list that is visible where there is room for some lines: the chosen one is
// in the middle if possible.
func firstVisible(lines, room, chosen int) int {
	return max(min(chosen-room/2, lines-room), 0)
}

// markHidden marks at the end of the first or of the last visible line that a list has more lines before or after it.
func markHidden(g *felt.Grid, x, y, rows, first, lines int) {
	if first > 0 {
		g.Put(x, y, "^", felt.Golden)
	}
	if first+rows < lines {
		g.Put(x, y+rows-1, "v", felt.Golden)
	}
}
