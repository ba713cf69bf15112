package web

import (
	"fellowship/chapters"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
)

// statsPage shows a person's statistics, or the saved games.
type statsPage struct {
	sheet
	Figures []figure
	Intro   string
	Boxes   []box
}

// box is a list with a headline.
type box struct {
	Title string
	Lines []line
}

// statisticsPage shows what a person has played.
type statisticsPage struct {
	request *request
	t       *texts.Texts
	lib     *chapters.Library
}

func newStatisticsPage(q *request) statisticsPage {
	return statisticsPage{request: q, t: q.frame.Texts, lib: q.options.Library}
}

// show shows the person's statistics: at home of all rounds, on a server of the last round of each table.
func (h statisticsPage) show() {
	p := &statsPage{sheet: h.request.newSheet("/", h.t.T("lobby.stats"))}
	var rounds, won int
	var finished []line
	if h.request.home != nil {
		rounds, won = h.addHome(p)
	} else {
		rounds, won, finished = h.addServer(p)
	}
	p.Boxes = append(p.Boxes, box{h.t.T("lobby.saved"), finished})
	prefs := h.request.person().CurrentSettings()
	solved := 0
	starSum := 0
	for _, n := range prefs.Puzzles {
		solved++
		starSum += n
	}
	count := func(key string, n int) { p.Figures = append(p.Figures, figure{n, h.t.T("web.count." + key)}) }
	count("rounds", rounds)
	count("won", won)
	count("puzzles", solved)
	count("stars", starSum)
	h.request.send("stats", p)
}

// addHome adds the characters, chapters and series of a person at home, and counts the rounds.
func (h statisticsPage) addHome(p *statsPage) (rounds, won int) {
	played := h.request.person().Played()
	var cast []line
	for _, c := range played.Stats.Characters {
		if character := h.lib.Characters[c.Character]; character != nil {
			total := c.Met + c.Failed
			cast = append(cast, line{
				Emblem: character.ID,
				Name:   h.t.Name(character),
				N:      c.Met,
				Total:  total,
				Share:  h.t.T("stats.of", c.Met, total),
			})
		}
	}
	var road []line
	for _, c := range played.Chapters() {
		rounds += c.Finished()
		won += c.Won
		l := chapterLine(h.t, h.lib, c.Chapter)
		l.Text = book.Record(h.t, &c)
		l.Stars = stars(h.t, c.Stars(), saves.MostStars)
		road = append(road, l)
	}
	p.Boxes = append(p.Boxes, box{h.t.T("web.characters"), cast}, box{h.t.T("lobby.book"), road})
	if now := &played.Stats; now.MostWinsInRow > 1 {
		p.Intro = h.t.T("stats.row", now.WinsInRow, now.MostWinsInRow)
	}
	if days := played.Stats.Days; days.Won > 0 {
		p.Intro += " " + h.t.T("stats.days", days.Won, days.Current, days.Longest)
	}
	return rounds, won
}

// addServer counts the last round of each table where the person was, and lists these rounds.
func (h statisticsPage) addServer(p *statsPage) (rounds, won int, finished []line) {
	tables, err := h.request.options.Tables.Visited(h.request.me.ID)
	p.complain(err)
	p.Intro = h.t.T("serve.stats.above")
	for i := range tables {
		view := &tables[i].Now
		if view.Last == nil {
			continue
		}
		rounds++
		if view.Last.Won {
			won++
		}
		l := line{Name: words.Table(h.t, h.lib, view), Text: words.Result(h.t, view)}
		if !view.Playing {
			l.Path = "/table/" + tables[i].Ticket.Table + "/look"
		}
		finished = append(finished, l)
	}
	return rounds, won, finished
}
