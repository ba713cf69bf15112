package book

import (
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"
)

// Stats returns a person's statistics: how many games of each chapter and table size were won, and
// how often the goals of the person's characters were met. There is a page for somebody who has not
// played yet, too.
func Stats(t *texts.Texts, lib *chapters.Library, stats *saves.Stats) (p page.Page) {
	if len(stats.Chapters) == 0 {
		return page.FromText(t.T("lobby.stats.none"))
	}
	numbers := func(first string, heads ...string) {
		columns := []page.Column{{Head: t.T(first), Width: 42}}
		for _, head := range heads {
			columns = append(columns, page.Column{Head: t.T(head), Width: 9, Right: true})
		}
		p.Columns(columns...)
	}
	countText := func(n int) string { return strings.TrimPrefix(strconv.Itoa(n), "0") }
	numbers("stats.chapter", "stats.players", "stats.won", "stats.stars", "stats.open")
	var all saves.Tally
	last := ""
	for i := range stats.Chapters {
		c := &stats.Chapters[i]
		title := ""
		if c.Chapter != last {
			title = c.Chapter
			if chapter, err := lib.Chapter(c.Chapter); err == nil {
				title = t.Titled(chapter)
			}
		}
		last = c.Chapter
		won := t.T("stats.of", c.Won, c.Finished())
		p.Row(page.Cells(title, strconv.Itoa(c.Players), won, stars(c.Stars()), countText(c.Open))...)
		all.Won += c.Won
		all.Lost += c.Lost
		all.Open += c.Open
	}
	p.Row(page.Cells(t.T("stats.all"), "", t.T("stats.of", all.Won, all.Finished()), "", countText(all.Open))...)
	p.Text(0, t.T("stats.legend"))
	if len(stats.Characters) > 0 {
		p.Gap()
		numbers("stats.characters", "stats.met")
	}
	for _, c := range stats.Characters {
		name := c.Character
		if known := lib.Characters[name]; known != nil {
			name = t.Name(known)
		}
		p.Row(page.Cells(name, t.T("stats.of", c.Met, c.Met+c.Failed))...)
	}
	if stats.MostWinsInRow > 1 || stats.Days.Won > 0 {
		p.Gap()
	}
	if stats.MostWinsInRow > 1 {
		p.Text(0, t.T("stats.row", stats.WinsInRow, stats.MostWinsInRow))
	}
	if d := stats.Days; d.Won > 0 {
		p.Text(0, t.T("stats.days", d.Won, d.Current, d.Longest))
	}
	return p
}

// Record describes a person's results in a chapter at one table size.
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

// Stars returns the best result of a chapter for each table size at which it was played.
func Stars(stats []saves.ChapterStats, chapter string) string {
	var parts []string
	for i := range stats {
		if s := &stats[i]; s.Chapter == chapter && s.Finished() > 0 {
			parts = append(parts, strconv.Itoa(s.Players)+": "+stars(s.Stars()))
		}
	}
	return strings.Join(parts, "  ")
}

func stars(n int) string {
	return strings.Repeat("*", n) + strings.Repeat(".", saves.MostStars-n)
}
