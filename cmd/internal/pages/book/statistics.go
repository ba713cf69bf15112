package book

import (
	"slices"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/stars"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
)

// Statistics say how a person has done. They are the same on a screen, in a browser and on the command line, at home
// and on a server; each of these draws them in its own way. A list that is empty is left out.
type Statistics struct {
	// Scope says which rounds are counted, empty if all are.
	Scope string
	// Figures are a few numbers about everything.
	Figures []Figure
	// Chapters are the results of the chapters that were played.
	Chapters Results
	// Characters are the results of the characters that the person has played.
	Characters Results
	// Tables are the last rounds at the tables of a server.
	Tables Results
	// Remarks are further sentences: that nothing was played yet, or how the deals of the day went.
	Remarks []string
}

// IsEmpty reports whether there is nothing to show but the sentences below: nothing was played, and no puzzle solved.
func (s *Statistics) IsEmpty() bool {
	if len(s.Chapters.All)+len(s.Characters.All)+len(s.Tables.All) > 0 {
		return false
	}
	return !slices.ContainsFunc(s.Figures, func(f Figure) bool { return f.N > 0 })
}

// Figure is a number with what it counts.
type Figure struct {
	N    int
	Text string
}

// Results is a list of results.
type Results struct {
	Title string
	// Amounts says what the two numbers of a result are.
	Amounts string
	// Legend explains the stars, empty for a list without stars.
	Legend string
	All    []Result
}

// Result is how a person has done in one chapter, with one character or at one table.
type Result struct {
	// ID is the chapter, the character or the table.
	ID string
	// Number is the chapter's number as people write it, empty for anything without a number.
	Number string
	Name   string
	// Letters are the one or two letters of a character, empty for anything else.
	Letters string
	// Details are sentences about the result, empty for none.
	Details string
	// Done is how many of Total were won, or met.
	Done int
	// Total is 0 for a result without numbers.
	Total int
	// Share says Done and Total in words, empty for a result without numbers.
	Share string
	// Stars are the best result of a chapter, nil for anything else.
	Stars stars.Row
	// Playing reports whether the table plays another round now.
	Playing bool
}

// OwnStatistics returns the statistics of a person at home. The stars are of the puzzles that the person has solved.
func OwnStatistics(t *texts.Texts, lib *chapters.Library, stats *saves.Stats, puzzleStars map[string]int) *Statistics {
	s := &Statistics{
		Chapters: Results{
			Title: t.T("stats.chapters"), Amounts: t.T("stats.share"), Legend: t.T("stats.legend"),
			All: chapterResults(t, lib, stats.Chapters),
		},
		Characters: Results{
			Title: texts.Title(t.T("stats.characters")), Amounts: t.T("stats.met"),
			All: characterResults(t, lib, stats.Characters),
		},
	}
	puzzles := solved(puzzleStars)
	rounds := 0
	won := 0
	for _, r := range s.Chapters.All {
		rounds += r.Total
		won += r.Done
	}
	s.Figures = []Figure{
		{rounds, t.N("stats.rounds", rounds)},
		{won, t.T("stats.won")},
		{stats.WinsInRow, t.T("stats.streak", stats.MostWinsInRow)},
		{puzzles, t.N("stats.solved", puzzles)},
	}
	switch {
	case len(stats.Chapters) > 0:
	case puzzles > 0:
		s.Remarks = append(s.Remarks, t.T("stats.puzzlesonly"))
	default:
		s.Remarks = append(s.Remarks, t.T("lobby.stats.none"))
	}
	if days := stats.Days; days.Won > 0 {
		s.Remarks = append(s.Remarks, t.T("stats.days", days.Won, days.Current, days.Longest))
	}
	return s
}

// ServerStatistics returns what a server keeps about a visitor: the last round of each table where they were, and the
// stars of puzzles.
func ServerStatistics(t *texts.Texts, lib *chapters.Library, visited []table.Visited,
	puzzleStars map[string]int,
) *Statistics {
	s := &Statistics{Scope: t.T("serve.stats.above"), Tables: Results{Title: t.T("lobby.saved")}}
	rounds := 0
	won := 0
	for i := range visited {
		view := &visited[i].Now
		if view.Last == nil {
			continue
		}
		rounds++
		if view.Last.Won {
			won++
		}
		s.Tables.All = append(s.Tables.All, Result{
			ID:      visited[i].Ticket.Table,
			Name:    words.Table(t, lib, view),
			Details: words.Result(t, view),
			Playing: view.Playing,
		})
	}
	puzzles := solved(puzzleStars)
	s.Figures = []Figure{
		{rounds, t.N("stats.rounds", rounds)},
		{won, t.T("stats.won")},
		{puzzles, t.N("stats.solved", puzzles)},
	}
	return s
}

// chapterResults returns one result for each chapter, at tables of all sizes together. Its details tell the sizes
// apart.
func chapterResults(t *texts.Texts, lib *chapters.Library, stats []saves.ChapterStats) (all []Result) {
	for i := range stats {
		c := &stats[i]
		if len(all) == 0 || all[len(all)-1].ID != c.Chapter {
			all = append(all, newChapterResult(t, lib, c.Chapter))
		}
		r := &all[len(all)-1]
		r.Done += c.Won
		r.Total += c.Finished()
		r.Stars = stars.Better(r.Stars, c.Stars())
		r.Details = strings.TrimSpace(r.Details + " " + Record(t, c))
	}
	for i := range all {
		if r := &all[i]; r.Total > 0 {
			r.Share = t.T("stats.of", r.Done, r.Total)
		}
	}
	return all
}

// newChapterResult returns the result of a chapter before its rounds are counted. A chapter that the library lacks is
// named by its ID.
func newChapterResult(t *texts.Texts, lib *chapters.Library, id string) Result {
	c, err := lib.Chapter(id)
	if err != nil {
		return Result{ID: id, Name: id}
	}
	r := Result{ID: id, Number: id, Name: c.Title.In(t.Lang())}
	if id == chapters.Road {
		r.Number = ""
	}
	return r
}

// characterResults returns how often the goal of each character was met.
func characterResults(t *texts.Texts, lib *chapters.Library, stats []saves.CharacterStats) (all []Result) {
	for _, c := range stats {
		name := c.Character
		letters := "-"
		if known := lib.Characters[c.Character]; known != nil {
			name = t.ShortName(known)
			letters = t.CharacterLetters(known)
		}
		total := c.Met + c.Failed
		all = append(all, Result{
			ID: c.Character, Name: name, Letters: letters,
			Done: c.Met, Total: total, Share: t.T("stats.of", c.Met, total),
		})
	}
	return all
}

// solved returns how many puzzles were solved.
func solved(puzzleStars map[string]int) (n int) {
	for _, stars := range puzzleStars {
		if stars > 0 {
			n++
		}
	}
	return n
}

// Page returns the statistics as a page of words.
func (s *Statistics) Page() (p page.Page) {
	if s.Scope != "" {
		p.Text(0, s.Scope)
	}
	for _, f := range s.Figures {
		p.Label(strconv.Itoa(f.N), figureWidth, f.Text)
	}
	for _, list := range []*Results{&s.Chapters, &s.Characters, &s.Tables} {
		if len(list.All) > 0 {
			p.Gap()
			p = append(p, list.page()...)
		}
	}
	for i, line := range s.Remarks {
		if i == 0 {
			p.Gap()
		}
		p.Text(0, line)
	}
	return p
}

// The columns of statistics as a page, in cells.
const (
	figureWidth = 5
	nameWidth   = 42
	starsWidth  = 9
	detailsFrom = 4
)

// page returns the results as a table, with the details of each below it.
func (list *Results) page() (p page.Page) {
	columns := []page.Column{{Head: list.Title, Width: nameWidth}}
	if list.Legend != "" {
		columns = append(columns, page.Column{Width: starsWidth})
	}
	p.Columns(append(columns, page.Column{Head: list.Amounts, Right: true})...)
	for _, r := range list.All {
		cells := []string{strings.TrimSpace(r.Number + " " + r.Name)}
		if list.Legend != "" {
			cells = append(cells, r.Stars.Text())
		}
		p.Row(page.Cells(append(cells, r.Share)...)...)
		if r.Details != "" {
			p.Text(detailsFrom, r.Details)
		}
	}
	if list.Legend != "" {
		p.Text(0, list.Legend)
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

// ResultsIn returns a person's results in a chapter at tables of each size, and what their stars mean. It is empty
// without any. played is nil if none are kept.
func ResultsIn(t *texts.Texts, played *saves.Played, chapter string) string {
	var results []string
	stats := played.Chapters()
	for i := range stats {
		if stats[i].Chapter == chapter {
			results = append(results, Record(t, &stats[i]))
		}
	}
	if len(results) > 0 {
		results = append(results, t.T("stats.legend"))
	}
	return strings.Join(results, "  ")
}
