package board

import (
	"strconv"
	"strings"

	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/scene"
	"fellowship/tricks"
)

// seats draws the other players' seats.
type seats table

// height returns how many rows the tallest seat needs: a headline, the pips, the goal in
// words if it has rows of its own, and the open hand or the last row. It also sets plan.goalRows.
func (d seats) height() int {
	d.plan.goalRows = 0
	rows := 3
	for i := range d.scene.Seats {
		s := &d.scene.Seats[i]
		if d.plan.narrow && d.plan.goals && !goals(d).fitsBesidePips(s) {
			d.plan.goalRows = max(d.plan.goalRows, goals(d).textRows(s), 1)
		}
	}
	for i := range d.scene.Seats {
		s := &d.scene.Seats[i]
		_, handRows := d.openHand(s)
		if d.plan.narrow {
			handRows = max(handRows, d.lastRowHeight(s))
		}
		rows = max(rows, 2+d.goalRows(s)+max(handRows, pyramidRowsAtSeat(d, s)))
	}
	return rows
}

// pyramidRowsAtSeat returns how many rows a pyramid takes at its seat.
func pyramidRowsAtSeat(d seats, s *scene.Seat) int {
	if !d.plan.narrow {
		return 1
	}
	return len(s.Rows)
}

// goalRows returns how many rows of its own the goal of a seat has.
func (d seats) goalRows(s *scene.Seat) int {
	if goals(d).fitsBesidePips(s) {
		return 0
	}
	return d.plan.goalRows
}

// lastRowHeight returns how many rows the status, the role and the like take below the goal of a narrow seat. While
// characters are chosen nothing stands there but facts.
func (d seats) lastRowHeight(s *scene.Seat) int {
	if d.scene.List && len(s.Facts) == 0 {
		return 0
	}
	return 1
}

// openHand returns the column of a seat at which its open hand begins, and how many rows
// the hand takes. The hand begins at the seat's left edge if that saves a row.
func (d seats) openHand(s *scene.Seat) (column, rows int) {
	column = d.plan.textX
	if d.plan.narrow {
		column = 1
	}
	rows = d.grid.ChipRows(s.Open, d.plan.plate.W-column-1)
	rowsFromEdge := d.grid.ChipRows(s.Open, d.plan.plate.W-2)
	if rowsFromEdge < rows {
		return 1, rowsFromEdge
	}
	return column, rows
}

// factsBesideTricks returns the facts to be drawn to the right of a seat's tricks, or "" if they
// do not fit there.
func (d seats) factsBesideTricks(s *scene.Seat) string {
	if len(s.Open) > 0 {
		return ""
	}
	used := d.plan.textX + s.Tricks + 1 + d.grid.Width(d.texts.TricksWon(s.Tricks)) + 2
	if s.StatusWord != "" {
		used += d.grid.Width(s.StatusWord) + 1
	}
	return firstThatFits(d.grid, d.plan.plate.W-1-used, strings.Join(s.Facts, ", "))
}

// position returns the upper left corner of the seat with an index. The seats form a row, or
// on a wide board lie around the trick: left, opposite and right.
func (d seats) position(i int) (x, y int) {
	count := len(d.scene.Seats)
	besideTrick := d.plan.trickY + d.plan.card.H/2 + 2
	switch {
	case d.plan.tall && i == 0:
		return d.x + 4, d.plan.plateY
	case d.plan.tall:
		return d.x + d.w - d.plan.plate.W - 4, d.plan.plateY
	case !d.plan.cross:
		rowWidth := count*d.plan.plate.W + (count-1)*d.plan.gap
		return d.x + (d.plan.feltW-rowWidth)/2 + i*(d.plan.plate.W+d.plan.gap), d.plan.plateY
	case i == 0:
		return d.x + 3, besideTrick
	case i == count-1:
		return d.x + d.w - d.plan.plate.W - 3, besideTrick
	}
	return d.x + (d.w-d.plan.plate.W)/2, d.plan.plateY
}

// draw draws another player's seat: emblem and name, the goal as pips and in words, and the
// tricks or the open hand.
func (d seats) draw(x, y int, s *scene.Seat) {
	d.drawPlate(x, y, s)
	nameX := d.drawEmblem(x, y, s)
	switch {
	case d.plan.narrow:
		d.drawNarrow(x, nameX, y, s)
		return
	case d.plan.tall:
		d.drawBelowGoal(x, y+d.plan.plate.H, s)
	}
	textX := x + d.plan.textX
	d.drawHeadline(x, nameX, y, s)
	goals(d).draw(textX, y+1, x+d.plan.plate.W, s)
	factsDrawn := d.drawHandOrTricks(x, textX, y+2, s)
	if d.plan.facts && !factsDrawn && !d.plan.tall {
		width := x + d.plan.plate.W - 1 - textX
		d.grid.Put(textX, y+d.plan.plate.H, joinThatFit(d.grid, s.Facts, width), felt.Faint)
	}
}

// drawNarrow draws the texts of a narrow seat: the name, the pips and the tricks, the goal in words, and in the last
// row its open hand, or else its status, its role and what else there is room for.
func (d seats) drawNarrow(x, nameX, y int, s *scene.Seat) {
	right := x + d.plan.plate.W - 1
	d.drawNarrowHeadline(x, nameX, y, s)
	goals(d).drawNarrow(x, y+1, s)
	below := y + 2 + d.goalRows(s)
	last := y + d.plan.plate.H - 1
	facts := joinThatFit(d.grid, s.Facts, d.plan.plate.W-2)
	switch {
	case s.Rows != nil:
		pyramids(d).drawNarrow(x+1, below, right, s)
		if len(s.Extra) == 0 {
			d.grid.PutRight(right, below, d.bars(s.Tricks, 6), felt.Faint)
		}
	case len(s.Open) > 0:
		column, rows := d.openHand(s)
		d.grid.Chips(x+column, below, d.plan.plate.W-column-1, rows, s.Open)
	case d.scene.List && facts == "":
		role := textRow{grid: d.grid, y: y + 1, left: x + d.plan.textX, right: right}
		role.addLeft(span{d.grid.Cut(s.Role, role.right-role.left), felt.Faint})
	default:
		row := textRow{grid: d.grid, y: last, left: x + 1, right: right}
		row.addLeft(span{s.StatusWord, wordStyle(s.Status)})
		row.addLeft(span{d.grid.Cut(s.Role, row.right-row.left), felt.Faint})
		if d.plan.facts {
			facts = ""
		}
		row.addLeft(span{facts, felt.Faint})
		if row.left == x+1 {
			row.addLeft(span{d.texts.N("hand.cards", s.Cards), felt.Faint})
		}
	}
	if d.plan.facts {
		d.grid.Put(x+1, y+d.plan.plate.H, joinThatFit(d.grid, s.Facts, d.plan.plate.W-2), felt.Faint)
	}
}

// tallRows returns the height of a tall plate.
func (d seats) tallRows(s *scene.Seat) int {
	if s.Rows == nil {
		return d.plan.plateRows()
	}
	return d.plan.plateRows() + bigPyramidRows(s)
}

// drawBelowGoal draws what a tall plate has below the goal: the cards that the seat took, its facts, and a pyramid.
func (d seats) drawBelowGoal(x, y int, s *scene.Seat) {
	y++
	right := x + d.plan.plate.W - 1
	if took := d.took(s); len(took) > 0 {
		column := d.grid.Put(x+2, y, d.texts.T("scene.took")+" ", felt.Faint)
		d.grid.Chips(column, y, right-column, d.plan.tookRows, took)
	}
	y += d.plan.tookRows
	if d.factsBesideTricks(s) == "" {
		d.grid.Put(x+2, y, joinThatFit(d.grid, s.Facts, right-x-2), felt.Faint)
	}
	if s.Rows != nil {
		pyramids(d).drawBig(x+(d.plan.plate.W-bigPyramidStep*pyramidWidth(s)+1)/2, y+1, s)
	}
}

// took returns the cards of the tricks that a seat has won, by suit.
func (d seats) took(s *scene.Seat) []tricks.Card {
	var all tricks.Set
	for i := range d.scene.Ended {
		if ended := &d.scene.Ended[i]; ended.ID == s.ID {
			for _, c := range ended.Cards {
				if c.Valid() {
					all |= c.Bit()
				}
			}
		}
	}
	return all.Cards()
}

// drawPlate draws the background of a seat, with a mark at its left edge if it is to play.
func (d seats) drawPlate(x, y int, s *scene.Seat) {
	width := d.plan.plate.W
	height := d.plan.plateRows()
	if d.plan.tall {
		height = d.tallRows(s)
	}
	if y > 1 { // Above is the bar otherwise.
		d.grid.Edge(x, y-1, width, "▄")
	}
	if d.plan.big {
		d.grid.Edge(x, y+height, width, "▀")
	}
	d.grid.Fill(x, y, width, height, felt.Plate)
	switch {
	case !s.Turn:
	case d.grid.Palette().NoColor():
		d.grid.Put(x, y, ">", felt.Strong)
	default:
		for i := range height {
			d.grid.Put(x, y+i, "▌", felt.Pen{Fg: felt.Gold})
		}
	}
}

// drawEmblem draws the emblem of a seat and returns the column at which its name begins. A long name begins right
// behind the emblem. Without colours the emblem of a narrow seat gives way to it into the next row.
func (d seats) drawEmblem(x, y int, s *scene.Seat) (nameX int) {
	emblemX := x + 1
	if d.plan.big {
		emblemX = x + 2
	}
	latest := x + d.plan.plate.W - d.grid.Width(s.Name)
	if next := emblemX + d.grid.EmblemWidth(s.Letters, d.plan.big); d.plan.narrow && next > latest {
		if d.grid.Palette().NoColor() {
			d.grid.Emblem(emblemX, y+1, s.ID, s.Letters, false)
			return emblemX
		}
		emblemX = x
	}
	d.grid.Emblem(emblemX, y, s.ID, s.Letters, d.plan.big)
	next := emblemX + d.grid.EmblemWidth(s.Letters, d.plan.big)
	if !d.plan.narrow {
		next++
	}
	return max(next, min(x+d.plan.textX, latest))
}

// nameStyle returns the style of a seat's name, which shows whose turn it is.
func nameStyle(s *scene.Seat) felt.Pen {
	if s.Turn {
		return felt.Golden
	}
	return felt.Strong
}

// drawHeadline draws the first row of a seat: the name, its status and role, and a counter at the
// right end.
func (d seats) drawHeadline(x, textX, y int, s *scene.Seat) {
	row := textRow{grid: d.grid, y: y, left: textX, right: x + d.plan.plate.W - 1}
	name := d.grid.Cut(s.Name, row.right-row.left)
	row.left = d.grid.Put(row.left, y, name, nameStyle(s)) + 1
	row.addRight(d.counter(s, row.right-row.left), 1)
	if len(s.Open) > 0 { // Without an open hand the status is drawn beside the tricks.
		row.addLeft(span{s.StatusWord, wordStyle(s.Status)})
	}
	row.addLeft(span{roleLabel(s), felt.Faint})
	if s.Leads {
		row.right -= 2
		row.addLeft(span{d.texts.T("seat.leads"), felt.Faint})
	}
}

// drawNarrowHeadline draws the first row of a narrow seat: the name and a tag. At a pyramid it also has the status.
func (d seats) drawNarrowHeadline(x, textX, y int, s *scene.Seat) {
	row := textRow{grid: d.grid, y: y, left: textX, right: x + d.plan.plate.W - 1}
	name := d.grid.Cut(s.Name, row.right-row.left+1)
	row.left = d.grid.Put(row.left, y, name, nameStyle(s)) + 1
	if s.Rows != nil && s.StatusWord != "" {
		label := statusLabel(d.grid, s.StatusWord, s.Status, row.right-row.left)
		row.addRight(span{firstThatFits(d.grid, row.right-row.left, label), wordStyle(s.Status)}, 1)
	}
	tag := firstThatFits(d.grid, row.right-row.left, s.Tag)
	row.addRight(span{tag, felt.Golden}, 1)
}

// drawHandOrTricks draws the last row of a seat, from handX on: its open hand or else its tricks.
// It reports whether it has drawn the facts as well.
func (d seats) drawHandOrTricks(x, handX, y int, s *scene.Seat) (factsDrawn bool) {
	if len(s.Open) == 0 {
		return d.drawTricks(x, handX, y, s)
	}
	column, rows := d.openHand(s)
	d.grid.Chips(x+column, y, d.plan.plate.W-column-1, rows, s.Open)
	return false
}

// drawTricks draws how many tricks a seat has won, its status at the right end, and the facts
// between them if they fit. It reports whether it has drawn the facts.
func (d seats) drawTricks(x, textX, y int, s *scene.Seat) (factsDrawn bool) {
	row := textRow{grid: d.grid, y: y, left: textX - 2, right: x + d.plan.plate.W - 1}
	row.addRight(span{s.StatusWord, wordStyle(s.Status)}, 1)
	if s.Tricks > 0 || !d.scene.Setup {
		row.left = d.grid.Put(textX, y, d.tricksLabel(row.right-textX, s.Tricks), felt.Faint)
	}
	facts := d.factsBesideTricks(s)
	if facts == "" {
		return false
	}
	d.grid.Put(row.left+2, y, facts, felt.Faint)
	return true
}

// counter returns what stands at the right end of a seat's headline, at most width columns
// wide: its tag, or how many tricks or cards it has. The number of cards gives way to the role.
func (d seats) counter(s *scene.Seat, width int) span {
	switch {
	case s.Tag != "":
		return span{firstThatFits(d.grid, width, s.Tag), felt.Golden}
	case len(s.Open) > 0:
		width -= d.grid.Width(s.StatusWord) + 1
		return span{firstThatFits(d.grid, width, d.texts.TricksWon(s.Tricks), d.bars(s.Tricks, width)), felt.Faint}
	case s.Cards == 0 && d.scene.Setup:
		return span{}
	}
	reserved := 1
	roleWidth := d.grid.Width(roleLabel(s))
	if roleWidth <= width {
		reserved += roleWidth
	}
	if s.Leads {
		reserved += d.grid.Width(d.texts.T("seat.leads")) + 3
	}
	count := firstThatFits(d.grid, width-reserved, d.texts.N("hand.cards", s.Cards), strconv.Itoa(s.Cards))
	return span{count, felt.Faint}
}

// mostBars is the greatest number of tricks that are shown as a bar each where there is no room for words.
const mostBars = 4

// bars returns a number of tricks as bars in at most width cells: one for each trick, or the number with one bar. It
// is empty without tricks, or if there is no room.
func (d seats) bars(count, width int) string {
	const bar = "▌"
	switch {
	case count == 0:
		return ""
	case count <= mostBars && !d.grid.Palette().NoColor():
		return firstThatFits(d.grid, width, strings.Repeat(bar, count), strconv.Itoa(count)+bar)
	}
	return firstThatFits(d.grid, width, strconv.Itoa(count)+bar)
}

// tricksLabel returns a number of tricks in the longest form that fits into a width: bars and
// words, words, or bars. A number never stands alone.
func (d seats) tricksLabel(width, count int) string {
	bars := strings.Repeat("▌", count) + " "
	if count == 0 || d.grid.Palette().NoColor() {
		bars = ""
	}
	words := d.texts.TricksWon(count)
	return firstThatFits(d.grid, width, bars+words, words, d.bars(count, width))
}
