package board

import (
	"strings"

	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/scene"
	"fellowship/tricks"
)

// smallWindow draws the round in a window that is too small for a table.
type smallWindow table

// draw draws the round in a window that is too small for a table: a line for each seat with its open
// cards below, and the trick and the hand as codes. The remark stands at the bottom.
func (d smallWindow) draw() {
	s := d.scene
	d.grid.Headline(0, d.w, s.Number, s.Stage, s.Brief)
	d.grid.Fill(0, 1, d.w, d.grid.H-1, felt.Felt)
	y := 1
	for i := range s.Seats {
		y = d.drawSeat(y, &s.Seats[i])
	}
	y = d.drawTrick(y)
	if line := things(d).line(d.w - 2); line != "" {
		y += d.grid.Paragraph(1, y, d.w-2, 1, line, felt.Text)
	}
	remarkRows := remarks(d).textRows()
	handRows := 0
	prompt := d.grid.Wrap(s.Prompt, d.w-2, 4)
	choiceRows := len(s.Answers)
	minChoiceRows := 3
	if choiceRows == 0 {
		choiceRows = (3*len(s.Hand)+d.w-3)/(d.w-2) + 1
		minChoiceRows = choiceRows
	}
	free := d.grid.H - y - len(prompt) - 3 // The rail, the own seat and the keys take three rows.
	var codes []tricks.Card
	for _, c := range s.Hand {
		codes = append(codes, c.Card)
	}
	if len(s.Answers) > 0 && len(codes) > 0 {
		rows := d.grid.ChipRows(codes, d.w-2)
		if choiceRows+remarkRows+rows <= free {
			handRows = rows
		}
	}
	// A long list shows only the part around the cursor.
	choiceRows = max(min(choiceRows, free-remarkRows), min(choiceRows, minChoiceRows))
	d.plan.overflows = choiceRows+remarkRows > free
	remarkRows = max(min(remarkRows, free-choiceRows), min(remarkRows, 1))
	rail := d.grid.H - 1 - remarkRows - handRows - choiceRows - len(prompt) - 2
	d.grid.Fill(0, rail, d.w, d.grid.H-rail, felt.Wood)
	tone := felt.Rail
	if s.IsAsked {
		tone = felt.Gold
	}
	d.grid.Rule(0, rail, d.w, tone)
	d.drawSeat(rail+1, &s.Me)
	pen := felt.Faint
	if s.IsAsked {
		pen = felt.Golden
	}
	d.grid.Lines(1, rail+2, prompt, pen)
	y = rail + 2 + len(prompt)
	if len(s.Answers) > 0 {
		first := max(min(s.Cursor-choiceRows/2, len(s.Answers)-choiceRows), 0)
		for i := first; i < first+choiceRows; i++ {
			a := &s.Answers[i]
			note := ""
			if s.List {
				note = firstThatFits(d.grid, d.w-6-d.grid.Width(answers(d).label(a)), a.ShortNote)
			}
			switch {
			case i == first && i > 0:
				d.grid.Put(0, y, "^", felt.Faint)
			case i == first+choiceRows-1 && i < len(s.Answers)-1:
				d.grid.Put(0, y, "v", felt.Faint)
			}
			d.grid.Button(1, y, d.w-2, answers(d).label(a), note, i == s.Cursor)
			d.spots.add(felt.HitArea{X: 1, Y: y, W: d.w - 2, H: 1, Item: i})
			y++
		}
	} else {
		most := (d.w - 2) / 3
		for first := 0; first < len(s.Hand); first += most {
			hand(d).drawChips(s.Hand[first:min(first+most, len(s.Hand))], first, y)
			y++
		}
	}
	if handRows > 0 {
		d.grid.Chips(1, d.grid.H-1-remarkRows-handRows, d.w-2, handRows, codes)
	}
	d.grid.Paragraph(2, d.grid.H-1-remarkRows, d.w-4, remarkRows, s.Remark, felt.Text)
}

// drawSeat draws a seat in one line, and its open cards below. It returns the next free row.
func (d smallWindow) drawSeat(y int, s *scene.Seat) int {
	name := felt.Strong
	mark := " "
	if s.Turn {
		name = felt.Golden
		mark = ">"
	}
	column := d.grid.Put(0, y, mark+s.Name, name) + 1
	end := d.w - 1
	right := s.StatusWord
	if !d.scene.Setup {
		mark := s.StatusWord
		number := seats(d).bars(s.Tricks, d.w)
		if mark != "" {
			mark = statusLabel(d.grid, mark, s.Status, 0)
		}
		right = firstThatFits(d.grid, end-column-1-goals(d).width(s),
			strings.TrimSpace(s.StatusWord+" "+d.texts.TricksWon(s.Tricks)), strings.TrimSpace(s.StatusWord+" "+number),
			strings.TrimSpace(mark+" "+number), mark)
	}
	d.grid.PutRight(end, y, right, statusStyle(s.Status))
	goals(d).draw(column, y, end-d.grid.Width(right)-1, s)
	y++
	if s.Rows != nil {
		y = pyramids(d).draw(2, y, s)
	}
	if len(s.Open) > 0 {
		y += d.grid.Chips(2, y, d.w-3, 1, s.Open)
	}
	return y
}

// drawTrick draws the trick as codes with the names of their seats, and marks the best card. It returns the
// next free row.
func (d smallWindow) drawTrick(y int) int {
	var parts []string
	for i := range d.scene.Plays {
		p := &d.scene.Plays[i]
		if p.Card == tricks.NoCard {
			continue
		}
		face, rank := p.Face()
		code := "##"
		name := p.Name
		if face != tricks.Closed {
			code = d.grid.Coded(face, rank)
		}
		if p.Best {
			name = felt.Strong.Paint("*" + name + "*")
		}
		parts = append(parts, code+"\u00a0"+name) // A no-break space keeps both in one line.
	}
	return y + d.grid.Paragraph(1, y, d.w-2, 3, strings.Join(parts, "  "), felt.Text)
}
