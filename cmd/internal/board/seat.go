package board

import (
	"strconv"
	"strings"

	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
)

// seats draws the other players' seats.
type seats table

// facts returns the facts about a seat. On a narrow board the role comes first, since the
// headline has no room for it.
func (d seats) facts(s *scene.Seat) []string {
	if !d.plan.narrow {
		return s.Facts
	}
	role := d.grid.Cut(s.Role, d.plan.plate.W-3)
	return texts.NotEmpty(append([]string{role}, s.Facts...)...)
}

// height returns how many rows the tallest seat needs: a headline, the pips, the goal in
// words if it has rows of its own, and the open hand. It also sets plan.goalRows.
func (d seats) height() int {
	handRows := 1
	d.plan.goalRows = 0
	for i := range d.scene.Seats {
		s := &d.scene.Seats[i]
		_, rows := d.openHand(s)
		handRows = max(handRows, rows)
		if !d.plan.narrow {
			continue
		}
		handRows = max(handRows, pyramidRows(s))
		if d.plan.goals {
			d.plan.goalRows = max(d.plan.goalRows, goals(d).textRows(s), 1)
		}
	}
	return 2 + d.plan.goalRows + handRows
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
	if len(s.Open) > 0 || d.plan.narrow {
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
	case !d.plan.cross:
		rowWidth := count*d.plan.plate.W + (count-1)*d.plan.gap
		return d.x + (d.w-rowWidth)/2 + i*(d.plan.plate.W+d.plan.gap), d.plan.plateY
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
	textX := x + d.plan.textX
	handX := textX
	if d.plan.narrow {
		d.drawNarrowHeadline(x, nameX, y, s)
		goals(d).drawNarrow(x, y+1, s)
		handX = x + 1
	} else {
		d.drawHeadline(x, nameX, y, s)
		goals(d).draw(textX, y+1, x+d.plan.plate.W, s)
	}
	factsDrawn := d.drawHandOrTricks(x, handX, y+2+d.plan.goalRows, s)
	if d.plan.facts && !factsDrawn {
		width := x + d.plan.plate.W - 1 - handX
		d.grid.Put(handX, y+d.plan.plate.H, joinThatFit(d.grid, d.facts(s), width), felt.Faint)
	}
}

// drawPlate draws the background of a seat, with a mark at its left edge if it is to play.
func (d seats) drawPlate(x, y int, s *scene.Seat) {
	width := d.plan.plate.W
	height := d.plan.plateRows()
	d.grid.Edge(x, y-1, width, "▄")
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

// drawEmblem draws the emblem of a seat and returns the column at which its name begins. On a
// narrow board a long name takes the emblem's place.
func (d seats) drawEmblem(x, y int, s *scene.Seat) (nameX int) {
	emblemX := x + 1
	if d.plan.big {
		emblemX = x + 2
	}
	latest := x + d.plan.plate.W - d.grid.Width(s.Name)
	nameX = x + d.plan.textX
	if d.plan.narrow && nameX > latest {
		return x + 1
	}
	d.grid.Emblem(emblemX, y, s.ID, s.Letters, d.plan.big)
	nextX := emblemX + d.grid.EmblemWidth(s.Letters, d.plan.big) + 1
	return max(nameX, min(nextX, latest))
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
		row.addLeft(span{s.StatusWord, statusStyle(s.Status).Bolder()})
	}
	row.addLeft(span{roleLabel(s), felt.Faint})
	if s.Leads {
		row.right -= 2
		row.addLeft(span{d.texts.T("tui.leads"), felt.Faint})
	}
}

// drawNarrowHeadline draws the first row of a narrow seat: the name and a tag.
func (d seats) drawNarrowHeadline(x, textX, y int, s *scene.Seat) {
	row := textRow{grid: d.grid, y: y, left: textX, right: x + d.plan.plate.W - 1}
	name := d.grid.Cut(s.Name, row.right-row.left+1)
	row.left = d.grid.Put(row.left, y, name, nameStyle(s)) + 1
	tag := firstThatFits(d.grid, row.right-row.left, s.Tag)
	row.addRight(span{tag, felt.Golden}, 1)
}

// drawHandOrTricks draws the last row of a seat, from handX on: its open hand or else its tricks.
// It reports whether it has drawn the facts as well.
func (d seats) drawHandOrTricks(x, handX, y int, s *scene.Seat) (factsDrawn bool) {
	switch {
	case s.Rows != nil && d.plan.narrow:
		pyramids(d).draw(handX, y, s)
	case len(s.Open) > 0:
		column, rows := d.openHand(s)
		d.grid.Chips(x+column, y, d.plan.plate.W-column-1, rows, s.Open)
	case d.plan.narrow && s.Role != "" && !d.plan.facts:
		d.grid.Put(handX, y, d.tricksAndRole(s, d.plan.plate.W-2), felt.Faint)
	default:
		return d.drawTricks(x, handX, y, s)
	}
	return false
}

// tricksAndRole returns a seat's tricks and role in the longest form that fits into a width.
func (d seats) tricksAndRole(s *scene.Seat, width int) string {
	role := roleLabel(s)
	inFull := d.texts.TricksWon(s.Tricks) + " " + role
	inShort := strconv.Itoa(s.Tricks) + " " + role
	return firstThatFits(d.grid, width, inFull, inShort, d.grid.Cut(role, width))
}

// drawTricks draws how many tricks a seat has won, its status at the right end, and the facts
// between them if they fit. It reports whether it has drawn the facts.
func (d seats) drawTricks(x, textX, y int, s *scene.Seat) (factsDrawn bool) {
	row := textRow{grid: d.grid, y: y, left: textX - 2, right: x + d.plan.plate.W - 1}
	if !d.plan.narrow {
		row.addRight(span{s.StatusWord, statusStyle(s.Status).Bolder()}, 1)
	}
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
		return span{firstThatFits(d.grid, width, d.texts.TricksWon(s.Tricks), strconv.Itoa(s.Tricks)), felt.Faint}
	case s.Cards == 0 && d.scene.Setup:
		return span{}
	}
	reserved := 1
	roleWidth := d.grid.Width(roleLabel(s))
	if roleWidth <= width {
		reserved += roleWidth
	}
	if s.Leads {
		reserved += d.grid.Width(d.texts.T("tui.leads")) + 3
	}
	count := firstThatFits(d.grid, width-reserved, d.texts.N("tui.cards", s.Cards), strconv.Itoa(s.Cards))
	return span{count, felt.Faint}
}

// tricksLabel returns a number of tricks in the longest form that fits into a width: bars and
// words, words, bars and the number, or the number alone.
func (d seats) tricksLabel(width, count int) string {
	bars := strings.Repeat("▌", count) + " "
	if count == 0 || d.grid.Palette().NoColor() {
		bars = ""
	}
	words := d.texts.TricksWon(count)
	number := strconv.Itoa(count)
	return firstThatFits(d.grid, width, bars+words, words, bars+number, number)
}
