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
	// Links are further pages, Search what was looked for, for the rules.
	Links  []namedPart
	Rules  bool
	Search string
	// Lesson reports whether there is a round to play after this.
	Lesson bool
}

// read shows the rules, a chapter, or the lesson, to anybody.
func (s *Server) read(w http.ResponseWriter, r *http.Request) {
	v, _ := s.visitor(w, r)
	p := &readPage{sheet: v.newSheet("/", v.Texts.T("rules.title"))}
	item := r.PathValue("which")
	switch r.PathValue("what") {
	case "rules":
		v.rules(p, item)
	case "lesson":
		p.sheet = v.newSheet("/", v.Texts.T("lobby.lesson"))
		p.Doc = lesson.Page(v.Texts)
		p.Lesson = true
	case "chapter":
		c, err := v.Library.Chapter(item)
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

// rules are the contents, one entry of them, or what was searched for.
func (v *visitor) rules(p *readPage, item string) {
	p.Rules = true
	p.Search = v.r.FormValue("search")
	cited := texts.New(v.Texts.Lang()) // this page explains what others cite
	contained := rulebook.MainEntries(v.Library, cited)
	if n, err := strconv.Atoi(item); err == nil && n >= 0 && n < len(contained) {
		p.sheet = v.newSheet("/read/rules", contained[n].Label)
		p.Doc = contained[n].Page
		return
	}
	p.Search = strings.TrimSpace(p.Search)
	if p.Search != "" {
		found, err := rulebook.Find(v.Library, cited, p.Search)
		p.complain(err)
		p.Back = "/read/rules"
		p.Doc = found
		return
	}
	for i, e := range contained {
		p.Links = append(p.Links, namedPart{Name: "/read/rules/" + strconv.Itoa(i), Label: e.Label})
	}
	for _, c := range v.Library.Chapters {
		p.Links = append(p.Links, namedPart{Name: "/read/chapter/" + c.ID, Label: v.Texts.Chapter(c)})
	}
}
