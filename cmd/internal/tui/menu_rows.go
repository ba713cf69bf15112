package tui

import (
	"cmp"
	"maps"
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"

	tea "github.com/charmbracelet/bubbletea"
)

// Openings have what opens the entries of the menu, by the entries' names. The control of a line does so.
type Openings map[string]func(*choose.MenuLine) kit.Control

// Opens returns a control that does the same for each line of an entry.
func Opens(do func() tea.Cmd) func(*choose.MenuLine) kit.Control {
	return func(*choose.MenuLine) kit.Control { return kit.Button(do) }
}

// OpensSheet returns a control that opens a sheet.
func (sh *Shell) OpensSheet(sheet func() *kit.Sheet) func(*choose.MenuLine) kit.Control {
	return Opens(sh.Stack.PushAction(sheet))
}

// MenuFacts returns the facts that the menu depends on. A server adds what it knows of its visitor.
func (sh *Shell) MenuFacts() *choose.MenuFacts {
	return &choose.MenuFacts{
		Texts:   sh.Stack.Theme.Texts,
		Library: sh.Library,
		Client:  sh.Client,
		Now:     sh.Now(),
		Stars:   sh.Stars(),
		Played:  sh.Played(),
	}
}

// Openings returns what opens the entries that are the same at home and on a server, and own ones.
func (sh *Shell) Openings(own Openings) Openings {
	all := Openings{
		"today": Opens(sh.Today),
		"book":  sh.OpensSheet(sh.openBook),
		"new": sh.OpensSheet(func() *kit.Sheet {
			return sh.New(sh.Played().Next(sh.Library.Chapters).ID)
		}),
		"campaign": sh.OpensSheet(sh.Campaign),
		"lesson":   Opens(sh.Lesson),
		"rules":    Opens(sh.Stack.Help),
		"stats":    sh.OpensSheet(sh.openStatistics),
		"puzzle":   sh.OpensSheet(sh.PuzzleSheet),
		"settings": sh.OpensSheet(sh.SettingsSheet),
		"leave":    Opens(sh.Stack.Quit),
	}
	maps.Copy(all, own)
	return all
}

// MenuRows draws lines of the menu as rows, which say how things stand or else what the line is for. If an entry has
// several lines, the first one gets its letter.
func MenuRows(lines []choose.MenuLine, openings Openings) (rows []kit.Row) {
	for i := range lines {
		line := &lines[i]
		row := kit.Row{
			Label:     line.Label,
			Note:      cmp.Or(line.Note, line.About),
			ShortNote: line.Brief,
		}
		if i == 0 || lines[i-1].Entry.Name != line.Entry.Name {
			row.Letter = line.Entry.Letter
		}
		if i == 0 || lines[i-1].Group != line.Group {
			row.Group = line.Group
		}
		if opens := openings[line.Entry.Name]; opens != nil {
			row.Control = opens(line)
		}
		rows = append(rows, row)
	}
	return rows
}

// openBook returns the chapter book. Campaigns and the Road also start there.
func (sh *Shell) openBook() *kit.Sheet {
	b := &chapterBook{
		stack:   sh.Stack,
		library: sh.Library,
		played:  sh.Played(),
		covers:  sh.covers(),
		more:    sh.rowsOfBook,
	}
	return b.sheet()
}

// rowsOfBook returns the rows below the chapters: the campaign as in the menu, and the Road.
func (sh *Shell) rowsOfBook() []kit.Row {
	facts := sh.MenuFacts()
	lines := slices.DeleteFunc(facts.Menu(), func(l choose.MenuLine) bool { return l.Entry.Name != "campaign" })
	rows := MenuRows(lines, sh.Openings(nil))
	if _, err := sh.Library.Chapter(chapters.Road); err == nil {
		rows = append(rows, kit.Row{
			Letter:  'r',
			Label:   sh.T("lobby.road"),
			Note:    sh.T("lobby.road.note"),
			Control: sh.Stack.PushAction(func() *kit.Sheet { return sh.New(chapters.Road) }),
		})
	}
	return rows
}

// covers shows the chapters from which a game can be set up.
func (sh *Shell) covers() *chapterCovers {
	return &chapterCovers{stack: sh.Stack, library: sh.Library, newGame: sh.New}
}

// SavedSheet returns the list of the games that the person has played.
func (sh *Shell) SavedSheet() *kit.Sheet {
	s := &savedSheets{
		stack:      sh.Stack,
		library:    sh.Library,
		played:     sh.Played(),
		now:        sh.Now,
		addActions: sh.AddGameActions,
	}
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
