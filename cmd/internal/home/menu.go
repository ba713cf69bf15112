package home

import (
	"slices"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/puzzle"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/tui"
	"fellowship/solver/players"

	tea "github.com/charmbracelet/bubbletea"
)

// menu is the first screen.
func (s *sitting) menu() *kit.Sheet {
	sheet := &kit.Sheet{Name: "lobby.menu", Build: func() kit.Content {
		c := kit.Content{Title: s.T("lobby.menu"), Rows: s.rows(), Crest: s.Crest()}
		if s.isNew() {
			c.Above = []string{s.T("lobby.welcome")}
		}
		return c
	}}
	if s.isNew() { // the first evening is chosen
		sheet.Cursor = slices.IndexFunc(s.rows(), func(r kit.Row) bool { return r.Letter == 'f' })
	}
	return sheet
}

// rows are the choices of the menu, in groups: to play, to learn, to look back.
func (s *sitting) rows() (all []kit.Row) {
	h, group := s.h, "play"
	add := func(letter rune, name, note string, do func() tea.Cmd) {
		r := kit.Row{Letter: letter, Label: s.T("lobby." + name), Note: note, Do: do}
		if group != "" {
			r.Group, group = s.T("lobby.group."+group), ""
		}
		all = append(all, r)
	}
	note := func(name string) string { return s.T("lobby." + name + ".note") }
	if g := s.goesOn; g != nil {
		add('c', "continue", g.About(s.Texts), s.does(func() error { return h.goOn(g.Name, false) }))
	}
	of := s.chapters()
	add('n', "new", note("new"), s.Opens(func() *kit.Sheet { return s.newTable(of.Next().ID) }))
	add('b', "book", of.Note(), s.Opens(of.List))
	add('k', "campaign", s.campaignNote(), s.Opens(func() *kit.Sheet {
		if len(s.campaigns) > 0 {
			return s.campaignBook(s.campaigns[0].Name)
		}
		return s.newCampaign()
	}))
	if _, err := h.Lib.Chapter(chapters.Road); err == nil {
		add('r', "road", note("road"), s.Opens(func() *kit.Sheet { return s.newTable(chapters.Road) }))
	}
	add('h', "today", note("today"), s.does(func() error { return h.Today(1) }))
	add('p', "puzzle", s.puzzlesDone(0), s.Opens(s.puzzles))
	add('i', "browser", note("browser"), s.does(func() error { return h.onPages(s.goesOn) }))
	group = "learn"
	first := note("lesson")
	if s.isNew() {
		first = s.T("lobby.lesson.offer")
	}
	add('f', "lesson", first, s.Opens(s.lesson))
	add('?', "rules", note("rules"), s.Help)
	add('s', "solve", note("solve"), s.Opens(s.solve))
	add('d', "entry", note("entry"), s.does(h.enter))
	group = "back"
	add('l', "saved", s.N("lobby.saved.note", len(s.games)), s.Opens(s.replays().List))
	add('t', "stats", note("stats"), s.Opens(s.statistics))
	group = "else"
	add('e', "settings", note("settings"), s.Opens(func() *kit.Sheet {
		return tui.SettingsSheet(s.Stack, &s.set, players.Names, nil, s.change)
	}))
	add('q', "leave", "", s.Quit)
	return all
}

// greeting is the screen of a person who has never played: the first evening, chapter 1, and the
// rules. Everything else is in the menu.
func (s *sitting) greeting() *kit.Sheet {
	return &kit.Sheet{Name: "lobby.greet", Build: func() kit.Content {
		return kit.Content{Title: s.T("lobby.greet"), Above: []string{s.T("lobby.greet.above")}, Crest: s.Crest(), Rows: []kit.Row{
			{Letter: 'f', Label: s.T("lobby.lesson"), Note: s.T("lobby.lesson.note"), Do: s.Opens(s.lesson)},
			{Letter: '1', Label: s.T("lobby.first"), Note: s.T("lobby.first.note"), Do: s.does(s.h.First)},
			{Letter: '?', Label: s.T("lobby.rules"), Note: s.T("lobby.rules.note"), Do: s.Help},
			{Letter: 'm', Label: s.T("lobby.all"), Note: s.T("lobby.all.note"), Do: s.Close},
		}}
	}}
}

// chapters is the chapter book.
func (s *sitting) chapters() *tui.ChapterBook {
	return &tui.ChapterBook{Stack: s.Stack, Library: s.h.Lib, Played: s.stats.Chapters, Begin: s.newTable}
}

// lesson is the first evening. That it was offered is kept.
func (s *sitting) lesson() *kit.Sheet {
	if !s.set.Lesson {
		s.change(func(set *settings.Settings) { set.Lesson = true })
	}
	return tui.LessonSheet(s.Stack, s.does(s.h.Lesson))
}

// puzzles offers the puzzle of the day, and those of each level.
func (s *sitting) puzzles() *kit.Sheet {
	return &kit.Sheet{Name: "lobby.puzzle", Build: func() kit.Content {
		c := kit.Content{Title: s.T("lobby.puzzle"), Above: []string{s.T("lobby.puzzle.above")}}
		for level := range puzzle.Levels + 1 {
			row := kit.Row{Label: s.T("lobby.puzzle.today"), Do: s.does(func() error {
				all, err := puzzle.All()
				if err != nil {
					return err
				}
				if level == 0 {
					return s.h.Puzzles([]puzzle.Puzzle{*puzzle.Today(all, time.Now())})
				}
				return s.h.Puzzles(puzzle.Of(all, "", level))
			})}
			if level > 0 {
				row.Label, row.Note = s.T("lobby.puzzle.level", level), s.puzzlesDone(level)
			}
			c.Rows = append(c.Rows, row)
		}
		return c
	}}
}

// puzzlesDone says how many puzzles of a level are solved, of all for 0.
func (s *sitting) puzzlesDone(level int) string {
	all, _ := puzzle.All()
	of := puzzle.Of(all, "", level)
	solved, stars := 0, 0
	for i := range of {
		if n := s.set.Puzzles[of[i].ID]; n > 0 {
			solved, stars = solved+1, stars+n
		}
	}
	return s.T("puzzle.all", solved, len(of), stars, puzzle.MostStars*len(of))
}

// goOn goes on with the saved game of that name.
func (h *Home) goOn(name string, named bool) error {
	g, err := h.Shelf.Find(h.Lib, name)
	if err != nil {
		return err
	}
	return h.GoOn(&g, named)
}

// onPages plays a game that goes on, or without one chapter 1, in a browser.
func (h *Home) onPages(g *tui.SavedGame) error {
	there := *h
	there.Browser = true
	defer there.ClosePages()
	if g != nil {
		return there.goOn(g.Name, false)
	}
	return there.First()
}
