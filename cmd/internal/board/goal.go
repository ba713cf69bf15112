package board

import (
	"cmp"
	"strings"

	"fellowship/characters"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// goals draws how far the goals of the seats are.
type goals table

// statusStyle returns the text style for a goal's status.
func statusStyle(status scene.Status) felt.Pen {
	colors := [...]felt.Tone{scene.Open: felt.Ink, scene.Met: felt.Good, scene.Lost: felt.Bad, scene.MetSoFar: felt.Good}
	return felt.Pen{Fg: colors[status]}
}

// wordStyle returns the style of the word for a goal's status. What is certain is bold.
func wordStyle(status scene.Status) felt.Pen {
	style := statusStyle(status)
	style.Bold = status != scene.MetSoFar
	return style
}

// goalStyle returns the style of the words of a seat's goal.
func goalStyle(s *scene.Seat) felt.Pen {
	style := statusStyle(s.Status)
	switch {
	case s.Flash:
		style = felt.Chosen
	case s.Fresh:
		style.Bold = true
	}
	return style
}

// pipColor returns the color of a goal's pips.
func pipColor(status scene.Status) felt.Tone {
	if status == scene.Open {
		return felt.GoldInk
	}
	return statusStyle(status).Fg
}

// statusLabel returns a goal's status as a word, or as a mark if the word is too wide.
func statusLabel(grid *felt.Grid, word string, status scene.Status, width int) string {
	marks := [...]characters.Status{
		scene.Met: characters.Sealed, scene.Lost: characters.Failed, scene.MetSoFar: characters.Met,
	}
	if grid.Width(word) <= width || status == scene.Open {
		return word
	}
	return texts.Mark(marks[status])
}

// hasPips reports whether pips or a card show how far a goal has come.
func hasPips(s *scene.Seat) bool { return s.WantedCard != tricks.NoCard || s.Count != (scene.Count{}) }

// narrowWords returns the words of a narrow seat, and a number to stand above them if they do not say how far the
// goal has come.
func (d goals) narrowWords(x, y int, s *scene.Seat) (words, number string) {
	width := d.plan.plate.W - 2
	switch {
	case s.WantedCard != tricks.NoCard:
		chip := d.grid.ChipText(x, y, s.WantedCard, d.texts.Code(s.WantedCard), 0) + " "
		return chip + d.grid.Cut(d.texts.T("scene.winit"), width-d.grid.Width(chip)), ""
	case hasPips(s):
		return cmp.Or(s.GoalWithPips, s.Goal), ""
	case s.Progress.Narrow == "":
		return s.Goal, ""
	case d.grid.Width(s.Progress.Narrow) > width:
		return s.Goal, s.Progress.Brief
	case len(s.Progress.Places.Places) > 0:
		row := &s.Progress.Places
		return d.placed(x, y, row.Narrow, row, 0), ""
	}
	return s.Progress.Narrow, ""
}

// textRows returns how many rows a goal in words takes in a narrow seat.
func (d goals) textRows(s *scene.Seat) int {
	words, _ := d.narrowWords(0, 0, s)
	return len(d.grid.Wrap(words, d.plan.plate.W-2, 3))
}

// pipsWidthOf returns the width of the pips of a seat, with a free column after each.
func pipsWidthOf(s *scene.Seat) int { return 2 * max(s.Count.Need, s.Count.Most) }

// fitsBesidePips reports whether the words of a narrow seat have room beside its pips. Only a pyramid needs the row
// that this saves.
func (d goals) fitsBesidePips(s *scene.Seat) bool {
	words, number := d.narrowWords(0, 0, s)
	return s.Rows != nil && number == "" && d.plan.textX+pipsWidthOf(s)+d.grid.Width(words) < d.plan.plate.W
}

// drawNarrow draws the goal of a narrow seat: pips or a number, then the tricks as bars, and the words below them.
// With an open hand the status stands beside the pips.
func (d goals) drawNarrow(x, y int, s *scene.Seat) {
	right := x + d.plan.plate.W - 1
	words, number := d.narrowWords(x, y, s)
	end := d.grid.Pips(x+d.plan.textX, y, s.Count.Reached, s.Count.Need, s.Count.Most, pipColor(s.Status))
	if number != "" {
		end = d.grid.Put(end, y, firstThatFits(d.grid, right-end, number), felt.Pen{Fg: pipColor(s.Status)}) + 1
	}
	wordsFit := d.fitsBesidePips(s)
	if wordsFit && d.plan.goals {
		end = d.grid.Put(end, y, words, goalStyle(s)) + 1
	}
	if len(s.Open) > 0 && s.StatusWord != "" {
		label := firstThatFits(d.grid, right-end, statusLabel(d.grid, s.StatusWord, s.Status, right-end))
		end = d.grid.Put(end, y, label, wordStyle(s.Status)) + 1
	}
	if s.Rows == nil {
		d.grid.PutRight(right, y, seats(d).bars(s.Tricks, right-end), felt.Faint)
	}
	if d.plan.goals && !wordsFit {
		d.grid.Paragraph(x+1, y+1, d.plan.plate.W-2, d.plan.goalRows, words, goalStyle(s))
	}
}

// placed returns a text with the places of a goal: a chip for each card and suit that is won, and a line for what is
// missing. It is written at a cell. pad is how many cells of paper a chip has on both sides.
func (d goals) placed(x, y int, before string, row *texts.PlaceRow, pad int) string {
	var all []string
	for i := range row.Places {
		place := &row.Places[i]
		code := felt.Faint.Paint(place.Code)
		switch {
		case place.Card != tricks.NoCard:
			code = d.grid.ChipText(x, y, place.Card, place.Code, pad)
		case place.IsWon:
			code = felt.Strong.Paint(place.Code)
		}
		all = append(all, code)
	}
	return before + strings.Join(all, row.Gap)
}

// words returns how far a goal has come in at most width cells, or the goal if there is no room for that. The words are
// written at a cell.
func (d goals) words(x, y, width int, s *scene.Seat) string {
	row := &s.Progress.Places
	if len(row.Places) > 0 {
		for _, text := range []string{
			d.placed(x, y, row.Before, row, 1) + row.After, d.placed(x, y, row.Before, row, 0) + row.After,
			d.placed(x, y, row.Before, row, 0), d.placed(x, y, "", row, 0),
		} {
			if d.grid.Width(text) <= width {
				return text
			}
		}
	}
	return cmp.Or(firstThatFits(d.grid, width, s.Progress.Text, s.Progress.Narrow, s.Progress.Brief), s.Goal)
}

// draw draws a goal in one row that ends before the column right: its pips, the card to be
// won, and a few words. Without pips the words say how far the goal has come. It returns the column after them.
func (d goals) draw(x, y, right int, s *scene.Seat) int {
	words := s.Goal
	switch pips := pipsWidthOf(s); {
	case s.WantedCard != tricks.NoCard:
		padding := 0
		if right-x > d.width(s)+2 {
			padding = 1
		}
		x = d.grid.Chip(x, y, s.WantedCard, d.texts.Code(s.WantedCard), padding) + 1
		words = d.texts.T("scene.winit")
	case pips > 0 && x+pips+d.grid.Width(words) <= right:
		x = d.grid.Pips(x, y, s.Count.Reached, s.Count.Need, s.Count.Most, pipColor(s.Status))
	case s.Progress.Text != "": // The words state the number.
		words = d.words(x, y, right-x, s)
	}
	return d.grid.Put(x, y, d.grid.Cut(words, right-x), goalStyle(s))
}

// widthWithPips returns how wide a goal is with its pips, or with the words that stand in their place.
func (d goals) widthWithPips(s *scene.Seat) int {
	return max(pipsWidthOf(s)+d.width(s), d.grid.Width(s.Word()))
}

// width returns how wide a goal is without its pips, which are left out first.
func (d goals) width(s *scene.Seat) int {
	if s.WantedCard != tricks.NoCard {
		return d.grid.Width(d.texts.Code(s.WantedCard)) + 1 + d.grid.Width(d.texts.T("scene.winit"))
	}
	return d.grid.Width(s.Goal)
}
