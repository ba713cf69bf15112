package home

import (
	"slices"
	"time"

	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/tui"

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

// rows are those of the menu.
func (s *sitting) rows() []kit.Row {
	h, own := s.h, map[string][]kit.Row{}
	add := func(name, note string, do func() tea.Cmd) { own[name] = []kit.Row{{Note: note, Do: do}} }
	note := func(name string) string { return s.T("lobby." + name + ".note") }
	if g := s.goesOn; g != nil {
		add("continue", g.About(s.Texts), s.does(func() error { return h.goOn(g.Name, false) }))
	}
	add("campaign", s.campaignNote(), s.Opens(func() *kit.Sheet {
		if len(s.campaigns) > 0 {
			return s.campaignBook(s.campaigns[0].Name)
		}
		return s.newCampaign()
	}))
	add("today", note("today"), s.does(func() error { return h.Today(1) }))
	add("puzzle", s.puzzlesDone(0), s.Opens(s.puzzles))
	add("browser", note("browser"), s.does(func() error { return h.onPages(s.goesOn) }))
	first := note("lesson")
	if s.isNew() {
		first = s.T("lobby.lesson.offer")
	}
	add("lesson", first, s.Opens(s.lesson))
	add("solve", note("solve"), s.Opens(s.solve))
	add("entry", note("entry"), s.does(h.enter))
	return s.Menu(own)
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

// lesson is the first evening. That it was offered is kept.
func (s *sitting) lesson() *kit.Sheet {
	if !s.Set.Lesson {
		s.Change(func(set *settings.Settings) { set.Lesson = true })
	}
	return s.FirstEvening()
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
		if n := s.Set.Puzzles[of[i].ID]; n > 0 {
			solved, stars = solved+1, stars+n
		}
	}
	return s.T("puzzle.all", solved, len(of), stars, puzzle.MostStars*len(of))
}

// goOn goes on with the saved game of that name.
func (h *Home) goOn(name string, named bool) error {
	g, err := h.find(name)
	if err != nil {
		return err
	}
	return h.GoOn(&g, named)
}

// onPages plays a game that goes on, or without one chapter 1, in a browser.
func (h *Home) onPages(g *tui.ListedSave) error {
	there := *h
	there.Browser = true
	defer there.CloseBrowser()
	if g != nil {
		return there.goOn(g.Name, false)
	}
	return there.First()
}
