package tui

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"
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
	stations := b.stations()
	c := kit.Content{Title: t.T("lobby.book"), EnterLabel: t.T("lobby.help.open")}
	stars := 0
	for i := range stations {
		c.Rows = append(c.Rows, stations[i].Row)
		stars += stations[i].stars
	}
	more := b.more()
	c.Rows = append(c.Rows, more...)
	var states []string
	if b.played != nil {
		brief := t.T("lobby.book.stars", stars, len(stations)*saves.MostStars)
		states = []string{t.T("lobby.book.legend", brief), brief}
	}
	c.Draw = drawRoad(t, c.Title, states, stations, more)
	return c
}

// stations returns the chapters of the road, with the person's results.
func (b *chapterBook) stations() (out []station) {
	t := b.stack.Theme.Texts
	for _, ch := range b.library.Chapters {
		if ch.Pool != nil { // the Road has no station
			continue
		}
		s := station{
			chapter: ch,
			won:     b.played.Won(ch.ID),
			stars:   b.played.Stars(ch.ID),
			state:   chapterLength(t, ch),
			facts:   roster(t, ch),
		}
		if won := book.Stars(b.played.Chapters(), ch.ID); won != "" {
			s.state += "   " + won
		}
		s.Control = b.stack.PushAction(func() *kit.Sheet { return b.covers.sheet(b.played, ch) })
		out = append(out, s)
	}
	return out
}

// roster names the characters of a chapter, the required ones first, and says what is special about it.
func roster(t *texts.Texts, ch *chapters.Chapter) string {
	var required, optional []string
	for _, e := range ch.Roster {
		name := t.ShortName(e.Character)
		if e.Starred {
			required = append(required, name)
		} else {
			optional = append(optional, name)
		}
	}
	text := strings.Join(required, ", ")
	if len(optional) > 0 {
		text = strings.Join(texts.NotEmpty(text, strings.Join(optional, ", ")), "; ")
	}
	return strings.TrimSpace(text + ". " + ch.Notes.In(t.Lang()))
}
