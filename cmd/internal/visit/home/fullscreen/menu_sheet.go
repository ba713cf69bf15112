package fullscreen

import (
	"slices"

	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/tui"
	"fellowship/cmd/internal/visit/home/browser"

	tea "github.com/charmbracelet/bubbletea"
)

// menuSheet is the menu, the first screen.
func (s *Session) menuSheet() *kit.Sheet {
	sheet := &kit.Sheet{Name: "lobby.menu", Build: func() kit.Content {
		welcome := ""
		if s.isNew() {
			welcome = s.shell.T("lobby.welcome")
		}
		rows := s.menuRows()
		return kit.Content{
			Title:      s.shell.T("lobby.menu"),
			Rows:       rows,
			EnterLabel: s.shell.T("lobby.help.open"),
			Draw:       tui.DrawMenu(rows, welcome),
		}
	}}
	if s.isNew() { // the first evening is selected
		sheet.Cursor = slices.IndexFunc(s.menuRows(), func(r kit.Row) bool { return r.Letter == 'f' })
	}
	return sheet
}

// menuRows returns the rows of the menu. There is room below them for what the selected one is for.
func (s *Session) menuRows() []kit.Row {
	facts := s.shell.MenuFacts()
	facts.IsNew = s.isNew()
	lines := facts.Menu()
	rows := tui.MenuRows(lines, s.openings())
	for i := range lines {
		if lines[i].Note != "" {
			rows[i].Help = lines[i].About
		}
	}
	return rows
}

// openings has what opens the entries of the menu.
func (s *Session) openings() tui.Openings {
	return s.shell.Openings(tui.Openings{
		"continue": func(line *choose.MenuLine) kit.Control {
			return kit.Button(s.playAction(func() error { return s.home.ResumeNamed(line.Which, false) }))
		},
		"lesson":  s.shell.OpensSheet(s.lessonSheet),
		"saved":   s.shell.OpensSheet(s.shell.SavedSheet),
		"entry":   tui.Opens(s.playAction(s.enterRealRound)),
		"solve":   s.shell.OpensSheet(s.dealSheet),
		"browser": tui.Opens(s.playAction(func() error { return s.playInBrowser(s.played.Unfinished()) })),
	})
}

// greeting is the first screen of a person who has never played: the first evening, chapter 1, and the
// rules. Everything else is in the menu.
func (s *Session) greeting() *kit.Sheet {
	row := func(letter rune, text string, do func() tea.Cmd) kit.Row {
		return kit.Row{
			Letter:  letter,
			Label:   s.shell.T(text),
			Note:    s.shell.T(text + ".note"),
			Control: kit.Button(do),
		}
	}
	return &kit.Sheet{Name: "lobby.greet", Build: func() kit.Content {
		rows := []kit.Row{
			row('f', "lobby.lesson", s.shell.Stack.PushAction(s.lessonSheet)),
			row('1', "lobby.first", s.playAction(s.home.First)),
			row('?', "lobby.rules", s.shell.Stack.Help),
			row('m', "lobby.all", s.shell.Stack.Pop),
		}
		return kit.Content{
			Title:      s.shell.T("lobby.greet"),
			Rows:       rows,
			EnterLabel: s.shell.T("lobby.help.open"),
			Draw:       tui.DrawGreeting(s.shell.T("lobby.greet.above"), rows),
		}
	}}
}

// lessonSheet shows the first evening, and remembers in the settings that it was offered.
func (s *Session) lessonSheet() *kit.Sheet {
	if !s.shell.Settings.Lesson {
		s.shell.Change(func(set *settings.Settings) { set.Lesson = true })
	}
	return s.shell.FirstEvening()
}

// solveLevel plays the puzzles of a level from the one with an id on, and shows the list again.
func (s *Session) solveLevel(level int, id string) tea.Cmd {
	run := func() error {
		puzzles, err := choose.OfLevel(level, s.shell.Now())
		if err != nil {
			return err
		}
		return s.home.Puzzles(puzzles, id)
	}
	return s.playThenMenu(run, func() {
		s.shell.Stack.Push(s.shell.PuzzleSheet())
		if level > 0 {
			s.shell.Stack.Push(s.shell.LevelSheet(level))
		}
	})
}

// playInBrowser continues a game in a browser, or plays chapter 1 there if g is nil. The screen waits meanwhile.
func (s *Session) playInBrowser(g *saves.Save) error {
	inBrowser := *s.home
	pages := browser.New(&inBrowser, s, nil)
	defer pages.Close()
	if g != nil {
		return inBrowser.ResumeNamed(g.Name, false)
	}
	return inBrowser.First()
}
