package web

import (
	"net/url"
	"strings"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/stars"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/turns"
)

// puzzlesPage has the chapters with puzzles, one of them open.
type puzzlesPage struct {
	sheet
	Intro string
	// Legend says what the stars stand for.
	Legend string
	// Today is the puzzle of the day.
	Today line
	// Chapters are the chapters.
	Chapters []puzzleChapter
	// Next is the puzzle to go on with in the open chapter.
	Next puzzleTile
	// Open is the chapter that is open.
	Open string
}

type (
	// puzzleChapter is a chapter with its puzzles.
	puzzleChapter struct {
		ID    string
		Title string
		// Emblem is the character whose emblem is shown.
		Emblem string
		// Count says how many of its puzzles are solved.
		Count string
		// Path opens the chapter.
		Path string
		// Summary says how many puzzles are solved, with the stars.
		Summary string
		// Puzzles are the puzzles, none while the chapter is closed.
		Puzzles []puzzleTile
	}
	// puzzleTile is a puzzle of the open chapter.
	puzzleTile struct {
		ID     string
		Number int
		// Name names the puzzle, with its level.
		Name string
		// Length says how many tricks are left.
		Length string
		// Level names the level, which stands there before the puzzle has stars.
		Level string
		Stars starred
		// IsSolved reports whether the person has solved it.
		IsSolved bool
		// IsNext reports whether it is the one to go on with.
		IsNext bool
	}
)

// puzzlePages are the list of puzzles, and what begins one.
type puzzlePages struct {
	request *request
	t       *texts.Texts
	lib     *chapters.Library
}

func newPuzzlePages(q *request) puzzlePages {
	return puzzlePages{request: q, t: q.frame.Texts, lib: q.options.Library}
}

// book returns the puzzles with what the person has solved.
func (h puzzlePages) book() *choose.PuzzleBook {
	return choose.Puzzles(h.t, h.lib, h.request.person().Stars(), time.Now())
}

// show shows the chapters: the one in the address is open, or else the one to go on with.
func (h puzzlePages) show() {
	book := h.book()
	p := &puzzlesPage{sheet: h.request.newSheet("/", book.Title), Intro: book.About, Legend: book.Legend}
	p.Subtitle = book.Summary
	if h.request.home == nil {
		if name, err := h.request.options.Tables.Name(h.request.me.ID); name == "" && err == nil {
			p.Intro += " " + h.t.T("web.puzzle.unknown")
		}
	}
	p.Today = h.line(&book.Today)
	open := book.Find(h.request.value("chapter"))
	if open < 0 {
		open = book.Next
	}
	for i := range book.Chapters {
		said := &book.Chapters[i]
		drawn := puzzleChapter{
			ID:      said.Chapter.ID,
			Title:   strings.Replace(said.Title, "  ", " · ", 1),
			Emblem:  emblem(h.lib, said.Chapter),
			Count:   said.Brief,
			Path:    puzzlesPath(said.Chapter.ID),
			Summary: said.Summary,
		}
		if i == open {
			p.Open = drawn.ID
			for n := range said.Puzzles {
				drawn.Puzzles = append(drawn.Puzzles, h.tile(&said.Puzzles[n], n == said.Next))
			}
			p.Next = drawn.Puzzles[said.Next]
		}
		p.Chapters = append(p.Chapters, drawn)
	}
	h.request.send("puzzles", p)
}

// puzzlesPath returns the page with a chapter open. It begins at that chapter.
func puzzlesPath(chapter string) string {
	return "/puzzles?chapter=" + url.QueryEscape(chapter) + "#chapter-" + url.PathEscape(chapter)
}

// tile draws a puzzle of the open chapter.
func (h puzzlePages) tile(said *choose.PuzzleLine, isNext bool) puzzleTile {
	return puzzleTile{
		ID:       said.ID,
		Number:   said.Number,
		Name:     said.Name,
		Length:   said.Length,
		Level:    said.LevelName,
		Stars:    newStarred(h.t, stars.OfPuzzle(said.Stars)),
		IsSolved: said.Stars > 0,
		IsNext:   isNext,
	}
}

// line draws a puzzle.
func (h puzzlePages) line(said *choose.PuzzleLine) line {
	l := line{ID: said.ID, Name: said.Name, Text: said.Details}
	if said.Chapter != nil {
		l.Emblem = emblem(h.lib, said.Chapter)
	}
	l.Stars = newStarred(h.t, stars.OfPuzzle(said.Stars))
	return l
}

// play begins with the puzzles of the chapter that was chosen.
func (h puzzlePages) play() {
	puzzles, err := choose.PuzzlesOf(h.request.value("chapter"), time.Now())
	if err != nil || len(puzzles) == 0 {
		h.request.notFound()
		return
	}
	person := h.request.person()
	course := play.NewPuzzleRun(puzzles, person.Stars(), person.KeepStars)
	course.SkipTo(h.request.value("puzzle"))
	course.WithSolver = h.request.askOnce(turns.Quick)
	newSoloRounds(h.request).open(puzzleTable, course, nil)
}
