package home

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"fellowship/characters/say"
	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/tui"
)

// Puzzles lets the person solve puzzles, from the first that is not solved yet, until he has
// enough of them.
func (h *Home) Puzzles(of []puzzle.Puzzle) error {
	open := func(p puzzle.Puzzle) bool { return h.Wants().Puzzles[p.ID] == 0 }
	at := max(slices.IndexFunc(of, open), 0)
	home, err := table.Unsaved(h.Lib, of[at].Record())
	if err != nil {
		return say.Internal(err)
	}
	for {
		next, err := h.puzzle(home, &of[at])
		switch {
		case err != nil || next == play.Nothing:
			return errors.Join(err, home.Close())
		case next == play.Another && len(of) == 1: // the one that was named is done
			all, _ := puzzle.All()
			of = puzzle.Of(all, "", 0)
			at = max(slices.IndexFunc(of, open), 0)
		case next == play.Another:
			at = (at + 1) % len(of)
		}
		if err := home.Begin(h.Ctx, nil, of[at].Record()); err != nil {
			return errors.Join(say.Internal(err), home.Close())
		}
	}
}

// puzzle lets the person solve the puzzle of a table, and keeps the stars of a solved one.
func (h *Home) puzzle(home *table.Home, p *puzzle.Puzzle) (next play.Wish, err error) {
	t, chair := h.Texts(), play.Solve(home)
	next, err = h.show(home, tui.Options{
		Facts: play.Facts{Unsaved: true, Puzzle: chair, After: func() string { return solved(t, p, chair.Puzzle) }}, Menu: h.menu,
		Note: t.T("puzzle.about", p.ID, p.Level, puzzle.Levels, p.First, p.Options),
	}, "", nil)
	if home.Round().Over() {
		err = errors.Join(err, h.keepStars(p.ID, chair.Puzzle.Stars()))
	}
	return next, err
}

// solved says how a puzzle was solved.
func solved(t *texts.Texts, p *puzzle.Puzzle, how *play.Puzzle) string {
	stars := strings.Repeat("*", how.Stars())
	if how.Missed == 0 {
		return t.T("puzzle.stars.none", p.ID, stars, how.Stars())
	}
	return t.N("puzzle.stars", how.Missed, p.ID, stars, how.Stars())
}

// keepStars keeps what a puzzle was worth, if that is more than before.
func (h *Home) keepStars(name string, stars int) error {
	now := h.Wants()
	if now.Puzzles[name] >= stars {
		return nil
	}
	now.Puzzles = maps.Clone(now.Puzzles)
	if now.Puzzles == nil {
		now.Puzzles = map[string]int{}
	}
	now.Puzzles[name] = stars
	h.Wish(now)
	return keep(now)
}
