package board

import (
	"slices"

	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/scene"
)

// The page of the end: the ring above the land of a round that was won, or the trick with which one
// was lost; how it ended, each seat's goal, what is told about it, and the next step.

type ending struct {
	drawing
	e *scene.End
}

// The rows of the picture, and how many of the rows that are left it leaves at least to what is told: it
// stays as it is when that comes, unless there is much to tell. A high window has a picture in half of it.
const leastPicture, mostPicture, toldWon, toldLost = 6, 12, 4, 6

// DrawEnd draws the end of a round with its keys in a window.
func DrawEnd(t *kit.Theme, e *scene.End, keys []felt.Key, w, h int) *felt.Grid {
	d := &ending{drawing{Texts: t.Texts, Grid: felt.New(t.Look, w, h, felt.Wood), w: min(w, widest), keys: keys}, e}
	d.x = (w - d.w) / 2
	d.Headline(d.x, d.w, e.Title, e.States...)
	banner, reserve := felt.Pen{Fg: felt.GoldInk, Bold: true}, toldWon
	switch {
	case e.Open:
		banner, reserve = felt.Strong, h
	case !e.Won:
		banner, reserve = felt.Pen{Fg: felt.Bad, Bold: true}, toldLost
	}
	var more, told []string
	for _, m := range e.More {
		more = append(more, d.Wrap(m, d.w-6, 4)...)
	}
	const textWide = 92
	for _, l := range e.Lines {
		told = append(told, d.Wrap(l, min(d.w-6, textWide), 99)...)
	}
	columns := 2
	if d.w < 76 { // lines are longer there than the window
		columns, reserve = 1, reserve+5
	}
	foot := d.foot(columns)
	seats := (len(e.Seats) + columns - 1) / columns * 2
	room := h - 1 - 1 - 1 - len(more) - seats - 2 - foot // without headline, banner, next step and keys, with two free lines
	// Rows of stars; where there is no room they stand beside the banner.
	starred := 0
	if e.MostStars > 0 && room > leastPicture+len(told) {
		starred = 1
	}
	room -= starred
	picture := min(max(room-max(reserve, len(told)), min(room, leastPicture)), max(mostPicture, h/2))
	if picture < leastPicture || e.Open || !e.Won && len(e.Trick) == 0 {
		picture = 0
	}
	if room -= picture; len(told) > room && room > 0 {
		told = append(told[:room-1], d.T("tui.result.cut"))
	}
	spare := room - len(told)
	y := 1
	if d.picture(y, picture); picture == 0 {
		y += spare / 3
	}
	y += picture + min(spare, 1) + max(min(spare/4, 2), 0)
	d.Mid(d.x, y, d.w, e.Banner, banner)
	if at := d.x + (d.w-2*e.MostStars+1)/2; e.MostStars > 0 {
		if y += starred; starred == 0 {
			at = d.x + (d.w+d.Width(e.Banner))/2 + 2
		}
		d.Stars(at, y, e.Stars, e.MostStars)
	}
	d.Middle(d.x, y+1, d.w, more, felt.Text)
	y += 2 + len(more)
	d.outcomes(y, columns)
	y += seats + min(spare/2, 1)
	d.Lines(d.x+max((d.w-textWide)/2, 3), y, told[:min(len(told), max(room, 0))], felt.Faint)
	if y = min(y+len(told)+1, h-1-foot); e.Next != "" {
		wide := min(max(d.Width(e.Next)+8, 32), d.w-4)
		x := d.x + (d.w-wide)/2
		if d.Look().Plain() {
			d.Mid(x, y, wide, "> "+e.Next, felt.Strong)
		} else {
			d.Fill(x, y, wide, 1, felt.Gold)
			d.Mid(x, y, wide, e.Next, felt.Chosen)
		}
	}
	return d.Grid
}

// foot draws the keys, in a narrow window in two rows if need be, and returns how many rows they take.
func (d *ending) foot(columns int) int {
	last := d.H - 1
	first := d.Keys(d.x, last, d.w, d.keys)
	if len(first) == len(d.keys) || columns > 1 {
		return 1
	}
	d.Fill(d.x, last, d.w, 1, felt.Wood)
	var more []felt.Key
	for i, k := range d.keys {
		if !slices.ContainsFunc(first, func(s felt.Spot) bool { return s.Item == i }) {
			more = append(more, k)
		}
	}
	d.Keys(d.x, last-1, d.w, d.keys)
	d.Keys(d.x, last, d.w, more)
	return 2
}

// outcomes are the seats with their goals, two rows each.
func (d *ending) outcomes(y, columns int) {
	wide := (d.w - 6) / columns
	for i := range d.e.Seats {
		o := &d.e.Seats[i]
		x, at := d.x+3+i%columns*(wide+1), y+i/columns*2
		end, verdict := x+wide-2, ""
		d.Emblem(x, at, o.ID, o.Letter, false)
		if i < d.e.Ticked {
			verdict = o.Verdict
		}
		d.line(x+5, at, end-d.Width(o.Verdict)-1, bit{o.Name, felt.Strong}, bit{role(&o.Seat), felt.Faint})
		d.Right(end, at, verdict, toned(o.Status).Bolder())
		room := end - x - 5
		if o.Status == scene.Lost { // how far it came is told in any case
			least := slices.MinFunc(o.Far, func(a, b string) int { return d.Width(a) - d.Width(b) })
			room -= d.Width(least) + 2
		}
		goal := d.Put(x+5, at+1, d.Cut(o.Goal, room), felt.Faint)
		d.Right(end, at+1, d.fits(end-goal-2, o.Far...), felt.Text)
	}
}

// picture is the land with the ring, or the trick that ended a lost round.
func (d *ending) picture(y, h int) {
	e := d.e
	switch {
	case h == 0:
		return
	case e.Won:
		d.Land(d.x, y, d.w, h, d.w/2, h+e.Risen, h/2+1, true)
		return
	}
	d.Fill(d.x, y, d.w, h, felt.Fall)
	d.Rule(d.x, y+h-1, d.w, felt.Rail)
	n := len(e.Trick)
	z, step := felt.Middle, 13
	switch {
	case h < 9:
		z = felt.Small
	case h > 14 && d.w >= 100:
		z, step = felt.Large, 16
	}
	if (n-1)*step+z.W > d.w-2 {
		step = (d.w - 2 - z.W) / max(n-1, 1)
	}
	d.step, d.card = step, z
	x, top := d.x+(d.w-(n-1)*step-z.W)/2, y+(h-z.H-2)/2+1
	for i := range e.Trick {
		d.play(x+i*step, top, &e.Trick[i], i == e.Broke)
	}
}

// Told draws lines in the middle of a window: what is said while one person passes the device to the
// next.
func Told(t *kit.Theme, title string, states, lines []string, keys []felt.Key, w, h int) *felt.Grid {
	g := felt.New(t.Look, w, h, felt.Wood)
	g.Headline(0, w, title, states...)
	g.Middle(0, max((h-len(lines))/2-1, 2), w, lines, felt.Text)
	g.Keys(0, h-1, w, keys)
	return g
}
