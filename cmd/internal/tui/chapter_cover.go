package tui

import (
	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/pages/rulebook"
	"fellowship/cmd/internal/saves"

	tea "github.com/charmbracelet/bubbletea"
)

// chapterCovers shows chapters before they are played: the characters, and all that there is to read.
type chapterCovers struct {
	// stack shows the sheets.
	stack *kit.Stack
	// library has the chapters.
	library *chapters.Library
	// newGame returns the sheet that sets up a game of a chapter.
	newGame func(chapter string) *kit.Sheet
}

// sheet shows a chapter's characters, and the person's results in it. A further page has all about the
// chapter.
func (c *chapterCovers) sheet(played *saves.Played, ch *chapters.Chapter) *kit.Sheet {
	cast := rulebook.Cast(c.stack.Theme.Texts, c.library, ch, func(character *characters.Character) string {
		return c.stack.Theme.Texts.Goal(character, 0)
	})
	results := book.ResultsIn(c.stack.Theme.Texts, played, ch.ID)
	return &kit.Sheet{Name: "lobby.chapter", Build: func() kit.Content {
		t := c.stack.Theme.Texts
		var special []string
		if notes := ch.Notes.In(t.Lang()); notes != "" {
			special = append(special, notes)
		}
		cover := castPage{special: specialTexts(t, ch, special), members: cast, foot: results}
		return kit.Content{
			Title:      t.Titled(ch),
			Rows:       rowsOf(cast),
			EnterLabel: t.T("lobby.help.table"),
			Enter:      c.play(ch),
			Shortcuts: []kit.Shortcut{{
				Key:   "i",
				Label: t.T("lobby.help.details"),
				Do:    c.stack.PushAction(func() *kit.Sheet { return c.details(ch) }),
			}},
			Draw: cover.draw(t.Titled(ch), chapterLength(t, ch)),
		}
	}}
}

// details returns the page with all about a chapter.
func (c *chapterCovers) details(ch *chapters.Chapter) *kit.Sheet {
	return &kit.Sheet{Name: "lobby.chapter", Build: func() kit.Content {
		t := c.stack.Theme.Texts
		return kit.Content{
			Title:      t.T("lobby.chapter"),
			EnterLabel: t.T("lobby.help.table"),
			Enter:      c.play(ch),
			Page:       func(int) page.Page { return rulebook.ChapterPage(t, c.library, ch, false) },
		}
	}}
}

// play returns what sets up a game of a chapter.
func (c *chapterCovers) play(ch *chapters.Chapter) func() tea.Cmd {
	return c.stack.PushAction(func() *kit.Sheet { return c.newGame(ch.ID) })
}
