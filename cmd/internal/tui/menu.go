package tui

import (
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/book"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/lesson"
	"fellowship/cmd/internal/page"
	"fellowship/cmd/internal/puzzle"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
)

// menu returns a menu; title and above are the keys of its title and of the text above its
// rows, if any.
func (l *lobby) menu(title, above string, rows func() []kit.Row) *kit.Sheet {
	return &kit.Sheet{Name: title, Build: func() kit.Content {
		c := kit.Content{Title: l.T(title), Rows: rows()}
		if above != "" {
			c.Above = []string{l.T(above)}
		}
		return c
	}}
}

// page returns a text to read.
func (l *lobby) page(title string, told func(columns int) page.Page, change func(*kit.Content)) *kit.Sheet {
	return &kit.Sheet{Name: title, Build: func() kit.Content {
		c := kit.Content{Title: l.T(title), Page: told}
		change(&c)
		return c
	}}
}

// startMenu is the first screen.
func startMenu(l *lobby) *kit.Sheet {
	sheet := &kit.Sheet{Name: "lobby.menu", Build: func() kit.Content {
		c := kit.Content{Title: l.T("lobby.menu"), Rows: menuRows(l), Crest: l.Crest()}
		if l.isNew() {
			c.Above = []string{l.T("lobby.welcome")}
		}
		return c
	}}
	if l.isNew() { // the first evening is chosen
		sheet.Cursor = slices.IndexFunc(menuRows(l), func(r kit.Row) bool { return r.Letter == 'f' })
	}
	return sheet
}

// menuRows are what can be chosen there, in groups: to play, to learn, to look back.
func menuRows(l *lobby) (all []kit.Row) {
	group := ""
	add := func(letter rune, name, note string, do func() tea.Cmd) {
		all = append(all, kit.Row{Letter: letter, Label: l.T("lobby." + name), Note: note, Do: do, Group: group})
		group = ""
	}
	group = l.T("lobby.group.play")
	if l.opts.Continue != nil {
		add('c', "continue", l.opts.Continue(l.Texts), l.leaves(Continue))
	}
	add('n', "new", l.T("lobby.new.note"), l.Opens(func() *kit.Sheet { return newTableSheet(l, l.toPlay()) }))
	add('b', "book", bookNote(l), l.Opens(func() *kit.Sheet { return chapterBook(l) }))
	add('k', "campaign", campaignNote(l), l.Opens(func() *kit.Sheet {
		if cards := l.opts.Campaigns.Cards; len(cards) > 0 {
			return campaignBook(l, cards[0].Name)
		}
		return newCampaignSheet(l)
	}))
	if _, err := l.opts.Library.Chapter(chapters.Road); err == nil {
		add('r', "road", l.T("lobby.road.note"), l.Opens(func() *kit.Sheet { return newTableSheet(l, chapters.Road) }))
	}
	if l.opts.Puzzles != nil {
		add('h', "today", l.T("lobby.today.note"), l.leaves(Today))
		add('p', "puzzle", l.opts.Puzzles(l.wish.Settings, 0), l.Opens(func() *kit.Sheet { return puzzleMenu(l) }))
	}
	add('i', "browser", l.T("lobby.browser.note"), l.leaves(Browser))
	group = l.T("lobby.group.learn")
	if l.opts.Lesson {
		note := "lobby.lesson.note"
		if l.isNew() {
			note = "lobby.lesson.offer"
		}
		add('f', "lesson", l.T(note), l.Opens(func() *kit.Sheet { return lessonPage(l) }))
	}
	add('?', "rules", l.T("lobby.rules.note"), func() tea.Cmd { return l.Help() })
	if l.opts.Solve != nil {
		add('s', "solve", l.T("lobby.solve.note"), l.Opens(func() *kit.Sheet { return newSolveSheet(l) }))
	}
	if l.opts.Entry {
		add('d', "entry", l.T("lobby.entry.note"), l.leaves(EnterDeal))
	}
	group = l.T("lobby.group.back")
	add('l', "saved", l.N("lobby.saved.note", len(l.opts.Saved)), l.Opens(l.replays().List))
	if l.opts.Keeping.Stats != nil {
		add('t', "stats", l.T("lobby.stats.note"), l.Opens(l.stats))
	}
	group = l.T("lobby.group.else")
	add('e', "settings", l.T("lobby.settings.note"), l.Opens(func() *kit.Sheet {
		return SettingsSheet(l.Stack, &l.wish.Settings, l.opts.Computers, nil, func(f func(*settings.Settings)) tea.Cmd {
			l.change(f)
			return nil
		})
	}))
	add('q', "leave", "", l.leaves(Leave))
	return all
}

// greeting is what a person sees who has never played: the first evening, chapter 1, and the
// rules. Everything else is in the menu.
func greeting(l *lobby) *kit.Sheet {
	sheet := l.menu("lobby.greet", "lobby.greet.above", func() []kit.Row {
		return []kit.Row{
			{Letter: 'f', Label: l.T("lobby.lesson"), Note: l.T("lobby.lesson.note"), Do: l.Opens(func() *kit.Sheet { return lessonPage(l) })},
			{Letter: '1', Label: l.T("lobby.first"), Note: l.T("lobby.first.note"), Do: l.leaves(First)},
			{Letter: '?', Label: l.T("lobby.rules"), Note: l.T("lobby.rules.note"), Do: func() tea.Cmd { return l.Help() }},
			{Letter: 'm', Label: l.T("lobby.all"), Note: l.T("lobby.all.note"), Do: func() tea.Cmd { return l.Close() }},
		}
	})
	menu := sheet.Build
	sheet.Build = func() kit.Content {
		c := menu()
		c.Crest = l.Crest()
		return c
	}
	return sheet
}

// isNew reports whether the person has neither played nor seen the first evening.
func (l *lobby) isNew() bool {
	return l.opts.Lesson && len(l.opts.Saved) == 0 && !l.wish.Settings.Lesson
}

// puzzleMenu offers the puzzle of the day, and those of each level.
func puzzleMenu(l *lobby) *kit.Sheet {
	return l.menu("lobby.puzzle", "lobby.puzzle.above", func() (all []kit.Row) {
		for level := range puzzle.Levels + 1 {
			row := kit.Row{Label: l.T("lobby.puzzle.today"), Do: func() tea.Cmd {
				l.wish.Level = level
				return l.leave(Puzzle)
			}}
			if level > 0 {
				row.Label, row.Note = l.T("lobby.puzzle.level", level), l.opts.Puzzles(l.wish.Settings, level)
			}
			all = append(all, row)
		}
		return all
	})
}

// toPlay is the chapter that a new game proposes: the first one that has not
// been won.
func (l *lobby) toPlay() string {
	all := l.opts.Library.Chapters
	for _, c := range all {
		if !l.won(c.ID) {
			return c.ID
		}
	}
	return all[0].ID
}

// chapterBook lists the chapters.
func chapterBook(l *lobby) *kit.Sheet {
	sheet := l.menu("lobby.book", "", func() []kit.Row {
		var all []kit.Row
		for _, c := range l.opts.Library.Chapters {
			long := ""
			if c.Long {
				long = l.T("lobby.long")
			}
			won, brief := book.Stars(l.Texts, l.opts.Played, c.ID)
			note := l.Fit(long, ansi.StringWidth(l.T("lobby.long"))+2) + won
			all = append(all, kit.Row{Label: chapterLabel(c.ID, c.Title.In(l.Lang())), Note: note, Brief: brief, Do: l.Opens(func() *kit.Sheet { return chapterPage(l, c.ID) })})
		}
		return all
	})
	sheet.Cursor = max(slices.IndexFunc(l.opts.Library.Chapters, func(c *chapters.Chapter) bool { return c.ID == l.toPlay() }), 0)
	build := sheet.Build
	sheet.Build = func() kit.Content {
		c := build()
		c.Above = l.Road(book.Journey(l.Texts, l.opts.Library, l.won, l.W))
		c.Below = []string{l.T("journey.legend")}
		return c
	}
	return sheet
}

// won reports whether the person has won a chapter, at a table of any size.
func (l *lobby) won(chapter string) bool {
	return slices.ContainsFunc(l.opts.Played, func(p saves.ChapterStats) bool { return p.Chapter == chapter && p.Won > 0 })
}

// bookNote is what the menu says of the chapters: how far the person has come.
func bookNote(l *lobby) string {
	won, of := 0, 0
	for _, c := range l.opts.Library.Chapters {
		switch {
		case c.Pool != nil: // the Road comes after all of them
		case l.won(c.ID):
			won, of = won+1, of+1
		default:
			of++
		}
	}
	next, err := l.opts.Library.Chapter(l.toPlay())
	if won == 0 || err != nil {
		return l.T("lobby.book.note")
	}
	return l.T("lobby.book.far", won, of, next.Title.In(l.Lang()))
}

// computer is the computer player of the settings.
func (l *lobby) computer() string {
	all := l.opts.Computers
	if c := l.wish.Settings.Computer; slices.Contains(all, c) {
		return c
	}
	return all[len(all)-1]
}

// chapterPage tells what there is to know about a chapter.
func chapterPage(l *lobby, id string) *kit.Sheet {
	return l.page("lobby.chapter", func(int) page.Page { return l.opts.Page(id, l.wish.Settings) }, func(c *kit.Content) {
		c.Enter, c.Does = l.Opens(func() *kit.Sheet { return newTableSheet(l, id) }), l.T("lobby.help.table")
	})
}

// lessonPage tells what a trick, a suit, the Rings and a goal are, and goes on to a small
// round. That it was offered is kept.
func lessonPage(l *lobby) *kit.Sheet {
	if !l.wish.Settings.Lesson {
		l.change(func(s *settings.Settings) { s.Lesson = true })
	}
	return l.page("lobby.lesson", func(int) page.Page { return lesson.Page(l.Texts) }, func(c *kit.Content) {
		c.Enter, c.Does = l.leaves(Lesson), l.T("lobby.help.lesson")
	})
}
