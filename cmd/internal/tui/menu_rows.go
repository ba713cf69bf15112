package tui

import (
	"cmp"

	"fellowship/chapters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/deals/lesson"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/pages/page"

	tea "github.com/charmbracelet/bubbletea"
)

// Menu returns the rows of the menu: the common ones, and own rows, by their names, which replace the
// common ones. If there are several rows of a name, the first one gets the letter.
func (sh *Shell) Menu(own map[string][]kit.Row) (all []kit.Row) {
	group := ""
	for _, line := range choose.Menu {
		if sh.Campaign != nil && (line.Name == "campaign" || line.Name == "road") {
			continue // they are in the chapter book
		}
		rows, ok := own[line.Name]
		if !ok {
			rows = sh.menuRow(line.Name)
		}
		for i, r := range rows {
			if i == 0 {
				r.Letter = line.Letter
			}
			if line.Group != group {
				group = line.Group
				r.Group = sh.T("lobby.group." + line.Group)
			}
			r.Label = cmp.Or(r.Label, sh.T("lobby."+line.Name))
			all = append(all, r)
		}
	}
	return all
}

// menuRow returns the common row with a name, nil if there is none.
func (sh *Shell) menuRow(name string) []kit.Row {
	note := sh.T("lobby." + name + ".note")
	played := sh.Played()
	notes := &menuNotes{texts: sh.Stack.Theme.Texts, library: sh.Library, played: played}
	var do func() tea.Cmd
	brief := ""
	switch name {
	case "new":
		brief = notes.nextName()
		do = sh.Stack.PushAction(func() *kit.Sheet { return sh.New(played.Next(sh.Library.Chapters).ID) })
	case "book":
		note = notes.progress()
		brief = notes.progressBrief()
		do = sh.Stack.PushAction(sh.openBook)
	case "road":
		if _, err := sh.Library.Chapter(chapters.Road); err != nil {
			return nil
		}
		do = sh.Stack.PushAction(func() *kit.Sheet { return sh.New(chapters.Road) })
	case "today":
		brief = notes.today(sh.Now())
		do = sh.Today
	case "puzzle":
		stars := sh.Stars()
		note = choose.Solved(sh.Stack.Theme.Texts, stars, 0)
		brief = choose.SolvedBrief(sh.Stack.Theme.Texts, stars)
		do = sh.Stack.PushAction(sh.puzzleSheet)
	case "lesson":
		do = sh.Stack.PushAction(sh.FirstEvening)
	case "rules":
		do = sh.Stack.Help
	case "saved":
		if played == nil {
			return nil
		}
		note = notes.saved()
		do = sh.Stack.PushAction(sh.openSaved)
	case "stats":
		if played == nil {
			return nil
		}
		brief = notes.winsInRow()
		do = sh.Stack.PushAction(sh.openStatistics)
	case "settings":
		brief = sh.T("lobby.lang." + sh.Stack.Theme.Texts.Lang())
		do = sh.Stack.PushAction(sh.SettingsSheet)
	case "leave":
		note = ""
		do = sh.Stack.Quit
	default:
		return nil
	}
	return []kit.Row{{Note: note, ShortNote: brief, Control: kit.Button(do)}}
}

// openBook returns the chapter book. Campaigns and the Road also start there.
func (sh *Shell) openBook() *kit.Sheet {
	more := func() (rows []kit.Row) {
		if sh.Campaign != nil {
			rows = append(rows, sh.Campaign())
		}
		for _, r := range sh.menuRow("road") {
			r.Label = sh.T("lobby.road")
			r.Letter = 'r'
			rows = append(rows, r)
		}
		return rows
	}
	b := &chapterBook{stack: sh.Stack, library: sh.Library, played: sh.Played(), covers: sh.covers(), more: more}
	return b.sheet()
}

// covers shows the chapters from which a game can be set up.
func (sh *Shell) covers() *chapterCovers {
	return &chapterCovers{stack: sh.Stack, library: sh.Library, newGame: sh.New}
}

// openSaved returns the list of the games that the person has played.
func (sh *Shell) openSaved() *kit.Sheet {
	s := &savedSheets{stack: sh.Stack, library: sh.Library, played: sh.Played(), addActions: sh.AddGameActions}
	return s.list()
}

// openStatistics returns the person's statistics.
func (sh *Shell) openStatistics() *kit.Sheet {
	played := sh.Played()
	s := &statisticsSheet{
		stack:      sh.Stack,
		library:    sh.Library,
		played:     played,
		statistics: book.OwnStatistics(sh.Stack.Theme.Texts, sh.Library, &played.Stats, sh.Stars()),
		covers:     sh.covers(),
	}
	return &kit.Sheet{Name: "lobby.stats", Build: s.content}
}

// FirstEvening explains tricks, suits, the Rings and goals, and continues with a small round.
func (sh *Shell) FirstEvening() *kit.Sheet {
	return &kit.Sheet{Name: "lobby.lesson", Build: func() kit.Content {
		return kit.Content{
			Title:      sh.T("lobby.lesson"),
			Page:       func(int) page.Page { return lesson.Page(sh.Stack.Theme.Texts) },
			Enter:      sh.Lesson,
			EnterLabel: sh.T("lobby.help.lesson"),
		}
	}}
}

// puzzleSheet offers the puzzle of the day, and the puzzles of each level.
func (sh *Shell) puzzleSheet() *kit.Sheet {
	return &kit.Sheet{Name: "lobby.puzzle", Build: func() kit.Content {
		c := kit.Content{Title: sh.T("lobby.puzzle"), Header: []string{sh.T("lobby.puzzle.above")}}
		for _, level := range choose.Puzzles(sh.Stack.Theme.Texts, sh.Stars()) {
			c.Rows = append(c.Rows, kit.Row{Label: level.Label, Note: level.Note, Control: kit.Button(func() tea.Cmd {
				return sh.Solve(level.Level)
			})})
		}
		return c
	}}
}
