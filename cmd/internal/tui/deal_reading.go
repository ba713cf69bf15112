package tui

import (
	"strconv"
	"strings"

	"fellowship/characters"
	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/realtable"
	"fellowship/tricks"
)

// dealReading draws what the text of a round says so far: the lost cards and the seats, the hands, a row for each
// trick, the cards that are still missing, and what can be found out with all that.
type dealReading struct {
	stack  *kit.Stack
	parsed *realtable.Table
	grid   *felt.Grid
	// area is the part of the grid for the reading.
	area felt.HitArea
	// buttonArea is the place of the button that was drawn.
	buttonArea felt.HitArea
}

// readingRow draws a row of a reading at a line of the grid.
type readingRow func(y int)

// readingSection is a part of a reading.
type readingSection struct {
	// title is the headline, empty for none.
	title string
	// note stands at the right end of the headline.
	note string
	// keepsTitle reports whether the headline says more than the rows, so that it never gives way.
	keepsTitle bool
	rows       []readingRow
}

// readingLayout says what a reading shows beside its rows.
type readingLayout struct {
	hasRules  bool
	hasGaps   bool
	hasTitles bool
	hasHands  bool
	hasSeats  bool
}

// readingLayouts are the layouts from the most spacious one to the closest one. The first one that fits is used.
var readingLayouts = []readingLayout{
	{hasRules: true, hasGaps: true, hasTitles: true, hasHands: true, hasSeats: true},
	{hasGaps: true, hasTitles: true, hasHands: true, hasSeats: true},
	{hasTitles: true, hasHands: true, hasSeats: true},
	{hasGaps: true, hasTitles: true, hasSeats: true},
	{hasTitles: true, hasSeats: true},
	{hasSeats: true},
	{},
}

// Widths of the parts of a trick.
const (
	// trickNumber is the width of the number and the cell behind it.
	trickNumber = 3
	// slimCard is the width of a card with an edge on both sides.
	slimCard = 4
	// wideCard is the width of a card with paper around its code.
	wideCard = 6
	// leastForWideCards is the least width of a reading with wide cards.
	leastForWideCards = 46
)

// draw draws the reading. The first tricks give way where even the closest layout has too many rows.
func (d *dealReading) draw() {
	trickRows := d.trickRows()
	for _, layout := range readingLayouts {
		sections := d.sections(layout, trickRows)
		excess := layout.height(sections) - d.area.H
		isLast := layout == readingLayouts[len(readingLayouts)-1]
		switch {
		case excess > 0 && !isLast:
			continue
		case excess > 0 && len(trickRows) > 0:
			sections = d.sections(layout, d.lastRows(trickRows, min(excess, len(trickRows)-1)))
		}
		d.drawSections(layout, sections)
		return
	}
}

// lastRows returns rows without the first ones, with a mark that there are others above.
func (d *dealReading) lastRows(rows []readingRow, hidden int) []readingRow {
	first := rows[hidden]
	return append([]readingRow{func(y int) {
		first(y)
		markHidden(d.grid, d.area.X+d.area.W-1, y, 1, hidden, hidden+1)
	}}, rows[hidden+1:]...)
}

// sections returns the parts of the reading that are not empty.
func (d *dealReading) sections(layout readingLayout, trickRows []readingRow) (all []readingSection) {
	add := func(section readingSection) {
		if len(section.rows) > 0 {
			all = append(all, section)
		}
	}
	if layout.hasSeats {
		title := ""
		if c := d.parsed.Chapter; c != nil {
			title = c.Title.In(d.stack.Theme.Texts.Lang())
		}
		add(readingSection{title: title, rows: d.seatRows()})
	}
	if layout.hasHands || len(trickRows) == 0 {
		add(readingSection{title: d.stack.T("real.hands"), rows: d.handRows()})
	}
	title := d.stack.T("real.played")
	if d.parsed.IsPiled {
		title = d.stack.T("real.piles")
	}
	add(readingSection{title: title, note: d.progress(), rows: trickRows})
	add(readingSection{
		title:      d.stack.T("real.lacking"),
		note:       d.stack.N("real.cards", d.parsed.Missing.Len()),
		keepsTitle: true,
		rows:       d.missingRows(),
	})
	add(readingSection{rows: d.outcomeRows()})
	return all
}

// titleRows returns how many rows the headline of a section takes.
func (l readingLayout) titleRows(section *readingSection) int {
	switch {
	case section.title == "" || !l.hasTitles && !section.keepsTitle:
		return 0
	case l.hasRules:
		return 2
	}
	return 1
}

// height returns how many rows some sections take.
func (l readingLayout) height(sections []readingSection) (height int) {
	for i := range sections {
		height += l.titleRows(&sections[i]) + len(sections[i].rows)
		if i > 0 && l.hasGaps {
			height++
		}
	}
	return height
}

// drawSections draws sections one below the other.
func (d *dealReading) drawSections(layout readingLayout, sections []readingSection) {
	y := d.area.Y
	end := d.area.Y + d.area.H
	for i := range sections {
		section := &sections[i]
		if i > 0 && layout.hasGaps {
			y++
		}
		titleRows := layout.titleRows(section)
		if titleRows > 0 && y < end {
			d.grid.PutRight(d.area.X+d.area.W-1, y, section.note, felt.Faint)
			d.grid.Put(d.area.X+1, y, d.grid.Cut(section.title, d.area.W-3-d.grid.Width(section.note)), felt.Golden)
		}
		if titleRows > 1 && y+1 < end {
			d.grid.Put(d.area.X, y+1, strings.Repeat("─", d.area.W), felt.Pen{Fg: felt.Line})
		}
		y += titleRows
		for _, drawRow := range section.rows {
			if y < end {
				drawRow(y)
			}
			y++
		}
	}
}

// seatRows returns the rows with the lost cards and with the seats, side by side while there is room.
func (d *dealReading) seatRows() (rows []readingRow) {
	const gap = 2
	var items []func(x, y int) // the items of the row that is being filled
	x := 0
	flush := func() {
		row := items
		if len(row) == 0 {
			return
		}
		rows = append(rows, func(y int) {
			for _, draw := range row {
				draw(d.area.X+1, y)
			}
		})
		items = nil
		x = 0
	}
	add := func(w int, draw func(x, y int)) {
		if x > 0 && x+w > d.area.W-1 {
			flush()
		}
		column := x
		items = append(items, func(left, y int) { draw(left+column, y) })
		x += w + gap
	}
	if d.parsed.Layout.Lost > 0 || len(d.parsed.Lost) > 0 {
		label := d.stack.N("real.lost", max(d.parsed.Layout.Lost, len(d.parsed.Lost)))
		lost := max(len(d.parsed.Lost), 1)
		add(d.grid.Width(label)+lost*slimCard, func(x, y int) { d.drawLost(x, y, label) })
	}
	for seat := range d.parsed.Seats {
		name := d.seatName(tricks.Seat(seat))
		if threat := d.parsed.Seats[seat].Threat; threat > 0 {
			name += " " + strconv.Itoa(threat)
		}
		pen := felt.Text
		if tricks.Seat(seat) == d.parsed.Turn {
			pen = felt.Golden
		}
		add(d.tileWidth()+1+d.grid.Width(name), func(x, y int) {
			d.drawTile(x, y, tricks.Seat(seat))
			d.grid.Put(x+d.tileWidth()+1, y, name, pen)
		})
	}
	flush()
	return rows
}

// drawLost draws the lost cards behind a label, or an empty place if they are not written.
func (d *dealReading) drawLost(x, y int, label string) {
	x = d.grid.Put(x, y, label, felt.Faint) + 1
	for _, c := range d.parsed.Lost {
		x = d.grid.Chip(x, y, c, d.grid.Palette().Code(c), 0) + slimCard - 2
	}
	if len(d.parsed.Lost) == 0 {
		d.grid.Put(x, y, emptyPlace, felt.Faint)
	}
}

// emptyPlace stands for a card that is not written.
const emptyPlace = ".."

// seatName returns the name of the character at a seat, or the number of a seat without a character.
func (d *dealReading) seatName(seat tricks.Seat) string {
	if c := d.parsed.Character(seat); c != nil {
		return d.stack.Theme.Texts.ShortName(c)
	}
	return d.stack.T("serve.seat", int(seat)+1)
}

// drawTile draws the tile of a seat with its letters.
func (d *dealReading) drawTile(x, y int, seat tricks.Seat) {
	if seat < 0 || int(seat) >= len(d.parsed.Seats) {
		return
	}
	id := ""
	letters := strconv.Itoa(int(seat) + 1)
	if c := d.parsed.Character(seat); c != nil {
		id = c.ID
		letters = d.letters(c)
	}
	d.grid.WinnerTile(x, y, d.tileWidth(), id, letters, true)
}

func (d *dealReading) letters(c *characters.Character) string {
	return d.stack.Theme.Texts.CharacterLetters(c)
}

// tileWidth returns the width of the tile of every seat.
func (d *dealReading) tileWidth() int {
	const narrowest = 3
	width := narrowest
	for seat := range d.parsed.Seats {
		if c := d.parsed.Character(tricks.Seat(seat)); c != nil {
			width = max(width, d.grid.EmblemWidth(d.letters(c), false))
		}
	}
	return width
}

// handRows returns the rows with the hands that are known: a chip for each suit, and the number of cards.
func (d *dealReading) handRows() (rows []readingRow) {
	left := 1 + d.tileWidth() + 1
	for seat := range d.parsed.Seats {
		cards := d.parsed.Seats[seat].Cards.Cards()
		if len(cards) == 0 {
			continue
		}
		count := d.stack.N("real.cards", len(cards))
		room := d.area.W - left - d.grid.Width(count) - 2
		height := d.grid.ChipRows(cards, room)
		rows = append(rows, func(y int) {
			d.drawTile(d.area.X+1, y, tricks.Seat(seat))
			d.grid.Chips(d.area.X+left, y, room, height, cards)
			d.grid.PutRight(d.area.X+d.area.W-1, y, count, felt.Faint)
		})
		for range height - 1 {
			rows = append(rows, func(int) {}) // The chips are drawn with the first row.
		}
	}
	return rows
}

// progress returns how many tricks are whole, and how many a round of this chapter has.
func (d *dealReading) progress() string {
	whole := 0
	for i := range d.parsed.Tricks {
		if d.isWhole(&d.parsed.Tricks[i]) {
			whole++
		}
	}
	if d.parsed.Layout.Tricks == 0 {
		return ""
	}
	return d.stack.T("real.progress", whole, d.parsed.Layout.Tricks)
}

// isWhole reports whether every seat has a card in a trick.
func (d *dealReading) isWhole(t *realtable.Trick) bool { return len(t.Cards) >= d.parsed.SeatCount }

// trickRows returns a row for each trick, and one for the trick that comes next.
func (d *dealReading) trickRows() (rows []readingRow) {
	all := d.parsed.Tricks
	for i := range all {
		isFirst := i == 0 || all[i-1].Winner != all[i].Winner
		rows = append(rows, func(y int) { d.drawTrick(y, &all[i], isFirst) })
	}
	isBetween := len(all) > 0 && d.isWhole(&all[len(all)-1])
	if isBetween && d.parsed.Turn >= 0 && len(all) < d.parsed.Layout.Tricks {
		next := &realtable.Trick{Number: len(all) + 1, Leader: d.parsed.Turn, Best: -1, Winner: tricks.NoSeat}
		rows = append(rows, func(y int) { d.drawTrick(y, next, true) })
	}
	return rows
}

// drawTrick draws a trick: its number, the tile of the seat that leads it, its cards in order with edges around the
// one that wins, and the seat that wins it or plays next. A trick in a pile has the tile and the name of the pile's
// seat, if it is the first one in the pile.
func (d *dealReading) drawTrick(y int, t *realtable.Trick, isFirstInPile bool) {
	x := d.area.X
	numberPen := felt.Faint
	isDue := !d.parsed.IsPiled && d.parsed.Turn >= 0 && !d.isWhole(t)
	if isDue {
		numberPen = felt.Golden
	}
	if t.Number > 0 {
		d.grid.PutRight(x+trickNumber-1, y, strconv.Itoa(t.Number), numberPen)
	}
	x += trickNumber
	switch {
	case !d.parsed.IsPiled:
		d.drawTile(x, y, t.Leader)
	case isFirstInPile:
		x = d.area.X + 1 // Piles have no numbers.
		d.drawTile(x, y, t.Winner)
	default:
		x = d.area.X + 1
	}
	x = d.drawCards(x+d.tileWidth()+1, y, t) + 1
	room := d.area.X + d.area.W - x
	switch {
	case d.parsed.IsPiled && !isFirstInPile:
	case isDue:
		name := d.seatName(d.parsed.Turn)
		d.putLongest(x, y, room, felt.Golden, d.stack.T("real.next", name), name)
	case t.Winner < 0 && d.parsed.IsPiled:
		d.putLongest(x, y, room, felt.Faint, d.stack.T("real.nobody"))
	case t.Winner < 0:
	case d.parsed.IsPiled:
		d.putLongest(x, y, room, felt.Text, d.seatName(t.Winner))
	default:
		d.putLongest(x, y, room, felt.Faint, d.stack.T("real.wins", d.seatName(t.Winner)), d.seatName(t.Winner))
	}
}

// putLongest writes the first of some texts that fits into w cells. The last one is cut if it does not.
func (d *dealReading) putLongest(x, y, w int, pen felt.Pen, all ...string) {
	for _, text := range all[:len(all)-1] {
		if d.grid.Width(text) <= w {
			d.grid.Put(x, y, text, pen)
			return
		}
	}
	d.grid.Put(x, y, d.grid.Cut(all[len(all)-1], w), pen)
}

// drawCards draws the cards of a trick with an empty place for each card that it lacks, and returns the column after
// them.
func (d *dealReading) drawCards(x, y int, t *realtable.Trick) int {
	width := slimCard
	padding := 0
	if d.area.W >= leastForWideCards && !d.grid.Palette().NoColor() {
		width = wideCard
		padding = 1
	}
	for i := range max(len(t.Cards), d.parsed.SeatCount) {
		switch {
		case i >= len(t.Cards) || t.Cards[i] == tricks.NoCard:
			d.grid.Put(x+1+padding, y, emptyPlace, felt.Faint)
		default:
			d.grid.Chip(x+1, y, t.Cards[i], d.grid.Palette().Code(t.Cards[i]), padding)
		}
		if i == t.Best {
			edges := d.edges()
			d.grid.Put(x, y, edges[0], felt.Pen{Fg: felt.Gold})
			d.grid.Put(x+width-1, y, edges[1], felt.Pen{Fg: felt.Gold})
		}
		x += width
	}
	return x
}

// edges returns what stands on both sides of the card that wins a trick.
func (d *dealReading) edges() [2]string {
	if d.grid.Palette().NoColor() {
		return [2]string{"[", "]"}
	}
	return [2]string{"▐", "▌"}
}

// missingRows returns the rows with the cards that are still missing, suit by suit, with an empty place for each one
// that is typed.
func (d *dealReading) missingRows() (rows []readingRow) {
	if d.parsed.Missing == 0 {
		return nil
	}
	for _, line := range d.missingLines() {
		rows = append(rows, func(y int) { d.grid.Text(d.area.X+1, y, d.area.W-1, line, felt.Text) })
	}
	return rows
}

// missingLines returns the lines of [dealReading.missingRows]. The places stand closer if there were too many lines.
func (d *dealReading) missingLines() (lines []string) {
	const apart = "  "
	for _, gap := range []string{" ", ""} {
		lines = nil
		for suit := range tricks.Suits {
			suitLine := d.grid.SuitLine(tricks.Suit(suit), d.parsed.Missing, d.parsed.Layout.Deck, gap)
			last := len(lines) - 1
			switch {
			case suitLine == "":
			case last >= 0 && cells.Width(lines[last]+apart+suitLine) <= d.area.W-1:
				lines[last] += apart + suitLine
			default:
				lines = append(lines, suitLine)
			}
		}
		const mostLines = 3
		if len(lines) <= mostLines {
			break
		}
	}
	return lines
}

// outcomeRows returns the rows with what was worked out, and below it what can be found out. The button for that is lit
// when nothing is missing.
func (d *dealReading) outcomeRows() (rows []readingRow) {
	if len(d.parsed.Seats) == 0 {
		return nil
	}
	for _, note := range d.parsed.Notes {
		for _, line := range d.grid.Wrap(d.stack.Theme.Texts.Problem(note), d.area.W-2, d.area.H) {
			rows = append(rows, func(y int) { d.grid.Put(d.area.X+1, y, line, felt.Text) })
		}
	}
	rows = append(rows, d.drawButton)
	if d.parsed.Missing != 0 {
		lacking := d.stack.N("real.needs", d.parsed.Missing.Len())
		rows = append(rows, func(y int) {
			d.grid.Center(d.area.X, y, d.area.W, d.grid.Cut(lacking, d.area.W), felt.Faint)
		})
	}
	return rows
}

// drawButton draws the button that finds out where the round was lost, or how a deal can be won.
func (d *dealReading) drawButton(y int) {
	label := d.stack.T("real.find.lost")
	if len(d.parsed.Tricks) == 0 && d.parsed.Missing == 0 {
		label = d.stack.T("real.find.way")
	}
	const margin, widest = 1, 40
	width := min(d.area.W-2*margin, widest)
	x := d.area.X + (d.area.W-width)/2
	d.buttonArea = felt.HitArea{X: x, Y: y, W: width, H: 1}
	if len(d.parsed.Faults) == 0 {
		d.grid.GoldenLine(x, y, width, label+"  "+d.stack.T("lobby.key.ctrl")+"s")
		return
	}
	d.grid.Fill(x, y, width, 1, felt.Bar)
	d.grid.Center(x, y, width, d.grid.Cut(label, width), felt.Faint)
}
