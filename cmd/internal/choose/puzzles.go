package choose

import (
	"context"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/deals/daily"
	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/cmd/internal/texts"

	"golang.org/x/sync/semaphore"
)

// Level is one that puzzles have, 0 for the puzzle of the day.
type Level struct {
	Level       int
	Label, Note string
	// Solved of its Of puzzles are solved.
	Solved, Total int
}

// Puzzles are the levels among which a person chooses who has some stars already.
func Puzzles(t *texts.Texts, stars map[string]int) (all []Level) {
	all = append(all, Level{Label: t.T("lobby.puzzle.today")})
	for n := 1; n <= puzzle.Levels; n++ {
		done, _, total := countSolved(stars, n)
		all = append(all, Level{n, t.T("lobby.puzzle.level", n), Solved(t, stars, n), done, total})
	}
	return all
}

// Solved says how many puzzles of a level are solved, of all for 0.
func Solved(t *texts.Texts, stars map[string]int, level int) string {
	solved, sum, total := countSolved(stars, level)
	return t.T("puzzle.all", solved, total, sum, puzzle.MostStars*total)
}

// SolvedBrief is [Solved] without stars, of all puzzles.
func SolvedBrief(t *texts.Texts, stars map[string]int) string {
	solved, _, total := countSolved(stars, 0)
	return t.T("lobby.puzzle.brief", solved, total)
}

// countSolved counts the puzzles of a level that are solved, their stars, and all there are.
func countSolved(stars map[string]int, level int) (solved, sum, total int) {
	puzzles, _ := puzzle.All()
	for i := range puzzles {
		if level > 0 && puzzles[i].Level != level {
			continue
		}
		total++
		if n := stars[puzzles[i].ID]; n > 0 {
			solved, sum = solved+1, sum+n
		}
	}
	return solved, sum, total
}

// OfLevel are the puzzles of a level, none where there is no such level, and the one of the day for 0.
func OfLevel(level int, now time.Time) ([]puzzle.Puzzle, error) {
	all, err := puzzle.All()
	switch {
	case err != nil || level < 0:
		return nil, err
	case level == 0:
		return []puzzle.Puzzle{*puzzle.Today(all, now)}, nil
	}
	return puzzle.Filter(all, "", level), nil
}

// today is the deal of a day that was found, and finding is held while one is looked for: all people of a
// server have the same one.
var (
	finding = semaphore.NewWeighted(1)
	today   struct {
		lib *chapters.Library
		day string
		id  chapters.DealID
	}
)

// Today returns the deal of the day. The search takes its turn, and is done once a day for all who ask.
func Today(ctx context.Context, lib *chapters.Library, now time.Time, withSolver func(context.Context,
	func() error) error,
) (id chapters.DealID, err error) {
	if err := finding.Acquire(ctx, 1); err != nil {
		return id, err
	}
	defer finding.Release(1)
	day := now.UTC().Format(daily.Format)
	if today.lib == lib && today.day == day {
		return today.id, nil
	}
	err = withSolver(ctx, func() (err error) {
		id, err = daily.Deal(ctx, lib, now)
		return err
	})
	if err == nil {
		today.lib = lib
		today.day = day
		today.id = id
	}
	return id, err
}
