package web

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
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

// show shows the puzzles of a level: the one in the address, or the first one that is not solved.
func (h puzzlePages) show() {
	p := &puzzlesPage{sheet: h.request.newSheet("/", h.t.T("lobby.puzzle")), Intro: h.t.T("lobby.puzzle.above")}
	prefs := h.request.person().CurrentSettings()
	if h.request.home == nil {
		if name, err := h.request.options.Tables.Name(h.request.me.ID); name == "" && err == nil {
			p.Intro += " " + h.t.T("web.puzzle.unknown")
		}
	}
	levels := choose.Puzzles(h.t, prefs.Puzzles)[1:]
	p.Level = choose.ParseNumber(h.request.value("level"))
	if p.Level < 1 || p.Level > len(levels) {
		p.Level = 1 + max(slices.IndexFunc(levels, func(l choose.Level) bool { return l.Solved < l.Total }), 0)
	}
	for _, l := range levels {
		p.Tabs = append(p.Tabs, tab{
			Path:    "/puzzles?level=" + strconv.Itoa(l.Level),
			Label:   l.Label,
			Note:    fmt.Sprintf("%d/%d", l.Solved, l.Total),
			Current: l.Level == p.Level,
		})
	}
	p.Subtitle = choose.Solved(h.t, prefs.Puzzles, 0)
	p.Solved = levels[p.Level-1].Note
	levelPuzzles, _ := choose.OfLevel(p.Level, time.Now())
	for i := range levelPuzzles {
		deal := &levelPuzzles[i]
		l := chapterLine(h.t, h.lib, deal.Chapter)
		cards := 0
		for _, h := range deal.Hands {
			cards = max(cards, h.Cards.Len())
		}
		tricksLeft := cards - len(deal.Plays)/len(deal.Hands)
		l.Text = l.Name + ": " + h.t.TricksWon(tricksLeft)
		l.ID = deal.ID
		l.Name = h.t.T("web.puzzle.name", i+1, p.Level)
		l.Stars = stars(h.t, prefs.Puzzles[deal.ID], puzzle.MostStars)
		p.All = append(p.All, l)
	}
	h.request.send("puzzles", p)
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
	course := play.NewPuzzleRun(levelPuzzles, person.CurrentSettings().Puzzles, func(name string, stars int) error {
		return person.ChangeSettings(func(set *settings.Settings) { set.KeepStars(name, stars) })
	})
	course.SkipTo(h.request.value("puzzle"))
	course.WithSolver = h.request.withSolver
	newSoloRounds(h.request).open(puzzleTable, course, nil)
}
