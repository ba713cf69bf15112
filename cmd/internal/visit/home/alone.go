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
	run := play.NewPuzzleRun(puzzles, stars, h.Saves.RecordSolved)
	_, err = play.Play(h.Ctx, h.Library, run, h.Person.Texts(),
		func(home *table.Home, options play.RoundOptions) (play.AfterRound, error) {
			return h.showRound(home, tui.Options{RoundOptions: options, HasMenu: h.hasMenu}, "", nil)
		})
	return err
}

// stars are those of the puzzles that the person has solved. Earlier programs kept them with the settings.
func (h *Home) stars() (map[string]int, error) {
	stars, err := h.Saves.Stars()
	for name, n := range h.Person.Settings().Puzzles {
		stars[name] = max(stars[name], n)
	}
	return stars, err
}

// solveLevel lets the person solve the puzzles of a level.
func (h *Home) solveLevel(level int) tea.Cmd {
	return h.playAction(func() error {
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
	case !h.HasScreen(): // where the goals are asked for is another thing
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
			options.Continue, options.Next = h.withFlags("fellowship play --lesson"), h.withFlags(lesson.Next)
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

// Today plays the deal of the day, with so many people where it is begun now: a game of it that
// was begun goes on.
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
