package tui

import (
	"slices"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/rulebook"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"

	tea "github.com/charmbracelet/bubbletea"
)

// chapterTally is how a person has done in a chapter, at tables of all sizes together.
type chapterTally struct {
	saves.Tally
	// number is the chapter's ID.
	number string
	title  string
	// stars is the best result.
	stars int
}

// tallies returns the results of each chapter that was played, and of all together.
func (sh *Shell) tallies(stats *saves.Stats) (out []chapterTally, all saves.Tally) {
	for i := range stats.Chapters {
		c := &stats.Chapters[i]
		k := slices.IndexFunc(out, func(t chapterTally) bool { return t.number == c.Chapter })
		if k < 0 {
			t := chapterTally{number: c.Chapter, title: c.Chapter}
			if ch, err := sh.Library.Chapter(c.Chapter); err == nil {
				t.title = ch.Title.In(sh.Stack.Theme.Texts.Lang())
			}
			k = len(out)
			out = append(out, t)
		}
		t := &out[k]
		t.Won += c.Won
		t.Lost += c.Lost
		t.Open += c.Open
		t.stars = max(t.stars, c.Stars())
		all.Won += c.Won
		all.Lost += c.Lost
		all.Open += c.Open
	}
	return out, all
}

// tallyPage draws a person's statistics from top to bottom, as high as they are.
type tallyPage struct {
	theme *kit.Theme
	// page is the drawing.
	page *felt.Grid
	// areas are the places of the rows that the cursor moves over.
	areas  []felt.HitArea
	cursor int
	// left is the first column.
	left int
	// end is the column after the last one.
	end int
	// isNarrow reports whether the window is narrow, so that less stands side by side.
	isNarrow bool
	// y is the next free row.
	y int
}

// drawTally draws a person's statistics: a few numbers, the chapters with bars, and the characters that the
// person has played.
func (sh *Shell) drawTally(g *felt.Grid, stats *saves.Stats, cursor int) (page *felt.Grid, areas []felt.HitArea) {
	rounds, all := sh.tallies(stats)
	left, wide := scrollPageColumns(g)
	d := &tallyPage{
		theme:    sh.Stack.Theme,
		cursor:   cursor,
		left:     left + 2,
		end:      left + wide - 2,
		isNarrow: wide < 76,
		y:        1,
	}
	rows := d.chapterRows()
	d.page = felt.New(g.Palette(), g.W, 20+rows*len(rounds)+2*len(stats.Characters))
	d.drawNumbers(&all, stats, sh.puzzlesSolved())
	d.drawTitle(sh.T("stats.chapters"), sh.T("stats.share"))
	for i := range rounds {
		d.drawChapter(&rounds[i], min(24, wide/4))
	}
	d.y++
	d.drawTitle(texts.Title(sh.T("stats.characters")), sh.T("stats.met"))
	d.drawCharacters(sh.Library, stats.Characters)
	if days := stats.Days; days.Won > 0 {
		text := sh.T("stats.days", days.Won, days.Current, days.Longest)
		d.y += 1 + d.page.Paragraph(d.left, d.y+1, d.end-d.left, 2, text, felt.Faint)
	}
	d.page.H = d.y
	return d.page, d.areas
}

// puzzlesSolved returns how many puzzles the person has solved.
func (sh *Shell) puzzlesSolved() int {
	solved := 0
	for _, stars := range sh.Stars() {
		if stars > 0 {
			solved++
		}
	}
	return solved
}

// drawNumbers draws the numbers about all rounds.
func (d *tallyPage) drawNumbers(all *saves.Tally, stats *saves.Stats, solved int) {
	perRow := 4
	if d.isNarrow {
		perRow = 2
	}
	numbers := []struct {
		value int
		text  string
	}{
		{all.Finished(), d.theme.Texts.T("stats.rounds")},
		{all.Won, d.theme.Texts.T("stats.won")},
		{stats.WinsInRow, d.theme.Texts.T("stats.streak", stats.MostWinsInRow)},
		{solved, d.theme.Texts.T("stats.solved")},
	}
	const height = 5
	w := (d.end - d.left) / perRow
	for i, n := range numbers {
		x := d.left + i%perRow*w
		y := d.y + i/perRow*height
		d.page.Number(x, y, strconv.Itoa(n.value), felt.GoldInk)
		d.page.Put(x, y+3, n.text, felt.Faint)
	}
	d.y += len(numbers) / perRow * height
}

// drawTitle draws a headline with a note about the numbers below it.
func (d *tallyPage) drawTitle(name, note string) {
	d.page.Put(d.left, d.y, name, felt.Golden)
	d.page.PutRight(d.end, d.y, note, felt.Faint)
	d.page.Put(d.left, d.y+1, strings.Repeat("─", max(d.end-d.left, 0)), felt.Pen{Fg: felt.Line})
	d.y += 2
}

// addArea adds a place for the cursor, and returns the style of the name there.
func (d *tallyPage) addArea(x, w, h int) felt.Pen {
	isSelected := len(d.areas) == d.cursor
	d.areas = append(d.areas, felt.HitArea{X: x, Y: d.y, W: w, H: h, Item: len(d.areas)})
	if !isSelected {
		return felt.Strong
	}
	if d.page.Palette().NoColor() {
		d.page.Put(x-2, d.y, ">", felt.Strong)
	}
	return felt.Golden
}

// chapterRows returns how many rows a chapter takes.
func (d *tallyPage) chapterRows() int {
	if d.isNarrow {
		return 2
	}
	return 1
}

// drawChapter draws the results in a chapter; bar is the width of its bar.
func (d *tallyPage) drawChapter(c *chapterTally, bar int) {
	pen := d.addArea(d.left, d.end-d.left, d.chapterRows())
	if c.number != chapters.Road {
		d.page.PutRight(d.left+2, d.y, c.number, felt.Faint)
	}
	d.page.Put(d.left+4, d.y, c.title, pen)
	d.y += d.chapterRows() - 1
	d.page.Stars(d.end-bar-19, d.y, c.stars, saves.MostStars)
	d.page.Bar(d.end-bar-10, d.y, bar, c.Won, c.Finished(), felt.Good)
	d.page.PutRight(d.end, d.y, d.theme.Texts.T("stats.of", c.Won, c.Finished()), felt.Text)
	d.y++
}

// drawCharacters draws how often the person has met the goal of each character.
func (d *tallyPage) drawCharacters(lib *chapters.Library, all []saves.CharacterStats) {
	perRow := 3
	if d.isNarrow {
		perRow = 1
	}
	w := (d.end - d.left) / perRow
	for i := range all {
		c := &all[i]
		x := d.left + i%perRow*w
		name := c.Character
		if known := lib.Characters[c.Character]; known != nil {
			name = d.theme.Texts.ShortName(known)
		}
		d.page.Emblem(x, d.y, c.Character, name, false)
		d.page.Put(x+5, d.y, name, d.addArea(x, w, 2))
		d.page.PutRight(x+w-2, d.y, d.theme.Texts.T("stats.of", c.Met, c.Met+c.Failed), felt.Text)
		d.page.Bar(x+5, d.y+1, w-7, c.Met, c.Met+c.Failed, felt.Good)
		if i%perRow == perRow-1 || i == len(all)-1 {
			d.y += 2
		}
	}
}

// statisticsSheet shows a person's statistics.
func (sh *Shell) statisticsSheet(played *saves.Played) *kit.Sheet {
	return &kit.Sheet{Name: "lobby.stats", Build: func() kit.Content {
		c := kit.Content{Title: sh.T("lobby.stats"), EnterLabel: sh.T("lobby.help.open")}
		rounds, _ := sh.tallies(&played.Stats)
		if len(rounds) == 0 {
			c.Header = []string{sh.T("lobby.stats.none")}
			return c
		}
		for _, r := range rounds {
			row := kit.Row{Label: r.title}
			if ch, err := sh.Library.Chapter(r.number); err == nil {
				row.Control = sh.Stack.PushAction(func() *kit.Sheet { return sh.chapterSheet(played, ch) })
			}
			c.Rows = append(c.Rows, row)
		}
		for i := range played.Stats.Characters {
			row := kit.Row{Label: played.Stats.Characters[i].Character}
			if known := sh.Library.Characters[row.Label]; known != nil {
				entry := ruleEntry{Entry: rulebook.CharacterEntry(sh.Stack.Theme.Texts, known)}
				row.Control = kit.Button(func() tea.Cmd { return sh.Stack.PushOverlay(entry.sheet(sh.Stack, nil)) })
			}
			c.Rows = append(c.Rows, row)
		}
		c.Draw = func(g *felt.Grid, cursor int) []felt.HitArea {
			page, areas := sh.drawTally(g, &played.Stats, cursor)
			return drawScrollPage(g, page, areas, cursor, c.Title, "")
		}
		return c
	}}
}
