package board

import (
	"slices"
	"strconv"
	"strings"

	"fellowship/characters"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// span is a part of a line.
type span struct {
	text string
	pen  felt.Pen
}

// drawSpans writes those of some bits that there is room for before a column, and returns the column where the
// next one would begin.
func (d *drawing) drawSpans(x, y, end int, bits ...span) int {
	for _, b := range bits {
		if b.text != "" && x+d.Width(b.text) <= end {
			x = d.Put(x, y, b.text, b.pen) + 1
		}
	}
	return x
}

// firstThatFits is the first of some texts that there is room for, empty for none.
func (d *drawing) firstThatFits(room int, tries ...string) string {
	i := slices.IndexFunc(tries, func(s string) bool { return d.Width(s) <= room })
	if i < 0 {
		return ""
	}
	return tries[i]
}

// joinThatFit are as many of some facts as fit whole into so many cells.
func (d *drawing) joinThatFit(facts []string, w int) (text string) {
	for _, f := range facts {
		if more := strings.TrimPrefix(text+", "+f, ", "); d.Width(more) <= w {
			text = more
		}
	}
	return text
}

// roleLabel is whose a seat is, so that it reads as no part of the character's name.
func roleLabel(s *scene.Seat) string {
	if s.Role == "" {
		return ""
	}
	return "(" + s.Role + ")"
}

// seatFacts are the facts of a seat; where it is narrow, whose it is stands among them.
func (d *drawing) seatFacts(s *scene.Seat) []string {
	if d.narrow {
		return texts.NotEmpty(append([]string{d.Cut(s.Role, d.plate.W-3)}, s.Facts...)...)
	}
	return s.Facts
}

// plateHeight is how many rows the seats need: two, the goal in words where it has a line of its
// own, and the open hands, all of whose cards are seen.
func (d *drawing) plateHeight() int {
	rows := 1
	d.goalRows = 0
	for i := range d.scene.Seats {
		s := &d.scene.Seats[i]
		_, n := d.openHandLayout(s)
		rows = max(rows, n)
		if !d.narrow {
			continue
		}
		rows = max(rows, pyramidRows(s))
		n = 1
		if s.WantedCard == tricks.NoCard {
			n = len(d.Wrap(s.Goal, d.plate.W-2, 3))
		}
		if d.goals {
			d.goalRows = max(d.goalRows, n, 1)
		}
	}
	return 2 + d.goalRows + rows
}

// openHandLayout says where the chips of an open hand begin, and how many rows they need: from the edge of
// the seat where that saves one.
func (d *drawing) openHandLayout(s *scene.Seat) (start, rows int) {
	start = d.textX
	if d.narrow {
		start = 1
	}
	rows = d.ChipRows(s.Open, d.plate.W-start-1)
	if n := d.ChipRows(s.Open, d.plate.W-2); n < rows {
		return 1, n
	}
	return start, rows
}

// factsBesideTricks are the facts of a seat that stand behind its tricks, empty if there is no room.
func (d *drawing) factsBesideTricks(s *scene.Seat) string {
	used := d.textX + s.Tricks + 1 + d.Width(d.TricksWon(s.Tricks)) + 2
	if s.StatusWord != "" {
		used += d.Width(s.StatusWord) + 1
	}
	if len(s.Open) > 0 || d.narrow {
		return ""
	}
	return d.firstThatFits(d.plate.W-1-used, strings.Join(s.Facts, ", "))
}

// seatPosition is where a seat lies: in a row, or around the trick left, far and right, or left and right.
func (d *drawing) seatPosition(i int) (x, y int) {
	n := len(d.scene.Seats)
	side := d.trickY + d.card.H/2 + 2
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

// drawSeat draws a seat: its emblem, its name, its goal as pips and in few words, and its tricks or its
// open hand.
func (d *drawing) drawSeat(x, y int, s *scene.Seat) {
	w, h := d.plate.W, d.plateRows()
	d.Edge(x, y-1, w, "▄")
	if d.big {
		d.Edge(x, y+h, w, "▀")
	}
	d.Fill(x, y, w, h, felt.Plate)
	name := felt.Strong
	if s.Turn {
		name = felt.Golden
		if d.Palette().NoColor() {
			d.Put(x, y, ">", felt.Strong)
		}
		for j := 0; j < h && !d.Palette().NoColor(); j++ {
			d.Put(x, y+j, "▌", felt.Pen{Fg: felt.Gold})
		}
	}
	textX := x + d.textX
	end := x + w - 1
	isOpen := len(s.Open) > 0
	switch {
	case d.big:
		d.Emblem(x+2, y, s.ID, s.Letter, true)
	case d.narrow && d.Width(s.Name) > end-textX+1: // the name comes first
		textX = x + 1
	default:
		d.Emblem(x+1, y, s.ID, s.Letter, false)
	}
	word := span{s.StatusWord, statusStyle(s.Status).Bolder()}
	rowX := x + 1
	row := y + 2 + d.goalRows
	if d.narrow {
		column := d.Put(textX, y, d.Cut(s.Name, end-textX+1), name) + 1
		d.PutRight(end, y, d.firstThatFits(end-column, s.Tag), felt.Golden)
		d.drawNarrowGoal(x, y+1, s)
	} else {
		column := d.Put(textX, y, d.Cut(s.Name, end-textX), name) + 1
		right := d.seatCounter(s, end-column)
		limit := end
		d.PutRight(end, y, right.text, right.pen)
		if right.text != "" {
			limit -= d.Width(right.text) + 1
		}
		if !isOpen {
			word.text = ""
		}
		column = d.drawSpans(column, y, limit, word, span{roleLabel(s), felt.Faint})
		if s.Leads {
			d.drawSpans(column, y, limit-2, span{d.T("tui.leads"), felt.Faint})
		}
		d.drawGoal(textX, y+1, end+1, s)
		rowX = textX
	}
	switch {
	case s.Rows != nil && d.narrow:
		d.drawPyramid(rowX, row, s)
	case isOpen:
		start, n := d.openHandLayout(s)
		d.Chips(x+start, row, w-start-1, n, s.Open)
	case d.narrow && s.Role != "" && !d.facts:
		won := d.TricksWon(s.Tricks)
		d.Put(rowX, row,
			d.firstThatFits(w-2, won+" "+roleLabel(s), strconv.Itoa(s.Tricks)+" "+roleLabel(s),
				d.Cut(roleLabel(s), w-2)), felt.Faint)
	default:
		column := rowX - 2
		limit := end
		if !d.narrow && s.StatusWord != "" {
			limit -= d.Width(s.StatusWord) + 1
			d.PutRight(end, row, s.StatusWord, statusStyle(s.Status).Bolder())
		}
		if s.Tricks > 0 || !d.scene.Setup {
			column = d.Put(rowX, row, d.tricksLabel(limit-rowX, s.Tricks), felt.Faint)
		}
		if facts := d.factsBesideTricks(s); facts != "" {
			d.Put(column+2, row, facts, felt.Faint)
			return
		}
	}
	if d.facts {
		d.Put(rowX, y+d.plate.H, d.joinThatFit(d.seatFacts(s), end-rowX), felt.Faint)
	}
}

// seatCounter is what stands at the end of a seat's first row in so much room: what it does, else how many tricks
// or cards it has. A name is worth more than the cards.
func (d *drawing) seatCounter(s *scene.Seat, room int) span {
	need := 1
	if n := d.Width(roleLabel(s)); n <= room {
		need += n
	}
	if s.Leads { // that stays before the cards
		need += d.Width(d.T("tui.leads")) + 3
	}
	switch {
	case s.Tag != "":
		return span{d.firstThatFits(room, s.Tag), felt.Golden}
	case len(s.Open) > 0:
		return span{
			d.firstThatFits(room-d.Width(s.StatusWord)-1, d.TricksWon(s.Tricks), strconv.Itoa(s.Tricks)),
			felt.Faint,
		}
	case s.Cards == 0 && d.scene.Setup:
		return span{}
	}
	return span{d.firstThatFits(room-need, d.N("tui.cards", s.Cards), strconv.Itoa(s.Cards)), felt.Faint}
}

// statusLabel is how a goal stands: a word, or the mark of it where there is less room.
func (d *drawing) statusLabel(word string, s scene.Status, room int) string {
	switch {
	case d.Width(word) <= room:
		return word
	case s == scene.Lost:
		return texts.Mark(characters.Failed)
	}
	return texts.Mark(characters.Met)
}

// drawNarrowGoal draws the goal of a narrow seat: the pips with how it stands, and the words below.
func (d *drawing) drawNarrowGoal(x, y int, s *scene.Seat) {
	tx := x + d.textX
	end := x + d.plate.W - 1
	tx = d.Pips(tx, y, s.Count.Reached, s.Count.Need, s.Count.Most, pipColor(s.Status))
	if s.StatusWord != "" {
		d.Put(tx, y, d.statusLabel(s.StatusWord, s.Status, end-tx), statusStyle(s.Status).Bolder())
	} else if len(s.Open) > 0 && tx+2 <= end {
		d.Put(tx, y, strings.Repeat("▌", min(s.Tricks, end-tx)), felt.Faint)
	}
	switch {
	case !d.goals:
	case s.WantedCard != tricks.NoCard:
		column := d.Chip(x+1, y+1, s.WantedCard, d.Code(s.WantedCard), 0) + 1
		d.Put(column, y+1, d.Cut(d.T("scene.winit"), end-column), statusStyle(s.Status))
	default:
		d.Paragraph(x+1, y+1, d.plate.W-2, d.goalRows, s.Goal, statusStyle(s.Status))
	}
}

// statusStyle is the pen of a status.
func statusStyle(st scene.Status) felt.Pen {
	return felt.Pen{Fg: [...]felt.Tone{scene.Open: felt.Ink, scene.Met: felt.Good, scene.Lost: felt.Bad}[st]}
}

// pipColor is the tone of the pips of a goal.
func pipColor(st scene.Status) felt.Tone {
	return [...]felt.Tone{scene.Open: felt.GoldInk, scene.Met: felt.Good, scene.Lost: felt.Bad}[st]
}

// drawGoal is a goal in a line: its pips, the card that it wants, and few words.
func (d *drawing) drawGoal(x, y, end int, s *scene.Seat) int {
	p := statusStyle(s.Status)
	if x+2*max(s.Count.Need, s.Count.Most)+d.Width(s.Goal) <= end { // else the words say the number
		x = d.Pips(x, y, s.Count.Reached, s.Count.Need, s.Count.Most, pipColor(s.Status))
	}
	words := s.Goal
	if s.WantedCard != tricks.NoCard {
		pad := 0
		if end-x > d.goalWidth(s)+2 {
			pad = 1
		}
		x = d.Chip(x, y, s.WantedCard, d.Code(s.WantedCard), pad) + 1
		words = d.T("scene.winit")
	}
	switch {
	case s.Flash:
		p = felt.Chosen
	case s.Fresh:
		p.Bold = true
	}
	return d.Put(x, y, d.Cut(words, end-x), p)
}

// tricksLabel is how many tricks a seat has, in bars and words in so much room: the bars give way, then the words
// behind the number.
func (d *drawing) tricksLabel(room, n int) string {
	bars := strings.Repeat("▌", n) + " "
	if n == 0 || d.Palette().NoColor() {
		bars = ""
	}
	words := d.TricksWon(n)
	number := strconv.Itoa(n)
	return d.firstThatFits(room, bars+words, words, bars+number, number)
}

// ownSeatWidth is how wide the own seat is in one line.
func (d *drawing) ownSeatWidth() int {
	m := &d.scene.Me
	n := d.ownX + d.Width(m.Name) + 3 + d.goalWidth(m) + 5
	if m.Role != "" {
		n += d.Width(m.Role) + 1
	}
	if m.StatusWord != "" {
		n += d.Width(m.StatusWord) + 2
	}
	if !d.scene.Setup || m.Tricks > 0 {
		n += d.Width(d.TricksWon(m.Tricks))
	}
	return n
}

// goalWidth is how wide the words of a goal are, without its pips, which give way.
func (d *drawing) goalWidth(s *scene.Seat) int {
	if s.WantedCard != tricks.NoCard {
		return d.Width(d.Code(s.WantedCard)) + 1 + d.Width(d.T("scene.winit"))
	}
	return d.Width(s.Goal)
}

// drawOwnSeat is the person's own place: emblem, goal and tricks, and the prompt below.
func (d *drawing) drawOwnSeat() {
	seat := &d.scene.Me
	rail := felt.Rail
	pen := felt.Faint
	if d.scene.IsAsked {
		rail, pen = felt.Gold, felt.Golden
	}
	d.Rule(d.x, d.railY, d.w, rail)
	x, y, edge := d.x+d.ownX, d.ownY, d.x+d.w-2
	d.Emblem(d.x+2, y, seat.ID, seat.Letter, d.big)
	column := d.Put(x, y, seat.Name, felt.Strong) + 1
	end := edge
	wordWidth := 0
	if seat.StatusWord != "" {
		wordWidth = d.Width(seat.StatusWord) + 2
	}
	room := edge - column - d.Width(seat.Role) - 5 - wordWidth
	if d.ownRows < 2 {
		room -= d.goalWidth(seat)
	}
	if !d.scene.Setup || seat.Tricks > 0 {
		won := d.tricksLabel(room, seat.Tricks)
		d.PutRight(edge, y, won, felt.Faint)
		end -= d.Width(won)
	}
	d.PutRight(end-2, y, seat.StatusWord, statusStyle(seat.Status).Bolder())
	end -= 2 + wordWidth
	column = d.drawSpans(column, y, end, span{seat.Role, felt.Faint})
	if d.ownRows > 1 { // the goal has a line of its own
		y++
		column = x - 2
		end = edge
	}
	column = d.drawGoal(column+2, y, end, seat) + 3
	facts := strings.Join(seat.Facts, ", ")
	goalRowFacts := d.firstThatFits(end-column, facts)
	d.Put(column, y, goalRowFacts, felt.Faint)
	lines := d.Wrap(d.scene.Prompt, d.w-d.ownX-2, d.promptRows)
	for i, l := range lines {
		column = d.Put(x, y+1+i, l, pen) + 3
	}
	if goalRowFacts == "" && len(lines) < 2 {
		d.PutRight(edge, y+1, d.firstThatFits(edge-column, facts), felt.Faint)
	}
}
