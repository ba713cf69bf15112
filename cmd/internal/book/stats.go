package book

import (
	"fmt"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/daily"
	"fellowship/cmd/internal/page"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"
)

// tableWidth is the width from which on statistics are tables.
const tableWidth = 72

// Stats is what the saved games say about a person, for so many columns: as tables where
// there is room for them.
func Stats(t *texts.Texts, lib *chapters.Library, stats *saves.Stats, columns int) page.Page {
	byChapter, byCharacter := chapterTable, characterTable
	if columns < tableWidth {
		byChapter, byCharacter = chapterList, characterList
	}
	var row page.Page
	if stats.Longest > 1 {
		row.Text(0, t.T("stats.row", stats.Row, stats.Longest))
	}
	if d := stats.Days; d.Won > 0 {
		row.Text(0, t.T("stats.days", d.Won, d.Now, d.Last.Format(daily.Format), d.Longest))
	}
	return page.Join(byChapter(t, lib, stats), byCharacter(t, lib, stats), row)
}

// StatsText is the statistics as lines of so many columns, also for a person who has not
// played yet.
func StatsText(t *texts.Texts, lib *chapters.Library, stats *saves.Stats, columns int) string {
	if len(stats.Chapters) == 0 {
		return t.T("lobby.stats.none")
	}
	return Stats(t, lib, stats, columns).String(page.Style{Width: columns})
}

// nameWidth is how wide the names before the numbers are.
const nameWidth = 36

// numbered is a column of numbers.
func numbered(head string, width int) page.Column {
	return page.Column{Head: head, Width: width, Right: true}
}

// cells are texts and numbers as cells of a row.
func cells(list ...any) []page.Cell {
	out := make([]page.Cell, len(list))
	for i := range list {
		out[i].Text = fmt.Sprint(list[i])
	}
	return out
}

func chapterTable(t *texts.Texts, lib *chapters.Library, stats *saves.Stats) (p page.Page) {
	p.Table(page.Column{Head: t.T("stats.chapter"), Width: nameWidth}, numbered(t.T("stats.players"), 8),
		numbered(t.T("stats.won"), 6), numbered(t.T("stats.lost"), 6), numbered(t.T("stats.open"), 6), page.Column{Head: t.T("stats.first")})
	var all saves.Tally
	for _, c := range stats.Chapters {
		title, first := c.Chapter, ""
		if chapter, err := lib.Chapter(c.Chapter); err == nil {
			title = page.Pad(c.Chapter, 4) + " " + chapter.Title.In(t.Lang())
		}
		if c.Tries > 0 {
			first = t.T("stats.game", c.Tries)
		}
		p.Row(cells(title, c.Players, c.Won, c.Lost, c.Open, first)...)
		all.Won, all.Lost, all.Open = all.Won+c.Won, all.Lost+c.Lost, all.Open+c.Open
	}
	p.Row(cells(t.T("stats.all"), "", all.Won, all.Lost, all.Open)...)
	return p
}

func characterTable(t *texts.Texts, lib *chapters.Library, stats *saves.Stats) (p page.Page) {
	if len(stats.Characters) == 0 {
		return nil
	}
	p.Table(page.Column{Head: t.T("stats.characters"), Width: nameWidth}, numbered(t.T("stats.games"), 8), numbered(t.T("stats.met"), 6), numbered("", 9))
	for _, c := range stats.Characters {
		n := c.Met + c.Failed
		p.Row(cells(named(t, lib, c.Character), n, c.Met, fmt.Sprintf("%d %%", (100*c.Met+n/2)/n))...)
	}
	return p
}

// named is what a character is called.
func named(t *texts.Texts, lib *chapters.Library, id string) string {
	if known := lib.Characters[id]; known != nil {
		return t.Name(known)
	}
	return id
}

func chapterList(t *texts.Texts, lib *chapters.Library, stats *saves.Stats) (p page.Page) {
	for i := range stats.Chapters {
		c := &stats.Chapters[i]
		if i == 0 || stats.Chapters[i-1].Chapter != c.Chapter {
			title := c.Chapter
			if chapter, err := lib.Chapter(c.Chapter); err == nil {
				title = chapter.Title.In(t.Lang())
			}
			p.Head(title)
		}
		p.Text(2, Record(t, c))
	}
	return p
}

func characterList(t *texts.Texts, lib *chapters.Library, stats *saves.Stats) (p page.Page) {
	for i, c := range stats.Characters {
		if i == 0 {
			p.Head(t.T("stats.characters"))
		}
		p.Text(2, t.T("stats.character", named(t, lib, c.Character), c.Met, c.Met+c.Failed))
	}
	return p
}

// Record says how a person has done in a chapter at a table of a size.
func Record(t *texts.Texts, s *saves.ChapterStats) string {
	var parts []string
	if s.Finished() > 0 {
		parts = append(parts, t.T("stats.record.won", s.Won, s.Finished()))
	}
	if s.Tries > 0 {
		parts = append(parts, t.T("stats.record.first", s.Tries))
	}
	if s.Open > 0 {
		parts = append(parts, t.T("stats.record.open", s.Open))
	}
	return t.N("stats.record", s.Players) + " " + strings.Join(parts, ", ") + "."
}
