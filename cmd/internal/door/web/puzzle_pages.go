package web

import (
	"fmt"
	"strconv"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/turns"
)

// puzzlesPage has the puzzles of a level.
type puzzlesPage struct {
	sheet
	Intro string
	// Solved says how many puzzles of the level are solved.
	Solved string
	// Tabs are the levels.
	Tabs  []tab
	Level int
	// Today is the puzzle of the day.
	Today line
	// All are the puzzles.
	All []line
}

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

// show shows the puzzles of a level: the level in the address, or else the first one with an unsolved puzzle.
func (h puzzlePages) show() {
	book := h.book()
	p := &puzzlesPage{sheet: h.request.newSheet("/", book.Title), Intro: book.About}
	p.Subtitle = book.Summary
	if h.request.home == nil {
		if name, err := h.request.options.Tables.Name(h.request.me.ID); name == "" && err == nil {
			p.Intro += " " + h.t.T("web.puzzle.unknown")
		}
	}
	p.Level = choose.ParseNumber(h.request.value("level"))
	if p.Level < 1 || p.Level > len(book.Levels) {
		p.Level = book.Levels[book.Next].Level
	}
	for i := range book.Levels {
		level := &book.Levels[i]
		p.Tabs = append(p.Tabs, tab{
			Path:    puzzlesPath(level.Level),
			Label:   level.Label,
			Note:    fmt.Sprintf("%d/%d", level.Solved, len(level.Puzzles)),
			Current: level.Level == p.Level,
		})
	}
	current := &book.Levels[p.Level-1]
	p.Solved = current.Summary
	p.Today = h.line(&book.Today)
	for i := range current.Puzzles {
		p.All = append(p.All, h.line(&current.Puzzles[i]))
	}
	h.request.send("puzzles", p)
}

// puzzlesPath returns the page of a level.
func puzzlesPath(level int) string { return "/puzzles?level=" + strconv.Itoa(level) }

// line draws a puzzle.
func (h puzzlePages) line(said *choose.PuzzleLine) line {
	l := line{ID: said.ID, Name: said.Name, Text: said.Details}
	if said.Chapter != nil {
		l.Emblem = emblem(h.lib, said.Chapter)
	}
	l.Stars = stars(h.t, said.Stars, puzzle.MostStars)
	return l
}

// play begins with the puzzles of the level that was chosen.
func (h puzzlePages) play() {
	level, err := strconv.Atoi(h.request.value("level"))
	levelPuzzles, levelErr := choose.OfLevel(level, time.Now())
	if err != nil || levelErr != nil || len(levelPuzzles) == 0 {
		h.request.notFound()
		return
	}
	person := h.request.person()
	course := play.NewPuzzleRun(levelPuzzles, person.Stars(), person.KeepStars)
	course.SkipTo(h.request.value("puzzle"))
	course.WithSolver = h.request.askOnce(turns.Quick)
	newSoloRounds(h.request).open(puzzleTable, course, nil)
}
