package tui

import (
	"cmp"
	"strings"

	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/texts"
)

// drawFunc draws a sheet with its cursor, and returns where its rows are, see [kit.Content.Draw].
type drawFunc = func(g *felt.Grid, cursor int) []felt.HitArea

// drawRow draws a row of a menu with its letter, and its note if that fits. It returns where the row is and
// whether the note is shown.
func drawRow(g *felt.Grid, x, y, w int, r *kit.Row, item int, chosen bool) (area felt.HitArea, noteShown bool) {
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
	pen := felt.Golden
	if r.Letter != 0 {
		column := x + 1
		if chosen {
			pen = felt.Chosen
			if g.Palette().NoColor() {
				pen = felt.Strong
				column += 2
			}
		}
		g.Put(column, y, string(r.Letter), pen)
	}
	return felt.HitArea{X: x, Y: y, W: w, H: 1, Item: item}, noteShown
}

// DrawGreeting returns a function that draws the first screen of a new person: the ring above the
// mountains, the game's name, a greeting, and one golden row with its note below it.
func DrawGreeting(greeting string, start *kit.Row) func(g *felt.Grid, cursor int) []felt.HitArea {
	return func(g *felt.Grid, _ int) (areas []felt.HitArea) {
		const foot = 4 // the golden row, its note, and a blank line around them
		width := min(g.W-4, 66)
		lines := g.Wrap(greeting, width, 6)
		hasName := g.W >= felt.NameWidth()+2 && g.H >= 20
		nameRows := 0
		if hasName {
			nameRows = 4
		}
		landRows := max(min(g.H-1-nameRows-len(lines)-foot-1, g.H/2), 0)
		g.Land(0, 0, g.W, landRows, g.W/2, landRows*9/11, landRows*5/11, true)
		y := landRows + 1
		if hasName {
			g.Name((g.W-felt.NameWidth())/2, y)
			y += nameRows
		}
		y += g.CenterLines(0, y, g.W, lines, felt.Text) + 1
		width = min(g.W-4, 48)
		x := (g.W - width) / 2
		label := start.Label
		g.Button(x, y, width, strings.Repeat(" ", max((width-2-g.Width(label))/2, 0))+label, "", true)
		g.Center(0, y+1, g.W, g.Cut(start.Note, g.W-2), felt.Faint)
		return []felt.HitArea{{X: x, Y: y, W: width, H: 1, Item: 0}}
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

// menuFoot is how many lines are below a menu: a blank line, two lines for a note, and the keys.
const menuFoot = 4

// menuLayout places the groups of a menu in a window.
type menuLayout struct {
	groups []rowGroup
	// columns is how many columns of groups there are.
	columns int
	// columnOf has the column of each group.
	columnOf []int
	// left is where the first column begins.
	left int
	// width is the width of a column.
	width int
	// landRows is the height of the land above, 0 for none.
	landRows int
	// top is the line of the first group.
	top int
	// gap is how many lines are free between two groups.
	gap int
}

func layOutMenu(g *felt.Grid, rows []kit.Row) *menuLayout {
	l := &menuLayout{groups: groupsOf(rows), columns: 2, gap: 1}
	if g.W < 80 {
		l.columns = 1
	}
	l.width = min((g.W-4-4*(l.columns-1))/l.columns, 44)
	l.left = (g.W - l.columns*l.width - 4*(l.columns-1)) / 2

	// The groups are spread so that both columns are about as long.
	l.columnOf = make([]int, len(l.groups))
	heights := make([]int, l.columns)
	half := (len(rows) + 2*len(l.groups) + 1) / 2
	for i := range l.groups {
		column := 0
		if l.columns > 1 && heights[1] < heights[0] && heights[0]+l.groups[i].count+1 > half {
			column = 1
		}
		l.columnOf[i] = column
		heights[column] += l.groups[i].count + 1 + l.gap
	}

	maxHeight := max(heights[0], heights[l.columns-1]) - l.gap
	const leastLand = 4 // the name stands in it
	const usualLand = 6
	if leastLand+1+maxHeight+menuFoot > g.H {
		maxHeight -= l.gap * (len(l.groups) - 1) / l.columns
		l.gap = 0
	}
	l.landRows = max(min(g.H-1-maxHeight-menuFoot, usualLand+(g.H-24)/3), 0)
	if l.landRows < 3 {
		l.landRows = 0
	}
	l.top = l.landRows + 1
	if free := g.H - l.top - maxHeight - menuFoot; free > 2 {
		l.top += free / 3
	}
	return l
}

// textBelow returns what stands below a menu about its selected row: its help, after a note for which there was no
// room.
func textBelow(row *kit.Row, noteShown bool) string {
	if noteShown {
		return row.Help
	}
	return strings.Join(texts.NotEmpty(row.Note, row.Help), " – ")
}

// DrawMenu returns a function that draws a menu: the land with the game's name, and the groups of rows in
// one or two columns. Below it stands the help of the selected row, and its note if that does not fit beside
// the row; otherwise notice.
func DrawMenu(rows []kit.Row, notice string) func(g *felt.Grid, cursor int) []felt.HitArea {
	return func(g *felt.Grid, cursor int) (areas []felt.HitArea) {
		l := layOutMenu(g, rows)
		g.Land(0, 0, g.W, l.landRows, g.W-12, l.landRows, min(l.landRows*2/3, 6), false)
		if l.landRows > 3 && g.W > felt.NameWidth()+20 {
			g.Name(l.left+3, l.landRows-4)
		}
		usedRows := make([]int, l.columns)
		noteBelow := notice
		for i, group := range l.groups {
			column := l.columnOf[i]
			x := l.left + column*(l.width+4)
			y := l.top + usedRows[column]
			end := g.Put(x+1, y, rows[group.start].Group, felt.Golden)
			g.Put(end+1, y, strings.Repeat("─", max(x+l.width-end-1, 0)), felt.Pen{Fg: felt.Line})
			for k := range group.count {
				item := group.start + k
				area, noteShown := drawRow(g, x, y+1+k, l.width, &rows[item], item, item == cursor)
				if item == cursor {
					noteBelow = cmp.Or(textBelow(&rows[item], noteShown), noteBelow)
				}
				areas = append(areas, area)
			}
			usedRows[column] += group.count + 1 + l.gap
		}
		belowY := g.H - 3 - min(cells.Width(noteBelow)/max(g.W-4, 1), 1)
		g.CenterLines(0, belowY, g.W, g.Wrap(noteBelow, min(g.W-4, 88), 2), felt.Faint)
		return areas
	}
}
