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
	stars, err := h.stars()
	if err != nil {
		return err
	}
	course := play.NewCourse(of, stars, h.Shelf.Solved)
	_, err = play.Play(h.Ctx, h.Lib, course, h.Texts(), func(home *table.Home, facts play.Facts) (play.Wish, error) {
		return h.show(home, tui.Options{Facts: facts, Menu: h.menu}, "", nil)
	})
	return err
}

// stars are those of the puzzles that the person has solved. Earlier programs kept them with the settings.
func (h *Home) stars() (map[string]int, error) {
	stars, err := h.Shelf.Stars()
	for name, n := range h.Wants().Puzzles {
		stars[name] = max(stars[name], n)
	}
	return stars, err
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
