package web

import (
	"net/http"
	"net/url"
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"
)

// savedPages are the list of saved games at home, and what goes on with one.
type savedPages struct {
	request *request
	t       *texts.Texts
	lib     *chapters.Library
}

func newSavedPages(q *request) savedPages {
	return savedPages{request: q, t: q.frame.Texts, lib: q.options.Library}
}

// show shows the saved games at home, to resume or to replay.
func (h savedPages) show() {
	p := &statsPage{sheet: h.request.newSheet("/", h.t.T("lobby.saved")), Intro: h.t.T("lobby.saved.above")}
	var all []line
	for _, g := range h.request.home.Person.Played().Games {
		l := chapterLine(h.t, h.lib, g.Record.Chapter)
		l.Name = book.Summary(h.t, h.lib, &g)
		l.Text = g.Modified.Local().Format(book.Minutes)
		if g.CanContinue() {
			l.ID = g.Name
		} else if g.Err == nil {
			l.Path = "/saved/look?name=" + url.QueryEscape(g.Name)
		}
		all = append(all, l)
	}
	p.Boxes = []box{{Lines: all}}
	h.request.send("stats", p)
}

// resume resumes a saved game at home, or replays a finished one.
func (h savedPages) resume() {
	games := h.request.home.Person.Played().Games
	name := h.request.value("name")
	i := slices.IndexFunc(games, func(g saves.Save) bool { return g.Name == name && g.Err == nil })
	switch {
	case i < 0:
		h.request.notFound()
	case games[i].Finished:
		newReplays(h.request).showRecord(games[i].Record, "/saved/look?name="+url.QueryEscape(name)+"&", "/saved")
	case h.request.r.Method == http.MethodPost:
		h.request.home.leaveForRound(h.request, func() error { return h.request.home.Person.ResumeSaved(name) })
	default:
		h.request.redirect("/saved")
	}
}
