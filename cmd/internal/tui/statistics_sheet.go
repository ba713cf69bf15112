package tui

import (
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/rulebook"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"

	tea "github.com/charmbracelet/bubbletea"
)

// statisticsSheet shows a person's statistics. Its rows lead to the chapters and the characters.
type statisticsSheet struct {
	// stack shows the sheets.
	stack *kit.Stack
	// library has the chapters.
	library *chapters.Library
	// played has the statistics of the games.
	played *saves.Played
	// stars returns the stars of the puzzles that the person has solved, by their names.
	stars func() map[string]int
	// covers shows a chapter.
	covers *chapterCovers
}

func (s *statisticsSheet) content() kit.Content {
	t := s.stack.Theme.Texts
	c := kit.Content{Title: t.T("lobby.stats"), EnterLabel: t.T("lobby.help.open")}
	rounds, _ := talliesOf(t, s.library, &s.played.Stats)
	if len(rounds) == 0 {
		c.Header = []string{t.T("lobby.stats.none")}
		return c
	}
	for _, r := range rounds {
		row := kit.Row{Label: r.title}
		if ch, err := s.library.Chapter(r.number); err == nil {
			row.Control = s.stack.PushAction(func() *kit.Sheet { return s.covers.sheet(s.played, ch) })
		}
		c.Rows = append(c.Rows, row)
	}
	for i := range s.played.Stats.Characters {
		row := kit.Row{Label: s.played.Stats.Characters[i].Character}
		if known := s.library.Characters[row.Label]; known != nil {
			entry := ruleEntry{Entry: rulebook.CharacterEntry(t, known)}
			row.Control = kit.Button(func() tea.Cmd { return s.stack.PushOverlay(entry.sheet(s.stack, nil)) })
		}
		c.Rows = append(c.Rows, row)
	}
	c.Draw = func(g *felt.Grid, cursor int) []felt.HitArea {
		page := newTallyPage(g, s.stack.Theme, cursor)
		page.draw(s.library, &s.played.Stats, s.puzzlesSolved())
		return drawScrollPage(g, page.grid, page.areas, cursor, c.Title, "")
	}
	return c
}

// puzzlesSolved returns how many puzzles the person has solved.
func (s *statisticsSheet) puzzlesSolved() int {
	solved := 0
	for _, stars := range s.stars() {
		if stars > 0 {
			solved++
		}
	}
	return solved
}

// chapterTally is how a person has done in a chapter, at tables of all sizes together.
type chapterTally struct {
	saves.Tally
	// number is the chapter's ID.
	number string
	title  string
	// stars is the best result.
	stars int
}

// talliesOf returns the results of each chapter that was played, and of all together.
func talliesOf(t *texts.Texts, lib *chapters.Library, stats *saves.Stats) (out []chapterTally, all saves.Tally) {
	for i := range stats.Chapters {
		c := &stats.Chapters[i]
		k := slices.IndexFunc(out, func(tally chapterTally) bool { return tally.number == c.Chapter })
		if k < 0 {
			tally := chapterTally{number: c.Chapter, title: c.Chapter}
			if ch, err := lib.Chapter(c.Chapter); err == nil {
				tally.title = ch.Title.In(t.Lang())
			}
			k = len(out)
			out = append(out, tally)
		}
		tally := &out[k]
		tally.Won += c.Won
		tally.Lost += c.Lost
		tally.Open += c.Open
		tally.stars = max(tally.stars, c.Stars())
		all.Won += c.Won
		all.Lost += c.Lost
		all.Open += c.Open
	}
	return out, all
}
