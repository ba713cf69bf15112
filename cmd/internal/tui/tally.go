package tui

import (
	"slices"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/saves"
)

// chapterTally is how a person has done in a chapter, at tables of all sizes together.
type chapterTally struct {
	number, title string
	saves.Tally
	stars int
}

// tallies are those of the chapters that were played.
func (p *Place) tallies(stats *saves.Stats) (out []chapterTally, all saves.Tally) {
	for i := range stats.Chapters {
		c := &stats.Chapters[i]
		k := slices.IndexFunc(out, func(t chapterTally) bool { return t.number == c.Chapter })
		if k < 0 {
			t := chapterTally{number: c.Chapter, title: c.Chapter}
			if ch, err := p.Library.Chapter(c.Chapter); err == nil {
				t.title = ch.Title.In(p.Lang())
			}
			k, out = len(out), append(out, t)
		}
		t := &out[k]
		t.Won, t.Lost, t.Open, t.stars = t.Won+c.Won, t.Lost+c.Lost, t.Open+c.Open, max(t.stars, c.Stars())
		all.Won, all.Lost, all.Open = all.Won+c.Won, all.Lost+c.Lost, all.Open+c.Open
	}
	return out, all
}

// drawTally draws a person's statistics: a few numbers, the chapters with bars, and the characters
// that the person has played. The cursor moves over the chapters where there are more than fit.
func (p *Place) drawTally(stats *saves.Stats) func(g *felt.Grid, cursor int) []felt.Spot {
	rounds, all := p.tallies(stats)
	return func(g *felt.Grid, cursor int) (spots []felt.Spot) {
		wide := min(g.W, 108)
		left := (g.W-wide)/2 + 2
		end := left + wide - 4
		g.Headline(left-2, wide, p.T("lobby.stats"), "")
		if len(rounds) == 0 {
			g.Mid(0, g.H/2, g.W, p.T("lobby.stats.none"), felt.Text)
			return nil
		}
		solved := 0
		for _, n := range p.Stars() {
			if n > 0 {
				solved++
			}
		}
		numbers := []struct {
			n    int
			text string
		}{
			{all.Finished(), p.T("stats.rounds")}, {all.Won, p.T("stats.won")}, {stats.Row, p.T("stats.streak", stats.Longest)}, {solved, p.T("stats.solved")},
		}
		perRow := 4
		if wide < 76 {
			perRow = 2
		}
		y := 2
		for i, n := range numbers {
			x := left + i%perRow*((wide-4)/perRow)
			g.Number(x, y+i/perRow*5, strconv.Itoa(n.n), felt.GoldInk)
			g.Put(x, y+i/perRow*5+3, g.Cut(n.text, (wide-4)/perRow-1), felt.Faint)
		}
		y += (len(numbers)+perRow-1)/perRow*5 - 1
		title := func(name, note string) {
			g.Put(left, y, name, felt.Golden)
			g.Right(end, y, note, felt.Faint)
			g.Put(left, y+1, strings.Repeat("─", max(end-left, 0)), felt.Pen{Fg: felt.Line})
			y += 2
		}
		per := 3
		if wide < 76 {
			per = 1
		}
		played := stats.Characters
		days := ""
		if d := stats.Days; d.Won > 0 {
			days = p.T("stats.days", d.Won, d.Now, d.Longest)
		}
		tail := 0
		if days != "" {
			tail = 1
		}
		title(p.T("stats.chapters"), p.T("stats.share"))
		room := g.H - 1 - tail - y
		most := min((len(played)+per-1)/per, 2) // rows of characters
		for ; most > 0 && room-len(rounds) < 2+2*most && room-2-2*most < 5; most-- {
		}
		seen := room
		if most > 0 {
			seen -= 3 + 2*most
		}
		seen = min(max(seen, 1), len(rounds))
		first := max(min(cursor-seen/2, len(rounds)-seen), 0)
		bar := min(24, wide/4)
		for i := first; i < first+seen; i++ {
			c := &rounds[i]
			number := c.number
			if number == chapters.Road {
				number = ""
			}
			pen := felt.Text
			if i == cursor && seen < len(rounds) {
				pen = felt.Golden
			}
			g.Right(left+2, y, number, felt.Faint)
			g.Put(left+4, y, g.Cut(c.title, end-left-bar-24), pen)
			g.Stars(end-bar-19, y, c.stars, saves.MostStars)
			g.Bar(end-bar-10, y, bar, c.Won, c.Finished(), felt.Good)
			g.Right(end, y, p.T("stats.of", c.Won, c.Finished()), felt.Text)
			spots = append(spots, felt.Spot{X: left, Y: y, W: end - left, H: 1, Item: i})
			y++
		}
		if first+seen < len(rounds) {
			g.Put(left-2, y-1, "v", felt.Golden)
		}
		if y++; most > 0 {
			title(p.T("stats.characters"), p.T("stats.met"))
			w := (end - left) / per
			for i := range min(len(played), most*per) {
				c := &played[i]
				x, at := left+i%per*w, y+i/per*2
				name := c.Character
				if known := p.Library.Characters[c.Character]; known != nil {
					name = p.ShortName(known)
				}
				g.Emblem(x, at, c.Character, name, false)
				g.Put(x+5, at, name, felt.Strong)
				g.Right(x+w-2, at, p.T("stats.of", c.Met, c.Met+c.Failed), felt.Text)
				g.Bar(x+5, at+1, w-7, c.Met, c.Met+c.Failed, felt.Good)
			}
		}
		g.Put(left, g.H-2, days, felt.Faint)
		return spots
	}
}

// statistics tell how the person has done.
func (p *Place) statistics(all *saves.Played) *kit.Sheet {
	return &kit.Sheet{Name: "lobby.stats", Build: func() kit.Content {
		rounds, _ := p.tallies(&all.Stats)
		rows := make([]kit.Row, len(rounds))
		for i := range rounds {
			rows[i].Label = rounds[i].title
			if ch, err := p.Library.Chapter(rounds[i].number); err == nil {
				rows[i].Do = p.Opens(func() *kit.Sheet { return p.chapter(all, ch) })
			}
		}
		return kit.Content{Title: p.T("lobby.stats"), Rows: rows, Does: p.T("lobby.help.open"), Draw: p.drawTally(&all.Stats)}
	}}
}
