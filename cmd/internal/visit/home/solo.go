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

// Puzzles plays puzzles, beginning with the first unsolved one, until the person stops.
func (h *Home) Puzzles(puzzles []puzzle.Puzzle) error {
	stars, err := h.stars()
	if err != nil {
		return err
	}
	run := play.NewPuzzleRun(puzzles, stars, h.Saves.RecordSolved)
	_, err = play.Play(h.Ctx, h.Library, run, h.Person.Texts(),
		func(home *table.Home, options play.RoundOptions) (play.AfterRound, error) {
			return h.showRound(home, tui.Options{RoundOptions: options, HasMenu: h.hasMenu}, "", nil)
		})
	return err
}

// stars returns the stars of the puzzles that the person has solved.
func (h *Home) stars() (map[string]int, error) { return h.Saves.AllStars(h.Person.Settings().Puzzles) }

// solveLevel plays the puzzles of a level.
func (h *Home) solveLevel(level int) tea.Cmd {
	return h.playAction(func() error {
		puzzles, err := choose.OfLevel(level, time.Now())
		if err != nil {
			return err
		}
		return h.Puzzles(puzzles)
	})()
}

// Lesson plays the small round of the first evening until the person stops, and then chapter 1 if the
// person wants it. The round is not saved.
func (h *Home) Lesson() error {
	t := h.Person.Texts()
	tryPrefix := "lesson.try."
	switch {
	case h.Browser:
		tryPrefix = "web.try."
	case !h.HasScreen(): // the suggestions of what to try name keys of a screen
		tryPrefix = ""
		p := lesson.Page(t)
		p.Gap()
		if err := h.Person.Print(h.Out, p); err != nil {
			return err
		}
	}
	evening, err := play.Evening(h.Library, tryPrefix)
	if err != nil {
		return err
	}
	next, err := play.Play(h.Ctx, h.Library, evening, t,
		func(home *table.Home, options play.RoundOptions) (play.AfterRound, error) {
			options.Continue = h.withFlags("fellowship play --lesson")
			options.Next = h.withFlags(lesson.Next)
			if h.Browser {
				return h.showInBrowser(web.Solo{Home: home, RoundOptions: options})
			}
			return h.showRound(home, tui.Options{RoundOptions: options}, "", nil)
		})
	if err == nil && next == play.NextChapter {
		err = h.First()
	}
	return err
}

// Today plays the deal of the day. It continues a saved game of the deal that is not finished and belongs to no
// campaign; otherwise a new game begins, with humans people.
func (h *Home) Today(humans int) error {
	now := time.Now()
	var id chapters.DealID
	err := h.withProgress(h.Person.Texts().T("tui.solving"), func(ctx context.Context) (err error) {
		id, err = daily.Deal(ctx, h.Library, now)
		return err
	})
	if err != nil {
		return err
	}
	list := h.Saves.List()
	if list.Err != nil {
		return list.Err
	}
	for g := range list.Saves(h.Library) {
		if g.Err == nil && g.Record.Deal == id.String() && !g.Finished && g.Campaign == "" {
			return h.Resume(&g, false)
		}
	}
	return h.PlayNew(h.Form(humans).ForDeal(id))
}
