package book

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/deals/daily"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"
)

// Stats shows a person's statistics for so many columns, also for one who has not played yet.
func Stats(t *texts.Texts, lib *chapters.Library, stats *saves.Stats, columns int) page.Page {
	if len(stats.Chapters) == 0 {
		return page.Of(t.T("lobby.stats.none"))
	}
	var row page.Page
	if stats.Longest > 1 {
		row.Text(0, t.T("stats.row", stats.Row, stats.Longest))
	}
	if d := stats.Days; d.Won > 0 {
		row.Text(0, t.T("stats.days", d.Won, d.Now, d.Last.Format(daily.Format), d.Longest))
	}
	return page.Join(byChapter(t, lib, stats, columns), byCharacter(t, lib, stats, columns), row)
}

// byChapter says for each chapter and size of table how many games were won.
func byChapter(t *texts.Texts, lib *chapters.Library, stats *saves.Stats, columns int) (p page.Page) {
	titles := map[string]string{"": t.T("stats.all")}
	for _, c := range stats.Chapters {
		titles[c.Chapter] = c.Chapter
		if chapter, err := lib.Chapter(c.Chapter); err == nil {
			titles[c.Chapter] = page.Pad(c.Chapter, 3) + chapter.Title.In(t.Lang())
		}
	}
	p.Columns(named("stats.chapter", slices.Collect(maps.Values(titles)), t, columns, numbered(t.T("stats.players"), 8), numbered(t.T("stats.won"), 10),
		page.Column{}, bars, numbered(t.T("stats.stars"), 8), numbered(t.T("stats.open"), 6))...)
	var all saves.Tally
	last := ""
	for i := range stats.Chapters {
		c := &stats.Chapters[i]
		title := titles[c.Chapter]
		if c.Chapter == last {
			title = ""
		}
		last = c.Chapter
		p.Row(share(t, title, strconv.Itoa(c.Players), c.Won, c.Finished(), stars(c.Stars()), some(c.Open))...)
		all.Won, all.Lost, all.Open = all.Won+c.Won, all.Lost+c.Lost, all.Open+c.Open
	}
	p.Row(share(t, titles[""], "", all.Won, all.Finished(), "", some(all.Open))...)
	p.Text(0, t.T("stats.legend"))
	return p
}

// byCharacter says for each character that the person played how often its goal was met.
func byCharacter(t *texts.Texts, lib *chapters.Library, stats *saves.Stats, columns int) (p page.Page) {
	if len(stats.Characters) == 0 {
		return nil
	}
	names := make([]string, len(stats.Characters))
	for i, c := range stats.Characters {
		names[i] = c.Character
		if known := lib.Characters[c.Character]; known != nil {
			names[i] = t.Name(known)
		}
	}
	p.Columns(named("stats.characters", names, t, columns, numbered("", 0), numbered(t.T("stats.met"), 10), page.Column{}, bars)...)
	for i, c := range stats.Characters {
		p.Row(share(t, names[i], "", c.Met, c.Met+c.Failed)...)
	}
	return p
}

// named are the columns of a table that begins with names. Where they leave no room for the
// others, each name takes a line of its own.
func named(head string, names []string, t *texts.Texts, columns int, more ...page.Column) []page.Column {
	first, wide := page.Column{Head: t.T(head)}, barWidth+2
	for _, name := range append(names, first.Head) {
		first.Width = max(first.Width, cells.Width(name)+1)
	}
	for _, c := range more {
		wide += c.Width
	}
	if first.Width+wide > columns {
		first = page.Column{Width: 1}
	}
	return append([]page.Column{first}, more...)
}

// numbered is a column of numbers.
func numbered(head string, width int) page.Column {
	return page.Column{Head: head, Width: width, Right: true}
}

// barWidth is how wide the bars are, and bars the column in which they end.
const barWidth = 8

var bars = page.Column{Head: strings.Repeat(" ", barWidth)}

// share is a row: a name, a number, and how many of how many, also as a bar.
func share(t *texts.Texts, name, number string, n, of int, more ...string) []page.Cell {
	row := page.Cells(name, number, "", "", strings.Repeat("□", barWidth))
	if of > 0 {
		full := (n*barWidth + of/2) / of
		row[2].Text = t.T("stats.of", n, of)
		row[3] = page.Cell{Text: strings.Repeat("■", full), Tone: page.Good}
		row[4] = page.Cell{Text: strings.Repeat("□", barWidth-full)}
	}
	return append(row, page.Cells(more...)...)
}

// some is a number, but for none.
func some(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
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
