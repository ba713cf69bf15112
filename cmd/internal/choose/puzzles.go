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

// Level is a level of puzzles in the list to choose from.
type Level struct {
	// Level counts from 1; 0 is the puzzle of the day.
	Level int
	Label string
	// Note says how many of its puzzles are solved.
	Note string
	// Solved is the number of solved puzzles.
	Solved int
	// Total is the number of puzzles.
	Total int
}

// Puzzles returns the levels to choose from; stars has the stars that the person has earned, by the ids of the
// puzzles.
func Puzzles(t *texts.Texts, stars map[string]int) (all []Level) {
	all = append(all, Level{Label: t.T("lobby.puzzle.today")})
	for n := 1; n <= puzzle.Levels; n++ {
		done, _, total := countSolved(stars, n)
		all = append(all, Level{
			Level:  n,
			Label:  t.T("lobby.puzzle.level", n),
			Note:   Solved(t, stars, n),
			Solved: done,
			Total:  total,
		})
	}
	return all
}

// Solved says how many puzzles of a level are solved. With level 0 it counts all puzzles.
func Solved(t *texts.Texts, stars map[string]int, level int) string {
	solved, sum, total := countSolved(stars, level)
	return t.T("puzzle.all", solved, total, sum, puzzle.MostStars*total)
}

// SolvedBrief says in few words how many of all puzzles are solved.
func SolvedBrief(t *texts.Texts, stars map[string]int) string {
	solved, _, total := countSolved(stars, 0)
	return t.T("lobby.puzzle.brief", solved, total)
}

// countSolved returns the number of solved puzzles of a level, the sum of their stars, and the number of its
// puzzles. With level 0 it counts all puzzles.
func countSolved(stars map[string]int, level int) (solved, sum, total int) {
	puzzles, _ := puzzle.All()
	for i := range puzzles {
		if level > 0 && puzzles[i].Level != level {
			continue
		}
		total++
		if n := stars[puzzles[i].ID]; n > 0 {
			solved++
			sum += n
		}
	}
	return solved, sum, total
}

// OfLevel returns the puzzles of a level, none if there is no such level. Level 0 has the puzzle of the day.
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

var (
	// finding is held while the deal of the day is looked up, so it is searched for only once.
	finding = semaphore.NewWeighted(1)
	// today is the deal of the day that was found last.
	today struct {
		lib *chapters.Library
		day string
		id  chapters.DealID
	}
)

// Today returns the deal of the day. The first call of a day searches for it inside withSolver, which waits
// for a turn; later calls return the same deal.
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
