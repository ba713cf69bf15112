package tui

import (
	"cmp"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/deals/daily"
	"fellowship/cmd/internal/deals/lesson"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/saves"

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
	var do func() tea.Cmd
	brief := ""
	switch name {
	case "new":
		brief = sh.nextName(played)
		do = sh.Stack.PushAction(func() *kit.Sheet { return sh.New(played.Next(sh.Library.Chapters).ID) })
	case "book":
		won, total := book.ChaptersWon(sh.Library, played.Won)
		note = sh.progressNote(played)
		do = sh.Stack.PushAction(func() *kit.Sheet { return sh.chapterBook(sh.Played()) })
		if won > 0 {
			brief = sh.T("lobby.book.brief", won, total)
		}
	case "road":
		if _, err := sh.Library.Chapter(chapters.Road); err != nil {
			return nil
		}
		do = sh.Stack.PushAction(func() *kit.Sheet { return sh.New(chapters.Road) })
	case "today":
		brief = sh.todayNote(played)
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
		note = sh.N("lobby.saved.note", len(played.Games))
		if len(played.Games) == 0 {
			note = sh.T("lobby.stats.none")
		}
		do = sh.Stack.PushAction(func() *kit.Sheet { return sh.replayListSheet(sh.Played()) })
	case "stats":
		if played == nil {
			return nil
		}
		if n := played.Stats.WinsInRow; n > 0 {
			brief = sh.T("lobby.stats.brief", n)
		}
		do = sh.Stack.PushAction(func() *kit.Sheet { return sh.statisticsSheet(sh.Played()) })
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

// nextName names the next chapter by its number: a title would be too long beside the row.
func (sh *Shell) nextName(played *saves.Played) string {
	next := played.Next(sh.Library.Chapters)
	if next.Pool != nil {
		return next.Title.In(sh.Stack.Theme.Texts.Lang())
	}
	return sh.T("board.chapter", next.ID)
}

// progressNote returns a line about the person's progress.
func (sh *Shell) progressNote(played *saves.Played) string {
	won, total := book.ChaptersWon(sh.Library, played.Won)
	if won == 0 {
		return sh.T("lobby.book.note")
	}
	return sh.T("lobby.book.far", won, total, sh.nextName(played))
}

// todayNote returns the date of the deal of the day, and the state of the person's games of it.
func (sh *Shell) todayNote(played *saves.Played) string {
	now := sh.Now()
	state := ""
	if played != nil {
		for i := range played.Games {
			g := &played.Games[i]
			day, ok := daily.Day(sh.Library, g.Record.Deal)
			if !ok || day.Format(time.DateOnly) != now.Format(time.DateOnly) {
				continue
			}
			switch {
			case g.Err != nil:
			case g.Finished && g.Result == chapters.Won:
				return sh.T("lobby.today.brief", sh.Stack.Theme.Texts.Date(now), sh.T("today.won"))
			case state == "" && g.Finished:
				state = sh.T("today.lost")
			case !g.Finished:
				state = sh.T("lobby.today.begun")
			}
		}
	}
	if state == "" {
		return sh.Stack.Theme.Texts.Date(now)
	}
	return sh.T("lobby.today.brief", sh.Stack.Theme.Texts.Date(now), state)
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
