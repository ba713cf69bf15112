package tui

import (
	"strings"

	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
)

// drawFunc draws a sheet with its cursor, and returns where its rows are, see [kit.Content.Draw].
type drawFunc = func(g *felt.Grid, cursor int) []felt.HitArea

// drawRow draws a row of a menu with its letter, and its note if that fits. It returns where the row is and
// whether the note is shown.
func drawRow(g *felt.Grid, x, y, w int, r *kit.Row, i int, chosen bool) (area felt.HitArea, noteShown bool) {
	fitsNote := func(note string) bool { return 4+g.Width(r.Label)+2+g.Width(note) <= w-1 }
	note := ""
	label := r.Label
	if noteShown = fitsNote(r.Note); noteShown {
		note = r.Note
	} else if fitsNote(r.ShortNote) {
		note = r.ShortNote
	}
	if r.Letter != 0 {
		label = "  " + label
	}
	g.Button(x, y, w, label, note, chosen)
	p := felt.Golden
	if r.Letter != 0 {
		column := x + 1
		if chosen {
			p = felt.Chosen
			if g.Palette().NoColor() {
				p = felt.Strong
				column += 2
			}
		}
		g.Put(column, y, string(r.Letter), p)
	}
	return felt.HitArea{X: x, Y: y, W: w, H: 1, Item: i}, noteShown
}

// DrawGreeting returns a function that draws the first screen of a new person: the ring above the
// mountains, the game's name, a greeting, and rows to choose from.
func (p *Shell) DrawGreeting(greeting string, rows []kit.Row) func(g *felt.Grid, cursor int) []felt.HitArea {
	return func(g *felt.Grid, cursor int) (areas []felt.HitArea) {
		width := min(g.W-4, 72)
		lines := g.Wrap(greeting, width, 6)
		landRows := max(min(g.H-3-1-len(lines)-1-len(rows)-2, g.H/2), 0)
		g.Land(0, 0, g.W, landRows, g.W/2, landRows*9/11, landRows*5/11, true)
		y := landRows + 1
		if g.W < felt.NameWidth()+2 || g.H < 20 {
			y--
		} else {
			g.Name((g.W-felt.NameWidth())/2, y)
			y += 3
		}
		y += g.CenterLines(0, y, g.W, lines, felt.Text)
		width = min(g.W-2, 52)
		for i := range rows {
			s, _ := drawRow(g, (g.W-width)/2, y+1+i, width, &rows[i], i, i == cursor)
			areas = append(areas, s)
		}
		return areas
	}
}

// rowGroup is a group of rows in a menu.
type rowGroup struct {
	// start is the index of the first row.
	start int
	// count is how many rows there are.
	count int
}

func groupsOf(rows []kit.Row) (groups []rowGroup) {
	for i := range rows {
		if i == 0 || rows[i].Group != "" {
			groups = append(groups, rowGroup{start: i})
		}
		groups[len(groups)-1].count++
	}
	return groups
}

// DrawMenu returns a function that draws a menu: the land with the game's name, and the groups of rows in
// one or two columns. A note that does not fit beside the selected row is shown below.
func (p *Shell) DrawMenu(rows []kit.Row, notice string) func(g *felt.Grid, cursor int) []felt.HitArea {
	return func(g *felt.Grid, cursor int) (areas []felt.HitArea) {
		all := groupsOf(rows)
		const foot = 4 // a free line, what is said, another one, and the keys
		landRows, columns := 6, 2
		if g.W < 80 {
			columns = 1
		}
		width := min((g.W-4-4*(columns-1))/columns, 44)
		left := (g.W - columns*width - 4*(columns-1)) / 2
		// The groups go to the columns so that both are about as long.
		columnOf := make([]int, len(all))
		heights := make([]int, columns)
		gap := 1
		for i := range all {
			column := 0
			if columns > 1 && heights[1] < heights[0] && heights[0]+all[i].count+1 > (len(rows)+2*len(all)+1)/2 {
				column = 1
			}
			columnOf[i] = column
			heights[column] += all[i].count + 1 + gap
		}
		maxHeight := max(heights[0], heights[columns-1]) - gap
		if landRows+1+maxHeight+foot > g.H {
			maxHeight -= gap * (len(all) - 1) / columns
			gap = 0
		}
		landRows = max(min(g.H-1-maxHeight-foot, landRows+(g.H-24)/3), 0)
		if landRows < 3 {
			landRows = 0
		}
		g.Land(0, 0, g.W, landRows, g.W-12, landRows, min(landRows*2/3, 6), false)
		if landRows > 3 && g.W > felt.NameWidth()+20 {
			g.Name(left+3, landRows-4)
		}
		top := landRows + 1
		if free := g.H - top - maxHeight - foot; free > 2 {
			top += free / 3
		}
		y := make([]int, columns)
		belowText := notice
		for i, a := range all {
			c := columnOf[i]
			x := left + c*(width+4)
			groupY := top + y[c]
			title := rows[a.start].Group
			end := g.Put(x+1, groupY, title, felt.Golden)
			g.Put(end+1, groupY, strings.Repeat("─", max(x+width-end-1, 0)), felt.Pen{Fg: felt.Line})
			for k := range a.count {
				j := a.start + k
				s, noteShown := drawRow(g, x, groupY+1+k, width, &rows[j], j, j == cursor)
				if j == cursor && !noteShown {
					belowText = rows[j].Note
				}
				areas = append(areas, s)
			}
			y[c] += a.count + 1 + gap
		}
		g.CenterLines(0, g.H-3-min(cells.Width(belowText)/max(g.W-4, 1), 1), g.W,
			g.Wrap(belowText, min(g.W-4, 88), 2), felt.Faint)
		return areas
	}
}
