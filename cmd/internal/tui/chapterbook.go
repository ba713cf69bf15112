package tui

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/book"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/lesson"
	"fellowship/cmd/internal/page"
	"fellowship/cmd/internal/rulebook"
	"fellowship/cmd/internal/saves"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
)

// ChapterBook is the chapters, and how a person has done in them.
type ChapterBook struct {
	*kit.Stack
	Library *chapters.Library
	Played  []saves.ChapterStats
	// Begin sets a game of a chapter up.
	Begin func(chapter string) *kit.Sheet
}

// Won reports whether the person has won a chapter, at a table of any size.
func (b *ChapterBook) Won(chapter string) bool {
	return slices.ContainsFunc(b.Played, func(p saves.ChapterStats) bool { return p.Chapter == chapter && p.Won > 0 })
}

// Next is the chapter that a new game proposes: the first one that has not been won.
func (b *ChapterBook) Next() *chapters.Chapter {
	all := b.Library.Chapters
	return all[max(slices.IndexFunc(all, func(c *chapters.Chapter) bool { return !b.Won(c.ID) }), 0)]
}

// Note says in a line how far the person has come.
func (b *ChapterBook) Note() string {
	won, of := 0, 0
	for _, c := range b.Library.Chapters {
		switch {
		case c.Pool != nil: // the Road comes after all of them
		case b.Won(c.ID):
			won, of = won+1, of+1
		default:
			of++
		}
	}
	if won == 0 {
		return b.T("lobby.book.note")
	}
	return b.T("lobby.book.far", won, of, b.Next().Title.In(b.Lang()))
}

// List lists the chapters.
func (b *ChapterBook) List() *kit.Sheet {
	return &kit.Sheet{Name: "lobby.book", Form: kit.Form{Cursor: slices.Index(b.Library.Chapters, b.Next())}, Build: func() kit.Content {
		c := kit.Content{
			Title: b.T("lobby.book"), Below: []string{b.T("journey.legend")},
			Above: b.Road(book.Journey(b.Texts, b.Library, b.Won, b.W)),
		}
		for _, ch := range b.Library.Chapters {
			long := ""
			if ch.Long {
				long = b.T("lobby.long")
			}
			won, brief := book.Stars(b.Texts, b.Played, ch.ID)
			note := b.Fit(long, ansi.StringWidth(b.T("lobby.long"))+2) + won
			c.Rows = append(c.Rows, kit.Row{Label: chapterLabel(ch.ID, ch.Title.In(b.Lang())), Note: note, Brief: brief, Do: b.Opens(func() *kit.Sheet { return b.page(ch) })})
		}
		return c
	}}
}

// page describes a chapter, below the person's results in it.
func (b *ChapterBook) page(ch *chapters.Chapter) *kit.Sheet {
	told := func(int) page.Page {
		var done page.Page
		for i := range b.Played {
			if b.Played[i].Chapter == ch.ID {
				done.Text(0, book.Record(b.Texts, &b.Played[i]))
			}
		}
		return page.Join(done, rulebook.ChapterPage(b.Texts, b.Library, ch, false))
	}
	return &kit.Sheet{Name: "lobby.chapter", Build: func() kit.Content {
		return kit.Content{
			Title: b.T("lobby.chapter"), Page: told, Does: b.T("lobby.help.table"),
			Enter: b.Opens(func() *kit.Sheet { return b.Begin(ch.ID) }),
		}
	}}
}

// LessonSheet tells what a trick, a suit, the Rings and a goal are, and goes on to a small
// round.
func LessonSheet(s *kit.Stack, begin func() tea.Cmd) *kit.Sheet {
	return &kit.Sheet{Name: "lobby.lesson", Build: func() kit.Content {
		return kit.Content{
			Title: s.T("lobby.lesson"), Page: func(int) page.Page { return lesson.Page(s.Texts) },
			Enter: begin, Does: s.T("lobby.help.lesson"),
		}
	}}
}

// ChapterRow is a chapter of a campaign's book.
func ChapterRow(c *book.Line) kit.Row {
	return kit.Row{Label: chapterLabel(c.ID, c.Title), Note: c.Standing, Brief: c.Mark, Tell: c.Done}
}

// chapterLabel is a chapter's number and its title, in columns.
func chapterLabel(id, title string) string {
	if len(id) > 2 { // the Road has none
		id = ""
	}
	return strings.Repeat(" ", max(2-len(id), 0)) + id + " " + title
}
