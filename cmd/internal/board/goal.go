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
	colors := [...]felt.Tone{scene.Open: felt.Ink, scene.Met: felt.Good, scene.Lost: felt.Bad}
	return felt.Pen{Fg: colors[status]}
}

// pipColor returns the color of a goal's pips.
func pipColor(status scene.Status) felt.Tone {
	colors := [...]felt.Tone{scene.Open: felt.GoldInk, scene.Met: felt.Good, scene.Lost: felt.Bad}
	return colors[status]
}

// textRows returns how many rows a goal in words takes on a narrow board.
func (d goals) textRows(s *scene.Seat) int {
	if s.WantedCard != tricks.NoCard {
		return 1
	}
	return len(d.grid.Wrap(s.Goal, d.plan.plate.W-2, 3))
}

// statusLabel returns a goal's status as a word, or as a mark if the word is too wide.
func statusLabel(grid *felt.Grid, word string, status scene.Status, width int) string {
	switch {
	case grid.Width(word) <= width:
		return word
	case status == scene.Lost:
		return texts.Mark(characters.Failed)
	}
	return texts.Mark(characters.Met)
}

// drawNarrow draws the goal of a narrow seat: pips or a number, the status, and the words below them.
func (d goals) drawNarrow(x, y int, s *scene.Seat) {
	right := x + d.plan.plate.W - 1
	pipsEnd := d.grid.Pips(x+d.plan.textX, y, s.Count.Reached, s.Count.Need, s.Count.Most, pipColor(s.Status))
	if s.Word() != s.Goal {
		brief := firstThatFits(d.grid, right-pipsEnd, s.Progress.Brief)
		pipsEnd = d.grid.Put(pipsEnd, y, brief, felt.Pen{Fg: pipColor(s.Status)}) + 1
	}
	if s.StatusWord != "" {
		label := statusLabel(d.grid, s.StatusWord, s.Status, right-pipsEnd)
		d.grid.Put(pipsEnd, y, label, statusStyle(s.Status).Bolder())
	} else if len(s.Open) > 0 && pipsEnd+2 <= right {
		d.grid.Put(pipsEnd, y, strings.Repeat("▌", min(s.Tricks, right-pipsEnd)), felt.Faint)
	}
	switch {
	case !d.plan.goals:
	case s.WantedCard != tricks.NoCard:
		chipEnd := d.grid.Chip(x+1, y+1, s.WantedCard, d.texts.Code(s.WantedCard), 0) + 1
		d.grid.Put(chipEnd, y+1, d.grid.Cut(d.texts.T("scene.winit"), right-chipEnd), statusStyle(s.Status))
	default:
		d.grid.Paragraph(x+1, y+1, d.plan.plate.W-2, d.plan.goalRows, s.Goal, statusStyle(s.Status))
	}
}

// draw draws a goal in one row that ends before the column right: its pips, the card to be
// won, and a few words. Without pips the words say how far the goal has come. It returns the column after them.
func (d goals) draw(x, y, right int, s *scene.Seat) int {
	pipsWidth := 2 * max(s.Count.Need, s.Count.Most)
	words := s.Word()
	if x+pipsWidth+d.grid.Width(words) <= right {
		x = d.grid.Pips(x, y, s.Count.Reached, s.Count.Need, s.Count.Most, pipColor(s.Status))
	} else if s.Progress.Text != "" && s.WantedCard == tricks.NoCard { // The words state the number.
		words = cmp.Or(firstThatFits(d.grid, right-x, s.Progress.Text, s.Progress.Brief), s.Goal)
	}
	if s.WantedCard != tricks.NoCard {
		padding := 0
		if right-x > d.width(s)+2 {
			padding = 1
		}
		x = d.grid.Chip(x, y, s.WantedCard, d.texts.Code(s.WantedCard), padding) + 1
		words = d.texts.T("scene.winit")
	}
	style := statusStyle(s.Status)
	switch {
	case s.Flash:
		style = felt.Chosen
	case s.Fresh:
		style.Bold = true
	}
	return d.grid.Put(x, y, d.grid.Cut(words, right-x), style)
}

// widthWithPips returns how wide a goal is with its pips, or with the words that stand in their place.
func (d goals) widthWithPips(s *scene.Seat) int {
	return max(2*max(s.Count.Need, s.Count.Most)+d.width(s), d.grid.Width(s.Word()))
}

// width returns how wide a goal is without its pips, which are left out first.
func (d goals) width(s *scene.Seat) int {
	if s.WantedCard != tricks.NoCard {
		return d.grid.Width(d.texts.Code(s.WantedCard)) + 1 + d.grid.Width(d.texts.T("scene.winit"))
	}
	return d.grid.Width(s.Goal)
}
