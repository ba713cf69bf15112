package tui

import (
	"strings"

	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
)

// row draws a row of a menu with its letter, as a line to choose, with its note where that fits, and says
// where it is and whether the note is there.
func row(g *felt.Grid, x, y, w int, r *kit.Row, i int, chosen bool) (spot felt.Spot, noted bool) {
	fits := func(note string) bool { return 4+g.Width(r.Label)+2+g.Width(note) <= w-1 }
	note := ""
	label := r.Label
	if noted = fits(r.Note); noted {
		note = r.Note
	} else if fits(r.Brief) {
		note = r.Brief
	}
	if r.Letter != 0 {
		label = "  " + label
	}
	g.Button(x, y, w, label, note, chosen)
	p := felt.Golden
	if r.Letter != 0 {
		at := x + 1
		if chosen {
			p = felt.Chosen
			if g.Look().Plain() {
				p = felt.Strong
				at = at + 2
			}
		}
		g.Put(at, y, string(r.Letter), p)
	}
	return felt.Spot{X: x, Y: y, W: w, H: 1, Item: i}, noted
}

// DrawGreeting draws the first screen of a person: the ring above the mountains, the game's name, what
// it is, and rows to choose from.
func (p *Place) DrawGreeting(says string, rows []kit.Row) func(g *felt.Grid, cursor int) []felt.Spot {
	return func(g *felt.Grid, cursor int) (spots []felt.Spot) {
		wide := min(g.W-4, 72)
		lines := g.Wrap(says, wide, 6)
		high := max(min(g.H-3-1-len(lines)-1-len(rows)-2, g.H/2), 0)
		g.Land(0, 0, g.W, high, g.W/2, high*9/11, high*5/11, true)
		y := high + 1
		if g.W < felt.NameWidth()+2 || g.H < 20 {
			y--
		} else {
			g.Name((g.W-felt.NameWidth())/2, y)
			y += 3
		}
		y += g.Middle(0, y, g.W, lines, felt.Text)
		wide = min(g.W-2, 52)
		for i := range rows {
			s, _ := row(g, (g.W-wide)/2, y+1+i, wide, &rows[i], i, i == cursor)
			spots = append(spots, s)
		}
		return spots
	}
}

// group is the rows of a menu that stand together, from one row on.
type group struct{ from, n int }

func groupsOf(rows []kit.Row) (all []group) {
	for i := range rows {
		if i == 0 || rows[i].Group != "" {
			all = append(all, group{i, 0})
		}
		all[len(all)-1].n++
	}
	return all
}

// DrawMenu draws a menu: the land with the game's name, and the groups of rows in as many columns as
// there is room for. What does not fit beside the row at the cursor stands below.
func (p *Place) DrawMenu(rows []kit.Row, says string) func(g *felt.Grid, cursor int) []felt.Spot {
	return func(g *felt.Grid, cursor int) (spots []felt.Spot) {
		all := groupsOf(rows)
		const foot = 4 // a free line, what is said, another one, and the keys
		high, columns := 6, 2
		if g.W < 80 {
			columns = 1
		}
		wide := min((g.W-4-4*(columns-1))/columns, 44)
		left := (g.W - columns*wide - 4*(columns-1)) / 2
		// The groups go to the columns so that both are about as long.
		in := make([]int, len(all))
		long := make([]int, columns)
		gap := 1
		for i := range all {
			at := 0
			if columns > 1 && long[1] < long[0] && long[0]+all[i].n+1 > (len(rows)+2*len(all)+1)/2 {
				at = 1
			}
			in[i] = at
			long[at] += all[i].n + 1 + gap
		}
		most := max(long[0], long[columns-1]) - gap
		if high+1+most+foot > g.H {
			most -= gap * (len(all) - 1) / columns
			gap = 0
		}
		high = max(min(g.H-1-most-foot, high+(g.H-24)/3), 0)
		if high < 3 {
			high = 0
		}
		g.Land(0, 0, g.W, high, g.W-12, high, min(high*2/3, 6), false)
		if high > 3 && g.W > felt.NameWidth()+20 {
			g.Name(left+3, high-4)
		}
		top := high + 1
		if free := g.H - top - most - foot; free > 2 {
			top += free / 3
		}
		y := make([]int, columns)
		said := says
		for i, a := range all {
			c := in[i]
			x := left + c*(wide+4)
			at := top + y[c]
			title := rows[a.from].Group
			end := g.Put(x+1, at, title, felt.Golden)
			g.Put(end+1, at, strings.Repeat("─", max(x+wide-end-1, 0)), felt.Pen{Fg: felt.Line})
			for k := range a.n {
				j := a.from + k
				s, noted := row(g, x, at+1+k, wide, &rows[j], j, j == cursor)
				if j == cursor && !noted {
					said = rows[j].Note
				}
				spots = append(spots, s)
			}
			y[c] += a.n + 1 + gap
		}
		g.Middle(0, g.H-3-min(cells.Width(said)/max(g.W-4, 1), 1), g.W, g.Wrap(said, min(g.W-4, 88), 2), felt.Faint)
		return spots
	}
}
