package choose

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/deals/daily"
	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/cmd/internal/stars"
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
	// Brief says only how many puzzles are solved.
	Brief string
	// Today is the puzzle of the day.
	Today PuzzleLine
	// Legend says what the stars stand for.
	Legend string
	// Chapters are the chapters that have puzzles, in the order of the game.
	Chapters []PuzzleChapter
	// Next is the index of the chapter to go on with: the first one with a puzzle that is not solved, or else the
	// first one.
	Next int
}

// PuzzleChapter are the puzzles of a chapter.
type PuzzleChapter struct {
	Chapter *chapters.Chapter
	// Title is the chapter's number and title; the Road has no number.
	Title string
	// Summary says how many of its puzzles are solved, and how many stars the person has.
	Summary string
	// Count is how many of its puzzles are solved, in short: "4 of 25", or only their number before one is solved.
	Count string
	// Brief is Count in fewer signs: "4/25".
	Brief string
	// Solved is the number of solved puzzles.
	Solved int
	// Puzzles are the puzzles, the easy ones first, in the order in which they are solved one after the other.
	Puzzles []PuzzleLine
	// Next is the index of the puzzle to go on with: the first one that is not solved, or else the first one.
	Next int
}

// PuzzleLine is a puzzle in a list.
type PuzzleLine struct {
	ID string
	// Level is the puzzle's level.
	Level int
	// LevelName names the level.
	LevelName string
	// Number counts the puzzles of the chapter from 1.
	Number int
	// Name names the puzzle by its number and its level, or as the puzzle of the day.
	Name string
	// Chapter is the chapter of the round.
	Chapter *chapters.Chapter
	// Length says how many tricks are left.
	Length string
	// Details say which chapter it is, and how many tricks are left.
	Details string
	// Stars are the stars that the person has for it, at most [puzzle.MostStars]; 0 before it is solved.
	Stars int
}

// StarsText draws the stars of a puzzle as text, with a dot for each star that is missing.
func (l *PuzzleLine) StarsText() string {
	return stars.OfPuzzle(l.Stars).Text()
}

// Puzzles returns the puzzles with the stars that a person has earned, by the ids of the puzzles.
func Puzzles(t *texts.Texts, lib *chapters.Library, stars map[string]int, now time.Time) *PuzzleBook {
	all, err := puzzle.All()
	solved, _ := countSolved(stars)
	book := &PuzzleBook{
		Title:   t.T("lobby.puzzle"),
		About:   t.T("lobby.puzzle.above"),
		Summary: solvedText(t, stars, all),
		Brief:   t.T("lobby.puzzle.brief", solved, len(all)),
		Legend:  t.T("lobby.puzzle.legend"),
	}
	if err != nil {
		return book
	}
	today := puzzle.Today(all, now).ID
	for _, id := range chapterIDs(all) {
		chapter := newPuzzleChapter(t, lib, stars, puzzle.Filter(all, id, 0))
		if i := slices.IndexFunc(chapter.Puzzles, func(p PuzzleLine) bool { return p.ID == today }); i >= 0 {
			book.Today = chapter.Puzzles[i]
			book.Today.Name = t.T("lobby.puzzle.today")
		}
		book.Chapters = append(book.Chapters, chapter)
	}
	book.Next = max(slices.IndexFunc(book.Chapters, func(c PuzzleChapter) bool { return c.Solved < len(c.Puzzles) }), 0)
	return book
}

// Find returns the index of the chapter with an id, -1 for none.
func (b *PuzzleBook) Find(chapter string) int {
	return slices.IndexFunc(b.Chapters, func(c PuzzleChapter) bool { return c.Chapter.ID == chapter })
}

// chapterIDs returns the ids of the chapters that have puzzles, in the order of the game.
func chapterIDs(all []puzzle.Puzzle) (ids []string) {
	for i := range all {
		if id := all[i].Chapter; !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// newPuzzleChapter returns a chapter with its puzzles.
func newPuzzleChapter(
	t *texts.Texts, lib *chapters.Library, stars map[string]int, puzzles []puzzle.Puzzle,
) PuzzleChapter {
	c := PuzzleChapter{Chapter: &chapters.Chapter{ID: puzzles[0].Chapter}, Summary: solvedText(t, stars, puzzles)}
	if known, err := lib.Chapter(puzzles[0].Chapter); err == nil {
		c.Chapter = known
	}
	c.Title = t.Titled(c.Chapter)
	for i := range puzzles {
		p := &puzzles[i]
		line := PuzzleLine{
			ID:        p.ID,
			Level:     p.Level,
			LevelName: t.T("lobby.puzzle.level", p.Level),
			Number:    i + 1,
			Name:      t.T("lobby.puzzle.name", i+1, p.Level),
			Chapter:   c.Chapter,
			Length:    t.N("lobby.puzzle.last", p.TricksLeft),
			Stars:     min(stars[p.ID], puzzle.MostStars),
		}
		line.Details = t.Chapter(c.Chapter) + ": " + line.Length
		if line.Stars > 0 {
			c.Solved++
		}
		c.Puzzles = append(c.Puzzles, line)
	}
	c.Count = strconv.Itoa(len(puzzles))
	c.Brief = fmt.Sprintf("%d/%d", c.Solved, len(puzzles))
	if c.Solved > 0 {
		c.Count = t.T("lobby.puzzle.count", c.Solved, len(puzzles))
	}
	c.Next = max(slices.IndexFunc(c.Puzzles, func(p PuzzleLine) bool { return p.Stars == 0 }), 0)
	return c
}

// Solved says how many of all puzzles are solved, and how many stars the person has.
func Solved(t *texts.Texts, stars map[string]int) string {
	all, _ := puzzle.All()
	return solvedText(t, stars, all)
}

// countSolved returns the number of solved puzzles and of all puzzles.
func countSolved(stars map[string]int) (solved, total int) {
	all, _ := puzzle.All()
	for i := range all {
		if stars[all[i].ID] > 0 {
			solved++
		}
	}
	return solved, len(all)
}

// solvedText says how many of some puzzles are solved.
func solvedText(t *texts.Texts, stars map[string]int, puzzles []puzzle.Puzzle) string {
	solved := 0
	sum := 0
	for i := range puzzles {
		if n := stars[puzzles[i].ID]; n > 0 {
			solved++
			sum += min(n, puzzle.MostStars)
		}
	}
	return t.T("puzzle.all", solved, len(puzzles), sum, puzzle.MostStars*len(puzzles))
}

// TodaysPuzzle selects the puzzle of the day in [PuzzlesOf].
const TodaysPuzzle = "today"

// PuzzlesOf returns the puzzles of a chapter in the order of [PuzzleChapter], none if the chapter has none. For
// [TodaysPuzzle] that is the puzzle of the day.
func PuzzlesOf(chapter string, now time.Time) ([]puzzle.Puzzle, error) {
	all, err := puzzle.All()
	switch {
	case err != nil || chapter == "":
		return nil, err
	case chapter == TodaysPuzzle:
		return []puzzle.Puzzle{*puzzle.Today(all, now)}, nil
	}
	return puzzle.Filter(all, chapter, 0), nil
}

// AllPuzzles returns all puzzles in the order of a [PuzzleBook].
func AllPuzzles() (ordered []puzzle.Puzzle, err error) {
	all, err := puzzle.All()
	for _, id := range chapterIDs(all) {
		ordered = append(ordered, puzzle.Filter(all, id, 0)...)
	}
	return ordered, err
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
