package board

import (
	"strings"

	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/scene"
	"fellowship/tricks"
)

// The page of the end: the ring above the land of a round that was won, or the trick with which one
// was lost; how it ended, each seat's goal, what is told about it, and the next step.

type ending struct {
	drawing
	e *scene.End
}

// mostPicture is how high the picture is where there is room.
const mostPicture = 12

// DrawEnd draws the end of a round with its keys in a window.
func DrawEnd(t *kit.Theme, e *scene.End, keys []felt.Key, w, h int) *felt.Grid {
	d := &ending{drawing{Texts: t.Texts, Grid: felt.New(t.Look, w, h, felt.Wood), w: min(w, widest), keys: keys}, e}
	d.x = (w - d.w) / 2
	d.Headline(d.x, d.w, e.Title, e.States...)
	rows := d.keyRows(keys)
	end := h - rows
	columns, seatRows := d.columns()
	seats := (len(e.Seats) + columns - 1) / columns * seatRows
	var told []string
	for _, l := range append(append([]string{}, e.More...), e.Lines...) {
		told = append(told, d.Wrap(l, min(d.w-6, 92), 99)...)
	}
	next := 0
	if e.Next != "" {
		next = 1
	}
	need := 1 + 1 + seats + next + len(told)
	picture := max(min(end-need-3, mostPicture), 0)
	if picture < 6 {
		picture = 0
	}
	spare := end - need - picture - 1
	gap := func() int {
		if spare > 0 {
			spare--
			return 1
		}
		return 0
	}
	y := 1
	if picture > 0 {
		d.picture(y, picture)
		y += picture
	} else if spare > 8 {
		y += spare / 3
		spare -= spare / 3
	}
	y += gap()
	banner := felt.Pen{Fg: felt.GoldInk, Bold: true}
	switch {
	case e.Open:
		banner = strong
	case !e.Won:
		banner = felt.Pen{Fg: felt.Bad, Bold: true}
	}
	d.Mid(d.x, y, d.w, e.Banner, banner)
	y++
	for _, m := range e.More {
		for _, l := range d.Wrap(m, d.w-6, 4) {
			d.Mid(d.x, y, d.w, l, ink)
			y++
			told = told[1:]
		}
	}
	y += gap()
	d.outcomes(y, columns, seatRows)
	y += seats + gap()
	from := d.x + max((d.w-92)/2, 3)
	for i, l := range told {
		if y >= end-next {
			if i > 0 {
				d.Fill(d.x, y-1, d.w, 1, felt.Wood)
				d.Put(from, y-1, d.T("tui.result.cut"), soft)
			}
			break
		}
		d.Put(from, y, l, soft)
		y++
	}
	if e.Next != "" {
		y = min(y+gap(), end-1)
		wide := min(max(d.Width(e.Next)+8, 32), d.w-4)
		x := d.x + (d.w-wide)/2
		if d.Look().Plain() {
			d.Mid(x, y, wide, "> "+e.Next, strong)
		} else {
			d.Fill(x, y, wide, 1, felt.Gold)
			d.Mid(x, y, wide, e.Next, chosen)
		}
	}
	return d.Grid
}

// columns is in how many columns the seats stand, and how many rows each takes.
func (d *ending) columns() (columns, rows int) {
	columns, rows = 1, 2
	if d.w >= 76 {
		columns = 2
	}
	wide := d.w/columns - 10
	for i := range d.e.Seats {
		if o := &d.e.Seats[i]; d.Width(o.Goal)+2+d.Width(o.Far) > wide {
			rows = max(rows, 2+len(d.Wrap(o.Far, wide, 4)))
		}
	}
	return columns, rows
}

func (d *ending) outcomes(y, columns, rows int) {
	wide := (d.w - 6) / columns
	for i := range d.e.Seats {
		o := &d.e.Seats[i]
		x := d.x + 3 + i%columns*(wide+1)
		at := y + i/columns*rows
		end := x + wide - 2
		d.Emblem(x, at, o.ID, o.Name, false)
		name := d.Put(x+5, at, o.Name, strong)
		if o.Role != "" {
			d.Put(name+1, at, d.Cut(o.Role, end-name-1-d.Width(o.Verdict)), soft)
		}
		if i < d.e.Ticked {
			d.Right(end, at, o.Verdict, toned(o.Status).Bolder())
		}
		if d.Put(x+5, at+1, d.Cut(o.Goal, end-x-5), soft); rows == 2 {
			d.Right(end, at+1, o.Far, ink)
		} else {
			d.Paragraph(x+5, at+2, end-x-5, rows-2, o.Far, ink)
		}
	}
}

// picture is the land with the ring, or the trick that ended a lost round.
func (d *ending) picture(y, h int) {
	e := d.e
	if e.Won || len(e.Trick) == 0 {
		if !e.Open {
			d.Land(d.x, y, d.w, h, d.w/2, 2*h*5/10+e.Risen, h/2+1, true)
		}
		return
	}
	d.Fill(d.x, y, d.w, h, felt.Fall)
	d.Rule(d.x, y+h-1, d.w, felt.Rail)
	n := len(e.Trick)
	z, step := felt.Middle, 13
	if h < 9 {
		z = felt.Small
	}
	if (n-1)*step+z.W > d.w-2 {
		step = (d.w - 2 - z.W) / max(n-1, 1)
	}
	d.step = step
	x, top := d.x+(d.w-(n-1)*step-z.W)/2, y+(h-z.H-2)/2+1
	d.card = z
	for i := range e.Trick {
		p := &e.Trick[i]
		at := x + i*step
		face, rank := p.Card, ""
		if face == tricks.Closed && int(p.Said) < tricks.Suits {
			face, rank = tricks.NewCard(p.Said, 1), "?"
		}
		d.Grid.Card(at, top, z, face, rank, felt.Lit, z.H)
		name := d.Cut(p.Name, step)
		pen := ink
		if i == e.Broke {
			d.Frame(at, top, z, felt.Bad)
			pen = felt.Pen{Fg: felt.Bad, Bold: true}
		}
		if p.Best {
			pen.Bold = true
			name = "*" + strings.TrimSpace(name) + "*"
		}
		d.Mid(at-2, top+z.H, z.W+4, name, pen)
	}
}

// Told draws lines in the middle of a window: what is said while one person passes the device to the
// next.
func Told(t *kit.Theme, title string, states, lines []string, keys []felt.Key, w, h int) *felt.Grid {
	g := felt.New(t.Look, w, h, felt.Wood)
	g.Headline(0, w, title, states...)
	y := max((h-len(lines))/2-1, 2)
	for _, l := range lines {
		n := g.Width(l)
		g.Text((w-n)/2, y, w, l, ink)
		y++
	}
	g.Keys(0, h-1, w, keys)
	return g
}

// keyRows writes all keys in the last lines, three at most, and returns how many they take.
func (d *ending) keyRows(keys []felt.Key) int {
	var rows [][]felt.Key
	for len(keys) > 0 && len(rows) < 3 {
		wide, n := 0, 0
		for _, k := range keys {
			one := d.Width(k.Name) + 1 + d.Width(k.Does)
			if n > 0 && wide+one+2*n > d.w-4 {
				break
			}
			wide, n = wide+one, n+1
		}
		rows, keys = append(rows, keys[:n]), keys[n:]
	}
	for i, row := range rows {
		d.Keys(d.x, d.H-len(rows)+i, d.w, row)
	}
	return len(rows)
}
