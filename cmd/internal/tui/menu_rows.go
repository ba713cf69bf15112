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
func (p *Shell) Menu(own map[string][]kit.Row) (all []kit.Row) {
	group := ""
	for _, line := range choose.Menu {
		if p.Campaign != nil && (line.Name == "campaign" || line.Name == "road") {
			continue // they are in the chapter book
		}
		rows, ok := own[line.Name]
		if !ok {
			rows = p.menuRow(line.Name)
		}
		for i, r := range rows {
			if i == 0 {
				r.Letter = line.Letter
			}
			if line.Group != group {
				group = line.Group
				r.Group = p.Theme.T("lobby.group." + line.Group)
			}
			r.Label = cmp.Or(r.Label, p.Theme.T("lobby."+line.Name))
			all = append(all, r)
		}
	}
	return all
}

// menuRow returns the common row with a name, nil if there is none.
func (p *Shell) menuRow(name string) []kit.Row {
	note := p.Theme.T("lobby." + name + ".note")
	played := p.Played()
	var do func() tea.Cmd
	brief := ""
	switch name {
	case "new":
		brief = p.nextName(played)
		do = p.PushAction(func() *kit.Sheet { return p.New(played.Next(p.Library.Chapters).ID) })
	case "book":
		won, total := book.ChaptersWon(p.Library, played.Won)
		note = p.progressNote(played)
		do = p.PushAction(func() *kit.Sheet { return p.chapterBook(p.Played()) })
		if won > 0 {
			brief = p.Theme.T("lobby.book.brief", won, total)
		}
	case "road":
		if _, err := p.Library.Chapter(chapters.Road); err != nil {
			return nil
		}
		do = p.PushAction(func() *kit.Sheet { return p.New(chapters.Road) })
	case "today":
		brief = p.todayNote(played)
		do = p.Today
	case "puzzle":
		stars := p.Stars()
		note = choose.Solved(p.Theme.Texts, stars, 0)
		brief = choose.SolvedBrief(p.Theme.Texts, stars)
		do = p.PushAction(p.puzzleSheet)
	case "lesson":
		do = p.PushAction(p.FirstEvening)
	case "rules":
		do = p.Help
	case "saved":
		if played == nil {
			return nil
		}
		note = p.Theme.N("lobby.saved.note", len(played.Games))
		if len(played.Games) == 0 {
			note = p.Theme.T("lobby.stats.none")
		}
		do = p.PushAction(func() *kit.Sheet { return p.replayListSheet(p.Played()) })
	case "stats":
		if played == nil {
			return nil
		}
		if n := played.Stats.Row; n > 0 {
			brief = p.Theme.T("lobby.stats.brief", n)
		}
		do = p.PushAction(func() *kit.Sheet { return p.statisticsSheet(p.Played()) })
	case "settings":
		brief = p.Theme.T("lobby.lang." + p.Theme.Lang())
		do = p.PushAction(p.SettingsSheet)
	case "leave":
		note = ""
		do = p.Quit
	default:
		return nil
	}
	return []kit.Row{{Note: note, ShortNote: brief, OnEnter: do}}
}

// nextName names the next chapter by its number: a title would be too long beside the row.
func (p *Shell) nextName(played *saves.Played) string {
	next := played.Next(p.Library.Chapters)
	if next.Pool != nil {
		return next.Title.In(p.Theme.Lang())
	}
	return p.Theme.T("board.chapter", next.ID)
}

// progressNote returns a line about the person's progress.
func (p *Shell) progressNote(played *saves.Played) string {
	won, total := book.ChaptersWon(p.Library, played.Won)
	if won == 0 {
		return p.Theme.T("lobby.book.note")
	}
	return p.Theme.T("lobby.book.far", won, total, p.nextName(played))
}

// todayNote returns the date of the deal of the day, and the state of the person's games of it.
func (p *Shell) todayNote(played *saves.Played) string {
	now := p.Now()
	state := ""
	if played != nil {
		for i := range played.Games {
			g := &played.Games[i]
			day, ok := daily.Day(p.Library, g.Record.Deal)
			if !ok || day.Format(time.DateOnly) != now.Format(time.DateOnly) {
				continue
			}
			switch {
			case g.Err != nil:
			case g.Finished && g.Result == chapters.Won:
				return p.Theme.T("lobby.today.brief", p.Theme.Date(now), p.Theme.T("today.won"))
			case state == "" && g.Finished:
				state = p.Theme.T("today.lost")
			case !g.Finished:
				state = p.Theme.T("lobby.today.begun")
			}
		}
	}
	if state == "" {
		return p.Theme.Date(now)
	}
	return p.Theme.T("lobby.today.brief", p.Theme.Date(now), state)
}

// FirstEvening explains tricks, suits, the Rings and goals, and continues with a small round.
func (p *Shell) FirstEvening() *kit.Sheet {
	return &kit.Sheet{Name: "lobby.lesson", Build: func() kit.Content {
		return kit.Content{
			Title:      p.Theme.T("lobby.lesson"),
			Page:       func(int) page.Page { return lesson.Page(p.Theme.Texts) },
			Enter:      p.Lesson,
			EnterLabel: p.Theme.T("lobby.help.lesson"),
		}
	}}
}

// puzzleSheet offers the puzzle of the day, and the puzzles of each level.
func (p *Shell) puzzleSheet() *kit.Sheet {
	return &kit.Sheet{Name: "lobby.puzzle", Build: func() kit.Content {
		c := kit.Content{Title: p.Theme.T("lobby.puzzle"), Header: []string{p.Theme.T("lobby.puzzle.above")}}
		for _, level := range choose.Puzzles(p.Theme.Texts, p.Stars()) {
			c.Rows = append(c.Rows, kit.Row{Label: level.Label, Note: level.Note, OnEnter: func() tea.Cmd {
				return p.Solve(level.Level)
			}})
		}
		return c
	}}
}
