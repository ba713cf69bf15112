package home

import (
	"time"

	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/tui"

	tea "github.com/charmbracelet/bubbletea"
)

// Puzzles lets the person solve puzzles, from the first that is not solved yet, until he has
// enough of them.
func (h *Home) Puzzles(of []puzzle.Puzzle) error {
	show := func(home *table.Home, facts play.Facts) (play.Wish, error) {
		return h.show(home, tui.Options{Facts: facts, Menu: h.menu}, "", nil)
	}
	return play.NewCourse(of, h.Wants().Puzzles).Play(h.Ctx, h.Lib, h.Texts(), show, h.keepStars)
}

// solves lets the person solve the puzzles of a level.
func (h *Home) solves(level int) tea.Cmd {
	return h.does(func() error {
		of, err := choose.OfLevel(level, time.Now())
		if err != nil {
			return err
		}
		return h.Puzzles(of)
	})()
}

// keepStars keeps what a puzzle was worth, if that is more than before.
func (h *Home) keepStars(name string, stars int) error {
	now := h.Wants()
	if !now.Solved(name, stars) {
		return nil
	}
	h.Wish(now)
	return keep(now)
}
