package fullscreen

import (
	"slices"
	"strings"

	"fellowship/characters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
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
		"lesson":  tui.Opens(s.playLesson),
		"saved":   s.shell.OpensSheet(s.shell.SavedSheet),
		"entry":   tui.Opens(s.playAction(s.enterRealRound)),
		"solve":   s.shell.OpensSheet(s.dealSheet),
		"browser": tui.Opens(s.playAction(func() error { return s.playInBrowser(s.played.Unfinished()) })),
	})
}

// greeting is the first screen of a person who has never played. Enter deals the first evening. Everything else is in
// the menu.
func (s *Session) greeting() *kit.Sheet {
	return &kit.Sheet{
		Name:   "lobby.greet",
		NoBack: true,
		Keys:   map[string]func() tea.Cmd{"esc": s.shell.Stack.Pop},
		Build: func() kit.Content {
			deal := kit.Row{
				Label:   s.shell.T("lobby.greet.deal"),
				Note:    s.shell.T("lobby.greet.note"),
				Control: kit.Button(s.playLesson),
			}
			other := s.otherLanguage()
			return kit.Content{
				Title:      s.shell.T("lobby.greet"),
				Rows:       []kit.Row{deal},
				EnterLabel: s.shell.T("lobby.help.deal"),
				Shortcuts: []kit.Shortcut{
					{Key: "m", Label: s.shell.T("lobby.help.menu"), Do: s.shell.Stack.Pop},
					{Key: "g", Label: strings.ToLower(texts.New(other).T("lobby.lang." + other)), Do: func() tea.Cmd {
						return s.shell.Change(func(set *settings.Settings) { set.Lang = other })
					}},
				},
				Draw: tui.DrawGreeting(s.shell.T("lobby.greet.above"), &deal),
			}
		},
	}
}

// otherLanguage returns the language after the one that the screen has.
func (s *Session) otherLanguage() string {
	all := characters.Languages
	return all[(slices.Index(all, s.shell.Stack.Theme.Texts.Lang())+1)%len(all)]
}

// playLesson plays the first evening, and remembers in the settings that it was opened.
func (s *Session) playLesson() tea.Cmd {
	if !s.shell.Settings.Lesson {
		s.shell.Change(func(set *settings.Settings) { set.Lesson = true })
	}
	return s.shell.Lesson()
}

// solvePuzzles plays the puzzles of a chapter from the one with an id on, and shows the list again.
func (s *Session) solvePuzzles(chapter, id string) tea.Cmd {
	run := func() error {
		puzzles, err := choose.PuzzlesOf(chapter, s.shell.Now())
		if err != nil {
			return err
		}
		return s.home.Puzzles(puzzles, id)
	}
	return s.playThenMenu(run, func() { s.shell.Stack.Push(s.shell.PuzzlesAt(chapter)) })
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
