package home

import (
	"context"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/deals/daily"
	"fellowship/cmd/internal/deals/lesson"
	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/cmd/internal/door/web"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/tui"

	tea "github.com/charmbracelet/bubbletea"
)

// Puzzles lets the person solve puzzles, from the first that is not solved yet, until he has
// enough of them.
func (h *Home) Puzzles(puzzles []puzzle.Puzzle) error {
	stars, err := h.stars()
	if err != nil {
		return err
	}
	run := play.NewCourse(puzzles, stars, h.Shelf.Solved)
	_, err = play.Play(h.Ctx, h.Lib, run, h.Person.Texts(), func(home *table.Home, options play.Facts) (play.Wish, error) {
		return h.show(home, tui.Options{Facts: options, Menu: h.menu}, "", nil)
	})
	return err
}

// stars are those of the puzzles that the person has solved. Earlier programs kept them with the settings.
func (h *Home) stars() (map[string]int, error) {
	stars, err := h.Shelf.Stars()
	for name, n := range h.Person.Wants().Puzzles {
		stars[name] = max(stars[name], n)
	}
	return stars, err
}

// solves lets the person solve the puzzles of a level.
func (h *Home) solves(level int) tea.Cmd {
	return h.does(func() error {
		puzzles, err := choose.OfLevel(level, time.Now())
		if err != nil {
			return err
		}
		return h.Puzzles(puzzles)
	})()
}

// Lesson plays the small round of the first evening until the person has enough of it, and
// then chapter 1, if that is wanted. Nothing of the round is saved.
func (h *Home) Lesson() error {
	t := h.Person.Texts()
	tryPrefix := "lesson.try."
	switch {
	case h.Browser:
		tryPrefix = "web.try."
	case !h.OnScreen(): // where the goals are asked for is another thing
		tryPrefix = ""
		p := lesson.Page(t)
		p.Gap()
		if err := h.Person.Print(h.Out, p); err != nil {
			return err
		}
	}
	evening, err := play.Evening(h.Lib, tryPrefix)
	if err != nil {
		return err
	}
	next, err := play.Play(h.Ctx, h.Lib, evening, t, func(home *table.Home, options play.Facts) (play.Wish, error) {
		options.Continue, options.Next = h.command("fellowship play --lesson"), h.command(lesson.Next)
		if h.Browser {
			return h.inBrowser(web.Solo{Home: home, Facts: options})
		}
		return h.show(home, tui.Options{Facts: options}, "", nil)
	})
	if err == nil && next == play.NextChapter {
		err = h.First()
	}
	return err
}

// Today plays the deal of the day, with so many people where it is begun now: a game of it that
// was begun goes on.
func (h *Home) Today(humans int) error {
	now := time.Now()
	var id chapters.DealID
	err := h.wait(h.Person.Texts().T("tui.solving"), func(ctx context.Context) (err error) {
		id, err = daily.Deal(ctx, h.Lib, now)
		return err
	})
	if err != nil {
		return err
	}
	list := h.Shelf.List()
	if list.Err != nil {
		return list.Err
	}
	for g := range list.Saves(h.Lib) {
		if g.Err == nil && g.Record.Deal == id.String() && !g.Finished && g.Campaign == "" {
			return h.GoOn(&g, false)
		}
	}
	return h.Begin(h.Form(humans).ForDeal(id))
}
