package board

import (
	"strconv"
	"strings"

	"fellowship/characters"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// textX is where the texts of a seat begin, behind its emblem.
func (p *plan) textX() int {
	if p.big {
		return 9
	}
	return 5
}

// openWidth is how wide the chips of an open hand may be.
func (p *plan) openWidth() (from, wide int) {
	if p.narrow {
		return 1, p.plate.W - 2
	}
	return p.textX(), p.plate.W - p.textX() - 1
}

// plateHeight is how many rows the seats need: two, the goal in words where it has a line of its
// own, and the open hands, all of whose cards are seen.
func (d *drawing) plateHeight() int {
	head := 2
	if d.narrow {
		if d.goalRows = 0; d.goals {
			d.goalRows = 1
			for i := range d.s.Seats {
				if s := &d.s.Seats[i]; s.Wants == tricks.NoCard {
					d.goalRows = max(d.goalRows, len(d.Wrap(s.Goal, d.plate.W-2, 3)))
				}
			}
		}
		head += d.goalRows
	}
	rows := 1
	for i := range d.s.Seats {
		s := &d.s.Seats[i]
		if len(s.Open) > 0 {
			_, n := d.openAt(s)
			rows = max(rows, n)
		}
		if s.Rows != nil && d.narrow {
			rows = max(rows, len(s.Rows)+len(s.Extra)/5+1)
			if len(s.Extra) == 0 {
				rows = max(len(s.Rows), 1)
			}
		}
	}
	return head + rows
}

// openAt says where the chips of an open hand begin, and how many rows they need: from the edge of
// the seat where that saves one.
func (d *drawing) openAt(s *scene.Seat) (from, rows int) {
	from, wide := d.openWidth()
	rows = d.ChipRows(s.Open, wide)
	if !d.narrow && rows > 1 {
		if n := d.ChipRows(s.Open, d.plate.W-2); n < rows {
			return 1, n
		}
	}
	return from, rows
}

// factRows reports whether the facts of a seat have to stand in a row of their own.
func (d *drawing) factRows() bool {
	for i := range d.s.Seats {
		if s := &d.s.Seats[i]; len(s.Facts) > 0 && d.factsBeside(s) == "" {
			return true
		}
	}
	return false
}

// factsBeside are the facts of a seat that stand behind its tricks, empty if there is no room.
func (d *drawing) factsBeside(s *scene.Seat) string {
	text := strings.Join(s.Facts, ", ")
	used := s.Tricks + 1 + d.Width(d.tricksText(s.Tricks)) + 2
	if s.Word != "" {
		used += d.Width(s.Word) + 1
	}
	if len(s.Open) > 0 || d.narrow || d.textX()+used+d.Width(text) > d.plate.W-1 {
		return ""
	}
	return text
}

// seats draws the other seats.
func (d *drawing) seats() {
	for i := range d.s.Seats {
		x, y := d.seatAt(i)
		d.seat(x, y, &d.s.Seats[i])
	}
}

// seatAt is where a seat lies: in a row, or around the trick left, far and right, or left and right.
func (d *drawing) seatAt(i int) (x, y int) {
	n, side := len(d.s.Seats), d.trickY+d.card.H/2+2
	switch {
	case !d.cross:
		return d.x + (d.w-n*d.plate.W-(n-1)*d.gap)/2 + i*(d.plate.W+d.gap), d.plateY
	case i == 0:
		return d.x + 3, side
	case i == n-1:
		return d.x + d.w - d.plate.W - 3, side
	}
	return d.x + (d.w-d.plate.W)/2, d.plateY
}

// seat draws a seat: its emblem, its name, its goal as pips and in few words, and its tricks or its
// open hand.
func (d *drawing) seat(x, y int, s *scene.Seat) {
	w, h := d.plate.W, d.plateRows()
	d.Edge(x, y-1, w, true, felt.Plate)
	if d.big {
		d.Edge(x, y+h, w, false, felt.Plate)
	}
	d.Fill(x, y, w, h, felt.Plate)
	name := felt.Strong
	if s.Turn {
		name = felt.Golden
		for j := range h {
			switch {
			case !d.Look().Plain():
				d.Put(x, y+j, "▌", felt.Pen{Fg: felt.Gold})
			case j == 0:
				d.Put(x, y, ">", felt.Strong)
			}
		}
	}
	tx, end := x+d.textX(), x+w-1
	switch {
	case d.big:
		d.emblem(x+2, y, s)
	case d.narrow && d.Width(s.Name) > end-tx+1: // the name comes first
		tx = x + 1
	default:
		d.emblem(x+1, y, s)
	}
	room := end - tx
	if d.narrow {
		room++
	}
	at := d.Put(tx, y, d.Cut(s.Name, room), name) + 1
	if d.narrow {
		d.narrowSeat(x, y, end, at, s)
		return
	}
	right, tag := d.N("tui.cards", s.Cards), felt.Faint
	if len(s.Open) > 0 {
		right = d.tricksText(s.Tricks)
	}
	if s.Tag != "" {
		right, tag = s.Tag, felt.Golden
	}
	if s.Cards == 0 && d.s.Setup {
		right = ""
	}
	if s.Tag == "" && len(s.Open) == 0 { // a name is worth more than a number
		need := at + 1
		if n := d.Width(s.Role); need+n <= end {
			need += n
		}
		for _, few := range []string{strconv.Itoa(s.Cards), ""} {
			if end-d.Width(right) < need && right != "" {
				right = few
			}
		}
	}
	if end-d.Width(right) >= at {
		d.Right(end, y, right, tag)
		end -= d.Width(right) + 1
	}
	if s.Word != "" && len(s.Open) > 0 && at+d.Width(s.Word) <= end {
		at = d.Put(at, y, s.Word, toned(s.Status).Bolder()) + 1
	}
	if s.Role != "" && at+d.Width(s.Role) <= end {
		at = d.Put(at, y, s.Role, felt.Faint) + 1
	}
	if s.Leads && at+2+d.Width(d.T("tui.leads")) <= end {
		d.Put(at, y, d.T("tui.leads"), felt.Faint)
	}
	end = x + w - 1
	d.goal(tx, y+1, end+1, s)
	row := y + 2
	if len(s.Open) > 0 {
		from, n := d.openAt(s)
		d.Chips(x+from, row, w-from-1, n, s.Open)
	} else {
		at := tx - 2
		if s.Tricks > 0 || !d.s.Setup {
			at = d.tricks(tx, row, s.Tricks)
		}
		if s.Word != "" {
			d.Right(end, row, s.Word, toned(s.Status).Bolder())
		}
		if beside := d.factsBeside(s); beside != "" {
			d.Put(at+2, row, beside, felt.Faint)
			return
		}
	}
	if d.facts {
		d.Put(tx, y+d.plate.H, d.fitting(s.Facts, end-tx), felt.Faint)
	}
}

// stands is how a goal stands: a word, or the mark of it where there is less room.
func (d *drawing) stands(word string, s scene.Status, room int) string {
	switch {
	case d.Width(word) <= room:
		return word
	case s == scene.Lost:
		return texts.Mark(characters.Failed)
	}
	return texts.Mark(characters.Met)
}

// narrowSeat draws the rest of a seat of a narrow window.
func (d *drawing) narrowSeat(x, y, end, at int, s *scene.Seat) {
	if s.Tag != "" && at+d.Width(s.Tag) <= end {
		d.Right(end, y, s.Tag, felt.Golden)
	}
	tx := x + d.textX()
	if s.Count.Need > 0 || s.Count.Most > 0 {
		tx = d.Pips(tx, y+1, s.Count.Have, s.Count.Need, s.Count.Most, pips(s.Status))
	}
	if s.Word != "" {
		d.Put(tx, y+1, d.stands(s.Word, s.Status, end-tx), toned(s.Status).Bolder())
	} else if s.Word == "" && len(s.Open) > 0 && tx+2 <= end {
		d.Put(tx, y+1, strings.Repeat("▌", min(s.Tricks, end-tx)), felt.Faint)
	}
	row := y + 2
	if d.goals {
		gx := x + 1
		if s.Wants != tricks.NoCard {
			gx = d.Chip(gx, row, s.Wants, d.Code(s.Wants), 0) + 1
			d.Put(gx, row, d.Cut(d.T("scene.winit"), x+d.plate.W-1-gx), toned(s.Status))
		} else {
			d.Paragraph(gx, row, d.plate.W-2, d.goalRows, s.Goal, toned(s.Status))
		}
		row += d.goalRows
	}
	switch {
	case s.Rows != nil:
		d.pyramid(x+1, row, s)
	case len(s.Open) > 0:
		_, n := d.openAt(s)
		d.Chips(x+1, row, d.plate.W-2, n, s.Open)
	case s.Tricks > 0 || !d.s.Setup:
		d.tricks(x+1, row, s.Tricks)
	}
	if d.facts {
		d.Put(x+1, y+d.plate.H, d.fitting(s.Facts, d.plate.W-2), felt.Faint)
	}
}

// fitting are as many of some facts as fit whole into so many cells.
func (d *drawing) fitting(facts []string, w int) (text string) {
	for _, f := range facts {
		if more := strings.TrimPrefix(text+", "+f, ", "); d.Width(more) <= w {
			text = more
		}
	}
	return text
}

// emblem is that of a seat's character, or the number of the seat before there is one.
func (d *drawing) emblem(x, y int, s *scene.Seat) {
	name := s.Name
	if s.ID == "" {
		name = d.Texts.Number(s.At)
	}
	d.Emblem(x, y, s.ID, name, d.big)
}

// toned is the pen of a status.
func toned(st scene.Status) felt.Pen {
	return felt.Pen{Fg: [...]felt.Tone{scene.Open: felt.Ink, scene.Met: felt.Good, scene.Lost: felt.Bad}[st]}
}

// pips is the tone of the pips of a goal.
func pips(st scene.Status) felt.Tone {
	return [...]felt.Tone{scene.Open: felt.GoldInk, scene.Met: felt.Good, scene.Lost: felt.Bad}[st]
}

// goal is a goal in a line: its pips, the card that it wants, and few words.
func (d *drawing) goal(x, y, end int, s *scene.Seat) int {
	p := toned(s.Status)
	n := max(s.Count.Need, s.Count.Most)
	if n > 0 && x+2*n+d.Width(s.Goal) <= end { // else the words say the number
		x = d.Pips(x, y, s.Count.Have, s.Count.Need, s.Count.Most, pips(s.Status))
	}
	words := s.Goal
	if s.Wants != tricks.NoCard {
		pad := 0
		if end-x > 22 {
			pad = 1
		}
		x, words = d.Chip(x, y, s.Wants, d.Code(s.Wants), pad)+1, d.T("scene.winit")
	}
	switch {
	case s.Flash:
		p = felt.Chosen
	case s.Fresh:
		p.Bold = true
	}
	return d.Put(x, y, d.Cut(words, end-x), p)
}

func (d *drawing) tricksText(n int) string {
	if n == 0 {
		return d.T("scene.tricks.none")
	}
	return d.N("scene.tricks", n)
}

// tricks are bars and words.
func (d *drawing) tricks(x, y, n int) int {
	if n > 0 && !d.Look().Plain() {
		x = d.Put(x, y, strings.Repeat("▌", n), felt.Faint) + 1
	}
	return d.Put(x, y, d.tricksText(n), felt.Faint)
}

// ownWidth is how wide the own seat is in one line.
func (d *drawing) ownWidth() int {
	m := &d.s.Me
	n := d.ownX() + d.Width(m.Name) + 3 + d.Width(m.Goal) + 2 + d.Width(d.tricksText(m.Tricks)) + 2
	if m.Role != "" {
		n += d.Width(m.Role) + 1
	}
	if m.Word != "" {
		n += d.Width(m.Word) + 2
	}
	return n
}

// own is the person's own place: emblem, goal and tricks, and the prompt below.
func (d *drawing) own() {
	m := &d.s.Me
	rail := felt.Rail
	if d.s.Mine {
		rail = felt.Gold
	}
	d.Rule(d.x, d.rail, d.w, rail)
	x, y, end := d.x+d.ownX(), d.ownY, d.x+d.w-2
	d.emblem(d.x+2, y, m)
	at := d.Put(x, y, m.Name, felt.Strong)
	if m.Role != "" {
		at = d.Put(at+1, y, m.Role, felt.Faint)
	}
	won := d.tricksText(m.Tricks)
	if d.s.Setup && m.Tricks == 0 {
		won = ""
	}
	used := d.Width(won)
	if d.Look().Plain() || m.Tricks == 0 {
		d.Right(end, y, won, felt.Faint)
	} else if used += m.Tricks + 1; true {
		d.tricks(end-used, y, m.Tricks)
	}
	end -= used + 2
	if m.Word != "" {
		d.Right(end, y, m.Word, toned(m.Status).Bolder())
		end -= d.Width(m.Word) + 2
	}
	if d.owns > 1 { // in a line of its own
		at = d.goal(x, y+1, d.x+d.w-2, m)
		y++
	} else {
		at = d.goal(at+3, y, end, m)
	}
	facts := strings.Join(m.Facts, ", ")
	if d.owns > 1 {
		end = d.x + d.w - 2
	}
	if facts != "" && at+3+d.Width(facts) <= end {
		d.Put(at+3, y, facts, felt.Faint)
		facts = ""
	}
	pen := felt.Faint
	if d.s.Mine {
		pen = felt.Golden
	}
	lines := d.Wrap(d.s.Prompt, d.w-d.ownX()-2, d.prompts)
	for i, l := range lines {
		at = d.Put(x, y+1+i, l, pen)
	}
	if n := d.Width(facts); facts != "" && len(lines) < 2 && at+3+n <= d.x+d.w-2 {
		d.Right(d.x+d.w-2, y+1, facts, felt.Faint)
	}
}
