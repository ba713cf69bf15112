package web

import (
	"net/http"
	"strconv"
	"strings"

	"fellowship/cmd/internal/deals/lesson"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/pages/rulebook"
	"fellowship/cmd/internal/texts"
)

// readPage is something to read.
type readPage struct {
	sheet
	Doc page.Page
	// Links are further pages.
	Links []namedPart
	// Rules reports whether the page is part of the rules, which can be searched.
	Rules bool
	// Search is the text that was searched for.
	Search string
	// Lesson reports whether there is a round to play after this.
	Lesson bool
}

// read shows the rules, a chapter, or the lesson, to anybody.
func (s *Server) read(w http.ResponseWriter, r *http.Request) {
	v, _ := s.visitor(w, r)
	p := &readPage{sheet: v.newSheet("/", v.frame.Texts.T("rules.title"))}
	item := r.PathValue("which")
	switch r.PathValue("what") {
	case "rules":
		v.rules(p, item)
	case "lesson":
		p.sheet = v.newSheet("/", v.frame.Texts.T("lobby.lesson"))
		p.Doc = lesson.Page(v.frame.Texts)
		p.Lesson = true
	case "chapter":
		c, err := v.server.options.Library.Chapter(item)
		if err != nil {
			http.NotFound(w, r)
			return
		}
		v.chapter(c)
		return
	default:
		http.NotFound(w, r)
		return
	}
	v.sendPage("read", p)
}

// rules fills the page with an entry of the rules, with what was searched for, or with the contents.
func (v *visitor) rules(p *readPage, item string) {
	p.Rules = true
	p.Search = v.r.FormValue("search")
	cited := texts.New(v.frame.Texts.Lang()) // with the numbers of rules, which this page explains
	entries := rulebook.MainEntries(v.server.options.Library, cited)
	if n, err := strconv.Atoi(item); err == nil && n >= 0 && n < len(entries) {
		p.sheet = v.newSheet("/read/rules", entries[n].Label)
		p.Doc = entries[n].Page
		return
	}
	p.Search = strings.TrimSpace(p.Search)
	if p.Search != "" {
		found, err := rulebook.Find(v.server.options.Library, cited, p.Search)
		p.complain(err)
		p.Back = "/read/rules"
		p.Doc = found
		return
	}
	for i, e := range entries {
		p.Links = append(p.Links, namedPart{Name: "/read/rules/" + strconv.Itoa(i), Label: e.Label})
	}
	for _, c := range v.server.options.Library.Chapters {
		p.Links = append(p.Links, namedPart{Name: "/read/chapter/" + c.ID, Label: v.frame.Texts.Chapter(c)})
	}
}
