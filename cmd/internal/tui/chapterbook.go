package tui

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/book"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/page"
	"fellowship/cmd/internal/rulebook"
	"fellowship/cmd/internal/saves"

	"github.com/charmbracelet/x/ansi"
)

// won reports whether the person has won a chapter, at a table of any size.
func (p *Played) won(chapter string) bool {
	return p != nil && slices.ContainsFunc(p.Stats.Chapters, func(c saves.ChapterStats) bool { return c.Chapter == chapter && c.Won > 0 })
}

// next is the chapter that a new game proposes: the first one that has not been won.
func (p *Played) next(all []*chapters.Chapter) *chapters.Chapter {
	return all[max(slices.IndexFunc(all, func(c *chapters.Chapter) bool { return !p.won(c.ID) }), 0)]
}

// howFar says in a line how far the person has come.
func (p *Place) howFar(all *Played) string {
	won, of := 0, 0
	for _, c := range p.Library.Chapters {
		switch {
		case c.Pool != nil: // the Road comes after all of them
		case all.won(c.ID):
			won, of = won+1, of+1
		default:
			of++
		}
	}
	if won == 0 {
		return p.T("lobby.book.note")
	}
	return p.T("lobby.book.far", won, of, all.next(p.Library.Chapters).Title.In(p.Lang()))
}

// chapterBook lists the chapters, and how a person has done in them.
func (p *Place) chapterBook(all *Played) *kit.Sheet {
	return &kit.Sheet{Name: "lobby.book", Form: kit.Form{Cursor: slices.Index(p.Library.Chapters, all.next(p.Library.Chapters))}, Build: func() kit.Content {
		c := kit.Content{
			Title: p.T("lobby.book"), Below: []string{p.T("journey.legend")},
			Above: p.Road(book.Journey(p.Texts, p.Library, all.won, p.W)),
		}
		for _, ch := range p.Library.Chapters {
			long := ""
			if ch.Long {
				long = p.T("lobby.long")
			}
			won, brief := book.Stars(p.Texts, all.Stats.Chapters, ch.ID)
			note := p.Fit(long, ansi.StringWidth(p.T("lobby.long"))+2) + won
			c.Rows = append(c.Rows, kit.Row{Label: chapterLabel(ch.ID, ch.Title.In(p.Lang())), Note: note, Brief: brief, Do: p.Opens(func() *kit.Sheet { return p.chapter(all, ch) })})
		}
		return c
	}}
}

// chapter describes a chapter, below the person's results in it.
func (p *Place) chapter(all *Played, ch *chapters.Chapter) *kit.Sheet {
	told := func(int) page.Page {
		var done page.Page
		for i := range all.Stats.Chapters {
			if at := &all.Stats.Chapters[i]; at.Chapter == ch.ID {
				done.Text(0, book.Record(p.Texts, at))
			}
		}
		return page.Join(done, rulebook.ChapterPage(p.Texts, p.Library, ch, false))
	}
	return &kit.Sheet{Name: "lobby.chapter", Build: func() kit.Content {
		return kit.Content{
			Title: p.T("lobby.chapter"), Page: told, Does: p.T("lobby.help.table"),
			Enter: p.Opens(func() *kit.Sheet { return p.New(ch.ID) }),
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
