package board

import (
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/scene"
)

// answers draws the answers in words, and the felt before the first trick.
type answers table

// drawSetup draws the felt before the first trick: the answers in words, the things on the table, and the
// events of the setup.
func (d answers) drawSetup() {
	s := d.scene
	x, y, w, h := layout(d).freeFelt()
	end := y + h
	pyramids(d).drawBeforePlay()
	w -= d.drawReceiver(x, y, w, h)
	labels := things(d).lines(w)
	rows, _ := d.buttonRows(w)
	if len(s.Answers) > 0 {
		step := 2
		if 2*len(rows)+len(labels) > h {
			step = 1
		}
		y = d.drawButtons(x, y, w, step) + 1
	}
	if len(labels) > 0 {
		y += d.grid.Lines(x, y, labels, felt.Text) + 1
	}
	var lines []string
	for _, n := range s.News {
		wrapped := d.grid.Wrap(n, w-2, 9)
		if len(lines)+len(wrapped) > end-y {
			break
		}
		for i := range wrapped {
			bullet := "  "
			if i == 0 {
				bullet = "- "
			}
			wrapped[i] = bullet + wrapped[i]
		}
		lines = append(wrapped, lines...)
	}
	d.grid.Lines(x, y, lines, felt.Text)
}

// receiverWidth is the width of the place of a card that is passed on.
const receiverWidth = 14

// drawReceiver draws the card at the cursor as it lies before the seat that gets it, at the right end of the free felt.
// It returns how many columns that takes.
func (d answers) drawReceiver(x, y, w, h int) int {
	s := d.scene
	if s.Receiver == "" || s.Cursor < 0 || s.Cursor >= len(s.Hand) || len(s.Answers) > 0 {
		return 0
	}
	size := felt.Middle
	if h <= size.H {
		size = felt.Small
	}
	if h <= size.H {
		return 0
	}
	left := x + w - receiverWidth
	cardX := left + (receiverWidth-size.W)/2
	if item := &s.Hand[s.Cursor]; item.Ok {
		d.grid.Card(cardX, y, size, item.Card, "", felt.Lit, size.H)
	} else {
		d.grid.Slot(cardX, y, size, true)
	}
	label := d.grid.Cut(d.texts.T("scene.receiver", s.Receiver), receiverWidth)
	d.grid.Center(left, y+size.H, receiverWidth, label, felt.Golden)
	return receiverWidth + 1
}

// buttonRows returns how many answers stand in each row of w cells, and how many cells of padding a button
// has. The padding is smaller if that saves a row.
func (d answers) buttonRows(w int) (rows []int, pad int) {
	for _, p := range []int{4, 2} {
		var all []int
		rowWidth := w
		for i := range d.scene.Answers {
			buttonWidth := min(d.grid.Width(d.scene.Answers[i].Label)+p, w)
			rowWidth += 2 + buttonWidth
			if rowWidth > w {
				all = append(all, 0)
				rowWidth = buttonWidth
			}
			all[len(all)-1]++
		}
		if rows == nil || len(all) < len(rows) {
			rows = all
			pad = p
		}
	}
	return rows, pad
}

// rowsBelow returns how many rows the answers below the hand take. The first row is the ledge, so neither
// the hand nor the trick moves for a question.
func (d answers) rowsBelow() int {
	if d.scene.List || d.scene.Setup || len(d.scene.Answers) == 0 {
		return 0
	}
	rows, _ := d.buttonRows(d.w - 2)
	return len(rows)
}

// drawButtons draws the answers as centred rows of buttons, step rows apart, and returns the row below them.
func (d answers) drawButtons(x, y, w, step int) int {
	s := d.scene
	i := 0
	rows, pad := d.buttonRows(w)
	for _, n := range rows {
		rowWidth := 2 * (n - 1)
		for _, a := range s.Answers[i : i+n] {
			rowWidth += min(d.grid.Width(a.Label)+pad, w)
		}
		column := x + (w-rowWidth)/2
		for end := i + n; i < end; i++ {
			a := &s.Answers[i]
			buttonWidth := min(d.grid.Width(a.Label)+pad, w)
			p := felt.Pen{Fg: felt.Ink, Bg: felt.Plate}
			label := d.label(a)
			switch {
			case i == s.Cursor && d.grid.Palette().NoColor():
				p.Bold = true
				label = "> " + label
			case i == s.Cursor:
				p = felt.Chosen
			case !a.Ok:
				p.Fg = felt.Soft
			}
			d.grid.Fill(column, y, buttonWidth, 1, p.Bg)
			d.grid.Center(column, y, buttonWidth, d.grid.Cut(label, buttonWidth), p)
			d.spots.add(felt.HitArea{X: column, Y: y, W: buttonWidth, H: 1, Item: i})
			column += buttonWidth + 2
		}
		y += step
	}
	return y - step + 1
}

// label returns an answer in words. Without colours an answer that may not be chosen is in brackets.
func (d answers) label(a *scene.Item) string {
	if !a.Ok && d.grid.Palette().NoColor() {
		return "(" + a.Label + ")"
	}
	return a.Label
}

// drawList draws the answers one below the other, as many as fit around the cursor: the characters of the
// draft.
func (d answers) drawList() {
	s := d.scene
	x, y, w, h := layout(d).freeFelt()
	pyramids(d).drawBeforePlay()
	labels := things(d).lines(w)
	h -= len(labels)
	d.grid.Lines(x+2, y+h, labels, felt.Text)
	if boards(d).draw(x, y, w, h) {
		return
	}
	nameWidth := 0
	mustWidth := 0
	for i := range s.Answers {
		nameWidth = max(nameWidth, d.grid.Width(d.label(&s.Answers[i])))
		if s.Answers[i].IsRequired {
			mustWidth = d.grid.Width(d.texts.T("draft.must")) + 2
		}
	}
	room := max(h, 1)
	brief := false
	for i := range s.Answers { // Show all notes in full, or all of them in brief.
		brief = brief || d.grid.Width(s.Answers[i].Note) > w-6-nameWidth-mustWidth
	}
	first := min(max(s.Cursor-room/2, 0), max(len(s.Answers)-room, 0))
	for i := first; i < min(first+room, len(s.Answers)); i++ {
		a := &s.Answers[i]
		labelPen := felt.Pen{Fg: felt.Ink, Bold: true}
		notePen := felt.Text
		mark := "  "
		if i == s.Cursor {
			mark = "> "
			if !d.grid.Palette().NoColor() {
				d.grid.Fill(x, y, w, 1, felt.Gold)
				labelPen = felt.Chosen
				notePen = felt.Pen{Fg: felt.Dark, Bg: felt.Gold}
				mark = "  "
			}
		} else if !a.Ok {
			labelPen = felt.Faint
		}
		digit := " "
		if a.Digit != 0 {
			digit = string(a.Digit)
		}
		column := d.grid.Put(x, y, mark+digit+" ", notePen)
		d.grid.Put(column, y, d.label(a), labelPen)
		column += nameWidth + 2
		if a.IsRequired {
			d.grid.Put(column, y, d.texts.T("draft.must"), notePen)
		}
		column += mustWidth
		note := a.Note
		if brief {
			note = a.ShortNote
		}
		d.grid.Put(column, y, d.grid.Cut(note, x+w-column), notePen)
		d.spots.add(felt.HitArea{X: x, Y: y, W: w, H: 1, Item: i})
		if i == first && i > 0 {
			d.grid.Put(x, y, "^", notePen)
		} else if i == first+room-1 && i < len(s.Answers)-1 {
			d.grid.Put(x, y, "v", notePen)
		}
		y++
	}
}
