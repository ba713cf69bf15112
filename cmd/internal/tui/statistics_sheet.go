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
func (p *Shell) tallies(stats *saves.Stats) (out []chapterTally, all saves.Tally) {
	for i := range stats.Chapters {
		c := &stats.Chapters[i]
		k := slices.IndexFunc(out, func(t chapterTally) bool { return t.number == c.Chapter })
		if k < 0 {
			t := chapterTally{number: c.Chapter, title: c.Chapter}
			if ch, err := p.Library.Chapter(c.Chapter); err == nil {
				t.title = ch.Title.In(p.Theme.Lang())
			}
			k, out = len(out), append(out, t)
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

// drawTally draws a person's statistics, as high as they are: a few numbers, the chapters with bars, and
// the characters that the person has played.
func (p *Shell) drawTally(g *felt.Grid, stats *saves.Stats, cursor int) (page *felt.Grid, areas []felt.HitArea) {
	rounds, all := p.tallies(stats)
	left, wide := scrollPageColumns(g)
	end := left + wide - 2
	numbersIn := 4
	rows := 1
	charactersIn := 3
	left += 2
	if wide < 76 {
		numbersIn = 2
		rows = 2
		charactersIn = 1
	}
	page = felt.New(g.Palette(), g.W, 20+rows*len(rounds)+2*len(stats.Characters))
	solved := 0
	for _, n := range p.Stars() {
		if n > 0 {
			solved++
		}
	}
	y := 1
	for i, n := range []struct {
		n    int
		text string
	}{
		{all.Finished(), p.Theme.T("stats.rounds")},
		{all.Won, p.Theme.T("stats.won")},
		{stats.Row, p.Theme.T("stats.streak", stats.Longest)},
		{solved, p.Theme.T("stats.solved")},
	} {
		w := (end - left) / numbersIn
		x := left + i%numbersIn*w
		top := y + i/numbersIn*5
		page.Number(x, top, strconv.Itoa(n.n), felt.GoldInk)
		page.Put(x, top+3, n.text, felt.Faint)
	}
	y += 4 / numbersIn * 5
	drawTitle := func(name, note string) {
		page.Put(left, y, name, felt.Golden)
		page.PutRight(end, y, note, felt.Faint)
		page.Put(left, y+1, strings.Repeat("─", max(end-left, 0)), felt.Pen{Fg: felt.Line})
		y += 2
	}
	addArea := func(x, w, h int) felt.Pen {
		areas = append(areas, felt.HitArea{X: x, Y: y, W: w, H: h, Item: len(areas)})
		if len(areas)-1 != cursor {
			return felt.Strong
		}
		if g.Palette().NoColor() {
			page.Put(x-2, y, ">", felt.Strong)
		}
		return felt.Golden
	}
	drawTitle(p.Theme.T("stats.chapters"), p.Theme.T("stats.share"))
	bar := min(24, wide/4)
	for i := range rounds {
		c := &rounds[i]
		pen := addArea(left, end-left, rows)
		if c.number != chapters.Road {
			page.PutRight(left+2, y, c.number, felt.Faint)
		}
		page.Put(left+4, y, c.title, pen)
		y += rows - 1
		page.Stars(end-bar-19, y, c.stars, saves.MostStars)
		page.Bar(end-bar-10, y, bar, c.Won, c.Finished(), felt.Good)
		page.PutRight(end, y, p.Theme.T("stats.of", c.Won, c.Finished()), felt.Text)
		y++
	}
	y++
	drawTitle(texts.Title(p.Theme.T("stats.characters")), p.Theme.T("stats.met"))
	w := (end - left) / charactersIn
	for i := range stats.Characters {
		c := &stats.Characters[i]
		x := left + i%charactersIn*w
		name := c.Character
		if known := p.Library.Characters[c.Character]; known != nil {
			name = p.Theme.ShortName(known)
		}
		page.Emblem(x, y, c.Character, name, false)
		page.Put(x+5, y, name, addArea(x, w, 2))
		page.PutRight(x+w-2, y, p.Theme.T("stats.of", c.Met, c.Met+c.Failed), felt.Text)
		page.Bar(x+5, y+1, w-7, c.Met, c.Met+c.Failed, felt.Good)
		if i%charactersIn == charactersIn-1 || i == len(stats.Characters)-1 {
			y += 2
		}
	}
	if d := stats.Days; d.Won > 0 {
		y += 1 + page.Paragraph(left, y+1, end-left, 2, p.Theme.T("stats.days", d.Won, d.Current, d.Longest),
			felt.Faint)
	}
	page.H = y
	return page, areas
}

// statisticsSheet shows a person's statistics.
func (p *Shell) statisticsSheet(played *saves.Played) *kit.Sheet {
	return &kit.Sheet{Name: "lobby.stats", Build: func() kit.Content {
		c := kit.Content{Title: p.Theme.T("lobby.stats"), EnterLabel: p.Theme.T("lobby.help.open")}
		rounds, _ := p.tallies(&played.Stats)
		if len(rounds) == 0 {
			c.Header = []string{p.Theme.T("lobby.stats.none")}
			return c
		}
		for _, r := range rounds {
			row := kit.Row{Label: r.title}
			if ch, err := p.Library.Chapter(r.number); err == nil {
				row.OnEnter = p.PushAction(func() *kit.Sheet { return p.chapterSheet(played, ch) })
			}
			c.Rows = append(c.Rows, row)
		}
		for i := range played.Stats.Characters {
			row := kit.Row{Label: played.Stats.Characters[i].Character}
			if known := p.Library.Characters[row.Label]; known != nil {
				entry := ruleEntry{Entry: rulebook.CharacterEntry(p.Theme.Texts, known)}
				row.OnEnter = func() tea.Cmd { return p.PushOverlay(entry.sheet(p.Stack, nil)) }
			}
			c.Rows = append(c.Rows, row)
		}
		c.Draw = func(g *felt.Grid, cursor int) []felt.HitArea {
			page, areas := p.drawTally(g, &played.Stats, cursor)
			return drawScrollPage(g, page, areas, cursor, c.Title, "")
		}
		return c
	}}
}
