package web

import (
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/texts"
)

// statsPage shows a person's statistics.
type statsPage struct {
	sheet
	Figures []book.Figure
	Intro   string
	// Damages says what is wrong with files, before the lists.
	Damages []damagePart
	Boxes   []box
}

// box is a list with a headline.
type box struct {
	Title string
	// Amounts says what the numbers of the lines are; empty for none.
	Amounts string
	Lines   []line
	// Legend explains the stars; empty for a list without stars.
	Legend string
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
	solved := h.request.person().Stars()
	var said *book.Statistics
	if h.request.home != nil {
		played := h.request.person().Played()
		for _, d := range played.Damages {
			p.Damages = append(p.Damages, newDamagePart(h.t, h.lib, d))
		}
		said = book.OwnStatistics(h.t, h.lib, &played.Stats, solved)
	} else {
		tables, err := h.request.options.Tables.Visited(h.request.me.ID)
		p.complain(err)
		said = book.ServerStatistics(h.t, h.lib, tables, solved)
	}
	h.fill(p, said)
	h.request.send("stats", p)
}

// fill lays statistics out on the page.
func (h statisticsPage) fill(p *statsPage, said *book.Statistics) {
	p.Figures = said.Figures
	p.Intro = strings.Join(append(texts.NotEmpty(said.Scope), said.Remarks...), " ")
	p.Boxes = []box{
		h.box(&said.Chapters, func(r *book.Result, l *line) {
			if c, err := h.lib.Chapter(r.ID); err == nil {
				l.Emblem = emblem(h.lib, c)
				l.Link = "/read/chapter/" + r.ID
			}
			if r.Total > 0 {
				l.Stars = newStarred(h.t, r.Stars)
			}
		}),
		h.box(&said.Characters, func(r *book.Result, l *line) {
			if h.lib.Characters[r.ID] != nil {
				l.Emblem = r.ID
			}
		}),
		h.box(&said.Tables, func(r *book.Result, l *line) {
			if !r.Playing {
				l.Path = "/table/" + r.ID + "/look"
			}
		}),
	}
}

// box returns a list of results; addTo adds to a line what only this list has.
func (h statisticsPage) box(list *book.Results, addTo func(r *book.Result, l *line)) box {
	out := box{Title: list.Title, Amounts: list.Amounts, Legend: list.Legend}
	for i := range list.All {
		r := &list.All[i]
		l := line{
			Name:  strings.TrimSpace(r.Number + " " + r.Name),
			Text:  r.Details,
			N:     r.Done,
			Total: r.Total,
			Share: r.Share,
		}
		addTo(r, &l)
		out.Lines = append(out.Lines, l)
	}
	return out
}
