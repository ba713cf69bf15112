package choose

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/deals/daily"
	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/turns"

	"golang.org/x/sync/semaphore"
)

// PuzzleBook are the puzzles with what a person has solved. It is the same on a screen and in a browser, at home and on
// a server; each of these draws it in its own way.
type PuzzleBook struct {
	Title string
	// About says what a puzzle is.
	About string
	// Summary says how many puzzles are solved, and how many stars the person has.
	Summary string
	// Today is the puzzle of the day.
	Today PuzzleLine
	// Levels are the levels, the easy one first.
	Levels []PuzzleLevel
	// Next is the index of the level to go on with: the first one that is not solved, or else the first one.
	Next int
}

// PuzzleLevel is a level of puzzles.
type PuzzleLevel struct {
	// Level counts from 1.
	Level int
	Label string
	// Summary says how many of its puzzles are solved, and how many stars the person has.
	Summary string
	// Solved is the number of solved puzzles.
	Solved int
	// Puzzles are the puzzles, in the order in which they are solved one after the other.
	Puzzles []PuzzleLine
	// Next is the index of the puzzle to go on with: the first one that is not solved, or else the first one.
	Next int
}

// PuzzleLine is a puzzle in a list.
type PuzzleLine struct {
	ID string
	// Level is the puzzle's level.
	Level int
	// Number counts the puzzles of the level from 1.
	Number int
	// Name names the puzzle by its number and its level, or as the puzzle of the day.
	Name string
	// Chapter is the chapter of the round.
	Chapter *chapters.Chapter
	// Details say which chapter it is, and how many tricks are left.
	Details string
	// Stars are the stars that the person has for it, at most [puzzle.MostStars]; 0 before it is solved.
	Stars int
}

// StarsText draws the stars of a puzzle as text, with a dot for each star that is missing.
func (l *PuzzleLine) StarsText() string {
	return strings.Repeat("*", l.Stars) + strings.Repeat(".", puzzle.MostStars-l.Stars)
}

// Puzzles returns the puzzles with the stars that a person has earned, by the ids of the puzzles.
func Puzzles(t *texts.Texts, lib *chapters.Library, stars map[string]int, now time.Time) *PuzzleBook {
	book := &PuzzleBook{
		Title:   t.T("lobby.puzzle"),
		About:   t.T("lobby.puzzle.above"),
		Summary: Solved(t, stars, 0),
	}
	all, err := puzzle.All()
	if err != nil {
		return book
	}
	today := puzzle.Today(all, now).ID
	for level := 1; level <= puzzle.Levels; level++ {
		l := newPuzzleLevel(t, lib, stars, puzzle.Filter(all, "", level), level)
		if i := slices.IndexFunc(l.Puzzles, func(p PuzzleLine) bool { return p.ID == today }); i >= 0 {
			book.Today = l.Puzzles[i]
			book.Today.Name = t.T("lobby.puzzle.today")
		}
		book.Levels = append(book.Levels, l)
	}
	book.Next = max(slices.IndexFunc(book.Levels, func(l PuzzleLevel) bool { return l.Solved < len(l.Puzzles) }), 0)
	return book
}

// newPuzzleLevel returns a level with its puzzles.
func newPuzzleLevel(
	t *texts.Texts, lib *chapters.Library, stars map[string]int, puzzles []puzzle.Puzzle, level int,
) PuzzleLevel {
	l := PuzzleLevel{Level: level, Label: t.T("lobby.puzzle.level", level), Summary: Solved(t, stars, level)}
	for i := range puzzles {
		p := &puzzles[i]
		line := PuzzleLine{
			ID:      p.ID,
			Level:   level,
			Number:  i + 1,
			Name:    t.T("lobby.puzzle.name", i+1, level),
			Details: t.TricksWon(p.TricksLeft),
			Stars:   min(stars[p.ID], puzzle.MostStars),
		}
		if c, err := lib.Chapter(p.Chapter); err == nil {
			line.Chapter = c
			line.Details = t.Chapter(c) + ": " + line.Details
		}
		if line.Stars > 0 {
			l.Solved++
		}
		l.Puzzles = append(l.Puzzles, line)
	}
	l.Next = max(slices.IndexFunc(l.Puzzles, func(p PuzzleLine) bool { return p.Stars == 0 }), 0)
	return l
}

// Solved says how many puzzles of a level are solved. With level 0 it counts all puzzles.
func Solved(t *texts.Texts, stars map[string]int, level int) string {
	solved, sum, total := countSolved(stars, level)
	return t.T("puzzle.all", solved, total, sum, puzzle.MostStars*total)
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
		if errors.Is(err, context.DeadlineExceeded) {
			err = turns.ErrMany
		}
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
