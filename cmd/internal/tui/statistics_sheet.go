package tui

import (
	"fellowship/chapters"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/pages/rulebook"
	"fellowship/cmd/internal/saves"

	tea "github.com/charmbracelet/bubbletea"
)

// statisticsSheet shows a person's statistics. Its rows lead to the chapters and the characters.
type statisticsSheet struct {
	// stack shows the sheets.
	stack *kit.Stack
	// library has the chapters.
	library *chapters.Library
	// played is for the pages of the chapters.
	played *saves.Played
	// statistics are shown.
	statistics *book.Statistics
	// covers shows a chapter.
	covers *chapterCovers
}

func (s *statisticsSheet) content() kit.Content {
	t := s.stack.Theme.Texts
	c := kit.Content{Title: t.T("lobby.stats"), EnterLabel: t.T("lobby.help.open")}
	if s.statistics.IsEmpty() {
		c.Header = s.statistics.Remarks
		return c
	}
	for _, r := range s.statistics.Chapters.All {
		row := kit.Row{Label: r.Name}
		if ch, err := s.library.Chapter(r.ID); err == nil {
			row.Control = s.stack.PushAction(func() *kit.Sheet { return s.covers.sheet(s.played, ch) })
		}
		c.Rows = append(c.Rows, row)
	}
	for _, r := range s.statistics.Characters.All {
		row := kit.Row{Label: r.Name}
		if known := s.library.Characters[r.ID]; known != nil {
			entry := ruleEntry{Entry: rulebook.CharacterEntry(t, known)}
			row.Control = kit.Button(func() tea.Cmd { return s.stack.PushOverlay(entry.sheet(s.stack, nil)) })
		}
		c.Rows = append(c.Rows, row)
	}
	c.Draw = func(g *felt.Grid, cursor int) []felt.HitArea {
		page := newStatisticsPage(g, cursor)
		page.draw(s.statistics)
		return drawScrollPage(g, page.grid, page.areas, cursor, c.Title, "")
	}
	return c
}
