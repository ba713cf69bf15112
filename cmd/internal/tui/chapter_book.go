package tui

import (
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
)

// chapterBook is the sheet with the road of the chapters. Campaigns and the Road also start there.
type chapterBook struct {
	// stack shows the sheets.
	stack *kit.Stack
	// library has the chapters.
	library *chapters.Library
	// played has the person's results, nil if none are kept.
	played *saves.Played
	// covers shows a chapter.
	covers *chapterCovers
	// more returns the rows below the chapters.
	more func() []kit.Row
}

// sheet returns the book, with the cursor at the next chapter.
func (b *chapterBook) sheet() *kit.Sheet {
	cursor := slices.Index(b.library.Chapters, b.played.Next(b.library.Chapters))
	return &kit.Sheet{Name: "lobby.book", Cursor: cursor, Build: b.content}
}

func (b *chapterBook) content() kit.Content {
	t := b.stack.Theme.Texts
	road := book.ChapterBook(t, b.library, b.played)
	c := kit.Content{Title: road.Title, EnterLabel: t.T("lobby.help.open")}
	for _, s := range road.Stations {
		c.Rows = append(c.Rows, kit.Row{
			Control: b.stack.PushAction(func() *kit.Sheet { return b.covers.sheet(b.played, s.Chapter) }),
		})
	}
	more := b.more()
	c.Rows = append(c.Rows, more...)
	c.Draw = drawRoad(t, road, more)
	return c
}
