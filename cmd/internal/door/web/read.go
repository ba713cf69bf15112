package web

import (
	"net/http"
	"strconv"
	"strings"

	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/deals/lesson"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/pages/rulebook"
	"fellowship/cmd/internal/table"
)

// readPage is something to read.
type readPage struct {
	frame
	// Back is where the page leads back to.
	Back, Headline string
	Doc            page.Page
	// Links are further pages, Search what was looked for, for the rules.
	Links []namedPart
	Rules bool
	// Lesson says that there is a round to play after this.
	Lesson bool
	Search string
	// Above is said above all, and Play leads to a table for the chapter.
	Above, Play string
	// Levels are those of puzzles, and Fields are settings; Looks says that language and colours are chosen there, too.
	Levels []choose.Level
	Fields []choose.Field
	Looks  bool
	// Road is that of a campaign, with its chapters.
	Road []stationPart
}

// read shows the rules, a chapter, or the lesson, to anybody.
func (s *Server) read(w http.ResponseWriter, r *http.Request) {
	v, _ := s.visitor(w, r)
	p := &readPage{frame: v.frame, Back: "/"}
	switch which := r.PathValue("which"); r.PathValue("what") {
	case "rules":
		v.rules(p, which)
	case "lesson":
		p.Headline, p.Doc, p.Lesson = v.T("lobby.lesson"), lesson.Page(v.Texts), s.teaches()
	case "chapter":
		if v.chapter(p, which) != nil {
			http.NotFound(w, r)
			return
		}
	default:
		http.NotFound(w, r)
		return
	}
	p.Title = p.Headline + " - " + p.Title
	v.show(w, r, http.StatusOK, "read", p)
}

// rules are the contents, one entry of them, or what was searched for.
func (v *visitor) rules(p *readPage, which string) {
	p.Rules, p.Headline = true, v.T("rules.title")
	p.Search = v.r.FormValue("search")
	contained := rulebook.Contained(v.Library, v.Texts)
	if n, err := strconv.Atoi(which); err == nil && n >= 0 && n < len(contained) {
		p.Back, p.Headline, p.Doc = "/read/rules", contained[n].Label, contained[n].Page
		return
	}
	if p.Search = strings.TrimSpace(p.Search); p.Search != "" {
		found, err := rulebook.Find(v.Library, v.Texts, p.Search)
		p.complain(err)
		p.Back, p.Doc = "/read/rules", found
		return
	}
	for i, e := range contained {
		p.Links = append(p.Links, namedPart{Name: "/read/rules/" + strconv.Itoa(i), Label: strings.TrimSpace(e.Label + "  " + e.Title)})
	}
	p.Links = append(p.Links, v.chapterLinks()...)
}

// stationPart is a chapter on the road. Place is the place that the road passes there.
type stationPart struct {
	book.Line
	Place     string
	Won, Here bool
}

// book shows how far a campaign has come on its road.
func (v *visitor) book(visit *visit) {
	kept := visit.chair.Book()
	if kept == nil {
		v.gone(table.ErrNotPlaying)
		return
	}
	p := &readPage{Headline: v.T("lobby.campaign")}
	next := kept.Recommended()
	for _, c := range book.Chapters(v.Texts, v.Library, kept) {
		p.Road = append(p.Road, stationPart{c, book.Place(v.Texts, c.ID), kept.IsWon(c.ID), c.ID == next})
	}
	v.besideTable(visit, p)
}

// besideTable sends a page that leads back to a table.
func (v *visitor) besideTable(visit *visit, p *readPage) {
	p.frame, p.Back = v.frame, "/table/"+visit.visitKey.table
	p.Title = p.Headline + " - " + p.Title
	v.show(v.w, v.r, http.StatusOK, "read", p)
}
