package web

import (
	"net/http"
	"net/url"
	"path/filepath"
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"
)

// savedPages are the list of saved games at home, and what resumes, replays, repairs or deletes one.
type savedPages struct {
	request *request
	t       *texts.Texts
	lib     *chapters.Library
}

func newSavedPages(q *request) savedPages {
	return savedPages{request: q, t: q.frame.Texts, lib: q.options.Library}
}

// show shows the saved games at home, to resume, to replay or to delete, and what is wrong with files. A note says what
// was done.
func (h savedPages) show(note string) {
	played := h.request.home.Person.Played()
	list := book.ListSaved(h.t, h.lib, played)
	p := &statsPage{sheet: h.request.newSheet("/", list.Title), Intro: list.Intro}
	if note != "" {
		p.Note = note
	}
	for _, d := range played.Damages {
		p.Damages = append(p.Damages, newDamagePart(h.t, h.lib, d))
	}
	var all []line
	for i := range list.All {
		all = append(all, h.line(&list.All[i]))
	}
	p.Boxes = []box{{Lines: all}}
	h.request.send("stats", p)
}

// repair makes a damaged game or campaign go on from what can be read.
func (h savedPages) repair() {
	damages := h.request.home.Person.Played().Damages
	name := h.request.value("name")
	i := slices.IndexFunc(damages, func(d *saves.Damage) bool { return d.Name == name && d.CanRepair() })
	if i < 0 {
		h.request.redirect("/saved") // perhaps the person has sent the form twice
		return
	}
	kept, err := damages[i].Repair()
	if err != nil {
		h.request.sendError(err)
		return
	}
	h.show(h.t.T("damage.kept", book.DamagedName(h.t, damages[i]), filepath.Base(kept)))
}

// line draws a saved game.
func (h savedPages) line(said *book.SavedGame) line {
	l := chapterLine(h.t, h.lib, said.Chapter)
	l.Name = said.Summary
	l.Text = said.Name + ", " + said.When
	query := "?name=" + url.QueryEscape(said.Name)
	if said.CanContinue {
		l.ID = said.Name
	}
	if said.CanLook {
		l.Path = "/saved/look" + query
	}
	if said.CanRemove {
		l.RemovePath = "/saved/remove" + query
	}
	return l
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
