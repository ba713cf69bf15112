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

// span is a piece of text in one style.
type span struct {
	text  string
	style felt.Pen
}

// textRow is one row of cells that is filled with text from both ends.
type textRow struct {
	d *drawing
	y int
	// left is the next free column.
	left int
	// right is the column after the last free one.
	right int
}

// addLeft writes spans at the left end, one column apart. A span that does not fit is left out.
func (r *textRow) addLeft(spans ...span) {
	for _, s := range spans {
		if s.text != "" && r.left+r.d.Width(s.text) <= r.right {
			r.left = r.d.Put(r.left, r.y, s.text, s.style) + 1
		}
	}
}

// addRight writes a span at the right end and leaves gap columns free before it.
func (r *textRow) addRight(s span, gap int) {
	if s.text == "" {
		return
	}
	r.d.PutRight(r.right, r.y, s.text, s.style)
	r.right -= r.d.Width(s.text) + gap
}

// firstThatFits returns the first of several texts that fits into a width, or "".
func (d *drawing) firstThatFits(width int, candidates ...string) string {
	for _, text := range candidates {
		if d.Width(text) <= width {
			return text
		}
	}
	return ""
}

// joinThatFit joins facts with commas and leaves out those for which the width is too small.
func (d *drawing) joinThatFit(facts []string, width int) string {
	joined := ""
	for _, fact := range facts {
		longer := strings.TrimPrefix(joined+", "+fact, ", ")
		if d.Width(longer) <= width {
			joined = longer
		}
	}
	return joined
}

// roleLabel returns a seat's role in parentheses, so that it does not read as part of the
// character's name.
func roleLabel(s *scene.Seat) string {
	if s.Role == "" {
		return ""
	}
	return "(" + s.Role + ")"
}

// statusStyle returns the text style for a goal's status.
func statusStyle(status scene.Status) felt.Pen {
	colors := [...]felt.Tone{scene.Open: felt.Ink, scene.Met: felt.Good, scene.Lost: felt.Bad}
	return felt.Pen{Fg: colors[status]}
}

// pipColor returns the color of a goal's pips.
func pipColor(status scene.Status) felt.Tone {
	colors := [...]felt.Tone{scene.Open: felt.GoldInk, scene.Met: felt.Good, scene.Lost: felt.Bad}
	return colors[status]
}

// seatFacts returns the facts about a seat. On a narrow board the role comes first, since the
// headline has no room for it.
func (d *drawing) seatFacts(s *scene.Seat) []string {
	if !d.narrow {
		return s.Facts
	}
	role := d.Cut(s.Role, d.plate.W-3)
	return texts.NotEmpty(append([]string{role}, s.Facts...)...)
}

// seatHeight returns how many rows the tallest seat needs: a headline, the pips, the goal in
// words if it has rows of its own, and the open hand. It also sets d.goalRows.
func (d *drawing) seatHeight() int {
	handRows := 1
	d.goalRows = 0
	for i := range d.scene.Seats {
		s := &d.scene.Seats[i]
		_, rows := d.openHandLayout(s)
		handRows = max(handRows, rows)
		if !d.narrow {
			continue
		}
		handRows = max(handRows, pyramidRows(s))
		if d.goals {
			d.goalRows = max(d.goalRows, d.goalTextRows(s), 1)
		}
	}
	return 2 + d.goalRows + handRows
}

// goalTextRows returns how many rows a goal in words takes on a narrow board.
func (d *drawing) goalTextRows(s *scene.Seat) int {
	if s.WantedCard != tricks.NoCard {
		return 1
	}
	return len(d.Wrap(s.Goal, d.plate.W-2, 3))
}

// openHandLayout returns the column of a seat at which its open hand begins, and how many rows
// the hand takes. The hand begins at the seat's left edge if that saves a row.
func (d *drawing) openHandLayout(s *scene.Seat) (column, rows int) {
	column = d.textX
	if d.narrow {
		column = 1
	}
	rows = d.ChipRows(s.Open, d.plate.W-column-1)
	rowsFromEdge := d.ChipRows(s.Open, d.plate.W-2)
	if rowsFromEdge < rows {
		return 1, rowsFromEdge
	}
	return column, rows
}

// factsBesideTricks returns the facts to be drawn to the right of a seat's tricks, or "" if they
// do not fit there.
func (d *drawing) factsBesideTricks(s *scene.Seat) string {
	if len(s.Open) > 0 || d.narrow {
		return ""
	}
	used := d.textX + s.Tricks + 1 + d.Width(d.texts.TricksWon(s.Tricks)) + 2
	if s.StatusWord != "" {
		used += d.Width(s.StatusWord) + 1
	}
	return d.firstThatFits(d.plate.W-1-used, strings.Join(s.Facts, ", "))
}

// seatPosition returns the upper left corner of the seat with an index. The seats form a row, or
// on a wide board lie around the trick: left, opposite and right.
func (d *drawing) seatPosition(i int) (x, y int) {
	seats := len(d.scene.Seats)
	besideTrick := d.trickY + d.card.H/2 + 2
	switch {
	case !d.cross:
		rowWidth := seats*d.plate.W + (seats-1)*d.gap
		return d.x + (d.w-rowWidth)/2 + i*(d.plate.W+d.gap), d.plateY
	case i == 0:
		return d.x + 3, besideTrick
	case i == seats-1:
		return d.x + d.w - d.plate.W - 3, besideTrick
	}
	return d.x + (d.w-d.plate.W)/2, d.plateY
}

// drawSeat draws another player's seat: emblem and name, the goal as pips and in words, and the
// tricks or the open hand.
func (d *drawing) drawSeat(x, y int, s *scene.Seat) {
	d.drawPlate(x, y, s)
	textX := d.drawSeatEmblem(x, y, s)
	handX := textX
	if d.narrow {
		d.drawNarrowHeadline(x, textX, y, s)
		d.drawNarrowGoal(x, y+1, s)
		handX = x + 1
	} else {
		d.drawHeadline(x, textX, y, s)
		d.drawGoal(textX, y+1, x+d.plate.W, s)
	}
	factsDrawn := d.drawHandOrTricks(x, handX, y+2+d.goalRows, s)
	if d.facts && !factsDrawn {
		width := x + d.plate.W - 1 - handX
		d.Put(handX, y+d.plate.H, d.joinThatFit(d.seatFacts(s), width), felt.Faint)
	}
}

// drawPlate draws the background of a seat, with a mark at its left edge if it is to play.
func (d *drawing) drawPlate(x, y int, s *scene.Seat) {
	width := d.plate.W
	height := d.plateRows()
	d.Edge(x, y-1, width, "▄")
	if d.big {
		d.Edge(x, y+height, width, "▀")
	}
	d.Fill(x, y, width, height, felt.Plate)
	switch {
	case !s.Turn:
	case d.Palette().NoColor():
		d.Put(x, y, ">", felt.Strong)
	default:
		for i := range height {
			d.Put(x, y+i, "▌", felt.Pen{Fg: felt.Gold})
		}
	}
}

// drawSeatEmblem draws the emblem of a seat and returns the column at which its texts begin. On a
// narrow board a long name takes the emblem's place.
func (d *drawing) drawSeatEmblem(x, y int, s *scene.Seat) (textX int) {
	textX = x + d.textX
	switch {
	case d.big:
		d.Emblem(x+2, y, s.ID, s.Letter, true)
	case d.narrow && textX+d.Width(s.Name) > x+d.plate.W:
		return x + 1
	default:
		d.Emblem(x+1, y, s.ID, s.Letter, false)
	}
	return textX
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
func (d *drawing) drawHeadline(x, textX, y int, s *scene.Seat) {
	row := textRow{d: d, y: y, left: textX, right: x + d.plate.W - 1}
	name := d.Cut(s.Name, row.right-row.left)
	row.left = d.Put(row.left, y, name, nameStyle(s)) + 1
	row.addRight(d.seatCounter(s, row.right-row.left), 1)
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
func (d *drawing) drawNarrowHeadline(x, textX, y int, s *scene.Seat) {
	row := textRow{d: d, y: y, left: textX, right: x + d.plate.W - 1}
	name := d.Cut(s.Name, row.right-row.left+1)
	row.left = d.Put(row.left, y, name, nameStyle(s)) + 1
	tag := d.firstThatFits(row.right-row.left, s.Tag)
	row.addRight(span{tag, felt.Golden}, 1)
}

// drawHandOrTricks draws the last row of a seat, from handX on: its open hand or else its tricks.
// It reports whether it has drawn the facts as well.
func (d *drawing) drawHandOrTricks(x, handX, y int, s *scene.Seat) (factsDrawn bool) {
	switch {
	case s.Rows != nil && d.narrow:
		d.drawPyramid(handX, y, s)
	case len(s.Open) > 0:
		column, rows := d.openHandLayout(s)
		d.Chips(x+column, y, d.plate.W-column-1, rows, s.Open)
	case d.narrow && s.Role != "" && !d.facts:
		d.Put(handX, y, d.tricksAndRole(s, d.plate.W-2), felt.Faint)
	default:
		return d.drawTricks(x, handX, y, s)
	}
	return false
}

// tricksAndRole returns a seat's tricks and role in the longest form that fits into a width.
func (d *drawing) tricksAndRole(s *scene.Seat, width int) string {
	role := roleLabel(s)
	inFull := d.texts.TricksWon(s.Tricks) + " " + role
	inShort := strconv.Itoa(s.Tricks) + " " + role
	return d.firstThatFits(width, inFull, inShort, d.Cut(role, width))
}

// drawTricks draws how many tricks a seat has won, its status at the right end, and the facts
// between them if they fit. It reports whether it has drawn the facts.
func (d *drawing) drawTricks(x, textX, y int, s *scene.Seat) (factsDrawn bool) {
	row := textRow{d: d, y: y, left: textX - 2, right: x + d.plate.W - 1}
	if !d.narrow {
		row.addRight(span{s.StatusWord, statusStyle(s.Status).Bolder()}, 1)
	}
	if s.Tricks > 0 || !d.scene.Setup {
		row.left = d.Put(textX, y, d.tricksLabel(row.right-textX, s.Tricks), felt.Faint)
	}
	facts := d.factsBesideTricks(s)
	if facts == "" {
		return false
	}
	d.Put(row.left+2, y, facts, felt.Faint)
	return true
}

// seatCounter returns what stands at the right end of a seat's headline, at most width columns
// wide: its tag, or how many tricks or cards it has. The number of cards gives way to the role.
func (d *drawing) seatCounter(s *scene.Seat, width int) span {
	switch {
	case s.Tag != "":
		return span{d.firstThatFits(width, s.Tag), felt.Golden}
	case len(s.Open) > 0:
		width -= d.Width(s.StatusWord) + 1
		return span{d.firstThatFits(width, d.texts.TricksWon(s.Tricks), strconv.Itoa(s.Tricks)), felt.Faint}
	case s.Cards == 0 && d.scene.Setup:
		return span{}
	}
	reserved := 1
	roleWidth := d.Width(roleLabel(s))
	if roleWidth <= width {
		reserved += roleWidth
	}
	if s.Leads {
		reserved += d.Width(d.texts.T("tui.leads")) + 3
	}
	return span{d.firstThatFits(width-reserved, d.texts.N("tui.cards", s.Cards), strconv.Itoa(s.Cards)), felt.Faint}
}

// statusLabel returns a goal's status as a word, or as a mark if the word is too wide.
func (d *drawing) statusLabel(word string, status scene.Status, width int) string {
	switch {
	case d.Width(word) <= width:
		return word
	case status == scene.Lost:
		return texts.Mark(characters.Failed)
	}
	return texts.Mark(characters.Met)
}

// drawNarrowGoal draws the goal of a narrow seat: pips and status, and the words below them.
func (d *drawing) drawNarrowGoal(x, y int, s *scene.Seat) {
	right := x + d.plate.W - 1
	pipsEnd := d.Pips(x+d.textX, y, s.Count.Reached, s.Count.Need, s.Count.Most, pipColor(s.Status))
	if s.StatusWord != "" {
		label := d.statusLabel(s.StatusWord, s.Status, right-pipsEnd)
		d.Put(pipsEnd, y, label, statusStyle(s.Status).Bolder())
	} else if len(s.Open) > 0 && pipsEnd+2 <= right {
		d.Put(pipsEnd, y, strings.Repeat("▌", min(s.Tricks, right-pipsEnd)), felt.Faint)
	}
	switch {
	case !d.goals:
	case s.WantedCard != tricks.NoCard:
		chipEnd := d.Chip(x+1, y+1, s.WantedCard, d.texts.Code(s.WantedCard), 0) + 1
		d.Put(chipEnd, y+1, d.Cut(d.texts.T("scene.winit"), right-chipEnd), statusStyle(s.Status))
	default:
		d.Paragraph(x+1, y+1, d.plate.W-2, d.goalRows, s.Goal, statusStyle(s.Status))
	}
}

// drawGoal draws a goal in one row that ends before the column right: its pips, the card to be
// won, and a few words. It returns the column after them.
func (d *drawing) drawGoal(x, y, right int, s *scene.Seat) int {
	pipsWidth := 2 * max(s.Count.Need, s.Count.Most)
	if x+pipsWidth+d.Width(s.Goal) <= right { // Otherwise the words state the number.
		x = d.Pips(x, y, s.Count.Reached, s.Count.Need, s.Count.Most, pipColor(s.Status))
	}
	words := s.Goal
	if s.WantedCard != tricks.NoCard {
		padding := 0
		if right-x > d.goalWidth(s)+2 {
			padding = 1
		}
		x = d.Chip(x, y, s.WantedCard, d.texts.Code(s.WantedCard), padding) + 1
		words = d.texts.T("scene.winit")
	}
	style := statusStyle(s.Status)
	switch {
	case s.Flash:
		style = felt.Chosen
	case s.Fresh:
		style.Bold = true
	}
	return d.Put(x, y, d.Cut(words, right-x), style)
}

// tricksLabel returns a number of tricks in the longest form that fits into a width: bars and
// words, words, bars and the number, or the number alone.
func (d *drawing) tricksLabel(width, count int) string {
	bars := strings.Repeat("▌", count) + " "
	if count == 0 || d.Palette().NoColor() {
		bars = ""
	}
	words := d.texts.TricksWon(count)
	number := strconv.Itoa(count)
	return d.firstThatFits(width, bars+words, words, bars+number, number)
}

// ownSeatWidth returns how wide the player's own seat is in one row.
func (d *drawing) ownSeatWidth() int {
	me := &d.scene.Me
	width := d.ownX + d.Width(me.Name) + 3 + d.goalWidth(me) + 5
	if me.Role != "" {
		width += d.Width(me.Role) + 1
	}
	if me.StatusWord != "" {
		width += d.Width(me.StatusWord) + 2
	}
	if !d.scene.Setup || me.Tricks > 0 {
		width += d.Width(d.texts.TricksWon(me.Tricks))
	}
	return width
}

// goalWidth returns how wide a goal is without its pips, which are left out first.
func (d *drawing) goalWidth(s *scene.Seat) int {
	if s.WantedCard != tricks.NoCard {
		return d.Width(d.texts.Code(s.WantedCard)) + 1 + d.Width(d.texts.T("scene.winit"))
	}
	return d.Width(s.Goal)
}

// drawOwnSeat draws the player's own seat: emblem, name, goal and tricks, and the prompt below.
func (d *drawing) drawOwnSeat() {
	me := &d.scene.Me
	ruleColor := felt.Rail
	promptStyle := felt.Faint
	if d.scene.IsAsked {
		ruleColor = felt.Gold
		promptStyle = felt.Golden
	}
	d.Rule(d.x, d.railY, d.w, ruleColor)

	x := d.x + d.ownX
	edge := d.x + d.w - 2
	d.Emblem(d.x+2, d.ownY, me.ID, me.Letter, d.big)
	row := textRow{d: d, y: d.ownY, right: edge}
	row.left = d.Put(x, row.y, me.Name, felt.Strong) + 1
	won := d.ownTricksLabel(edge - row.left)
	d.PutRight(edge, row.y, won, felt.Faint)
	row.right -= d.Width(won) + 2
	row.addRight(span{me.StatusWord, statusStyle(me.Status).Bolder()}, 2)
	row.addLeft(span{me.Role, felt.Faint})
	if d.ownRows > 1 { // The goal has a row of its own.
		row = textRow{d: d, y: row.y + 1, left: x - 2, right: edge}
	}
	row.left = d.drawGoal(row.left+2, row.y, row.right, me) + 3
	facts := strings.Join(me.Facts, ", ")
	factsBeside := d.firstThatFits(row.right-row.left, facts)
	d.Put(row.left, row.y, factsBeside, felt.Faint)

	promptEnd := row.left
	prompt := d.Wrap(d.scene.Prompt, d.w-d.ownX-2, d.promptRows)
	for i, line := range prompt {
		promptEnd = d.Put(x, row.y+1+i, line, promptStyle) + 3
	}
	if factsBeside == "" && len(prompt) < 2 {
		d.PutRight(edge, row.y+1, d.firstThatFits(edge-promptEnd, facts), felt.Faint)
	}
}

// ownTricksLabel returns the player's tricks in the longest form that leaves enough of a width for
// role, status and goal. It is empty before the first trick.
func (d *drawing) ownTricksLabel(width int) string {
	me := &d.scene.Me
	if d.scene.Setup && me.Tricks == 0 {
		return ""
	}
	width -= d.Width(me.Role) + 5
	if me.StatusWord != "" {
		width -= d.Width(me.StatusWord) + 2
	}
	if d.ownRows < 2 {
		width -= d.goalWidth(me)
	}
	return d.tricksLabel(width, me.Tricks)
}
