package board

import (
	"fmt"
	"slices"

	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/scene"
	"fellowship/tricks"
)

// says is the thing beside the trick that does something now, nil for none.
func (d *drawing) says() *scene.Thing {
	i := slices.IndexFunc(d.s.Things, func(o scene.Thing) bool { return o.Says != "" && o.Least == 0 })
	if i < 0 || d.thingsIn == below {
		return nil
	}
	return &d.s.Things[i]
}

// told is what stands in the last row of the felt: what a thing on it does, or what has happened last.
func (d *drawing) told() (lines []string, p felt.Pen) {
	most := 2
	if d.cross {
		most = 1
	}
	if d.s.Setup {
		return nil, p
	}
	if o := d.says(); o != nil {
		return d.Wrap(o.Says, d.w-2, 3), toneOf(o)
	}
	for _, n := range d.s.News {
		if lines := d.Wrap(n, d.w-2, 9); len(lines) <= most {
			return lines, felt.Faint
		}
	}
	return nil, p
}

// panel lists the tricks that are over, the last one first.
func (d *drawing) panel(x int) {
	d.Fill(x, 1, panelWide, d.rail, felt.Plate)
	d.Put(x+2, 2, d.T("scene.panel"), felt.Strong)
	y := 5
	for _, e := range d.s.Ended {
		if y+2 > d.rail {
			return
		}
		d.Put(x+2, y, fmt.Sprint(e.Number), felt.Faint)
		cards := ""
		for i, c := range e.Cards {
			edge := [2]string{" ", " "}
			if i == e.Best && !d.Look().Plain() {
				edge = [2]string{felt.Pen{Fg: felt.Gold}.On("▐"), felt.Pen{Fg: felt.Gold}.On("▌")}
			}
			code := "  "
			if c != tricks.Closed {
				code = d.Coded(c, "")
			}
			cards += edge[0] + code + edge[1] + " "
		}
		d.Text(x+4, y, 25, cards, felt.Text)
		if e.ID != "" {
			d.Emblem(x+30, y, e.ID, e.Letter, false)
		}
		y += 3
	}
}
