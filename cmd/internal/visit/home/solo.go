package home

import (
	"context"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/deals/daily"
	"fellowship/cmd/internal/deals/lesson"
	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/table"
)

// Puzzles plays puzzles until the person stops. It begins with the puzzle whose ID is first, or with the first unsolved
// puzzle if no puzzle has that ID.
func (h *Home) Puzzles(puzzles []puzzle.Puzzle, first string) error {
	stars, err := h.Stars()
	if err != nil {
		return err
	}
	run := play.NewPuzzleRun(puzzles, stars, h.Saves.RecordSolved)
	run.SkipTo(first)
	_, err = h.playUnsaved(run)
	return err
}

// playUnsaved plays rounds that are not saved, one after the other, and then what the person has chosen, if anything.
func (h *Home) playUnsaved(mode play.SoloMode) (play.AfterRound, error) {
	var chosen func() error
	next, err := play.Play(h.Ctx, h.Library, mode, h.Person.Texts(),
		func(seated *table.Home, options play.RoundOptions) (play.AfterRound, error) {
			if options.Lesson {
				options.Continue = h.withFlags("fellowship play --lesson")
				options.Next = h.withFlags(lesson.Next)
			}
			wish, err := h.Stage.PlayRound(h.Ctx, Round{Table: seated, Options: options})
			chosen = wish.Chosen
			return wish.Next, err
		})
	if err == nil && next == play.Chosen {
		err = chosen()
	}
	return next, err
}

// Stars returns the stars of the puzzles that the person has solved.
func (h *Home) Stars() (map[string]int, error) { return h.Saves.AllStars(h.Person.Settings().Puzzles) }

// Lesson plays the small round of the first evening until the person stops, and then chapter 1 if the
// person wants it. The round is not saved.
func (h *Home) Lesson() error {
	evening, err := play.Evening(h.Library, "") // the stage knows what may be tried on it
	if err != nil {
		return err
	}
	next, err := h.playUnsaved(evening)
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
	err := h.Stage.WhileWorking(h.Ctx, h.Person.Texts().T("solve.looking"), func(ctx context.Context) (err error) {
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
	for g := range list.Summaries(h.Library) {
		if g.Err == nil && g.Record.Deal == id.String() && !g.Finished && g.Campaign == "" {
			return h.Resume(g, false)
		}
	}
	return h.PlayNew(h.Form(humans).ForDeal(id))
}
